//! Checks of what else runs here: other processes, interrupts.

use super::check::{Check, Topic};
use super::scene::Scene;
use crate::machine::cpus::Cpus;

/// Work of others that is always there: a shell, a journal, a network card.
const LITTLE_LOAD: f64 = 0.05;

pub(super) fn load(scene: &Scene) -> Check {
    let topic = Topic {
        name: "load",
        means: "others take CPU time and cache: wall times are longer, intervals wider",
        remedy: "end the other work, or compare CPU time instead of wall time",
    };
    let Some(foreign) = scene.window.foreign else {
        return topic.not_offered();
    };
    let average = scene.root.text("/proc/loadavg").unwrap_or_default();
    let average = average.split_whitespace().next().unwrap_or("unknown");
    let mut found = format!(
        "others use {:.0} % of the machine, load {average}",
        foreign * 100.0
    );
    if foreign >= LITTLE_LOAD && !scene.window.busiest.is_empty() {
        found = format!("{found}: {}", scene.window.busiest.join(", "));
    }
    topic.judged(foreign < LITTLE_LOAD, found)
}

pub(super) fn interrupts(scene: &Scene) -> Check {
    let topic = Topic {
        name: "interrupts",
        means: "devices interrupt the measured processors",
        remedy: "run --tune=irq=away with --pin; stop irqbalance",
    };
    if !scene.root.has("/proc/irq") {
        return topic.not_offered();
    }
    let measured = scene.pinned.as_ref().unwrap_or(&scene.cpus);
    let files = scene.root.numbered("/proc/irq/*/smp_affinity_list");
    let there = files.iter().filter(|file| {
        let list = scene
            .root
            .text(file)
            .and_then(|list| Cpus::parse(&list).ok());
        list.is_some_and(|list| !list.common(measured).is_empty())
    });
    let balance = if scene.is_running("irqbalance") {
        "irqbalance moves them about"
    } else {
        "irqbalance does not run"
    };
    let found = format!(
        "{} may come to {measured}; {balance}",
        there.clone().count()
    );
    let is_fine = !scene.is_running("irqbalance") && (scene.pinned.is_none() || there.count() == 0);
    topic.judged(is_fine, found)
}
