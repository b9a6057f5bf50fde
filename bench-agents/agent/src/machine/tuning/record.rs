//! The restore file: what was changed and what it was before, on disk before anything is changed.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};
use serde::{Deserialize, Serialize};

use crate::machine::root::Root;
use crate::spool::{sync_folder, write_whole};

const FOLDER: &str = "/var/lib/tidemark-agent";

/// One value of the kernel that is, or may have been, changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Change {
    pub(crate) name: String,
    pub(crate) file: String,
    pub(crate) before: String,
    pub(crate) set: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) version: u32,
    pub(crate) pid: u32,
    /// A restart of the machine forgets the settings; then there is nothing to put back.
    pub(crate) boot_id: String,
    pub(crate) started_at: String,
    pub(crate) changes: Vec<Change>,
}

/// Where the restore file and its lock are, for every agent of this machine.
pub(super) struct Store {
    folder: PathBuf,
}

impl Store {
    pub(super) fn of(root: &Root) -> Self {
        Self {
            folder: root.path(FOLDER),
        }
    }

    pub(super) fn file(&self) -> PathBuf {
        self.folder.join("restore.json")
    }

    pub(super) fn has_record(&self) -> bool {
        self.file().exists()
    }

    /// The lock of all tuning on this machine; `None` while another process holds it.
    pub(super) fn lock(&self) -> io::Result<Option<File>> {
        fs::create_dir_all(&self.folder)?;
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(self.folder.join("tuning.lock"))?;
        Ok(flock(&lock, FlockOperation::NonBlockingLockExclusive)
            .is_ok()
            .then_some(lock))
    }

    /// Whether a living agent holds the lock; needs no right to write.
    pub(super) fn is_held(&self) -> bool {
        File::open(self.folder.join("tuning.lock"))
            .is_ok_and(|lock| flock(&lock, FlockOperation::NonBlockingLockShared).is_err())
    }

    pub(super) fn read(&self) -> io::Result<Option<Record>> {
        match fs::read(self.file()) {
            Ok(text) => Ok(Some(serde_json::from_slice(&text)?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// When this returns, the record survives the end of the agent and of the machine's power.
    pub(super) fn write(&self, record: &Record) -> io::Result<()> {
        write_whole(&self.file(), &serde_json::to_vec_pretty(record)?)
    }

    pub(super) fn remove(&self) -> io::Result<()> {
        fs::remove_file(self.file())?;
        sync_folder(Path::new(&self.folder))
    }
}

pub(super) fn boot_id(root: &Root) -> String {
    root.text("/proc/sys/kernel/random/boot_id")
        .unwrap_or_else(|| "unknown".to_owned())
}
