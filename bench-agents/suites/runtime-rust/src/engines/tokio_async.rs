//! Asynchronous file access on tokio: small files are read, then parsed by a blocking thread;
//! large ones are read line by line and parsed on the runtime's own threads.

use std::{path::PathBuf, sync::Arc};

use ::tokio::{
    fs::{self, File},
    io::{AsyncBufReadExt, BufReader},
    task::spawn_blocking,
};

use super::{BUFFER, tokio::run_with};
use crate::{
    hit::Hit,
    search::{Search, SearchError, is_broken_text, read_error},
};

/// From this size on, a file is streamed.
const LARGE_FILE: u64 = 1024 * 1024;

pub(super) fn run(files: Vec<PathBuf>, search: &Search) -> Result<Vec<Hit>, SearchError> {
    run_with(files, search, search_file)
}

async fn search_file(file: PathBuf, search: Search) -> Result<Vec<Hit>, SearchError> {
    let metadata = fs::metadata(&file)
        .await
        .map_err(|source| read_error(&file, source))?;
    if metadata.len() >= LARGE_FILE {
        return stream(file, search).await;
    }
    let content = fs::read(&file)
        .await
        .map_err(|source| read_error(&file, source))?;
    spawn_blocking(move || search.lines(file, content.as_slice()))
        .await
        .map_err(|_| SearchError::BrokenOff)?
}

async fn stream(path: PathBuf, search: Search) -> Result<Vec<Hit>, SearchError> {
    let file = File::open(&path)
        .await
        .map_err(|source| read_error(&path, source))?;
    let mut lines = BufReader::with_capacity(BUFFER, file).lines();
    let path = Arc::new(path);
    let mut hits = Vec::new();
    loop {
        match lines.next_line().await {
            Ok(Some(line)) => hits.extend(search.line(&path, &line)),
            Ok(None) => break,
            Err(error) if is_broken_text(&error) => {}
            Err(source) => return Err(read_error(&path, source)),
        }
    }
    search.piece_finished();
    Ok(hits)
}
