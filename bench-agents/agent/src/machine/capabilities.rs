//! Which hardware counters can be had here, and why the others cannot.

use crate::process::Counters;
use crate::scalar::{Named, Scalar};

pub(super) fn facts() -> Named {
    let counters = Counters::open();
    let open = counters
        .available()
        .into_iter()
        .map(|name| (name, "available".to_owned()));
    let closed = counters
        .unavailable
        .iter()
        .map(|(name, reason)| (*name, format!("not available: {reason}")));
    open.chain(closed)
        .map(|(name, state)| (format!("counter_{name}"), Scalar::from(state)))
        .collect()
}
