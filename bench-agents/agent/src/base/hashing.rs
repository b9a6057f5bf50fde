//! SHA-256 in hexadecimal: of texts, of a file, of a suite's sources.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

#[derive(Default)]
pub(crate) struct Hasher(Sha256);

impl Hasher {
    /// Adds one part; its length goes first, so that parts cannot run into each other.
    pub(crate) fn part(mut self, bytes: &[u8]) -> Self {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    pub(crate) fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}

pub(crate) fn bytes(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// The hash of a file's bytes, read in small pieces.
pub(crate) fn file(path: &Path) -> io::Result<String> {
    let mut source = File::open(path)?;
    let mut digest = Sha256::new();
    let mut buffer = [0_u8; 8 * 1024];
    loop {
        let length = source.read(&mut buffer)?;
        if length == 0 {
            return Ok(hex(&digest.finalize()));
        }
        digest.update(&buffer[..length]);
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::with_capacity(64), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_run_into_each_other() {
        let one = Hasher::default().part(b"ab").part(b"c").finish();
        let other = Hasher::default().part(b"a").part(b"bc").finish();
        assert_ne!(one, other);
    }

    #[test]
    fn a_file_hashes_to_the_published_value() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("abc");
        std::fs::write(&path, "abc").unwrap();
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(file(&path).unwrap(), expected);
    }
}
