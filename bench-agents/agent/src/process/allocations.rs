//! How much a program allocates, counted by a small library that is preloaded into it
//! (`native/allocations.c`). Library and numbers are files in memory that the agent holds.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::path::Path;

use rustix::fs::{MemfdFlags, memfd_create};

const LIBRARY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/allocations.so"));

/// processes, allocations, bytes asked for, bytes held, their peak: eight bytes each
const NUMBERS: usize = 5;

/// Names that allocators linked into a program leave in it; their calls never reach the library.
const OTHERS: [&[u8]; 5] = [
    b"je_malloc",
    b"<jemalloc>",
    b"mi_malloc",
    b"mimalloc:",
    b"tc_malloc",
];

/// What a program and those that it started allocated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Allocated {
    pub(crate) allocations: u64,
    pub(crate) bytes: u64,
    pub(crate) peak: u64,
}

/// Counts for the processes that are started with its environment, one after the other.
pub(crate) struct AllocationCounter {
    library: File,
    numbers: File,
}

impl AllocationCounter {
    /// Nothing where the program brings an allocator of its own, or this agent has no library.
    pub(crate) fn of(program: &Path) -> io::Result<Option<Self>> {
        if LIBRARY.is_empty() || has_own_allocator(program) {
            return Ok(None);
        }
        let mut library = File::from(memfd_create("allocations", MemfdFlags::CLOEXEC)?);
        library.write_all(LIBRARY)?;
        let numbers = File::from(memfd_create("allocated", MemfdFlags::CLOEXEC)?);
        numbers.set_len(4096)?;
        Ok(Some(Self { library, numbers }))
    }

    /// What a process needs in its environment to be counted.
    pub(crate) fn environment(&self) -> [(String, String); 2] {
        let own = std::process::id();
        let path = |file: &File| format!("/proc/{own}/fd/{}", file.as_raw_fd());
        [
            ("LD_PRELOAD".to_owned(), path(&self.library)),
            ("TIDEMARK_ALLOCATIONS".to_owned(), path(&self.numbers)),
        ]
    }

    pub(crate) fn begin(&self) -> io::Result<()> {
        self.numbers.write_all_at(&[0; NUMBERS * 8], 0)
    }

    /// What was counted since; nothing if no process has loaded the library.
    pub(crate) fn read(&self) -> io::Result<Option<Allocated>> {
        let mut bytes = [0; NUMBERS * 8];
        self.numbers.read_exact_at(&mut bytes, 0)?;
        let number = |index: usize| {
            let mut whole = [0; 8];
            whole.copy_from_slice(&bytes[index * 8..][..8]);
            u64::from_ne_bytes(whole)
        };
        Ok((number(0) > 0).then(|| Allocated {
            allocations: number(1),
            bytes: number(2),
            peak: number(4),
        }))
    }
}

fn has_own_allocator(program: &Path) -> bool {
    let bytes = std::fs::read(program).unwrap_or_default();
    let holds = |needle: &&[u8]| bytes.windows(needle.len()).any(|window| window == *needle);
    bytes.starts_with(b"\x7fELF") && OTHERS.iter().any(holds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_with_an_allocator_of_its_own_is_not_counted() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        std::fs::write(&program, b"\x7fELF and <jemalloc>: somewhere").unwrap();
        assert!(AllocationCounter::of(&program).unwrap().is_none());
        std::fs::write(&program, b"\x7fELF and nothing else").unwrap();
        assert!(AllocationCounter::of(&program).unwrap().is_some());
    }
}
