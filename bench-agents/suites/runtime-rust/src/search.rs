//! The work that every engine hands out: search one file.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, ErrorKind},
    path::{Path, PathBuf},
    sync::Arc,
};

use thiserror::Error;

use crate::{hit::Hit, record::Record, threads::ThreadPeak};

/// A common word of the data sets: about one line in ten has it.
pub const DEFAULT_QUERY: &str = "claude";

/// Most files hold few hits.
const EXPECTED_HITS: usize = 32;

#[derive(Debug, Error)]
pub enum SearchError {
    #[error("cannot read {path}; make the data set again", path = .path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("cannot start the engine's threads; the process limit may be too low")]
    Start(#[source] io::Error),
    #[error("a part of the search broke off")]
    BrokenOff,
}

/// One query over a known number of pieces: files, or units of them. Cheap to clone: all clones share one state.
#[derive(Debug, Clone)]
pub struct Search(Arc<State>);

#[derive(Debug)]
struct State {
    needle: String,
    threads: ThreadPeak,
}

impl Search {
    /// `pieces` is how many will be searched; ASCII case is ignored.
    #[must_use]
    pub fn new(query: &str, pieces: usize) -> Self {
        let needle = query.to_ascii_lowercase();
        Self(Arc::new(State {
            needle,
            threads: ThreadPeak::new(pieces),
        }))
    }

    /// Opens, reads and searches one file on the calling thread.
    pub fn file(&self, path: PathBuf, buffer: usize) -> Result<Vec<Hit>, SearchError> {
        let file = File::open(&path).map_err(|source| read_error(&path, source))?;
        self.lines(path, BufReader::with_capacity(buffer, file))
    }

    /// Searches what `reader` yields as the content of `path`.
    pub fn lines(&self, path: PathBuf, reader: impl BufRead) -> Result<Vec<Hit>, SearchError> {
        let path = Arc::new(path);
        let mut hits = Vec::with_capacity(EXPECTED_HITS);
        for line in reader.lines() {
            match line {
                Ok(line) => hits.extend(self.line(&path, &line)),
                Err(error) if is_broken_text(&error) => {}
                Err(source) => return Err(read_error(&path, source)),
            }
        }
        self.piece_finished();
        Ok(hits)
    }

    /// The hit on one line, if it is a message that contains the query.
    #[must_use]
    pub fn line(&self, path: &Arc<PathBuf>, line: &str) -> Option<Hit> {
        if line.trim().is_empty() {
            return None;
        }
        let Record {
            uuid,
            timestamp,
            session,
            message,
        } = Record::parse(line)?;
        let text = message.content.0;
        text.to_ascii_lowercase()
            .contains(&self.0.needle)
            .then(|| Hit {
                file: Arc::clone(path),
                uuid,
                timestamp,
                session,
                role: message.role,
                text,
            })
    }

    /// For those that read a file or a unit line by line themselves.
    pub fn piece_finished(&self) {
        self.0.threads.piece_finished();
    }

    #[must_use]
    pub fn threads_peak(&self) -> Option<usize> {
        self.0.threads.peak()
    }
}

/// A line that is not UTF-8 is skipped like any other broken line.
pub(crate) fn is_broken_text(error: &io::Error) -> bool {
    error.kind() == ErrorKind::InvalidData
}

pub(crate) fn read_error(path: &Path, source: io::Error) -> SearchError {
    SearchError::Read {
        path: path.to_owned(),
        source,
    }
}
