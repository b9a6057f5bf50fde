//! Checks of memory: address layout, huge pages, swap.

use super::check::{Check, Topic};
use super::scene::Scene;
use crate::machine::files::chosen;

pub(super) fn address_layout(scene: &Scene) -> Check {
    let topic = Topic {
        name: "address_layout",
        means: "each process lies elsewhere in memory: times differ a little from start to start",
        remedy: "run --tune=aslr=off, or leave it: rounds average over it",
    };
    match scene
        .root
        .text("/proc/sys/kernel/randomize_va_space")
        .as_deref()
    {
        None => topic.not_offered(),
        Some("0") => topic.ok("fixed"),
        Some("1") => topic.warning("partly random"),
        Some(_) => topic.warning("random"),
    }
}

pub(super) fn huge_pages(scene: &Scene) -> Check {
    let topic = Topic {
        name: "huge_pages",
        means: "whether a program gets huge pages depends on how fragmented memory is by now",
        remedy: "run --tune=thp=never, or thp=madvise",
    };
    let state = scene
        .root
        .text("/sys/kernel/mm/transparent_hugepage/enabled");
    match state.as_deref().map(chosen) {
        None => topic.not_offered(),
        Some(choice) => topic.judged(choice != "always", choice),
    }
}

pub(super) fn swap(scene: &Scene) -> Check {
    let topic = Topic {
        name: "swap",
        means: "memory that was swapped out is read from disk in the middle of a sample",
        remedy: "run --tune=swap=off, or swappiness=10",
    };
    let Some(table) = scene.root.text("/proc/swaps") else {
        return topic.not_offered();
    };
    let used: Vec<u64> = table
        .lines()
        .skip(1)
        .filter_map(|line| line.split_whitespace().nth(3)?.parse().ok())
        .collect();
    match (used.len(), used.iter().sum::<u64>()) {
        (0, _) => topic.ok("off"),
        (_, 0) => topic.warning("on, unused"),
        (_, kibibytes) => topic.warning(format!("on, {} MiB in use", kibibytes / 1024)),
    }
}
