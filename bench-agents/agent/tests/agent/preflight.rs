//! `machine --check` and what a run makes of it, on a made machine.

use std::collections::BTreeMap;

use assert_cmd::assert::OutputAssertExt;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;

use crate::toy::Toy;
use crate::tree::Tree;

/// State and finding of every check.
fn checks(tree: &Tree) -> BTreeMap<String, (String, String)> {
    let output = tree
        .agent(&["machine", "--check", "--json"])
        .output()
        .unwrap();
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let checks = document["checks"].as_array().unwrap().iter();
    checks
        .map(|check| {
            (
                text(&check["name"]),
                (text(&check["state"]), text(&check["found"])),
            )
        })
        .collect()
}

fn assert_check(checks: &BTreeMap<String, (String, String)>, name: &str, state: &str, found: &str) {
    let check = &checks[name];
    assert!(
        check.0 == state && check.1.contains(found),
        "{name}: {check:?}"
    );
}

#[test]
fn what_moves_results_is_a_warning_and_what_the_kernel_hides_is_unknown() {
    let checks = checks(&Tree::new());
    assert_check(&checks, "governor", "warning", "powersave");
    assert_check(&checks, "turbo", "warning", "on");
    assert_check(&checks, "smt", "warning", "on");
    assert_check(&checks, "address_layout", "warning", "random");
    assert_check(&checks, "huge_pages", "warning", "always");
    assert_check(&checks, "cpu_limit", "warning", "1.50");
    assert_check(&checks, "watchdog", "warning", "on");
    assert_check(&checks, "isolated_cpus", "warning", "none");
    assert_check(&checks, "throttling", "ok", "0 times");
    assert_check(&checks, "virtualised", "ok", "no hypervisor");
    assert_check(&checks, "memory_limit", "ok", "none");
    assert_check(&checks, "swap", "ok", "off");
    assert_check(&checks, "power", "unknown", "not offered");
    assert_check(&checks, "idle_states", "unknown", "not offered");
}

#[test]
fn a_machine_made_ready_passes() {
    let tree = Tree::new();
    for (file, text) in [
        (
            "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
            "performance",
        ),
        (
            "sys/devices/system/cpu/cpu1/cpufreq/scaling_governor",
            "performance",
        ),
        ("sys/devices/system/cpu/intel_pstate/no_turbo", "1"),
        ("sys/devices/system/cpu/smt/active", "0"),
        ("sys/devices/system/cpu/isolated", "2-3"),
        ("proc/sys/kernel/randomize_va_space", "0"),
    ] {
        tree.write(file, text);
    }
    let checks = checks(&tree);
    for name in [
        "governor",
        "turbo",
        "smt",
        "isolated_cpus",
        "address_layout",
    ] {
        assert_check(&checks, name, "ok", "");
    }
}

#[test]
fn a_guest_sees_neighbours_swap_heat_and_a_battery() {
    let tree = Tree::new();
    tree.write("proc/cpuinfo", "flags\t: fpu hypervisor\n");
    tree.write("sys/class/dmi/id/sys_vendor", "QEMU\n");
    tree.write("sys/devices/system/cpu/smt/active", "0\n");
    tree.write(
        "proc/swaps",
        "Filename Type Size Used Priority\n/dev/vda2 partition 2048 1024 -2\n",
    );
    tree.write(
        "sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count",
        "7\n",
    );
    tree.write("sys/class/power_supply/BAT0/status", "Discharging\n");
    tree.write("proc/500/comm", "irqbalance\n");
    let checks = checks(&tree);
    assert_check(&checks, "virtualised", "warning", "QEMU");
    assert_check(&checks, "smt", "unknown", "the host may");
    assert_check(&checks, "swap", "warning", "1 MiB in use");
    assert_check(&checks, "throttling", "warning", "7 times");
    assert_check(&checks, "power", "warning", "BAT0");
    assert_check(&checks, "interrupts", "warning", "irqbalance moves");
}

#[test]
fn warnings_are_lines_of_a_run_and_all_checks_stand_in_its_report() {
    let (tree, toy) = (Tree::new(), Toy::new("steady"));
    let root = tree.folder().to_str().unwrap();
    let (report, output) = toy.run(&["--sysfs-root", root, "--skip", "noise,control"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        said.matches("warning: governor: powersave").count(),
        1,
        "{said}"
    );
    assert!(!said.contains("throttling"), "{said}");
    let preflight = &report["run"]["conditions"]["preflight"];
    assert_eq!(preflight["checks"].as_array().unwrap().len(), 21);
    let count = |name: &str| preflight[name].as_u64().unwrap();
    assert_eq!(count("ok") + count("warnings") + count("unknown"), 21);
}

#[test]
fn a_strict_run_refuses_the_warnings_it_is_told_to_and_no_others() {
    let (tree, toy) = (Tree::new(), Toy::new("steady"));
    let root = tree.folder().to_str().unwrap();
    let mut strict = toy.agent("run");
    strict.args(["steady", "--strict=governor", "--sysfs-root", root]);
    let refused = strict.assert().code(2);
    refused
        .stderr(contains("not run, as --strict asks: governor: powersave").and(contains("Remedy")));
    assert!(!toy.path("report.json").exists());
    let (_, output) = toy.run(&["--strict=throttling", "--sysfs-root", root]);
    assert!(output.status.success());
}
