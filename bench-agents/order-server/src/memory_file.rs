//! Files in memory that a child writes and that vanish with this process.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    os::fd::AsRawFd,
};

use rustix::fs::{MemfdFlags, memfd_create};

/// The most that is read back from one.
const LARGEST: u64 = 256 << 20;

#[derive(Debug)]
pub struct MemoryFile {
    file: File,
}

impl MemoryFile {
    pub fn new(name: &str) -> io::Result<Self> {
        let descriptor = memfd_create(name, MemfdFlags::CLOEXEC)?;
        Ok(Self {
            file: File::from(descriptor),
        })
    }

    /// Where a child finds it, while this process lives.
    #[must_use]
    pub fn path(&self) -> String {
        format!("/proc/{}/fd/{}", std::process::id(), self.file.as_raw_fd())
    }

    /// The same file, for a child's output.
    pub fn handle(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// All that was written.
    pub fn read(mut self) -> io::Result<Vec<u8>> {
        self.file.seek(SeekFrom::Start(0))?;
        let mut content = Vec::new();
        self.file.take(LARGEST).read_to_end(&mut content)?;
        Ok(content)
    }
}
