//! What a child writes, kept in memory files: no pipe can fill up and nothing wakes the agent.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::fd::OwnedFd;

use rustix::fs::{MemfdFlags, memfd_create};

/// Programs print one line; more than this is cut from the front.
const LONGEST: u64 = 1 << 20;
const TAIL: usize = 1500;

pub(super) struct Capture {
    stdout: File,
    stderr: File,
}

impl Capture {
    pub(super) fn new() -> io::Result<Self> {
        let create = |name: &str| memfd_create(name, MemfdFlags::CLOEXEC).map(File::from);
        Ok(Self {
            stdout: create("stdout")?,
            stderr: create("stderr")?,
        })
    }

    pub(super) fn stdout_for_child(&self) -> io::Result<OwnedFd> {
        self.stdout.try_clone().map(OwnedFd::from)
    }

    pub(super) fn stderr_for_child(&self) -> io::Result<OwnedFd> {
        self.stderr.try_clone().map(OwnedFd::from)
    }

    pub(super) fn stdout(&self) -> String {
        read(&self.stdout)
    }

    pub(super) fn stderr(&self) -> String {
        read(&self.stderr)
    }
}

fn read(mut file: &File) -> String {
    let length = file.metadata().map_or(0, |metadata| metadata.len());
    let mut bytes = Vec::new();
    let seek = file.seek(SeekFrom::Start(length.saturating_sub(LONGEST)));
    if seek
        .and_then(|_| file.take(LONGEST).read_to_end(&mut bytes))
        .is_err()
    {
        return String::new();
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The last lines of a text, short enough for a message.
pub(super) fn tail(text: &str) -> String {
    let text = text.trim_end();
    let mut start = text.len().saturating_sub(TAIL);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    if start == 0 {
        return text.to_owned();
    }
    let line = text[start..]
        .find('\n')
        .map_or(start, |offset| start + offset + 1);
    format!("…\n{}", &text[line..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tail_keeps_whole_characters_and_the_end() {
        let long = "é".repeat(TAIL);
        assert!(tail(&long).ends_with('é'));
        assert!(tail(&long).len() < long.len());
        assert_eq!(tail("one\ntwo\n"), "one\ntwo");
    }
}
