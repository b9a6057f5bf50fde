//! One number for the whole content of a directory, to notice that a data set is not what it was.
//!
//! FNV-1a with 64 bits: it notices accidents, not attacks, and needs no crate.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

#[derive(Debug, Clone, Copy)]
pub struct Fnv1a(u64);

impl Default for Fnv1a {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Fnv1a {
    pub fn update(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    #[must_use]
    pub fn value(self) -> u64 {
        self.0
    }

    #[must_use]
    pub fn of(bytes: &[u8]) -> u64 {
        let mut hash = Self::default();
        hash.update(bytes);
        hash.value()
    }
}

/// Combines path, length and content of each file, in the order given.
///
/// Contents are read in parallel, which also brings them into the page cache.
pub fn of_files(root: &Path, files: &[PathBuf]) -> io::Result<u64> {
    let contents: Vec<(u64, u64)> = files
        .par_iter()
        .map(|file| fs::read(file).map(|bytes| (bytes.len() as u64, Fnv1a::of(&bytes))))
        .collect::<io::Result<_>>()?;
    let mut hash = Fnv1a::default();
    for (file, (length, content)) in files.iter().zip(contents) {
        let path = file.strip_prefix(root).unwrap_or(file);
        hash.update(path.as_os_str().as_encoded_bytes());
        hash.update(b"\0");
        hash.update(&length.to_le_bytes());
        hash.update(&content.to_le_bytes());
    }
    Ok(hash.value())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_vectors() {
        assert_eq!(Fnv1a::of(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(Fnv1a::of(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Fnv1a::of(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
