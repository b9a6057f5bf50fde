//! `machine` and `list`: what is shown without running anything.

use assert_cmd::assert::OutputAssertExt;
use predicates::str::contains;
use serde_json::Value;

use crate::toy::Toy;

#[test]
fn the_fingerprint_is_flat_and_stable() {
    let toy = Toy::new("steady");
    let machine = || -> Value {
        let output = toy.agent("machine").arg("--json").output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let (one, other) = (machine(), machine());
    assert_eq!(one["fingerprint"], other["fingerprint"]);
    let facts = one["fingerprint"].as_object().unwrap();
    for name in [
        "cpu_model",
        "cores",
        "memory_bytes",
        "kernel",
        "identity",
        "counters",
    ] {
        assert!(facts.contains_key(name), "{name} is missing");
    }
    assert!(
        facts
            .values()
            .all(|fact| !fact.is_object() && !fact.is_array() && !fact.is_null())
    );
}

#[test]
fn a_list_shows_the_plan_and_runs_nothing() {
    let toy = Toy::new("steady");
    let plan = toy.agent("list").arg("steady").assert().success();
    plan.stdout(contains("1 of them twice, 1 warm-up, 3 rounds"))
        .stdout(contains("size=small, threads=97"));
    assert!(!toy.suite_file("built.txt").exists());
    assert!(!toy.path("starts").exists());
}

#[test]
fn a_filter_without_a_match_says_so() {
    let toy = Toy::new("steady");
    let list = toy
        .agent("list")
        .args(["steady", "--only", "count/threads=5"])
        .assert();
    list.code(2)
        .stderr(contains("no variant to run in quick mode that fits --only"));
}

#[test]
fn an_unknown_suite_says_where_it_was_looked_for() {
    let toy = Toy::new("steady");
    let list = toy
        .agent("list")
        .args(["stead", "--suites", "suites"])
        .assert();
    list.code(2)
        .stderr(contains("no suite 'stead'"))
        .stderr(contains("in suites"));
}

#[test]
fn a_broken_manifest_names_the_place() {
    let toy = Toy::new("steady");
    let path = toy.suite_file("suite.toml");
    let text = std::fs::read_to_string(&path)
        .unwrap()
        .replace("{threads}\"]", "{thread}\"]");
    std::fs::write(&path, text).unwrap();
    let list = toy.agent("list").arg("steady").assert();
    list.code(2)
        .stderr(contains("benchmark 'count'"))
        .stderr(contains("'thread' is not a parameter"));
}
