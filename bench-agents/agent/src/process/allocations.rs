//! How much a program allocates, counted by a small library that is preloaded into it
//! (`native/allocations.c`). Library and numbers are files in memory that the agent holds.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::fs::{MemfdFlags, memfd_create};

const LIBRARY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/allocations.so"));

/// processes, allocations, bytes asked for, bytes held, their peak: eight bytes each
const NUMBERS: usize = 5;
const NUMBERS_SIZE: u64 = 4096;

/// As large as `struct stacks` of the library; what is not written takes no memory.
const STACKS_SIZE: u64 = 4096 + 2048 * 512 + 16_384 * (32 + 128 * 16);

/// Names that allocators linked into a program leave in it; their calls never reach the library.
/// The last is the loader of musl, which cannot load the library at all.
const OTHERS: [&[u8]; 6] = [
    b"je_malloc",
    b"<jemalloc>",
    b"mi_malloc",
    b"mimalloc:",
    b"tc_malloc",
    b"/lib/ld-musl-",
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
    library: Shared,
    numbers: Shared,
    /// Calls by their stacks, where they are wanted.
    stacks: Option<Shared>,
}

impl AllocationCounter {
    /// Nothing where the program brings an allocator of its own, or this system knows only musl.
    pub(crate) fn of(program: &Path, private: Option<&Path>) -> io::Result<Option<Self>> {
        if knows_only_musl(Path::new("/")) || has_own_allocator(program) {
            return Ok(None);
        }
        let mut library = Shared::new("allocations", private)?;
        library.file.write_all(LIBRARY)?;
        let mut numbers = Shared::new("allocated", private)?;
        numbers.renew(NUMBERS_SIZE)?;
        Ok(Some(Self {
            library,
            numbers,
            stacks: None,
        }))
    }

    /// Keeps from now on where each call came from, which takes many times as long.
    pub(crate) fn store_stacks(&mut self) -> io::Result<String> {
        let stacks = Shared::new("stacks", None)?;
        stacks.file.set_len(STACKS_SIZE)?;
        let path = stacks.path.clone();
        self.stacks = Some(stacks);
        Ok(path)
    }

    /// What a process needs in its environment to be counted.
    pub(crate) fn environment(&self) -> impl Iterator<Item = (String, String)> {
        let named = [
            ("LD_PRELOAD", Some(&self.library)),
            ("TIDEMARK_ALLOCATIONS", Some(&self.numbers)),
            ("TIDEMARK_ALLOCATION_STACKS", self.stacks.as_ref()),
        ];
        named
            .into_iter()
            .filter_map(|(name, file)| Some((name.to_owned(), file?.path.clone())))
    }

    /// Counts from nothing. No program finds what another one wrote there.
    pub(crate) fn begin(&mut self) -> io::Result<()> {
        self.numbers.renew(NUMBERS_SIZE)
    }

    /// The process is over: its numbers stay with the agent alone.
    pub(crate) fn end(&self) {
        self.numbers.withdraw();
    }

    /// What was counted since; nothing if no process has loaded the library.
    pub(crate) fn read(&self) -> io::Result<Option<Allocated>> {
        let mut bytes = [0; NUMBERS * 8];
        self.numbers.file.read_exact_at(&mut bytes, 0)?;
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

/// A file that other processes reach by a path: in memory, or in the private folder of a sandbox,
/// where the agent's memory is out of reach.
struct Shared {
    file: File,
    path: String,
    /// Where it lies, if it is no file in memory.
    place: Option<PathBuf>,
}

impl Shared {
    fn new(name: &str, private: Option<&Path>) -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let Some(folder) = private else {
            let file = File::from(memfd_create(name, MemfdFlags::CLOEXEC)?);
            let path = format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd());
            return Ok(Self {
                file,
                path,
                place: None,
            });
        };
        let name = format!(".{name}-{}", COUNT.fetch_add(1, Ordering::Relaxed));
        let place = folder.join(&name);
        Ok(Self {
            file: created(&place)?,
            path: format!("/tmp/{name}"),
            place: Some(place),
        })
    }

    /// Nothing of what it held stays; in a sandbox it is another file of the same name.
    fn renew(&mut self, size: u64) -> io::Result<()> {
        if let Some(place) = &self.place {
            self.withdraw();
            self.file = created(place)?;
        }
        self.file.set_len(0)?;
        self.file.set_len(size)
    }

    /// Takes the name away that programs of a sandbox reach it by.
    fn withdraw(&self) {
        if let Some(place) = &self.place {
            // What cannot be removed is seen by whoever looks, and nothing is counted there.
            let _ = fs::remove_file(place);
        }
    }
}

fn created(place: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create_new(true).open(place)
}

/// Whether every program of a system runs with musl: those that a script starts as well.
fn knows_only_musl(root: &Path) -> bool {
    let holds = |folder: &str, name: &str| {
        let entries = std::fs::read_dir(root.join(folder)).into_iter().flatten();
        entries
            .flatten()
            .any(|entry| entry.file_name().to_string_lossy().starts_with(name))
    };
    holds("lib", "ld-musl-") && !holds("lib", "ld-linux-") && !holds("lib64", "ld-linux-")
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
        assert!(AllocationCounter::of(&program, None).unwrap().is_none());
        std::fs::write(&program, b"\x7fELF with /lib/ld-musl-x86_64.so.1").unwrap();
        assert!(AllocationCounter::of(&program, None).unwrap().is_none());
        std::fs::write(&program, b"\x7fELF and nothing else").unwrap();
        assert!(AllocationCounter::of(&program, None).unwrap().is_some());
    }

    #[test]
    fn numbers_of_one_process_are_not_found_by_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        fs::write(&program, b"\x7fELF and nothing else").unwrap();
        for private in [None, Some(folder.path())] {
            let mut counter = AllocationCounter::of(&program, private).unwrap().unwrap();
            let written = |counter: &AllocationCounter| {
                let numbers = &counter.numbers;
                let path = numbers
                    .place
                    .clone()
                    .unwrap_or_else(|| (&numbers.path).into());
                let mut bytes = fs::read(&path).unwrap();
                bytes.push(7);
                fs::write(&path, &bytes).unwrap();
                bytes.len() as u64
            };
            for _ in 0..2 {
                counter.begin().unwrap();
                assert_eq!(written(&counter), NUMBERS_SIZE + 1);
                counter.end();
            }
            let left = counter.numbers.place.is_some_and(|place| place.exists());
            assert!(!left);
        }
    }

    #[test]
    fn a_system_of_musl_is_known_by_its_loader() {
        let root = tempfile::tempdir().unwrap();
        let lib = root.path().join("lib");
        std::fs::create_dir(&lib).unwrap();
        assert!(!knows_only_musl(root.path()));
        std::fs::write(lib.join("ld-musl-aarch64.so.1"), "").unwrap();
        assert!(knows_only_musl(root.path()));
        std::fs::write(lib.join("ld-linux-aarch64.so.1"), "").unwrap();
        assert!(!knows_only_musl(root.path()));
    }
}
