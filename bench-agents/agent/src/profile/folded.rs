//! Folded stacks: `outermost;…;innermost count`, one line per different stack.

use std::collections::BTreeMap;
use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

/// The frame that stands for the stacks left out.
pub(super) const TRIMMED: &str = "[trimmed]";

/// Stacks and how many samples each has.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Folded {
    stacks: BTreeMap<String, u64>,
}

/// How much was folded into `[trimmed]`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Trimmed {
    pub(crate) stacks: u64,
    pub(crate) samples: u64,
}

/// Folded stacks as reports carry them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Packed {
    encoding: String,
    data: String,
}

impl Folded {
    /// Adds samples of one stack; frames outermost first.
    pub(super) fn add(&mut self, frames: &[String], count: u64) {
        *self.stacks.entry(frames.join(";")).or_default() += count;
    }

    /// Adds the stacks of another, under a frame of their own if one is named.
    pub(super) fn take(&mut self, other: Self, outermost: Option<&str>) {
        for (stack, count) in other.stacks {
            let stack = outermost.map_or_else(|| stack.clone(), |name| format!("{name};{stack}"));
            *self.stacks.entry(stack).or_default() += count;
        }
    }

    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut folded = Self::default();
        for (index, line) in text.lines().enumerate() {
            let fault = || format!("line {}: '{line}' is not of the form a;b;c 12", index + 1);
            let (stack, count) = line.rsplit_once(' ').ok_or_else(fault)?;
            let count: u64 = count.parse().map_err(|_| fault())?;
            *folded.stacks.entry(stack.to_owned()).or_default() += count;
        }
        Ok(folded)
    }

    pub(crate) fn samples(&self) -> u64 {
        self.stacks.values().sum()
    }

    /// Every stack, frames outermost first, with its samples.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Vec<&str>, u64)> {
        self.stacks
            .iter()
            .map(|(stack, count)| (stack.split(';').collect(), *count))
    }

    pub(crate) fn text(&self) -> String {
        let lines = self
            .stacks
            .iter()
            .map(|(stack, count)| format!("{stack} {count}\n"));
        lines.collect()
    }

    /// Folds the smallest stacks into one until the text is no longer than `limit` bytes.
    pub(super) fn trim(&mut self, limit: usize) -> Trimmed {
        let line = |stack: &str| stack.len() + 22;
        let mut size: usize = self.stacks.keys().map(|stack| line(stack)).sum();
        if size <= limit {
            return Trimmed::default();
        }
        let mut smallest: Vec<(u64, String)> = self
            .stacks
            .iter()
            .map(|(stack, count)| (*count, stack.clone()))
            .collect();
        // Of equals the longest go first: they make the most room.
        smallest.sort_by_key(|(count, stack)| (*count, std::cmp::Reverse(stack.len())));
        let mut trimmed = Trimmed::default();
        for (count, stack) in smallest {
            if size + line(TRIMMED) <= limit {
                break;
            }
            size -= line(&stack);
            self.stacks.remove(&stack);
            trimmed.stacks += 1;
            trimmed.samples += count;
        }
        *self.stacks.entry(TRIMMED.to_owned()).or_default() += trimmed.samples;
        trimmed
    }

    pub(super) fn pack(&self) -> std::io::Result<Packed> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(self.text().as_bytes())?;
        Ok(Packed {
            encoding: "gzip".to_owned(),
            data: STANDARD.encode(encoder.finish()?),
        })
    }
}

impl Packed {
    pub(super) fn len(&self) -> usize {
        self.data.len()
    }

    pub(crate) fn unpack(&self) -> Result<Folded, String> {
        let bytes = STANDARD
            .decode(&self.data)
            .map_err(|fault| fault.to_string())?;
        let mut text = String::new();
        GzDecoder::new(&bytes[..])
            .read_to_string(&mut text)
            .map_err(|fault| fault.to_string())?;
        Folded::parse(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "main;parse 5\nmain;parse;a long name of a function 1\nmain;read 1\nmain;wait 7\n";

    #[test]
    fn equal_stacks_are_counted_together_and_survive_packing() {
        let mut folded = Folded::default();
        for frames in [["main", "read"], ["main", "parse"], ["main", "read"]] {
            folded.add(&frames.map(str::to_owned), 1);
        }
        assert_eq!(folded.text(), "main;parse 1\nmain;read 2\n");
        assert_eq!(folded.pack().unwrap().unpack(), Ok(folded));
    }

    #[test]
    fn trimming_keeps_every_sample_and_the_largest_stacks() {
        let mut folded = Folded::parse(TEXT).unwrap();
        assert_eq!(folded.trim(1000), Trimmed::default());
        let trimmed = folded.trim(110);
        assert_eq!(
            trimmed,
            Trimmed {
                stacks: 2,
                samples: 2
            }
        );
        assert_eq!(folded.text(), "[trimmed] 2\nmain;parse 5\nmain;wait 7\n");
        assert_eq!(folded.samples(), 14);
    }

    #[test]
    fn a_line_without_a_count_is_named() {
        let fault = Folded::parse("main 1\nmain;read\n").unwrap_err();
        assert!(fault.contains("line 2"), "{fault}");
    }
}
