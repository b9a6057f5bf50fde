//! Files that are there whole or not at all.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// The extension of a file that is not whole yet.
pub(crate) const HALF_WRITTEN: &str = "part";

/// Writes a file so that it is there whole or not at all, even after a power cut.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with(path, bytes, 0o666)
}

/// The same for what nobody else may read.
pub(crate) fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with(path, bytes, 0o600)
}

/// Makes a folder that nobody else may look into.
pub(crate) fn private_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

fn write_with(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(".");
    part.push(HALF_WRITTEN);
    let part = PathBuf::from(part);
    let _ = fs::remove_file(&part); // of a write that was cut short, with another mode
    let written = write_and_sync(&part, bytes, mode).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // The first error is the one worth telling.
        let _ = fs::remove_file(&part);
    }
    written?;
    sync_folder(
        path.parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new(".")),
    )
}

fn write_and_sync(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(mode);
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_that_fails_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("taken");
        fs::create_dir(&path).unwrap();
        assert!(write_whole(&path, b"{}").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
