//! Finds a text in another, ASCII case ignored, without a copy in lower case.

/// Positions that are tested at once; the compiler turns a block into a few vector instructions.
const BLOCK: usize = 64;

/// Setting this bit makes an ASCII letter lower case.
const CASE: u8 = 0x20;

/// What logs are made of, the most common first. Bytes that are not here count as rarer.
const COMMON: &[u8] = b" etaoinsrhl\"dcu0123456789mfp-,:gwybvkxjqz";

/// A needle, and the two of its bytes that are looked for first: the rarest.
#[derive(Debug, Clone)]
pub struct Finder {
    needle: Vec<u8>,
    rarest: Probe,
    second: Probe,
}

/// A byte of the needle in lower case, and the bit in which its two cases differ.
#[derive(Debug, Clone, Copy, Default)]
struct Probe {
    offset: usize,
    byte: u8,
    case: u8,
}

impl Probe {
    fn of(offset: usize, byte: u8) -> Self {
        let case = if byte.is_ascii_alphabetic() { CASE } else { 0 };
        let byte = byte | case;
        Self { offset, byte, case }
    }

    fn commonness(self) -> usize {
        let place = COMMON.iter().position(|&common| common == self.byte);
        COMMON.len() - place.unwrap_or(COMMON.len())
    }

    /// One if the byte fits in either case, else zero.
    fn fits(self, byte: u8) -> u8 {
        u8::from(byte | self.case == self.byte)
    }
}

impl Finder {
    #[must_use]
    pub fn new(needle: &str) -> Self {
        let needle = needle.to_ascii_lowercase().into_bytes();
        let bytes = needle.iter().enumerate();
        let mut probes: Vec<Probe> = bytes.map(|(at, &byte)| Probe::of(at, byte)).collect();
        probes.sort_by_key(|probe| probe.commonness());
        let rarest = probes.first().copied().unwrap_or_default();
        let second = probes.get(1).copied().unwrap_or(rarest);
        Self {
            needle,
            rarest,
            second,
        }
    }

    #[must_use]
    pub fn is_in(&self, text: &[u8]) -> bool {
        if self.needle.is_empty() {
            return true;
        }
        let starts = (text.len() + 1).saturating_sub(self.needle.len());
        if starts < BLOCK {
            return (0..starts).any(|start| self.begins_at(text, start));
        }
        let last = starts - BLOCK; // overlaps the block before it, so that none is shorter
        let mut blocks = (0..last).step_by(BLOCK).chain([last]);
        blocks.any(|start| self.may_begin_from(text, start) && self.begins_from(text, start))
    }

    /// Whether both probes fit anywhere in a block. No early end: that keeps it vectorised.
    fn may_begin_from(&self, text: &[u8], start: usize) -> bool {
        let block = |probe: Probe| &text[start + probe.offset..][..BLOCK];
        let pairs = block(self.rarest).iter().zip(block(self.second));
        let fits = pairs.fold(0, |fits, (&rarest, &second)| {
            fits | (self.rarest.fits(rarest) & self.second.fits(second))
        });
        fits != 0
    }

    fn begins_from(&self, text: &[u8], start: usize) -> bool {
        (start..start + BLOCK).any(|start| self.begins_at(text, start))
    }

    fn begins_at(&self, text: &[u8], start: usize) -> bool {
        let window = &text[start..start + self.needle.len()];
        self.rarest.fits(window[self.rarest.offset]) != 0
            && window.eq_ignore_ascii_case(&self.needle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the published parsing does.
    fn by_lower_case(text: &str, needle: &str) -> bool {
        text.to_ascii_lowercase()
            .contains(&needle.to_ascii_lowercase())
    }

    #[test]
    fn agrees_with_a_lower_case_copy_at_every_position_and_length() {
        for needle in ["claude", "Claude", "c", "[x]", "größe", "@a", "`a"] {
            for before in (0..200).step_by(7) {
                for after in [0, 1, 63, 64, 65] {
                    for inside in [
                        needle, "CLAUDE", "claudE", "claud", "{X]", "GRöSSE", "`A", "@A",
                    ] {
                        let text = ".".repeat(before) + inside + &"c".repeat(after);
                        let found = Finder::new(needle).is_in(text.as_bytes());
                        assert_eq!(found, by_lower_case(&text, needle), "{needle} in {text}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_empty_needle_is_everywhere() {
        assert!(Finder::new("").is_in(b""));
    }
}
