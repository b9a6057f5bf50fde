//! The largest number of threads seen while a search runs.

use std::{
    fs,
    sync::atomic::{AtomicUsize, Ordering},
};

/// How often a search looks. A look costs about 20 µs, so all of them stay far below the noise.
const LOOKS: usize = 16;

/// Counts finished pieces of work and looks at the process after each sixteenth of them and after the last.
///
/// Thread pools only grow while pieces wait and shrink 0.5 s (smol) or 10 s (tokio) later, so the
/// looks meet the peak or come close to it.
#[derive(Debug)]
pub struct ThreadPeak {
    pieces: usize,
    every: usize,
    finished: AtomicUsize,
    peak: AtomicUsize,
}

impl ThreadPeak {
    #[must_use]
    pub fn new(pieces: usize) -> Self {
        let every = (pieces / LOOKS).max(1);
        Self {
            pieces,
            every,
            finished: AtomicUsize::new(0),
            peak: AtomicUsize::new(0),
        }
    }

    /// To be called once by whoever finished a piece, before its thread can go idle.
    pub fn piece_finished(&self) {
        let finished = self.finished.fetch_add(1, Ordering::Relaxed) + 1;
        if finished % self.every == 0 || finished == self.pieces {
            self.peak
                .fetch_max(current().unwrap_or(0), Ordering::Relaxed);
        }
    }

    /// The peak, the main thread included; `None` where the system does not tell.
    #[must_use]
    pub fn peak(&self) -> Option<usize> {
        Some(self.peak.load(Ordering::Relaxed)).filter(|&peak| peak > 0)
    }
}

fn current() -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let count = status
        .lines()
        .find_map(|line| line.strip_prefix("Threads:"))?;
    count.trim().parse().ok()
}
