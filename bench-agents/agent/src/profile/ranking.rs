//! A profile as text: the functions with most samples, and the suite's groups.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::folded::Folded;
use super::groups::{GroupShare, Share};
use super::names;

const SHOWN: usize = 8;
const WIDEST: usize = 96;
/// A caller and its callee that share more than this of both their samples are one; the callee stays.
const SAME_SAMPLES: f64 = 0.98;

#[derive(Debug, Default, Clone, Copy)]
struct Counts {
    own: u64,
    total: u64,
    /// Nearly all of its samples are also all of one callee's.
    is_mere_caller: bool,
}

/// The eight functions with most samples by themselves, and the eight with most with their callees.
pub(crate) fn table(folded: &Folded) -> String {
    let (counts, all) = (counts(folded), folded.samples());
    let own = counts
        .iter()
        .map(|(name, count)| (*name, count.own))
        .collect();
    let total = counts
        .iter()
        .filter(|(_, count)| !count.is_mere_caller)
        .map(|(name, count)| (*name, count.total))
        .collect();
    section("by itself", own, all)
        + &section("with its callees (mere callers left out)", total, all)
}

/// The suite's groups, a row each.
pub(crate) fn groups(groups: &[GroupShare]) -> String {
    let mut text = String::new();
    if !groups.is_empty() {
        let _ = writeln!(text, "  groups of the suite: with callees, and by itself");
    }
    for group in groups {
        let total = Share {
            part: group.share,
            low: group.low,
            high: group.high,
        };
        let _ = writeln!(
            text,
            "  {}  {:>6}   self {:5.1} %  {}",
            percent(total),
            group.samples,
            group.self_share * 100.0,
            group.name
        );
    }
    text
}

fn section(title: &str, mut functions: Vec<(&str, u64)>, all: u64) -> String {
    functions.retain(|(_, samples)| *samples > 0);
    functions.sort_by_key(|(name, samples)| (std::cmp::Reverse(*samples), *name));
    let mut text = format!("  {title}\n");
    for (name, samples) in functions.into_iter().take(SHOWN) {
        let share = percent(Share::of(samples, all));
        let _ = writeln!(text, "  {share}  {samples:>6}  {}", shortened(name));
    }
    text
}

fn percent(share: Share) -> String {
    let [share, low, high] = [share.part, share.low, share.high].map(|part| part * 100.0);
    format!("{share:5.1} % [{low:.1}, {high:.1}]")
}

/// Samples by function; one that calls itself counts once per sample.
fn counts(folded: &Folded) -> BTreeMap<&str, Counts> {
    let mut counts: BTreeMap<&str, Counts> = BTreeMap::new();
    let mut calls: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for (frames, samples) in folded.iter() {
        let functions: Vec<&str> = frames.iter().map(|frame| names::function(frame)).collect();
        if let Some(innermost) = functions.last() {
            counts.entry(innermost).or_default().own += samples;
        }
        for function in functions.iter().collect::<BTreeSet<_>>() {
            counts.entry(function).or_default().total += samples;
        }
        let pairs = functions.windows(2).map(|pair| (pair[0], pair[1]));
        for call in pairs.collect::<BTreeSet<_>>() {
            *calls.entry(call).or_default() += samples;
        }
    }
    for ((caller, callee), samples) in calls {
        let larger = counts[caller].total.max(counts[callee].total);
        if caller != callee && float(samples) > SAME_SAMPLES * float(larger) {
            counts.entry(caller).or_default().is_mere_caller = true;
        }
    }
    counts
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= WIDEST {
        return name.to_owned();
    }
    let start: String = name.chars().take(WIDEST - 1).collect();
    start + "…"
}

#[allow(clippy::cast_precision_loss, reason = "sample counts are small")]
fn float(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_ranks_by_self_and_by_total_and_leaves_mere_callers_out() {
        let folded = Folded::parse(
            "start;main;parse 60\nstart;main;parse;peek_[i] 20\nstart;main;read_[k] 20\n",
        )
        .unwrap();
        let text = table(&folded);
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines[1].starts_with("   60.0 % [50.2, 69.1]      60  parse"),
            "{text}"
        );
        assert!(
            lines[2].ends_with("peek") && lines[3].ends_with("read"),
            "{text}"
        );
        assert!(
            lines[5].ends_with("main") && lines[5].contains("100.0 %"),
            "{text}"
        );
        assert!(
            lines[6].ends_with("parse") && lines[6].contains("80.0 %"),
            "{text}"
        );
        assert!(!text.contains("start"), "{text}");
    }

    #[test]
    fn a_caller_of_what_others_call_too_stays() {
        let folded = Folded::parse("main;larger;stir 75\nmain;smaller;stir 25\n").unwrap();
        let text = table(&folded);
        assert!(
            text.contains(" larger\n") && text.contains(" smaller\n"),
            "{text}"
        );
    }

    #[test]
    fn recursion_counts_a_sample_once() {
        let folded = Folded::parse("f;f;f 4\n").unwrap();
        assert_eq!(counts(&folded)["f"].total, 4);
        assert!(table(&folded).contains("100.0 %"));
    }
}
