//! Reads the lines of a part of a file without copying them out of the read buffer.

use std::{cell::RefCell, fs::File, io, os::unix::fs::FileExt};

use memchr::memchr_iter;

use crate::pieces::Part;

/// Small enough to stay in a core's cache between reading and parsing.
const BUFFER: usize = 128 * 1024;

/// How much is read at once of a line that began in this part and goes on in the next.
const OVERHANG: usize = 8 * 1024;

thread_local! {
    /// One buffer per thread, so that a unit costs no allocation.
    static SPACE: RefCell<Vec<u8>> = RefCell::new(vec![0; BUFFER]);
}

/// Calls `visit` with each line that begins in the part, without its line feed.
///
/// A line that ends after the part belongs to it as a whole; a line that began before does not.
pub fn for_each(part: &Part, visit: impl FnMut(&[u8])) -> io::Result<()> {
    let file = File::open(part.file.as_path())?;
    SPACE.with_borrow_mut(|space| Reader::new(&file, part, space).run(visit))
}

struct Reader<'a> {
    file: &'a File,
    space: &'a mut Vec<u8>,
    /// Where in the file the first byte of `space` is from.
    position: u64,
    filled: usize,
    end: u64,
    /// The first line began in the part before, or is the empty rest of one.
    passes_over: bool,
}

impl<'a> Reader<'a> {
    fn new(file: &'a File, part: &Part, space: &'a mut Vec<u8>) -> Self {
        let start = part.begins.start;
        Self {
            file,
            space,
            // One byte earlier: if that is a line feed, a line begins right at the start.
            position: start.saturating_sub(1),
            filled: 0,
            end: part.begins.end,
            passes_over: start > 0,
        }
    }

    fn run(mut self, mut visit: impl FnMut(&[u8])) -> io::Result<()> {
        loop {
            let seen = self.filled;
            if !self.fill()? {
                self.last_line(visit);
                return Ok(());
            }
            let consumed = self.whole_lines(seen, &mut visit);
            self.space.copy_within(consumed..self.filled, 0);
            self.position += consumed as u64;
            self.filled -= consumed;
            if self.is_done() {
                return Ok(());
            }
        }
    }

    /// Reads on; false at the end of the file.
    fn fill(&mut self) -> io::Result<bool> {
        if self.filled == self.space.len() {
            self.space.resize(2 * self.filled, 0);
        }
        let offset = self.position + self.filled as u64;
        let free = &mut self.space[self.filled..];
        let wanted = usize::try_from(self.end.saturating_sub(offset)).unwrap_or(usize::MAX);
        let wanted = wanted.max(OVERHANG).min(free.len());
        loop {
            match self.file.read_at(&mut free[..wanted], offset) {
                Ok(count) => {
                    self.filled += count;
                    return Ok(count > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Visits the lines that are complete now and returns where the incomplete one begins.
    fn whole_lines(&mut self, seen: usize, visit: &mut impl FnMut(&[u8])) -> usize {
        let mut start = 0;
        for found in memchr_iter(b'\n', &self.space[seen..self.filled]) {
            let feed = seen + found;
            if self.position + start as u64 >= self.end {
                break;
            }
            if self.passes_over {
                self.passes_over = false;
            } else {
                visit(&self.space[start..feed]);
            }
            start = feed + 1;
        }
        start
    }

    /// No further line can begin in this part.
    fn is_done(&self) -> bool {
        let read_to = self.position + self.filled as u64;
        self.position >= self.end || (self.passes_over && read_to >= self.end)
    }

    /// What follows the last line feed of a file is a line too.
    fn last_line(&self, mut visit: impl FnMut(&[u8])) {
        if self.filled > 0 && !self.passes_over && self.position < self.end {
            visit(&self.space[..self.filled]);
        }
    }
}
