//! Checks of the processor: its clock, its threads, its sleep.

use std::collections::BTreeSet;

use super::check::{Check, Topic};
use super::scene::Scene;

const CPU: &str = "/sys/devices/system/cpu";
/// Waking from a deeper sleep takes longer than a context switch.
const LONG_WAKE_US: u64 = 20;

pub(super) fn governor(scene: &Scene) -> Check {
    let topic = Topic {
        name: "governor",
        means: "the clock follows the load, so the first moments of a process run slower",
        remedy: "run --tune=governor=performance",
    };
    let files = scene
        .root
        .numbered(&format!("{CPU}/cpu*/cpufreq/scaling_governor"));
    let found: BTreeSet<String> = files.iter().filter_map(|f| scene.root.text(f)).collect();
    let shown = found.iter().cloned().collect::<Vec<_>>().join(", ");
    match shown.as_str() {
        "" => topic.not_offered(),
        "performance" => topic.ok(shown),
        _ => topic.warning(shown),
    }
}

pub(super) fn turbo(scene: &Scene) -> Check {
    let topic = Topic {
        name: "turbo",
        means: "the clock depends on heat and on what other cores do",
        remedy: "run --tune=turbo=off",
    };
    let intel = scene.root.text(&format!("{CPU}/intel_pstate/no_turbo"));
    let other = || scene.root.text(&format!("{CPU}/cpufreq/boost"));
    let is_off = match intel {
        Some(flag) => Some(flag == "1"),
        None => other().map(|flag| flag == "0"),
    };
    match is_off {
        None => topic.not_offered(),
        Some(is_off) => topic.judged(is_off, if is_off { "off" } else { "on" }),
    }
}

pub(super) fn smt(scene: &Scene) -> Check {
    let topic = Topic {
        name: "smt",
        means: "two threads share a core: a neighbour can take a third of a program's speed",
        remedy: "run --tune=smt=off",
    };
    match scene.root.text(&format!("{CPU}/smt/active")).as_deref() {
        None => topic.not_offered(),
        Some("0") if scene.hypervisor.is_some() => {
            topic.unknown("none visible; the host may still share this machine's cores")
        }
        Some("0") => topic.ok("one thread per core"),
        Some(_) => topic.warning("on"),
    }
}

pub(super) fn idle_states(scene: &Scene) -> Check {
    let topic = Topic {
        name: "idle_states",
        means: "a sleeping processor takes time to wake: work that waits and wakes gets slower",
        remedy: "run --tune=latency=0",
    };
    let files = scene
        .root
        .numbered(&format!("{CPU}/cpu0/cpuidle/state*/latency"));
    let latencies = files.iter().filter_map(|file| {
        let state = file.trim_end_matches("/latency");
        let is_off = scene.root.text(&format!("{state}/disable")).as_deref() == Some("1");
        scene
            .root
            .text(file)?
            .parse::<u64>()
            .ok()
            .filter(|_| !is_off)
    });
    match latencies.max() {
        None => topic.not_offered(),
        Some(longest) => topic.judged(
            longest <= LONG_WAKE_US,
            format!("waking takes up to {longest} µs"),
        ),
    }
}

pub(super) fn throttling(scene: &Scene) -> Check {
    let topic = Topic {
        name: "throttling",
        means: "heat has lowered the clock before and may do so in the middle of a run",
        remedy: "cool the machine, or switch turbo off",
    };
    let files = scene
        .root
        .numbered(&format!("{CPU}/cpu*/thermal_throttle/core_throttle_count"));
    let counts: Vec<u64> = files
        .iter()
        .filter_map(|file| scene.root.text(file)?.parse().ok())
        .collect();
    if counts.is_empty() {
        return topic.not_offered();
    }
    let total: u64 = counts.iter().sum();
    topic.judged(
        total == 0,
        format!("{total} times since the machine started"),
    )
}

pub(super) fn clock_source(scene: &Scene) -> Check {
    let topic = Topic {
        name: "clock_source",
        means: "reading this clock takes a microsecond instead of tens of nanoseconds",
        remedy: "find out why the kernel distrusts tsc: dmesg | grep -i tsc",
    };
    let file = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
    match scene.root.text(file) {
        None => topic.not_offered(),
        Some(name) => {
            let is_slow =
                ["hpet", "acpi_pm", "jiffies", "refined-jiffies"].contains(&name.as_str());
            topic.judged(!is_slow, name)
        }
    }
}

pub(super) fn power(scene: &Scene) -> Check {
    let topic = Topic {
        name: "power",
        means: "on a battery the machine saves energy at the cost of speed",
        remedy: "plug it in",
    };
    let folder = "/sys/class/power_supply";
    if !scene.root.has(folder) {
        return topic.not_offered();
    }
    let is_draining = |name: &String| {
        scene
            .root
            .text(&format!("{folder}/{name}/status"))
            .as_deref()
            == Some("Discharging")
    };
    let names = scene.root.names(folder);
    match names.iter().find(|name| is_draining(name)) {
        Some(name) => topic.warning(format!("{name} discharges")),
        None if names.is_empty() => topic.ok("no battery"),
        None => topic.ok("not on battery"),
    }
}

pub(super) fn isolated(scene: &Scene) -> Check {
    let topic = Topic {
        name: "isolated_cpus",
        means: "the kernel puts other work on every processor, also on the measured ones",
        remedy: "start the kernel with isolcpus=…, then run --pin auto",
    };
    let file = format!("{CPU}/isolated");
    match scene.root.text(&file) {
        Some(list) => topic.ok(list),
        None if !scene.root.has(&file) => topic.not_offered(),
        None if scene.cpus.len() <= 2 => topic.ok("none; two processors leave none to spare"),
        None => topic.warning("none"),
    }
}

pub(super) fn numa(scene: &Scene) -> Check {
    let topic = Topic {
        name: "numa",
        means: "memory of another node is slower, and which node a process gets is chance",
        remedy: "run --pin with processors of one node, --tune=numa=off",
    };
    let nodes = scene
        .root
        .numbered("/sys/devices/system/node/node*/cpulist");
    match nodes.len() {
        0 => topic.not_offered(),
        count => topic.judged(
            count == 1,
            format!("{count} node{}", if count == 1 { "" } else { "s" }),
        ),
    }
}

pub(super) fn watchdog(scene: &Scene) -> Check {
    let topic = Topic {
        name: "watchdog",
        means: "the kernel's watchdog interrupts every processor and holds a hardware counter",
        remedy: "run --tune=watchdog=off",
    };
    match scene.root.text("/proc/sys/kernel/nmi_watchdog").as_deref() {
        None => topic.not_offered(),
        Some(flag) => topic.judged(flag == "0", if flag == "0" { "off" } else { "on" }),
    }
}
