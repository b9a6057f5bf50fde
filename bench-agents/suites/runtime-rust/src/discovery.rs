//! Finds the files of a search.

use std::{
    fs::{self, DirEntry},
    io,
    path::{Path, PathBuf},
};

use thiserror::Error;

#[derive(Debug, Error)]
#[error("cannot list {path}; check that it exists and may be read", path = .path.display())]
pub struct DiscoveryError {
    path: PathBuf,
    source: io::Error,
}

/// A file and the length it had when it was found.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SizedFile {
    pub path: PathBuf,
    pub bytes: u64,
}

/// Every `*.jsonl` file below `directory`, in path order so that all engines start alike.
pub fn json_lines_files(directory: &Path) -> Result<Vec<PathBuf>, DiscoveryError> {
    found(directory, |_, path| Ok(path))
}

/// The same files with their lengths, which cost one system call per file.
pub fn sized_files(directory: &Path) -> Result<Vec<SizedFile>, DiscoveryError> {
    found(directory, |entry, path| {
        let bytes = entry.metadata()?.len();
        Ok(SizedFile { path, bytes })
    })
}

fn found<T: Ord>(
    directory: &Path,
    describe: impl Fn(&DirEntry, PathBuf) -> io::Result<T>,
) -> Result<Vec<T>, DiscoveryError> {
    let mut files = Vec::new();
    collect(directory, &describe, &mut files).map_err(|source| DiscoveryError {
        path: directory.to_owned(),
        source,
    })?;
    files.sort_unstable();
    Ok(files)
}

fn collect<T>(
    directory: &Path,
    describe: &impl Fn(&DirEntry, PathBuf) -> io::Result<T>,
    files: &mut Vec<T>,
) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            collect(&path, describe, files)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "jsonl")
        {
            files.push(describe(&entry, path)?);
        }
    }
    Ok(())
}
