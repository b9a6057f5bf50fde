//! The last controls of this machine, in a small file.

use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::machine::Fingerprint;
use crate::spool::write_whole;

const KEPT: usize = 50;
const FILE: &str = "controls.json";

/// What one earlier run found for one kind of work.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Past {
    pub(super) before_s: f64,
    pub(super) after_s: f64,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Entry {
    /// Controls are compared where this is the same.
    pub(super) key: String,
    pub(super) at: String,
    pub(super) cpu: Past,
    pub(super) memory: Past,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct History {
    entries: Vec<Entry>,
}

impl History {
    /// A file that is missing or cannot be read is a history that begins now.
    pub(super) fn read(folder: &Path) -> Self {
        let text = fs::read(folder.join(FILE)).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    pub(super) fn of(&self, key: &str, work: impl Fn(&Entry) -> Past) -> Vec<Past> {
        let same = self.entries.iter().filter(|entry| entry.key == key);
        same.map(work).collect()
    }

    /// Forgets what was before the last `kept` controls with this key.
    pub(super) fn forget_before(&mut self, key: &str, kept: usize) {
        let count = self.entries.iter().filter(|entry| entry.key == key).count();
        let mut surplus = count.saturating_sub(kept);
        self.entries.retain(|entry| {
            let is_old = entry.key == key && surplus > 0;
            surplus -= usize::from(is_old);
            !is_old
        });
    }

    pub(super) fn add(&mut self, folder: &Path, entry: Entry) -> io::Result<()> {
        self.entries.push(entry);
        let surplus = self.entries.len().saturating_sub(KEPT);
        self.entries.drain(..surplus);
        fs::create_dir_all(folder)?;
        write_whole(&folder.join(FILE), &serde_json::to_vec(self)?)
    }
}

/// Machine, kernel, settings, place and the agent's own build: what the fixed work depends on.
pub(super) fn key(place: &str) -> String {
    let build = if cfg!(debug_assertions) {
        "debug"
    } else {
        "release"
    };
    let mut hasher = crate::hashing::Hasher::default()
        .part(crate::assembly::AGENT.as_bytes())
        .part(build.as_bytes())
        .part(place.as_bytes());
    for (name, fact) in Fingerprint::take().flat() {
        hasher = hasher
            .part(name.as_bytes())
            .part(fact.to_string().as_bytes());
    }
    let mut key = hasher.finish();
    key.truncate(16);
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: &str, level: f64) -> Entry {
        let past = Past {
            before_s: level,
            after_s: level,
        };
        Entry {
            key: key.to_owned(),
            at: String::new(),
            cpu: past,
            memory: past,
        }
    }

    fn levels(history: &History, key: &str) -> Vec<f64> {
        history
            .of(key, |entry| entry.cpu)
            .iter()
            .map(|past| past.before_s)
            .collect()
    }

    #[test]
    fn the_last_fifty_are_kept_and_machines_are_kept_apart() {
        let folder = tempfile::tempdir().unwrap();
        for level in 0..60 {
            let mut history = History::read(folder.path());
            let key = if level % 2 == 0 { "one" } else { "other" };
            history
                .add(folder.path(), entry(key, f64::from(level)))
                .unwrap();
        }
        let history = History::read(folder.path());
        let one = levels(&history, "one");
        assert_eq!((one.len(), one[0], one[24]), (25, 10.0, 58.0));
    }

    #[test]
    fn a_new_level_forgets_the_old_one_of_this_machine_only() {
        let mut entries: Vec<Entry> = (0..6).map(|level| entry("one", f64::from(level))).collect();
        entries.push(entry("other", 9.0));
        let mut history = History { entries };
        history.forget_before("one", 2);
        assert_eq!(levels(&history, "one"), [4.0, 5.0]);
        assert_eq!(levels(&history, "other"), [9.0]);
    }

    #[test]
    fn a_broken_file_is_a_new_beginning() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), "{").unwrap();
        assert!(levels(&History::read(folder.path()), "one").is_empty());
    }
}
