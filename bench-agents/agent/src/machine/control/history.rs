//! The last controls of this machine, in a small file, and what they say of its usual state.
//!
//! A vetoed control shows a disturbed machine, so it does not count as usual. It is kept only while
//! all that follow are vetoed too: so many in a row at one level are a new level of the machine.

use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::base::files::write_whole;
use crate::machine::Fingerprint;

/// Of one machine, with one agent on the same processors.
const KEPT: usize = 50;
const KEPT_OF_ALL: usize = 500;
/// So many earlier controls in a row at another level make it the machine's level.
pub(super) const SETTLED: usize = 4;
const FILE: &str = "controls.json";

/// What one earlier run found for one kind of work.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Past {
    pub(super) before_s: f64,
    pub(super) after_s: f64,
}

impl Past {
    fn logarithm(self) -> f64 {
        (self.after_s / self.before_s).ln()
    }
}

/// What a control counts for.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Standing {
    #[default]
    Usual,
    Vetoed,
    /// The machine has had another level since: only the ratio within the run still counts.
    OfEarlierLevel,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Entry {
    /// Controls are compared where this is the same.
    pub(super) key: String,
    pub(super) at: String,
    pub(super) cpu: Past,
    pub(super) memory: Past,
    #[serde(default)]
    pub(super) standing: Standing,
}

/// What is known of one kind of work.
#[derive(Debug, Default, Clone)]
pub(super) struct Known {
    /// Logarithms of after over before within usual runs.
    pub(super) ratios: Vec<f64>,
    /// Levels before usual runs.
    pub(super) levels: Vec<f64>,
    /// Levels of the last controls, whatever was said of them.
    pub(super) last: Vec<f64>,
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

    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        write_whole(&folder.join(FILE), &serde_json::to_vec(self)?)
    }

    pub(super) fn known(&self, key: &str, work: impl Fn(&Entry) -> Past) -> Known {
        let mut known = Known::default();
        for entry in self.entries.iter().filter(|entry| entry.key == key) {
            let past = work(entry);
            known.last.push(past.before_s);
            if entry.standing == Standing::Usual {
                known.levels.push(past.before_s);
            }
            if entry.standing != Standing::Vetoed {
                known.ratios.push(past.logarithm());
            }
        }
        let surplus = known.last.len().saturating_sub(SETTLED);
        known.last.drain(..surplus);
        known
    }

    /// Makes the level of the last controls with this key the machine's.
    pub(super) fn begin_level(&mut self, key: &str) {
        let of_key = |entry: &&mut Entry| entry.key == key;
        for (place, entry) in self.entries.iter_mut().rev().filter(of_key).enumerate() {
            entry.standing = match (place < SETTLED, entry.standing) {
                (true, _) => Standing::Usual,
                (false, Standing::Usual) => Standing::OfEarlierLevel,
                (false, standing) => standing,
            };
        }
    }

    pub(super) fn add(&mut self, entry: Entry) {
        let (key, standing) = (entry.key.clone(), entry.standing);
        self.entries.push(entry);
        let row = if standing == Standing::Vetoed {
            SETTLED
        } else {
            0
        };
        let is_vetoed = |entry: &Entry| entry.standing == Standing::Vetoed;
        self.retain(row, |entry| entry.key == key && is_vetoed(entry));
        self.retain(KEPT, |entry| entry.key == key && !is_vetoed(entry));
        self.retain(KEPT_OF_ALL, |_| true);
    }

    /// Of the entries that are `such`, only the last `kept` stay.
    fn retain(&mut self, kept: usize, such: impl Fn(&Entry) -> bool) {
        let count = self.entries.iter().filter(|entry| such(entry)).count();
        let mut surplus = count.saturating_sub(kept);
        self.entries.retain(|entry| {
            let is_old = surplus > 0 && such(entry);
            surplus -= usize::from(is_old);
            !is_old
        });
    }
}

/// Machine, kernel, settings, place and the agent's own build: what the fixed work depends on.
pub(super) fn key(place: &str) -> String {
    let build = if cfg!(debug_assertions) {
        "debug"
    } else {
        "release"
    };
    let mut hasher = crate::base::hashing::Hasher::default()
        .part(crate::base::AGENT.as_bytes())
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

    fn entry(key: &str, level: f64, standing: Standing) -> Entry {
        let past = Past {
            before_s: level,
            after_s: level,
        };
        Entry {
            key: key.to_owned(),
            at: String::new(),
            cpu: past,
            memory: past,
            standing,
        }
    }

    fn known(history: &History, key: &str) -> Known {
        history.known(key, |entry| entry.cpu)
    }

    fn of(levels: &[(f64, Standing)]) -> History {
        let mut history = History::default();
        for (level, standing) in levels {
            history.add(entry("one", *level, *standing));
        }
        history
    }

    #[test]
    fn the_last_fifty_of_each_machine_are_kept_on_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let mut history = History::default();
        for level in 0..120 {
            let key = if level % 2 == 0 { "one" } else { "other" };
            history.add(entry(key, f64::from(level), Standing::Usual));
        }
        history.write(folder.path()).unwrap();
        let levels = known(&History::read(folder.path()), "one").levels;
        assert_eq!((levels.len(), levels[0], levels[49]), (50, 20.0, 118.0));
    }

    #[test]
    fn a_vetoed_control_says_nothing_about_what_is_usual() {
        let history = of(&[(1.0, Standing::Usual), (2.0, Standing::Vetoed)]);
        let known = known(&history, "one");
        assert_eq!((known.levels, known.ratios.len()), (vec![1.0], 1));
        assert_eq!(known.last, [1.0, 2.0]);
    }

    #[test]
    fn vetoed_controls_are_kept_while_they_are_in_a_row_and_push_nothing_out() {
        let mut levels = vec![(1.0, Standing::Usual); KEPT];
        levels.extend([(2.0, Standing::Vetoed); 100]);
        let mut history = of(&levels);
        assert_eq!(history.entries.len(), KEPT + SETTLED);
        history.add(entry("one", 1.0, Standing::Usual));
        assert_eq!(known(&history, "one").last, [1.0; SETTLED]);
    }

    #[test]
    fn a_new_level_keeps_the_ratios_of_the_old_one() {
        let mut levels = vec![(1.0, Standing::Usual); 6];
        levels.extend([(2.0, Standing::Vetoed); SETTLED]);
        let mut history = of(&levels);
        history.add(entry("other", 9.0, Standing::Usual));
        history.begin_level("one");
        let one = known(&history, "one");
        assert_eq!((one.levels, one.ratios.len()), (vec![2.0; SETTLED], 10));
        assert_eq!(known(&history, "other").levels, [9.0]);
    }

    #[test]
    fn a_broken_file_is_a_new_beginning() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), "{").unwrap();
        let known = known(&History::read(folder.path()), "one");
        assert!(known.last.is_empty());
    }
}
