//! Places that every program may write to and that outlive it: what a patch leaves there is kept
//! from one sample to the next.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;

pub(super) struct Shared(Vec<PathBuf>);

/// Number, and of files the last change.
type Sign = (u64, i64, i64);

impl Shared {
    pub(super) fn new(folders: &[PathBuf]) -> Self {
        Self(folders.to_vec())
    }

    /// What this user has there now, by its path.
    pub(super) fn look(&self) -> BTreeMap<PathBuf, Sign> {
        let own = rustix::process::geteuid().as_raw();
        let entries = self.0.iter().filter_map(|folder| fs::read_dir(folder).ok());
        entries
            .flatten()
            .flatten()
            .filter_map(|entry| {
                let found = fs::symlink_metadata(entry.path()).ok()?;
                // Others write within folders: of these only that they are new tells something.
                let changed = if found.is_dir() {
                    (0, 0)
                } else {
                    (found.ctime(), found.ctime_nsec())
                };
                let sign = (found.ino(), changed.0, changed.1);
                (found.uid() == own).then(|| (entry.path(), sign))
            })
            .collect()
    }
}
