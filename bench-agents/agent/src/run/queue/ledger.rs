//! Which suites of a queue are done, on disk, so that a killed queue goes on at the next one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::row::Row;
use crate::base::clock;
use crate::base::files::write_whole;
use crate::run::journals::{self, LONGEST_BREAK};
use crate::run::session::Request;
use crate::suite::Mode;

/// What must be the same for the suites that are done to count; the words are those of the sentence
/// that says what is not. The time that each suite may take is not among them.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Asked {
    is_several: bool,
    suites: String,
    variants: String,
    place: String,
    profile: String,
    precautions: String,
    reports: String,
    agent: String,
}

impl Asked {
    pub(crate) fn new(request: &Request, suites: &[PathBuf], reports: &str) -> Self {
        let suites = suites.iter().map(std::path::absolute);
        Self {
            is_several: suites.len() > 1,
            suites: format!("{:?}", suites.collect::<Vec<_>>()),
            variants: format!("{:?} {:?} {:?}", request.only, request.rounds, request.seed),
            place: format!("{:?} {:?}", request.overrides, request.machine),
            profile: format!("{:?}", request.profile),
            precautions: format!("{:?}", request.precautions),
            reports: reports.to_owned(),
            agent: journals::build(),
        }
    }

    fn hindrance(&self, now: &Self) -> Option<&'static str> {
        let reasons = [
            (self.agent != now.agent, "the agent is another build"),
            (self.suites != now.suites, "other suites are asked for"),
            (
                self.variants != now.variants,
                "other variants, rounds or another seed are asked for",
            ),
            (
                self.place != now.place,
                "another commit, branch, testbed or name is asked for",
            ),
            (self.profile != now.profile, "other profiles are asked for"),
            (
                self.precautions != now.precautions,
                "other pinning, tuning, checks or limits of a veto are asked for",
            ),
            (
                self.reports != now.reports,
                "the reports of its finished suites have gone elsewhere",
            ),
        ];
        let found = reasons.iter().find(|(is_so, _)| *is_so);
        found.map(|(_, reason)| *reason)
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Contents {
    asked: Asked,
    begun_at: String,
    rows: Vec<Row>,
}

pub(crate) struct Ledger {
    /// None for a single suite, whose journal says all.
    path: Option<PathBuf>,
    contents: Contents,
    said: Option<String>,
}

impl Ledger {
    /// The ledger of the queue that was cut short, if it fits, or a new one.
    pub(crate) fn open(folder: &Path, mode: Mode, asked: Asked, is_fresh: bool) -> Self {
        let path = asked
            .is_several
            .then(|| folder.join(format!("queue-{}.json", mode.name())));
        let earlier = path.as_deref().filter(|_| !is_fresh).and_then(read);
        let hindrance = earlier.as_ref().and_then(|earlier| {
            let is_old = path.as_deref().map(journals::age) > Some(LONGEST_BREAK);
            let old = is_old.then_some("that is more than a day ago");
            earlier.asked.hindrance(&asked).or(old)
        });
        let said = earlier.as_ref().map(|earlier| match hindrance {
            None => format!(
                "goes on with the run begun at {}; --fresh begins again",
                earlier.begun_at
            ),
            Some(why) => format!(
                "a run of several suites was begun at {} and cut short; begins again, since {why}",
                earlier.begun_at
            ),
        });
        let earlier = earlier.filter(|_| hindrance.is_none());
        let contents = earlier.unwrap_or_else(|| Contents {
            asked,
            begun_at: clock::now(),
            rows: Vec::new(),
        });
        Self {
            path,
            contents,
            said,
        }
    }

    /// What is to be said of an earlier queue.
    pub(crate) fn said(&self) -> Option<&str> {
        self.said.as_deref()
    }

    /// What became of a suite in an earlier life, if it is still the same suite.
    pub(crate) fn done(&self, suite: &str, sources: &str) -> Option<&Row> {
        let mut rows = self.contents.rows.iter();
        rows.find(|row| row.suite == suite && row.sources == sources)
    }

    pub(crate) fn add(&mut self, row: Row) -> io::Result<()> {
        self.contents.rows.retain(|known| known.suite != row.suite);
        self.contents.rows.push(row);
        let Some(path) = &self.path else {
            return Ok(());
        };
        write_whole(path, &serde_json::to_vec(&self.contents)?)
    }

    /// The queue is done.
    pub(crate) fn remove(self) -> io::Result<()> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

fn read(path: &Path) -> Option<Contents> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}
