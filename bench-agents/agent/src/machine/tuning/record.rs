//! The restore file: what was changed and what it was before, on disk before anything is changed.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use serde::{Deserialize, Serialize};

use super::catalogue;
use crate::base::files::{sync_folder, write_whole};
use crate::machine::root::Root;

const FOLDER: &str = "/var/lib/tidemark-agent";
pub(super) const VERSION: u32 = 1;
const ATTEMPTS: u32 = 100;
const PAUSE: Duration = Duration::from_millis(5);

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

impl Record {
    /// A file that says what to write where is believed only about settings of the catalogue.
    fn check(&self) -> Result<(), String> {
        if self.version != VERSION {
            return Err(format!(
                "it has version {} and this agent knows version {VERSION}",
                self.version
            ));
        }
        let is_stranger = |change: &&Change| !catalogue::has_file(&change.name, &change.file);
        match self.changes.iter().find(is_stranger) {
            Some(Change { name, file, .. }) => {
                Err(format!("{file} is no file of the setting '{name}'"))
            }
            None => Ok(()),
        }
    }
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
        for _ in 0..ATTEMPTS {
            if flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok() {
                return Ok(Some(lock));
            }
            // Whoever only looks whether the lock is held shares it for a moment.
            if flock(&lock, FlockOperation::NonBlockingLockShared).is_err() {
                return Ok(None);
            }
            flock(&lock, FlockOperation::Unlock)?;
            std::thread::sleep(PAUSE);
        }
        Ok(None)
    }

    /// Whether a living agent holds the lock; needs no right to write.
    pub(super) fn is_held(&self) -> bool {
        File::open(self.folder.join("tuning.lock"))
            .is_ok_and(|lock| flock(&lock, FlockOperation::NonBlockingLockShared).is_err())
    }

    pub(super) fn read(&self) -> io::Result<Option<Record>> {
        let text = match fs::read(self.file()) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let record: Record = serde_json::from_slice(&text)?;
        record.check().map_err(io::Error::other)?;
        Ok(Some(record))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::of(&Root::at(folder.path()));
        drop(store.lock().unwrap().unwrap());
        (folder, store)
    }

    /// What `read` says of a record with this version and one change.
    fn reading(version: u32, name: &str, file: &str) -> Result<Option<Record>, String> {
        let (_folder, store) = store();
        let change = Change {
            name: name.to_owned(),
            file: file.to_owned(),
            before: "0".to_owned(),
            set: "1".to_owned(),
        };
        let record = Record {
            version,
            pid: 1,
            boot_id: String::new(),
            started_at: String::new(),
            changes: vec![change],
        };
        store.write(&record).unwrap();
        store.read().map_err(|error| error.to_string())
    }

    #[test]
    fn a_record_names_files_of_its_settings_only() {
        let governor = "/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor";
        for (name, file) in [
            ("governor", governor),
            ("irq", "/proc/irq/9/smp_affinity_list"),
            ("swap", "/swapfile"),
            ("swap", "/dev/dm-1"),
        ] {
            assert!(reading(VERSION, name, file).unwrap().is_some(), "{file}");
        }
        for (name, file) in [
            ("governor", "/../../tmp/owned"),
            ("governor", "/sys/devices/system/cpu/cpu1/../owned"),
            ("aslr", governor),
            ("irq", "/proc/irq/../smp_affinity_list"),
            ("irq", "/proc/irq//smp_affinity_list"),
            ("swap", "/dev/../etc/shadow"),
            ("swap", "swapfile"),
            ("cron", "/etc/crontab"),
        ] {
            let said = reading(VERSION, name, file).unwrap_err();
            assert!(said.contains(file), "{said}");
        }
    }

    #[test]
    fn a_record_of_another_version_is_refused() {
        let file = "/proc/sys/kernel/randomize_va_space";
        let said = reading(9, "aslr", file).unwrap_err();
        assert!(said.contains("version 9"), "{said}");
    }

    #[test]
    fn a_look_at_the_lock_does_not_pass_for_another_agent() {
        let (_folder, store) = store();
        let look = File::open(store.folder.join("tuning.lock")).unwrap();
        flock(&look, FlockOperation::NonBlockingLockShared).unwrap();
        let looking = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            drop(look);
        });
        let held = store.lock().unwrap();
        looking.join().unwrap();
        assert!(held.is_some());
        assert!(store.lock().unwrap().is_none());
        assert!(store.is_held());
    }
}
