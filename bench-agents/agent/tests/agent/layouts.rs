//! `run --layouts`: another memory layout of the build for every round.

use std::collections::BTreeSet;

use assert_cmd::assert::OutputAssertExt;
use predicates::str::contains;
use serde_json::Value;

use crate::toy::{Toy, results};

fn built(toy: &Toy) -> Vec<String> {
    let trace = std::fs::read_to_string(toy.path("layouts")).unwrap();
    trace.lines().map(str::to_owned).collect()
}

fn measured(report: &Value) -> Vec<String> {
    let samples = results(report, "tell")[0]["samples"].clone();
    let numbers: Vec<f64> = serde_json::from_value(samples).unwrap();
    numbers.iter().map(f64::to_string).collect()
}

#[test]
fn every_round_measures_another_layout_and_the_usual_one_is_built_at_the_end() {
    let toy = Toy::new("layered");
    let (report, _) = toy.run(&["--layouts", "--rounds", "5", "--seed", "3"]);
    let layouts = measured(&report);
    assert_eq!(layouts.iter().collect::<BTreeSet<_>>().len(), 5);
    assert!(!layouts.contains(&"0".to_owned()));
    assert_eq!(built(&toy).first().unwrap(), "0", "the build itself");
    assert_eq!(
        built(&toy).last().unwrap(),
        "0",
        "what profiles and later runs measure"
    );
    assert_eq!(
        report["environment"]["memory_layout"],
        "another for each round"
    );
    let (again, _) = toy.run(&["--layouts", "--rounds", "5", "--seed", "3"]);
    assert_eq!(
        measured(&again),
        layouts,
        "a seed has the same layouts again"
    );
}

#[test]
fn without_being_asked_a_run_measures_the_build_as_it_is() {
    let toy = Toy::new("layered");
    let (report, _) = toy.run(&[]);
    assert_eq!(measured(&report), ["0"; 4]);
    assert_eq!(built(&toy), ["0"]);
    assert!(report["environment"].get("memory_layout").is_none());
}

#[test]
fn a_layout_that_cannot_be_built_fails_the_variants_with_its_last_words() {
    let toy = Toy::new("layered");
    std::fs::write(toy.suite_file("broken"), "").unwrap();
    let (report, _) = toy.run(&["--layouts"]);
    let failure = &results(&report, "tell")[0]["failure"];
    assert_eq!(failure["kind"], "build", "{failure}");
    assert!(
        failure["message"]
            .as_str()
            .unwrap()
            .contains("no linker here"),
        "{failure}"
    );
    assert_eq!(
        std::fs::read_to_string(toy.suite_file("layout"))
            .unwrap()
            .trim(),
        "0"
    );
}

/// What a run of four rounds brings some of whose builds fail: the report, and what is said.
fn with_refused(toy: &Toy, refused: &str) -> (Value, String) {
    let mut agent = toy.agent("run");
    let agent = agent.args(["layered", "--layouts", "--rounds", "4"]);
    let output = agent.env("TOY_REFUSED", refused).output().unwrap();
    let report = std::fs::read(toy.path("report.json")).unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (serde_json::from_slice(&report).unwrap(), said)
}

#[test]
fn a_layout_that_was_not_built_is_built_once_more() {
    let toy = Toy::new("layered");
    let (report, said) = with_refused(&toy, "3");
    assert_eq!(measured(&report).len(), 4, "{said}");
    assert_eq!(report["run"]["conditions"]["stopping"]["reason"], "rounds");
}

#[test]
fn rounds_that_were_recorded_stay_where_a_later_layout_cannot_be_built() {
    let toy = Toy::new("layered");
    let (report, said) = with_refused(&toy, "3 4");
    assert_eq!(measured(&report).len(), 2, "{said}");
    assert!(results(&report, "tell")[0].get("failure").is_none());
    assert_eq!(report["run"]["conditions"]["stopping"]["reason"], "budget");
    assert_eq!(report["run"]["conditions"]["stopping"]["rounds"], 2);
    assert!(said.contains("ends after 2 recorded rounds"), "{said}");
    assert!(said.contains("no linker now"), "{said}");
    assert!(!said.contains("stopped by the limit"), "{said}");
    assert_eq!(built(&toy).last().unwrap(), "0", "the usual one again");
}

#[test]
fn a_suite_without_layouts_says_so_before_anything_is_built() {
    let toy = Toy::new("steady");
    let output = toy
        .agent("run")
        .args(["steady", "--layouts"])
        .output()
        .unwrap();
    output
        .assert()
        .failure()
        .stderr(contains("suite.toml has no [layout]"));
    assert!(!toy.suite_file("built.txt").exists());
}
