//! Checks of what confines this machine: hypervisor, container, control groups.

use super::check::{Check, Topic};
use super::scene::Scene;
use crate::machine::cpus::Cpus;
use crate::machine::limits;

/// A share of memory in use above which a limit is near.
const NEAR: f64 = 0.8;
/// Stolen time that nobody can see in a result.
const LITTLE_STEAL: f64 = 0.01;

pub(super) fn virtualised(scene: &Scene) -> Check {
    let topic = Topic {
        name: "virtualised",
        means: "neighbours on the host share caches, clock and memory bandwidth, unseen from here",
        remedy: "compare within a run, not across days; watch the control benchmark",
    };
    match &scene.hypervisor {
        Some(name) => topic.warning(name.clone()),
        None if limits::tells_hypervisor(&scene.root) => topic.ok("no hypervisor"),
        None => topic.not_offered(),
    }
}

pub(super) fn steal(scene: &Scene) -> Check {
    let topic = Topic {
        name: "steal",
        means: "the host gave this machine's CPU time to others; wall time is longer for it",
        remedy: "ask the host for dedicated processors",
    };
    match (&scene.hypervisor, scene.window.stolen) {
        (None, _) if limits::tells_hypervisor(&scene.root) => topic.ok("no hypervisor"),
        (_, None) => topic.not_offered(),
        (_, Some(share)) => topic.judged(
            share < LITTLE_STEAL,
            format!("{:.1} % of the time watched", share * 100.0),
        ),
    }
}

pub(super) fn container(scene: &Scene) -> Check {
    let topic = Topic {
        name: "container",
        means: "other containers of this host are not visible here, and some settings cannot be changed",
        remedy: "run the agent on the host itself",
    };
    let name = limits::container(&scene.root);
    topic.judged(name == "none", name)
}

pub(super) fn cpu_limit(scene: &Scene) -> Check {
    let topic = Topic {
        name: "cpu_limit",
        means: "the control group stops programs for part of each period once the quota is used",
        remedy: "take the quota off: cpu.max of the control group",
    };
    match limits::cpu_limit(&scene.root) {
        Some(cpus) => topic.warning(format!("{cpus:.2} processors' worth")),
        None if limits::has_groups(&scene.root) => topic.ok("none"),
        None => topic.not_offered(),
    }
}

pub(super) fn memory_limit(scene: &Scene) -> Check {
    let topic = Topic {
        name: "memory_limit",
        means: "near the limit the kernel reclaims memory inside samples, or ends programs",
        remedy: "raise memory.max of the control group",
    };
    let Some(limit) = limits::memory_limit_bytes(&scene.root) else {
        return if limits::has_groups(&scene.root) {
            topic.ok("none")
        } else {
            topic.not_offered()
        };
    };
    let mebibytes = limit >> 20;
    #[allow(clippy::cast_precision_loss, reason = "a share of memory")]
    let share = limits::memory_used_bytes(&scene.root).map(|used| used as f64 / limit as f64);
    match share {
        Some(share) => topic.judged(
            share < NEAR,
            format!("{mebibytes} MiB, {:.0} % in use", share * 100.0),
        ),
        None => topic.warning(format!("{mebibytes} MiB, use unknown")),
    }
}

pub(super) fn cpu_set(scene: &Scene) -> Check {
    let topic = Topic {
        name: "cpu_set",
        means: "'cores' of a suite counts fewer processors than the machine has",
        remedy: "start the agent without taskset, or widen cpuset.cpus of the control group",
    };
    let online = scene
        .root
        .text("/sys/devices/system/cpu/online")
        .and_then(|list| Cpus::parse(&list).ok());
    match online {
        None => topic.not_offered(),
        Some(online) if scene.cpus.len() < online.len() => {
            topic.warning(format!("{} of {online}", scene.cpus))
        }
        Some(online) => topic.ok(format!("all of {online}")),
    }
}
