//! Files that are there whole or not at all.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Seek, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::process::geteuid;

/// The extension of a file that is not whole yet.
pub(crate) const HALF_WRITTEN: &str = "part";

const OF_OTHERS: u32 = 0o077;

/// Writes a file so that it is there whole or not at all, even after a power cut.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let part = part_of(path);
    let _ = fs::remove_file(&part); // of a write that was cut short, with another mode
    let written = write_and_sync(&part, bytes).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // The first error is the one worth telling.
        let _ = fs::remove_file(&part);
    }
    written?;
    sync_folder(folder_of(path))
}

/// A file that nobody else may read, with its room on the disk, before it is known what it says.
pub(crate) struct Reserved {
    path: PathBuf,
    part: PathBuf,
    file: File,
}

impl Reserved {
    /// Takes the room; what is at the path stays until the file is filled.
    pub(crate) fn take(path: &Path, room: usize) -> io::Result<Self> {
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let part = part_of(path);
        let _ = fs::remove_file(&part); // of one that was ended before it was filled
        let mut options = OpenOptions::new();
        // Follows no link, whoever put it there.
        let file = options
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&part)?;
        let mut reserved = Self {
            path: path.to_owned(),
            part,
            file,
        };
        reserved.file.write_all(&vec![b'\n'; room])?;
        reserved.file.sync_all()?;
        Ok(reserved)
    }

    /// Writes what the file says, in the room that it has, and puts it in its place.
    pub(crate) fn fill(mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.rewind()?;
        self.file.write_all(bytes)?;
        self.file.set_len(bytes.len() as u64)?;
        self.file.sync_all()?;
        fs::rename(&self.part, &self.path)?;
        sync_folder(folder_of(&self.path))
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.part); // not there any more where it was filled
    }
}

/// Makes a folder that nobody else may look into.
pub(crate) fn private_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// The same, and what was there already is refused where somebody else may look or write into it.
pub(crate) fn own_private_folder(folder: &Path) -> io::Result<()> {
    private_folder(folder)?;
    let own = geteuid().as_raw();
    let (link, found) = (fs::symlink_metadata(folder)?, fs::metadata(folder)?);
    if link.uid() != own || found.uid() != own {
        return Err(io::Error::other(
            "it belongs to another user; name another folder with --folder",
        ));
    }
    if found.mode() & OF_OTHERS != 0 {
        return Err(io::Error::other(format!(
            "other users may look into it; close it by chmod 700 {}, or name another folder with --folder",
            folder.display()
        )));
    }
    Ok(())
}

fn part_of(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(".");
    part.push(HALF_WRITTEN);
    PathBuf::from(part)
}

fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

fn write_and_sync(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(0o666);
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

    #[test]
    fn a_private_file_follows_no_link_and_is_gone_unless_it_is_filled() {
        let folder = tempfile::tempdir().unwrap();
        let (path, elsewhere) = (folder.path().join("key"), folder.path().join("elsewhere"));
        fs::write(&elsewhere, "kept").unwrap();
        std::os::unix::fs::symlink(&elsewhere, part_of(&path)).unwrap();
        drop(Reserved::take(&path, 100).unwrap());
        assert!(!path.exists() && !part_of(&path).exists());
        Reserved::take(&path, 100).unwrap().fill(b"word").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"word");
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
        assert_eq!(fs::read(&elsewhere).unwrap(), b"kept");
    }

    #[test]
    fn a_folder_that_others_may_look_into_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let open = folder.path().join("open");
        DirBuilder::new().mode(0o750).create(&open).unwrap();
        let said = own_private_folder(&open).unwrap_err().to_string();
        assert!(said.contains("chmod 700"), "{said}");
        own_private_folder(&folder.path().join("new")).unwrap();
        if geteuid().is_root() {
            let theirs = folder.path().join("theirs");
            private_folder(&theirs).unwrap();
            std::os::unix::fs::chown(&theirs, Some(65534), None).unwrap();
            let said = own_private_folder(&theirs).unwrap_err().to_string();
            assert!(said.contains("another user"), "{said}");
        }
    }
}
