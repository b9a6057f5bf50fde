//! Finds the files of a search.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use thiserror::Error;

#[derive(Debug, Error)]
#[error("cannot list {path}; check that it exists and may be read", path = .path.display())]
pub struct DiscoveryError {
    path: PathBuf,
    source: io::Error,
}

/// Every `*.jsonl` file below `directory`, in path order so that all engines start alike.
pub fn json_lines_files(directory: &Path) -> Result<Vec<PathBuf>, DiscoveryError> {
    let mut files = Vec::new();
    collect(directory, &mut files).map_err(|source| DiscoveryError {
        path: directory.to_owned(),
        source,
    })?;
    files.sort_unstable();
    Ok(files)
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            collect(&path, files)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "jsonl")
        {
            files.push(path);
        }
    }
    Ok(())
}
