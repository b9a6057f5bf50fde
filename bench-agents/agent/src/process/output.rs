//! What a child writes, kept in memory files: no pipe can fill up and nothing wakes the agent.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;

use rustix::fs::{FallocateFlags, MemfdFlags, fallocate, memfd_create};

/// Programs print one line; more than this is cut from the front.
const LONGEST: u64 = 1 << 20;
const TAIL: usize = 1500;
/// So much of what came since the last look is handed on; of more, the end.
const MOST_HEARD: u64 = 128 * 1024;
const LONGEST_LINE: usize = 8 * 1024;

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
        read(&self.stdout, false)
    }

    /// What was written, and whether that is all of it as it was: short enough, and UTF-8.
    pub(super) fn exact_stdout(&self) -> (String, bool) {
        let length = self.stdout.metadata().map(|metadata| metadata.len());
        let text = read(&self.stdout, true);
        let is_whole = length.is_ok_and(|length| length <= LONGEST);
        let is_exact = is_whole && !text.contains(char::REPLACEMENT_CHARACTER);
        (text, is_exact)
    }

    pub(super) fn stderr(&self) -> String {
        read(&self.stderr, false)
    }
}

/// How far the output of a running program was looked at.
pub(super) struct Follower<'a, 'h> {
    capture: &'a Capture,
    receive: Option<&'h mut dyn FnMut(&str)>,
    streams: [Followed; 2],
}

#[derive(Default)]
struct Followed {
    /// Up to where it was read, and given back.
    read: u64,
    freed: u64,
    /// The beginning of a line.
    part: Vec<u8>,
}

impl<'a, 'h> Follower<'a, 'h> {
    pub(super) fn new(capture: &'a Capture, receive: Option<&'h mut dyn FnMut(&str)>) -> Self {
        Self {
            capture,
            receive,
            streams: Default::default(),
        }
    }

    pub(super) fn is_followed(&self) -> bool {
        self.receive.is_some()
    }

    /// Hands on the lines that came since the last look, and gives back the memory of what is too
    /// old to be read at the end.
    pub(super) fn look(&mut self) {
        let Capture { stdout, stderr } = self.capture;
        // The length of stderr first: whatever stdout held before a line of stderr is handed on
        // before it, so that the rest of a flood does not push out the reason that follows it.
        let said = length_of(stderr);
        let files = [(stdout, length_of(stdout)), (stderr, said)];
        for ((file, length), followed) in files.into_iter().zip(&mut self.streams) {
            if length < followed.read {
                // A program that opens the file again may truncate it.
                *followed = Followed::default();
            }
            if let Some(receive) = &mut self.receive {
                followed.receive(file, length, receive);
            }
            followed.free(file, length);
        }
    }

    /// Hands on what no line end follows, too.
    pub(super) fn finish(mut self) {
        self.look();
        if let Some(receive) = &mut self.receive {
            for followed in &mut self.streams {
                followed.end_line(receive);
            }
        }
    }
}

impl Followed {
    fn receive(&mut self, file: &File, length: u64, receive: &mut dyn FnMut(&str)) {
        if length - self.read > MOST_HEARD {
            let skipped = length - self.read - MOST_HEARD;
            self.end_line(receive);
            receive(&format!(
                "[{skipped} bytes were printed too fast to be sent]"
            ));
            self.read += skipped;
        }
        let size = usize::try_from(length - self.read).unwrap_or(0);
        let mut bytes = vec![0; size];
        if file.read_exact_at(&mut bytes, self.read).is_err() {
            return;
        }
        self.read = length;
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let room = LONGEST_LINE.saturating_sub(self.part.len());
            // A file that a program empties while it writes has a hole, which reads as NUL.
            let printed = piece.iter().filter(|byte| **byte != 0);
            self.part.extend(printed.take(room));
            if piece.ends_with(b"\n") {
                self.end_line(receive);
            }
        }
    }

    fn end_line(&mut self, receive: &mut dyn FnMut(&str)) {
        let line = String::from_utf8_lossy(&self.part);
        if !line.trim().is_empty() {
            receive(line.trim_end());
        }
        self.part.clear();
    }

    fn free(&mut self, file: &File, length: u64) {
        let old = length.saturating_sub(LONGEST);
        if old >= self.freed + LONGEST {
            let flags = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
            // Refused, the memory is given back at the end of the program.
            let _ = fallocate(file, flags, self.freed, old - self.freed);
            self.freed = old;
        }
    }
}

fn length_of(file: &File) -> u64 {
    file.metadata().map_or(0, |metadata| metadata.len())
}

fn read(mut file: &File, is_exact: bool) -> String {
    let length = length_of(file);
    let mut bytes = Vec::new();
    let seek = file.seek(SeekFrom::Start(length.saturating_sub(LONGEST)));
    if seek
        .and_then(|_| file.take(LONGEST).read_to_end(&mut bytes))
        .is_err()
    {
        return String::new();
    }
    bytes.retain(|byte| is_exact || *byte != 0);
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
    use std::io::Write;
    use std::os::unix::fs::MetadataExt;

    use super::*;

    #[test]
    fn a_flood_is_heard_in_parts_and_takes_no_more_memory_than_its_end() {
        let capture = Capture::new().unwrap();
        let mut heard = Vec::new();
        let mut receive = |line: &str| heard.push(line.to_owned());
        let mut follower = Follower::new(&capture, Some(&mut receive));
        let mut child = &capture.stdout;
        child.write_all(b"first\nsec").unwrap();
        follower.look();
        child.write_all(b"ond\n").unwrap();
        follower.look();
        for _ in 0..32 {
            child.write_all(&vec![b'x'; 1 << 20]).unwrap();
            follower.look();
        }
        child.write_all(b"\nlast").unwrap();
        follower.finish();
        assert_eq!(heard[..2], ["first", "second"]);
        assert!(heard[2].starts_with('['), "{}", heard[2]);
        assert_eq!(heard.last().unwrap(), "last");
        assert!(heard.len() < 200);
        let held = capture.stdout.metadata().unwrap().blocks() * 512;
        assert!(held <= 3 * LONGEST, "{held}");
        assert!(capture.stdout().ends_with("xx\nlast"));
    }

    #[test]
    fn a_file_that_is_emptied_while_it_is_written_has_no_hole() {
        let capture = Capture::new().unwrap();
        let mut heard = Vec::new();
        let mut receive = |line: &str| heard.push(line.to_owned());
        let mut child = &capture.stdout;
        child.write_all(&vec![b'x'; 3 * LONGEST_LINE]).unwrap();
        capture.stdout.set_len(0).unwrap();
        child.write_all(b"behind\n").unwrap();
        Follower::new(&capture, Some(&mut receive)).finish();
        assert_eq!(heard, ["behind"]);
        assert_eq!(capture.stdout(), "behind\n");
    }

    #[test]
    fn a_tail_keeps_whole_characters_and_the_end() {
        let long = "é".repeat(TAIL);
        assert!(tail(&long).ends_with('é'));
        assert!(tail(&long).len() < long.len());
        assert_eq!(tail("one\ntwo\n"), "one\ntwo");
    }
}
