//! Which order is next, and from when its latency counts.

use std::{
    sync::atomic::{AtomicU32, Ordering::Relaxed},
    time::Instant,
};

use tokio::sync::Semaphore;

use crate::{
    pacer,
    plan::{Mode, Plan},
};

/// After so many errors nothing more is sent.
const MOST_ERRORS: u32 = 100;

/// Hands out the numbers of the measured orders, each once, to all lanes.
#[derive(Debug)]
pub struct Schedule {
    plan: Plan,
    began: Instant,
    next: AtomicU32,
    errors: AtomicU32,
    /// Orders that are due, in the open loop.
    permits: Semaphore,
}

impl Schedule {
    #[must_use]
    pub fn new(plan: Plan, began: Instant) -> Self {
        Self {
            plan,
            began,
            next: AtomicU32::new(0),
            errors: AtomicU32::new(0),
            permits: Semaphore::new(0),
        }
    }

    /// Makes orders due, in the open loop; otherwise there is nothing to do. Without a timer no
    /// order is due any more.
    pub async fn pace(&self) -> std::io::Result<()> {
        let Mode::Open { rate } = self.plan.mode else {
            return Ok(());
        };
        let lanes = self.plan.connections;
        let released =
            pacer::release(&self.permits, self.began, rate, self.plan.orders, lanes).await;
        released.inspect_err(|_| self.permits.close())
    }

    /// The number of the next order, and when it began: now, or when it was due.
    pub async fn next(&self) -> Option<(u32, Instant)> {
        let index = match self.plan.mode {
            Mode::Closed => self.next.fetch_add(1, Relaxed),
            Mode::Open { .. } => {
                self.permits.acquire().await.ok()?.forget();
                self.next.fetch_add(1, Relaxed)
            }
        };
        let is_over = index >= self.plan.orders || self.errors.load(Relaxed) >= MOST_ERRORS;
        (!is_over).then(|| (index + 1, self.start(index)))
    }

    fn start(&self, index: u32) -> Instant {
        match self.plan.mode {
            Mode::Closed => Instant::now(),
            Mode::Open { rate } => pacer::due(self.began, rate, index),
        }
    }

    /// Counts an error and tells the first one.
    pub fn fail(&self, number: u32, error: &anyhow::Error) {
        if self.errors.fetch_add(1, Relaxed) == 0 {
            eprintln!("client-rust: order {number}: {error:#}; further errors are only counted");
        }
    }
}
