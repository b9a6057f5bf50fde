//! Reading what `perf script -F comm,pid,tid,ip,sym,dso` prints: one block of lines per sample, and
//! a line where a process begins or becomes another program.

use std::collections::HashMap;
use std::io::{self, BufRead};

/// What perf says of a stack that it could not name or place.
const UNKNOWN: &str = "[unknown]";
const LOST: &str = "PERF_RECORD_LOST";
const NAMED: &str = "PERF_RECORD_COMM";
const FORKED: &str = "PERF_RECORD_FORK(";
/// What perf calls its child before that becomes the program to be recorded.
const RECORDER: &str = "perf-exec";

/// One place on a stack.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Frame {
    pub(super) address: u64,
    /// As the program's file has it, mangled.
    pub(super) symbol: Option<String>,
    /// The file, or a name in brackets for what has none.
    pub(super) module: Option<String>,
}

/// One stack, innermost place first.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Sample {
    /// The name of the program that the process runs.
    pub(super) process: String,
    pub(super) thread: String,
    pub(super) frames: Vec<Frame>,
}

/// What is known of the processes of a recording.
#[derive(Default)]
struct Processes {
    names: HashMap<String, String>,
    /// The process that perf started itself: it repeats the program and is none of it.
    recorder: Option<String>,
}

impl Processes {
    /// Learns from a line about a process; false if it is none.
    fn learn(&mut self, line: &str) -> bool {
        if let Some((_, rest)) = line.split_once(NAMED) {
            self.named(rest);
        } else if let Some((_, rest)) = line.split_once(FORKED) {
            self.forked(rest);
        } else {
            return line.contains("PERF_RECORD_EXIT(");
        }
        true
    }

    /// ` exec: name:12/12`, of a thread `: name:12/13`.
    fn named(&mut self, rest: &str) -> Option<()> {
        let (_, rest) = rest.split_once(": ")?;
        let (name, ids) = rest.rsplit_once(':')?;
        let (process, thread) = ids.split_once('/')?;
        if self.recorder.is_none() && name == RECORDER {
            self.recorder = Some(process.to_owned());
        }
        if process == thread {
            self.names.insert(process.to_owned(), name.to_owned());
        }
        Some(())
    }

    /// `13:13):(12:12)`: the child is called as its parent until it becomes another program.
    fn forked(&mut self, rest: &str) -> Option<()> {
        let (child, rest) = rest.split_once(':')?;
        let (_, parent) = rest.split_once('(')?;
        let (parent, _) = parent.split_once(':')?;
        if child != parent {
            let name = self.names.get(parent)?.clone();
            self.names.insert(child.to_owned(), name);
        }
        Some(())
    }

    fn begun(&self, head: &Head) -> Sample {
        let known = self.names.get(head.process);
        Sample {
            process: known.map_or(head.name, String::as_str).to_owned(),
            thread: head.name.to_owned(),
            frames: Vec::new(),
        }
    }
}

/// The first line of a block.
struct Head<'a> {
    name: &'a str,
    process: &'a str,
}

/// Hands every sample to `take`; returns how many the kernel dropped.
pub(super) fn read(mut script: impl BufRead, mut take: impl FnMut(Sample)) -> io::Result<u64> {
    let (mut lost, mut current) = (0, None);
    let mut processes = Processes::default();
    let mut bytes = Vec::new();
    while script.read_until(b'\n', &mut bytes)? > 0 {
        let text = String::from_utf8_lossy(&bytes);
        let line = text.trim_end();
        if line.is_empty() {
            current.take().into_iter().for_each(&mut take);
        } else if let Some((_, rest)) = line.split_once(LOST) {
            lost += dropped(rest);
        } else if let (Some(sample), Some(frame)) = (&mut current, frame(line)) {
            sample.frames.push(frame);
        } else if processes.learn(line) {
            current.take().into_iter().for_each(&mut take);
        } else if let Some(head) = head(line) {
            let is_recorder = processes.recorder.as_deref() == Some(head.process);
            let begun = (!is_recorder).then(|| processes.begun(&head));
            std::mem::replace(&mut current, begun)
                .into_iter()
                .for_each(&mut take);
        }
        bytes.clear();
    }
    current.into_iter().for_each(take);
    Ok(lost)
}

/// `name pid/tid`; names may hold blanks.
fn head(line: &str) -> Option<Head<'_>> {
    let (name, ids) = line.rsplit_once(' ')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (process, thread) = ids.split_once('/')?;
    (is_number(process) && is_number(thread)).then(|| Head {
        name: name.trim(),
        process,
    })
}

/// `  7f12 name+0x1 (module)`
fn frame(line: &str) -> Option<Frame> {
    let rest = line.strip_prefix([' ', '\t'])?.trim_start();
    let (address, rest) = rest.split_once(' ')?;
    let address = u64::from_str_radix(address, 16).ok()?;
    let opening = opening_of_last_parenthesis(rest)?;
    let symbol = without_offset(rest[..opening].trim());
    let module = &rest[opening + 1..rest.len() - 1];
    let known = |text: &str| (!text.is_empty() && text != UNKNOWN).then(|| text.to_owned());
    Some(Frame {
        address,
        symbol: known(symbol),
        module: known(module),
    })
}

/// Where the parenthesis opens that the text ends with: `f(int) (/tmp/a (deleted))`.
fn opening_of_last_parenthesis(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (place, character) in text.char_indices().rev() {
        match character {
            ')' => depth += 1,
            '(' if depth == 1 => return Some(place),
            '(' => depth -= 1,
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

fn without_offset(symbol: &str) -> &str {
    match symbol.rsplit_once("+0x") {
        Some((name, offset)) if offset.bytes().all(|byte| byte.is_ascii_hexdigit()) => name,
        _ => symbol,
    }
}

/// The number in `… lost 25`.
fn dropped(rest: &str) -> u64 {
    let mut numbers = rest.split_whitespace().filter_map(|word| word.parse().ok());
    numbers.next().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORDED: &str = include_str!("../../tests/vectors/perf-script.txt");

    fn samples(text: &str) -> (Vec<Sample>, u64) {
        let mut found = Vec::new();
        let lost = read(text.as_bytes(), |sample| found.push(sample)).unwrap();
        (found, lost)
    }

    #[test]
    fn every_block_of_the_recording_is_one_sample() {
        let (found, lost) = samples(RECORDED);
        let threads: Vec<&str> = found.iter().map(|sample| sample.thread.as_str()).collect();
        assert_eq!(threads, ["toy", "tok io 12", "toy", "toy", "empty"]);
        assert_eq!(lost, 25);
        let depths: Vec<usize> = found.iter().map(|sample| sample.frames.len()).collect();
        assert_eq!(depths, [4, 3, 3, 2, 0]);
    }

    #[test]
    fn names_with_blanks_and_parentheses_are_whole() {
        let line = "\t    1a2b boost::apply(int, char) const+0x1f (/srv/a (deleted))";
        let frame = frame(line).unwrap();
        assert_eq!(frame.address, 0x1a2b);
        assert_eq!(
            frame.symbol.as_deref(),
            Some("boost::apply(int, char) const")
        );
        assert_eq!(frame.module.as_deref(), Some("/srv/a (deleted)"));
    }

    #[test]
    fn a_sample_belongs_to_the_program_that_its_process_runs() {
        let text = "\
            perf-exec     0/0     PERF_RECORD_COMM: perf-exec:7/7\n\
            exe 7/7 \n\t 1a main (/srv/agent)\n\n\
            exe 7/7 PERF_RECORD_COMM exec: exe:7/7\n\
            exe 7/7 PERF_RECORD_FORK(8:8):(7:7)\n\
            the server 8/8 PERF_RECORD_COMM exec: the server:8/8\n\
            the server 8/8 PERF_RECORD_FORK(8:9):(8:8)\n\
            pool 8/9 PERF_RECORD_COMM: pool:8/9\n\
            the server 8/8 PERF_RECORD_FORK(10:10):(8:8)\n\
            pool 8/9 \n\t 1a work (/srv/server)\n\n\
            the server 10/10 \n\t 1a fork (/srv/server)\n\
            client 10/10 PERF_RECORD_COMM exec: client:10/10\n\
            client 10/10 \n\t 1a ask (/srv/client)\n\n";
        let (found, _) = samples(text);
        let names: Vec<(&str, &str)> = found
            .iter()
            .map(|sample| (sample.process.as_str(), sample.thread.as_str()))
            .collect();
        let expected = [
            ("the server", "pool"),
            ("the server", "the server"),
            ("client", "client"),
        ];
        assert_eq!(names, expected);
        assert!(found.iter().all(|sample| sample.frames.len() == 1));
    }

    #[test]
    fn what_is_no_frame_is_none() {
        for line in ["", "1a2b f (m)", "  zz f (m)", "  1a2b f", "  1a2b f m)"] {
            assert_eq!(frame(line), None, "{line}");
        }
    }
}
