//! Reports waiting to be sent, on disk, complete at any time.
//!
//! `pending/` holds reports to deliver, `refused/` those that the server will never take with its
//! reasons beside them, `vetoed/` the samples of runs that the control benchmark vetoed, `running/` a
//! note of each run that the service is measuring, `journal/` the rounds that it has finished (see
//! `journals`). A report appears in `pending/` under its name only when all of it is on the disk.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use serde::{Deserialize, Serialize};

use crate::base::clock;
use crate::base::files::{HALF_WRITTEN, sync_folder, write_whole};
use crate::process::Stop;

const PENDING: &str = "pending";
const REFUSED: &str = "refused";
const RUNNING: &str = "running";
const VETOED: &str = "vetoed";
/// So many vetoed runs are kept.
const MOST_VETOED: usize = 20;
const JOURNAL: &str = "journal";
const LOCK: &str = "lock";
/// How long a full disk is given, at first and later.
const FIRST_RETRY: Duration = Duration::from_secs(1);
const LONGEST_RETRY: Duration = Duration::from_secs(30);

#[derive(Debug, thiserror::Error)]
pub(crate) enum SpoolError {
    #[error("the spool {path} cannot be used: {source}", path = path.display())]
    Unusable { path: PathBuf, source: io::Error },
    #[error("cannot write {path}: {source}. Make room on that disk; the agent keeps the report and tries again", path = path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("another agent uses the spool {path}; give this one its own with --spool", path = path.display())]
    Taken { path: PathBuf },
}

/// A run that is being measured, noted so that its loss can be told.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct RunNote {
    pub(crate) run_id: String,
    pub(crate) suite: String,
    pub(crate) started_at: String,
}

pub(crate) struct Spool {
    folder: PathBuf,
    /// Held as long as the spool is used.
    _lock: File,
}

/// How many reports wait, for the beats.
pub(crate) struct Counter(PathBuf);

impl Counter {
    pub(crate) fn count(&self) -> usize {
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        entries
            .filter(|entry| {
                entry
                    .path()
                    .extension()
                    .is_some_and(|found| found == "json")
            })
            .count()
    }
}

impl Spool {
    /// Opens the spool for this agent alone; what was half written is removed.
    pub(crate) fn open(folder: &Path) -> Result<Self, SpoolError> {
        let unusable = |source| SpoolError::Unusable {
            path: folder.to_owned(),
            source,
        };
        for part in [PENDING, REFUSED, RUNNING] {
            fs::create_dir_all(folder.join(part)).map_err(unusable)?;
        }
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(folder.join(LOCK))
            .map_err(unusable)?;
        flock(&lock, FlockOperation::NonBlockingLockExclusive).map_err(|_| SpoolError::Taken {
            path: folder.to_owned(),
        })?;
        let spool = Self {
            folder: folder.to_owned(),
            _lock: lock,
        };
        for path in spool.entries(PENDING, HALF_WRITTEN).map_err(unusable)? {
            fs::remove_file(path).map_err(unusable)?;
        }
        Ok(spool)
    }

    /// Stores a report; when this returns, it survives a crash of the machine.
    pub(crate) fn add(&self, run_id: &str, document: &[u8]) -> Result<PathBuf, SpoolError> {
        let moment = clock::unix_now().as_millis();
        let path = self
            .folder
            .join(PENDING)
            .join(format!("{moment:015}-{run_id}.json"));
        write_whole(&path, document).map_err(|source| SpoolError::Write {
            path: path.clone(),
            source,
        })?;
        Ok(path)
    }

    /// Stores a report, again and again where the disk has no room: said once, and given up only with
    /// the stop.
    pub(crate) fn add_at_last(
        &self,
        run_id: &str,
        document: &[u8],
        stop: &Stop,
        mut say: impl FnMut(&str),
    ) -> Result<(), SpoolError> {
        let mut pause = FIRST_RETRY;
        loop {
            let Err(error) = self.add(run_id, document) else {
                return Ok(());
            };
            if pause == FIRST_RETRY {
                say(&error.to_string());
            }
            if stop.wait(pause) {
                return Err(error);
            }
            pause = (pause * 2).min(LONGEST_RETRY);
        }
    }

    /// Keeps the samples of a vetoed run, and forgets the oldest of many; returns their place.
    pub(crate) fn set_aside(&self, run_id: &str, document: &[u8]) -> io::Result<PathBuf> {
        let folder = self.folder.join(VETOED);
        fs::create_dir_all(&folder)?;
        let moment = clock::unix_now().as_millis();
        let path = folder.join(format!("{moment:015}-{run_id}.json"));
        write_whole(&path, document)?;
        let kept = self.entries(VETOED, "json")?;
        for old in kept.iter().take(kept.len().saturating_sub(MOST_VETOED)) {
            fs::remove_file(old)?;
        }
        Ok(path)
    }

    /// Reports to deliver, oldest first.
    pub(crate) fn pending(&self) -> io::Result<Vec<PathBuf>> {
        self.entries(PENDING, "json")
    }

    pub(crate) fn remove(&self, report: &Path) -> io::Result<()> {
        fs::remove_file(report)?;
        sync_folder(&self.folder.join(PENDING))
    }

    /// Moves a report aside, with the server's reasons beside it; returns its new place.
    pub(crate) fn refuse(&self, report: &Path, problem: &str) -> io::Result<PathBuf> {
        let name = report.file_name().unwrap_or_default();
        let kept = self.folder.join(REFUSED).join(name);
        write_whole(&kept.with_extension("problem.json"), problem.as_bytes())?;
        fs::rename(report, &kept)?;
        sync_folder(&self.folder.join(PENDING))?;
        Ok(kept)
    }

    pub(crate) fn note_start(&self, note: &RunNote) -> io::Result<()> {
        write_whole(
            &self.note_path(&note.run_id),
            serde_json::to_string(note)?.as_bytes(),
        )
    }

    pub(crate) fn note_end(&self, run_id: &str) -> io::Result<()> {
        fs::remove_file(self.note_path(run_id))
    }

    /// Ends the note of a run that will not go on, if there is one.
    pub(crate) fn forget(&self, run_id: &str) -> io::Result<()> {
        match self.note_end(run_id) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Runs that had begun and never ended; each is told once. A run whose report waits is not lost.
    pub(crate) fn take_lost(&self) -> io::Result<Vec<RunNote>> {
        let waiting = self.pending()?;
        let mut lost = Vec::new();
        for path in self.entries(RUNNING, "json")? {
            let note = fs::read(&path)
                .ok()
                .and_then(|text| serde_json::from_slice::<RunNote>(&text).ok());
            let is_waiting = |note: &RunNote| {
                waiting
                    .iter()
                    .any(|report| report.to_string_lossy().contains(&note.run_id))
            };
            lost.extend(note.filter(|note| !is_waiting(note)));
            fs::remove_file(path)?;
        }
        Ok(lost)
    }

    /// Removes the folder of a spool that holds nothing any more.
    pub(crate) fn remove_if_empty(self) {
        let Self { folder, _lock } = self;
        let parts = [PENDING, REFUSED, RUNNING, JOURNAL].map(|part| folder.join(part));
        // A part that holds something cannot be removed, and then the others are of use too.
        if parts.iter().all(|part| is_empty(part)) {
            for part in parts {
                let _ = fs::remove_dir(part);
            }
            let _ = fs::remove_file(folder.join(LOCK));
            let _ = fs::remove_dir(folder);
        }
    }

    /// Where the journals of runs under way lie.
    pub(crate) fn journals(&self) -> PathBuf {
        self.folder.join(JOURNAL)
    }

    /// Counts waiting reports without holding the spool.
    pub(crate) fn counter(&self) -> Counter {
        Counter(self.folder.join(PENDING))
    }

    fn note_path(&self, run_id: &str) -> PathBuf {
        self.folder.join(RUNNING).join(format!("{run_id}.json"))
    }

    fn entries(&self, part: &str, extension: &str) -> io::Result<Vec<PathBuf>> {
        let mut paths = Vec::new();
        for entry in fs::read_dir(self.folder.join(part))? {
            let path = entry?.path();
            if path.extension().is_some_and(|found| found == extension) {
                paths.push(path);
            }
        }
        paths.sort();
        Ok(paths)
    }
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(run_id: &str) -> RunNote {
        RunNote {
            run_id: run_id.to_owned(),
            suite: "toy".to_owned(),
            started_at: clock::now(),
        }
    }

    #[test]
    fn reports_come_back_oldest_first_and_half_written_ones_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let spool = Spool::open(folder.path()).unwrap();
        let first = spool.add("bbb", b"{}").unwrap();
        std::thread::sleep(std::time::Duration::from_millis(2));
        let second = spool.add("aaa", b"{}").unwrap();
        let half = folder.path().join("pending/0-ccc.json.part");
        fs::write(&half, "{").unwrap();
        assert_eq!(spool.pending().unwrap(), [first, second]);
        drop(spool);
        Spool::open(folder.path()).unwrap();
        assert!(!half.exists());
    }

    #[test]
    fn one_spool_serves_one_agent() {
        let folder = tempfile::tempdir().unwrap();
        let held = Spool::open(folder.path()).unwrap();
        assert!(matches!(
            Spool::open(folder.path()),
            Err(SpoolError::Taken { .. })
        ));
        drop(held);
        assert!(Spool::open(folder.path()).is_ok());
    }

    #[test]
    fn a_refused_report_is_kept_with_the_reasons() {
        let folder = tempfile::tempdir().unwrap();
        let spool = Spool::open(folder.path()).unwrap();
        let report = spool.add("aaa", b"{\"version\":1}").unwrap();
        let kept = spool.refuse(&report, "{\"title\":\"no\"}").unwrap();
        assert!(spool.pending().unwrap().is_empty());
        assert_eq!(fs::read(&kept).unwrap(), b"{\"version\":1}");
        let problem = kept.with_extension("problem.json");
        assert_eq!(fs::read(problem).unwrap(), b"{\"title\":\"no\"}");
    }

    #[test]
    fn a_lost_run_is_told_once_and_a_spooled_one_never() {
        let folder = tempfile::tempdir().unwrap();
        let spool = Spool::open(folder.path()).unwrap();
        spool.note_start(&note("lost")).unwrap();
        spool.note_start(&note("kept")).unwrap();
        spool.add("kept", b"{}").unwrap();
        let lost = spool.take_lost().unwrap();
        assert_eq!(lost.len(), 1);
        assert_eq!(lost[0].run_id, "lost");
        assert!(spool.take_lost().unwrap().is_empty());
    }
}
