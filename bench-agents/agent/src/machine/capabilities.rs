//! Which counters can be had here, and why the others cannot.

use std::collections::BTreeMap;

use super::files;
use crate::process::Counters;
use crate::scalar::{Named, Scalar};

pub(super) fn facts() -> Named {
    let counters = Counters::open_all();
    let mut facts = vec![("counters", counters.available().join(", "))];
    if !counters.unavailable.is_empty() {
        facts.push(("counters_unavailable", by_reason(&counters.unavailable)));
    }
    facts
        .into_iter()
        .map(|(name, text)| (name.to_owned(), Scalar::from(text)))
        .collect()
}

/// `a, b: reason; c: another reason`
fn by_reason(unavailable: &BTreeMap<&'static str, String>) -> String {
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, reason) in unavailable {
        reasons.entry(reason).or_default().push(name);
    }
    let parts: Vec<String> = reasons
        .iter()
        .map(|(reason, names)| format!("{}: {reason}", names.join(", ")))
        .collect();
    parts.join("; ")
}

/// How much the kernel lets an unprivileged user look at: 2 is the user's own code, 1 the kernel too.
pub(crate) fn perf_event_paranoid() -> Option<i64> {
    files::text("/proc/sys/kernel/perf_event_paranoid")?
        .parse()
        .ok()
}
