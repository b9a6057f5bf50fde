//! Putting back what was changed: at the end of a run, or at the next start after a crash.

use super::error::TuningError;
use super::knob;
use super::record::{Change, Record, Store, boot_id};
use crate::machine::root::Root;

/// What came of putting back.
#[derive(Debug, Default)]
pub(crate) struct Restored {
    pub(crate) done: Vec<Change>,
    /// Changed by somebody else since; left as they are, with what they are now.
    pub(crate) left: Vec<(Change, String)>,
    /// The kernel refused; they stay in the restore file.
    pub(crate) failed: Vec<(Change, String)>,
    /// The machine was restarted since, which forgot the settings.
    pub(crate) is_of_earlier_start: bool,
}

/// What a leftover restore file calls for.
pub(crate) enum Leftover {
    None,
    /// A living agent tunes at this moment.
    Held {
        pid: Option<u32>,
    },
    Restored(Restored),
    /// There is something to put back and no right to do it.
    NoRight {
        file: String,
    },
}

/// Puts back what an agent that is gone has left.
pub(crate) fn recover(root: &Root) -> Result<Leftover, TuningError> {
    let store = Store::of(root);
    if !store.has_record() {
        return Ok(Leftover::None);
    }
    let broken = |source| TuningError::Record {
        path: store.file(),
        source,
    };
    if store.is_held() {
        let pid = store.read().ok().flatten().map(|record| record.pid);
        return Ok(Leftover::Held { pid });
    }
    let Ok(lock) = store.lock() else {
        return Ok(Leftover::NoRight {
            file: store.file().display().to_string(),
        });
    };
    let Some(_lock) = lock else {
        return Ok(Leftover::Held { pid: None });
    };
    match store.read().map_err(broken)? {
        None => Ok(Leftover::None),
        Some(record) => put_back(root, &store, record)
            .map(Leftover::Restored)
            .map_err(broken),
    }
}

/// Puts every change back, last one first, and removes the record of what is settled.
pub(super) fn put_back(
    root: &Root,
    store: &Store,
    mut record: Record,
) -> std::io::Result<Restored> {
    let mut outcome = Restored::default();
    if record.boot_id != boot_id(root) {
        outcome.is_of_earlier_start = true;
        store.remove()?;
        return Ok(outcome);
    }
    while let Some(change) = record.changes.pop() {
        outcome.settle(root, change);
    }
    if outcome.failed.is_empty() {
        store.remove()?;
    } else {
        let open = outcome
            .failed
            .iter()
            .rev()
            .map(|(change, _)| change.clone());
        record.changes = open.collect();
        store.write(&record)?;
    }
    Ok(outcome)
}

impl Restored {
    fn settle(&mut self, root: &Root, change: Change) {
        match knob::read(root, &change) {
            Some(now) if knob::is_same(&now, &change.before) => {}
            Some(now) if !knob::is_same(&now, &change.set) => self.left.push((change, now)),
            _ => match knob::write(root, &change, &change.before) {
                Ok(()) => self.done.push(change),
                Err(error) => self.failed.push((change, error.to_string())),
            },
        }
    }

    /// One sentence per thing to know.
    pub(crate) fn sentences(&self) -> Vec<String> {
        if self.is_of_earlier_start {
            let sentence = "the machine was restarted since it was tuned; nothing to put back";
            return vec![sentence.to_owned()];
        }
        let mut sentences = Vec::new();
        if !self.done.is_empty() {
            let mut names: Vec<&str> = self.done.iter().map(|c| c.name.as_str()).collect();
            names.dedup();
            sentences.push(format!("put back: {}", names.join(", ")));
        }
        sentences.extend(self.left.iter().map(|(change, now)| {
            format!(
                "{} was set to {now} by somebody else meanwhile and is left so (before tuning: {})",
                change.file, change.before
            )
        }));
        sentences.extend(self.failed.iter().map(|(change, reason)| {
            format!(
                "{} cannot be put back to {}: {reason}",
                change.file, change.before
            )
        }));
        sentences
    }
}
