//! Settings of the machine for the time of a run, and put back after it whatever happens.
//!
//! The restore file is on disk before the first value is changed. It is worked off when the run
//! ends, by a guard process when the agent is killed, and at the next start of any agent command
//! when both are.

mod catalogue;
mod error;
mod guard;
mod knob;
mod record;
mod restore;

use std::fs::File;
use std::io;

use serde_json::{Value, json};

pub(crate) use catalogue::Wish;
pub(crate) use error::TuningError;
pub(crate) use guard::watch as guard;
pub(crate) use record::Change;
pub(crate) use restore::{Leftover, Restored, recover};

use crate::machine::cpus::Cpus;
use crate::machine::files::NOT_OFFERED;
use crate::machine::root::Root;
use catalogue::Setting;
use guard::Guard;
use record::{Record, Store, VERSION, boot_id};

/// What a wish comes to on this machine.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) changes: Vec<Change>,
    /// Settings that are so already.
    pub(crate) already: Vec<String>,
    /// Name and reason of what cannot be set.
    pub(crate) refused: Vec<(String, String)>,
}

/// A tuned machine; put back when this is dropped.
pub(crate) struct Tuned {
    root: Root,
    store: Store,
    record: Record,
    pub(crate) refused: Vec<(String, String)>,
    /// The kernel keeps this wish as long as the file is open.
    latency: Option<File>,
    _lock: File,
    guard: Guard,
    is_restored: bool,
}

/// What would be changed, without changing it.
pub(crate) fn draft(root: &Root, wish: &Wish, measured: Option<&Cpus>) -> Draft {
    let quiet = catalogue::quiet(root, measured);
    let mut draft = Draft::default();
    for (setting, word) in wish.in_order() {
        draft.add(root, setting, word, &quiet);
    }
    draft
}

impl Draft {
    fn add(&mut self, root: &Root, setting: &Setting, word: &str, quiet: &Cpus) {
        if setting.name == "swap" {
            return self.add_swaps(root);
        }
        let targets = setting.targets(root, word, quiet);
        if targets.is_empty() {
            self.refuse(setting.name, NOT_OFFERED);
        }
        for (file, set) in targets {
            let mut change = Change {
                name: setting.name.to_owned(),
                file,
                before: String::new(),
                set,
            };
            if setting.name == "latency" {
                "no wish".clone_into(&mut change.before);
                self.changes.push(change);
                continue;
            }
            change.before = knob::read(root, &change).unwrap_or_default();
            if let Some(reason) = setting.obstacle(&change.before) {
                self.refuse(setting.name, reason);
            } else if knob::is_same(&change.before, &change.set) {
                self.already.push(change.name);
            } else {
                self.changes.push(change);
            }
        }
        self.already.dedup();
    }

    fn add_swaps(&mut self, root: &Root) {
        let swaps = knob::swaps(root);
        if swaps.is_empty() {
            self.already.push("swap".to_owned());
        }
        self.changes
            .extend(swaps.into_iter().map(|(file, before)| Change {
                name: "swap".to_owned(),
                file,
                before,
                set: "off".to_owned(),
            }));
    }

    fn refuse(&mut self, name: &str, reason: impl Into<String>) {
        self.refused.push((name.to_owned(), reason.into()));
    }
}

impl Tuned {
    /// Changes what the wish asks for and this machine offers.
    pub(crate) fn begin(
        root: &Root,
        wish: &Wish,
        measured: Option<&Cpus>,
    ) -> Result<Self, TuningError> {
        if root.is_real() && !rustix::process::geteuid().is_root() {
            let command = std::env::args().collect::<Vec<_>>().join(" ");
            return Err(TuningError::NoRight { command });
        }
        let store = Store::of(root);
        // What a killed agent left is put back first: it must not pass for the original.
        recover(root)?;
        let durable = |source| TuningError::NotDurable {
            path: store.file(),
            source,
        };
        let lock = store
            .lock()
            .map_err(durable)?
            .ok_or_else(|| taken(&store))?;
        let draft = draft(root, wish, measured);
        let record = Record {
            version: VERSION,
            pid: std::process::id(),
            boot_id: boot_id(root),
            started_at: crate::base::clock::now(),
            // Held by an open file, which closes by itself.
            changes: draft
                .changes
                .iter()
                .filter(|c| c.name != "latency")
                .cloned()
                .collect(),
        };
        store.write(&record).map_err(durable)?;
        let mut tuned = Self {
            guard: Guard::start(root),
            root: root.clone(),
            store,
            record,
            refused: draft.refused,
            latency: None,
            _lock: lock,
            is_restored: false,
        };
        tuned.apply(&draft.changes);
        Ok(tuned)
    }

    fn apply(&mut self, changes: &[Change]) {
        for change in changes {
            let outcome = if change.name == "latency" {
                self.hold_awake(change)
            } else {
                knob::write(&self.root, change, &change.set)
            };
            if let Err(error) = outcome {
                self.record.changes.retain(|kept| kept.file != change.file);
                self.refused
                    .push((change.name.clone(), format!("{}: {error}", change.file)));
            }
        }
        self.read_back();
    }

    /// A wish about latency is four bytes and lives as long as its file is open.
    fn hold_awake(&mut self, change: &Change) -> io::Result<()> {
        use io::Write as _;
        let mut file = File::options()
            .write(true)
            .open(self.root.path(&change.file))?;
        let wish: i32 = change.set.parse().map_err(io::Error::other)?;
        file.write_all(&wish.to_ne_bytes())?;
        self.latency = Some(file);
        Ok(())
    }

    /// The kernel may write a value in another form; that form is what is compared at the end.
    fn read_back(&mut self) {
        for change in &mut self.record.changes {
            if let Some(now) = knob::read(&self.root, change).filter(|now| *now != change.before) {
                change.set = now;
            }
        }
        // The record on disk has the intended values; if this write fails they still serve.
        let _ = self.store.write(&self.record);
    }

    /// What was done, in one sentence.
    pub(crate) fn sentence(&self) -> String {
        let mut names: Vec<&str> = self
            .record
            .changes
            .iter()
            .map(|c| c.name.as_str())
            .collect();
        names.dedup();
        let done = match (names.as_slice(), &self.latency) {
            ([], None) => "nothing had to be changed".to_owned(),
            ([], Some(_)) => "latency".to_owned(),
            (names, None) => names.join(", "),
            (names, Some(_)) => format!("{}, latency", names.join(", ")),
        };
        let refused = match self.refused.len() {
            0 => String::new(),
            _ => format!("; not: {}", refusals(&self.refused).join(", ")),
        };
        let unguarded = self.guard.absence().map_or_else(String::new, unguarded);
        format!("tuned: {done}{refused}{unguarded}")
    }

    /// `run.conditions.tuning` of the report.
    pub(crate) fn describe(&self) -> Value {
        let refused = self.refused.iter();
        let refused = refused.map(|(name, reason)| json!({"name": name, "reason": reason}));
        json!({
            "state": "tuned",
            "settings": self.record.changes,
            "refused": refused.collect::<Vec<_>>(),
            "unguarded": self.guard.absence(),
        })
    }

    /// Puts everything back now and says what came of it.
    pub(crate) fn restore(mut self) -> io::Result<Restored> {
        self.put_back()
    }

    fn put_back(&mut self) -> io::Result<Restored> {
        self.is_restored = true;
        let outcome = restore::put_back(&self.root, &self.store, self.record.clone());
        self.guard.dismiss()?;
        outcome
    }
}

impl Drop for Tuned {
    fn drop(&mut self) {
        if !self.is_restored {
            match self.put_back() {
                Ok(restored) => restored
                    .sentences()
                    .iter()
                    .for_each(|s| eprintln!("tuning: {s}")),
                Err(error) => {
                    eprintln!("tuning: not put back ({error}); run: tidemark-agent restore");
                }
            }
        }
    }
}

fn unguarded(reason: &str) -> String {
    format!(
        "; without a guard process ({reason}): if this agent is killed, settings stay until the next \
         agent command"
    )
}

/// `turbo (not offered by this kernel)`; many files of one setting are counted.
pub(crate) fn refusals(refused: &[(String, String)]) -> Vec<String> {
    let mut names: Vec<&str> = refused.iter().map(|(name, _)| name.as_str()).collect();
    names.dedup();
    let shown = |name: &&str| {
        let of_name: Vec<&String> = refused
            .iter()
            .filter(|(n, _)| n == name)
            .map(|(_, r)| r)
            .collect();
        match of_name.as_slice() {
            [reason] => format!("{name} ({reason})"),
            several => format!("{name} ({} files, such as {})", several.len(), several[0]),
        }
    };
    names.iter().map(shown).collect()
}

/// What is known of another agent that tunes this machine at this moment, as a report tells it.
pub(crate) fn describe_other(root: &Root) -> Value {
    let store = Store::of(root);
    if !store.is_held() {
        return json!({"state": "off"});
    }
    let pid = store.read().ok().flatten().map(|record| record.pid);
    json!({"state": "held", "pid": pid})
}

fn taken(store: &Store) -> TuningError {
    let pid = store.read().ok().flatten().map(|record| record.pid);
    TuningError::Taken {
        holder: pid.map_or_else(String::new, |pid| format!(" (process {pid})")),
    }
}
