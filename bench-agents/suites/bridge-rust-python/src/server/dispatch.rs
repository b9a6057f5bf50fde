//! Which worker a request goes to.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::call::Route;

/// Hands requests to `workers`, by route or in turn.
pub(crate) struct Dispatch {
    workers: usize,
    next: Option<AtomicUsize>,
}

impl Dispatch {
    /// None for a name that is neither `route-hash` nor `round-robin`.
    pub(crate) fn named(name: &str, workers: usize) -> Option<Self> {
        let next = match name {
            "route-hash" => None,
            "round-robin" => Some(AtomicUsize::new(0)),
            _ => return None,
        };
        Some(Self { workers, next })
    }

    pub(crate) fn pick(&self, route: &Route) -> usize {
        let place = self.next.as_ref().map_or_else(
            || usize::try_from(route.hash >> 1).unwrap_or(0),
            |next| next.fetch_add(1, Ordering::Relaxed),
        );
        place % self.workers
    }
}
