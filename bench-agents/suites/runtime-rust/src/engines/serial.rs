//! The control: one thread, one file after the other. What it costs is the work itself.

use std::path::PathBuf;

use super::BUFFER;
use crate::{
    hit::Hit,
    search::{Search, SearchError},
};

pub(super) fn run(files: Vec<PathBuf>, search: &Search) -> Result<Vec<Hit>, SearchError> {
    let mut hits = Vec::new();
    for file in files {
        hits.append(&mut search.file(file, BUFFER)?);
    }
    Ok(hits)
}
