//! Questions that the server holds until there is work: how long it may, and whether it does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// So long a question waits for work at a server that holds none; proxies end longer silences.
pub(crate) const UNHELD_QUESTION: Duration = Duration::from_secs(50);
/// An answer that breaks off after so long was held: the connection was ended; a new one is made.
pub(super) const HELD_AFTER: Duration = Duration::from_secs(10);
/// A server that holds a question says so every 45 s.
pub(super) const LONGEST_SILENCE: Duration = Duration::from_secs(100);

#[derive(Clone, Default)]
pub(crate) struct Holding(Arc<Shared>);

#[derive(Default)]
struct Shared {
    seconds: AtomicU64,
    is_held: AtomicBool,
    /// How many questions were held so far.
    count: AtomicU64,
}

impl Holding {
    /// What the server said of it when the agent registered.
    pub(crate) fn allow(&self, seconds: u64) {
        self.0.seconds.store(seconds, Ordering::Relaxed);
    }

    /// So long a question may wait.
    pub(crate) fn longest(&self) -> Duration {
        let held = Duration::from_secs(self.0.seconds.load(Ordering::Relaxed));
        held.max(UNHELD_QUESTION)
    }

    /// Whether a question is held now, which is a sign of life.
    pub(crate) fn is_held(&self) -> bool {
        self.0.is_held.load(Ordering::Relaxed)
    }

    /// The number of the question that was held last: another one may be at a newer server.
    pub(crate) fn number(&self) -> u64 {
        self.0.count.load(Ordering::Relaxed)
    }

    /// Marks a question as held until the mark is dropped.
    pub(super) fn hold(&self) -> Held<'_> {
        self.0.count.fetch_add(1, Ordering::Relaxed);
        self.0.is_held.store(true, Ordering::Relaxed);
        Held(&self.0.is_held)
    }
}

pub(super) struct Held<'a>(&'a AtomicBool);

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}
