//! What survives a kill: the job that is held, and what is still to be said of one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::base::files::write_whole;
use crate::delivery::jobs::{JobEnding, JobLease};

const HELD: &str = "held.json";
const ENDING: &str = "ending.json";

pub(super) struct Desk(PathBuf);

impl Desk {
    pub(super) fn open(folder: PathBuf) -> io::Result<Self> {
        fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }

    pub(super) fn held(&self) -> Option<JobLease> {
        read(&self.0.join(HELD))
    }

    pub(super) fn hold(&self, lease: &JobLease) -> io::Result<()> {
        write(&self.0.join(HELD), lease)
    }

    /// What is not yet said of a job that is over.
    pub(super) fn ending(&self) -> Option<JobEnding> {
        read(&self.0.join(ENDING))
    }

    /// The job is over: what is to be said of it is kept before the job is forgotten.
    pub(super) fn end(&self, ending: &JobEnding) -> io::Result<()> {
        write(&self.0.join(ENDING), ending)?;
        self.forget_job(ending.job)
    }

    pub(super) fn said(&self) -> io::Result<()> {
        remove(&self.0.join(ENDING))
    }

    /// Leaves nothing of a job here.
    pub(super) fn forget_job(&self, job: u64) -> io::Result<()> {
        remove(&self.0.join(HELD))?;
        match fs::remove_dir_all(self.0.join(job.to_string())) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Where the journal of one arm of a job lies.
    pub(super) fn journals(&self, job: u64, arm: usize) -> PathBuf {
        self.0.join(job.to_string()).join(arm.to_string())
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

fn write(path: &Path, document: &impl Serialize) -> io::Result<()> {
    write_whole(path, &serde_json::to_vec(document)?)
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
