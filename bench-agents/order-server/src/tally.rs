//! What the server has seen.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::{draw, order::Number};

/// Counts that all connections add to.
#[derive(Debug, Default)]
pub struct Tally {
    connections: AtomicU64,
    measured: AtomicU64,
    warm_up: AtomicU64,
    refused: AtomicU64,
    checksum: AtomicU64,
}

/// The counts at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    pub connections: u64,
    pub measured: u64,
    pub warm_up: u64,
    /// Requests that were no orders, or orders with a fault.
    pub refused: u64,
    /// The sum over the measured orders.
    pub checksum: u64,
}

impl Tally {
    pub fn connection(&self) {
        self.connections.fetch_add(1, Relaxed);
    }

    pub fn order(&self, number: Number, quantity: u32) {
        match number {
            Number::WarmUp(_) => {
                self.warm_up.fetch_add(1, Relaxed);
            }
            Number::Measured(number) => {
                self.measured.fetch_add(1, Relaxed);
                let share = draw::share(number, quantity);
                self.checksum.fetch_add(share, Relaxed);
            }
        }
    }

    pub fn refusal(&self) {
        self.refused.fetch_add(1, Relaxed);
    }

    #[must_use]
    pub fn count(&self) -> Count {
        Count {
            connections: self.connections.load(Relaxed),
            measured: self.measured.load(Relaxed),
            warm_up: self.warm_up.load(Relaxed),
            refused: self.refused.load(Relaxed),
            checksum: self.checksum.load(Relaxed),
        }
    }
}
