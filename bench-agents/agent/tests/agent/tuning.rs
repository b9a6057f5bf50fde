//! `tune` and `restore` on a made machine: everything is put back, whatever happens to the agent.

use std::process::{Child, Stdio};

use assert_cmd::assert::OutputAssertExt;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::toy::{Toy, await_that, end, is_alive};
use crate::tree::Tree;

const GOVERNOR: &str = "sys/devices/system/cpu/cpu1/cpufreq/scaling_governor";
const TURBO: &str = "sys/devices/system/cpu/intel_pstate/no_turbo";
const LAYOUT: &str = "proc/sys/kernel/randomize_va_space";
const INTERRUPT: &str = "proc/irq/9/smp_affinity_list";
const SETTINGS: &str = "--set=governor=performance,turbo=off,aslr=off,irq=away,numa=off";

/// A machine that an agent has tuned, and the agent.
fn tuned(tree: &Tree) -> Child {
    let said = std::fs::File::create(tree.path("said")).unwrap();
    let agent = tree
        .agent(&["tune", SETTINGS])
        .stdout(said)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    await_that(
        "the tuned machine",
        || {
            tree.read("said")
                .contains("interrupt to put everything back")
        },
        || tree.read("said"),
    );
    assert_eq!(state(tree), ["performance", "1", "0", "0"]);
    agent
}

fn state(tree: &Tree) -> [String; 4] {
    [GOVERNOR, TURBO, LAYOUT, INTERRUPT].map(|file| tree.read(file))
}

fn is_as_before(tree: &Tree) -> bool {
    state(tree) == ["powersave", "0", "2", "0-3"]
}

fn await_original(tree: &Tree) {
    await_that(
        "the original settings",
        || is_as_before(tree) && !tree.restore_file().exists(),
        || format!("{:?}", state(tree)),
    );
}

/// Ends the agent and its guard so that neither can put anything back.
fn kill_with_guard(agent: Child) {
    let children = format!("/proc/{0}/task/{0}/children", agent.id());
    let guard = std::fs::read_to_string(children).unwrap().trim().to_owned();
    let pid = Pid::from_raw(guard.parse().unwrap()).unwrap();
    kill_process(pid, Signal::KILL).unwrap();
    end(agent, Signal::KILL);
    await_that("the guard's end", || !is_alive(&guard), || guard.clone());
}

#[test]
fn an_interrupted_tune_puts_everything_back() {
    for signal in [Signal::INT, Signal::TERM] {
        let tree = Tree::new();
        assert!(end(tuned(&tree), signal).success());
        assert!(is_as_before(&tree), "{:?}", state(&tree));
        assert!(!tree.restore_file().exists());
    }
}

#[test]
fn a_killed_agents_guard_puts_everything_back() {
    let tree = Tree::new();
    end(tuned(&tree), Signal::KILL);
    await_original(&tree);
}

#[test]
fn the_next_start_of_any_command_puts_back_what_a_killed_agent_left() {
    let tree = Tree::new();
    kill_with_guard(tuned(&tree));
    assert_eq!(state(&tree)[0], "performance");
    let file = std::fs::read(tree.restore_file()).unwrap();
    let record: Value = serde_json::from_slice(&file).unwrap();
    assert_eq!(record["boot_id"], "boot-one");
    let changes = record["changes"].as_array().unwrap();
    assert!(changes.iter().any(|change| change["before"] == "powersave"));
    let next = tree.agent(&["machine", "--check"]).assert().success();
    next.stderr(contains("put back: irq, aslr, turbo, governor"));
    assert!(is_as_before(&tree), "{:?}", state(&tree));
    assert!(!tree.restore_file().exists());
}

#[test]
fn a_tuned_value_never_passes_for_the_original() {
    let tree = Tree::new();
    kill_with_guard(tuned(&tree));
    assert!(end(tuned(&tree), Signal::INT).success());
    assert!(is_as_before(&tree), "{:?}", state(&tree));
}

#[test]
fn what_somebody_else_has_changed_meanwhile_is_left_and_told() {
    let tree = Tree::new();
    kill_with_guard(tuned(&tree));
    tree.write(GOVERNOR, "schedutil\n");
    let restore = tree.agent(&["restore"]).assert().success();
    restore.stdout(contains("was set to schedutil by somebody else").and(contains("powersave")));
    assert_eq!(state(&tree), ["schedutil", "0", "2", "0-3"]);
    assert!(!tree.restore_file().exists());
}

#[test]
fn a_restarted_machine_has_forgotten_its_settings_and_is_left_alone() {
    let tree = Tree::new();
    kill_with_guard(tuned(&tree));
    tree.write("proc/sys/kernel/random/boot_id", "boot-two\n");
    let restore = tree.agent(&["restore"]).assert().success();
    restore.stdout(contains("restarted since"));
    assert_eq!(state(&tree)[0], "performance");
    assert!(!tree.restore_file().exists());
}

#[test]
fn two_agents_do_not_tune_at_once_and_the_first_is_not_disturbed() {
    let tree = Tree::new();
    let first = tuned(&tree);
    let pid = format!("process {}", first.id());
    let second = tree.agent(&["tune", "--set=thp=never"]).assert().code(2);
    second.stderr(contains("another agent tunes this machine").and(contains(&pid)));
    let restore = tree.agent(&["restore"]).assert().code(1);
    restore.stderr(contains(&pid));
    assert_eq!(state(&tree)[0], "performance");
    assert!(end(first, Signal::INT).success());
    assert!(is_as_before(&tree));
}

#[test]
fn a_restore_file_that_names_something_else_is_not_followed() {
    let tree = Tree::new();
    tree.write("owned", "mine");
    let record = serde_json::json!({
        "version": 1, "pid": 1, "boot_id": "boot-one", "started_at": "",
        "changes": [{"name": "aslr", "file": "/sys/../owned", "before": "theirs", "set": "mine"}],
    });
    tree.write("var/lib/tidemark-agent/restore.json", &record.to_string());
    let restore = tree.agent(&["restore"]).assert().code(2);
    let reason = "/sys/../owned is no file of the setting 'aslr'";
    restore.stderr(contains(reason).count(1));
    assert_eq!(tree.read("owned"), "mine");
}

#[test]
fn a_dry_run_says_what_would_be_and_changes_nothing() {
    let tree = Tree::new();
    let dry = tree
        .agent(&["tune", SETTINGS, "--dry-run"])
        .assert()
        .success();
    let expected = contains("would set governor from powersave to performance")
        .and(contains("cannot set numa (not offered by this kernel)"));
    dry.stdout(expected);
    assert!(is_as_before(&tree));
    assert!(!tree.path("var").exists());
}

#[test]
fn nothing_is_changed_if_the_restore_file_cannot_be_written() {
    let tree = Tree::new();
    tree.write(
        "var/lib/tidemark-agent",
        "a file where the folder should be",
    );
    let tune = tree.agent(&["tune", SETTINGS]).assert().code(2);
    tune.stderr(contains("cannot be written, so nothing was changed"));
    assert!(is_as_before(&tree));
}

#[test]
fn a_tuned_run_reports_its_settings_and_puts_them_back() {
    let (tree, toy) = (Tree::new(), Toy::new("steady"));
    let root = tree.folder().to_str().unwrap();
    let arguments = ["--sysfs-root", root, "--tune=governor=performance,numa=off"];
    let (report, output) = toy.run(&arguments);
    assert!(output.status.success());
    let tuning = &report["run"]["conditions"]["tuning"];
    assert_eq!(tuning["state"], "tuned");
    assert_eq!(tuning["settings"][0]["before"], "powersave");
    assert_eq!(tuning["settings"][0]["set"], "performance");
    assert_eq!(tuning["refused"][0]["name"], "numa");
    assert!(is_as_before(&tree));
}
