//! Which suites of a queue are done, on disk, so that a killed queue goes on at the next one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::row::Row;
use crate::clock;
use crate::journals::{self, LONGEST_BREAK};
use crate::session::Request;
use crate::spool;

#[derive(Debug, Serialize, Deserialize)]
struct Contents {
    /// What was asked for beside the suites; another wish is another queue.
    asked: String,
    begun_at: String,
    rows: Vec<Row>,
}

pub(crate) struct Ledger {
    path: PathBuf,
    contents: Contents,
    is_resumed: bool,
}

impl Ledger {
    /// The ledger of the queue that was cut short, or a new one.
    pub(crate) fn open(folder: &Path, request: &Request, is_fresh: bool) -> Self {
        let path = folder.join(format!("queue.{}", request.mode.name()));
        let asked = format!("{request:?}");
        let earlier = if is_fresh { None } else { read(&path) };
        let earlier = earlier.filter(|earlier| earlier.asked == asked);
        let is_resumed = earlier.is_some();
        let contents = earlier.unwrap_or_else(|| Contents {
            asked,
            begun_at: clock::now(),
            rows: Vec::new(),
        });
        Self {
            path,
            contents,
            is_resumed,
        }
    }

    /// When the queue began that this one goes on with.
    pub(crate) fn resumed_from(&self) -> Option<&str> {
        self.is_resumed.then_some(self.contents.begun_at.as_str())
    }

    /// What became of a suite in an earlier life, if it is still the same suite.
    pub(crate) fn done(&self, suite: &str, sources: &str) -> Option<&Row> {
        let mut rows = self.contents.rows.iter();
        rows.find(|row| row.suite == suite && row.sources == sources)
    }

    pub(crate) fn add(&mut self, row: Row) -> io::Result<()> {
        self.contents.rows.retain(|known| known.suite != row.suite);
        self.contents.rows.push(row);
        spool::write_whole(&self.path, &serde_json::to_vec(&self.contents)?)
    }

    /// The queue is done.
    pub(crate) fn remove(self) -> io::Result<()> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

fn read(path: &Path) -> Option<Contents> {
    let contents = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    (journals::age(path) <= LONGEST_BREAK).then_some(contents)
}
