//! Which counters can be had here, and why the others cannot.

use std::collections::BTreeMap;

use super::Counters;
use crate::base::scalar::{Named, Scalar};

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
