//! `wrap`: any command, timed in interleaved rounds, shown, exported and sent.

use std::process::Command;

use assert_cmd::assert::OutputAssertExt;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::api::Api;
use crate::toy::{Toy, await_end_of, end, measured};

/// A command that notes its name in `starts`.
fn noting(name: &str) -> String {
    format!("sh -c 'echo {name} >> starts'")
}

fn wrap(toy: &Toy) -> Command {
    toy.agent("wrap")
}

fn starts(toy: &Toy) -> Vec<String> {
    let text = std::fs::read_to_string(toy.path("starts")).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn document(toy: &Toy, name: &str) -> Value {
    serde_json::from_slice(&std::fs::read(toy.path(name)).unwrap()).unwrap()
}

#[test]
fn several_commands_take_part_in_every_round() {
    let toy = Toy::new("steady");
    let mut command = wrap(&toy);
    command.args([&noting("one"), &noting("two"), "-r", "8", "-w", "2"]);
    let shown = command.assert().success();
    shown
        .stdout(contains("mean ± σ"))
        .stdout(contains("8 runs"))
        .stdout(contains("Against the fastest"));
    let starts = starts(&toy);
    assert_eq!(starts.len(), (8 + 2) * 2);
    for round in starts.chunks(2) {
        assert_ne!(round[0], round[1], "{starts:?}");
    }
    assert!(
        starts.chunks(2).any(|round| round[0] == "two"),
        "never shuffled"
    );
}

#[test]
fn everything_around_a_run_happens_in_its_place() {
    let toy = Toy::new("steady");
    let mut command = wrap(&toy);
    command.args([
        &noting("run"),
        "-r",
        "2",
        "-w",
        "1",
        "--setup",
        "echo setup >> starts",
    ]);
    command.args([
        "-p",
        "echo prepare >> starts",
        "-c",
        "echo cleanup >> starts",
    ]);
    command.assert().success();
    let expected = "setup prepare run prepare run prepare run cleanup";
    assert_eq!(starts(&toy).join(" "), expected);
}

#[test]
fn parameters_fill_commands_and_become_variants_of_the_report() {
    let toy = Toy::new("steady");
    let mut command = wrap(&toy);
    command.args(["-r", "2", "-L", "tool", "true,echo", "-P", "size", "1", "2"]);
    command.args([
        "--report",
        "r.json",
        "--export-json",
        "h.json",
        "--export-markdown",
        "h.md",
    ]);
    command.args([
        "-n", "tools", "--suite", "bench", "--commit", "abc", "--", "{tool}", "{size}",
    ]);
    command.assert().success();
    let report = document(&toy, "r.json");
    assert_eq!(report["suite"]["name"], "bench");
    assert_eq!(report["commit"]["id"], "abc");
    assert_eq!(report["benchmarks"]["tools"]["sweep"], json!(["size"]));
    let results = report["results"].as_array().unwrap();
    let walls: Vec<&Value> = results
        .iter()
        .filter(|r| r["metric"] == "wall_time")
        .collect();
    assert_eq!(walls.len(), 4);
    assert_eq!(walls[1]["parameters"], json!({"tool": "true", "size": 2}));
    assert_eq!(walls[1]["samples"].as_array().unwrap().len(), 2);
    let exported = document(&toy, "h.json");
    assert_eq!(exported["results"][3]["command"], "tools");
    assert_eq!(
        exported["results"][3]["parameters"],
        json!({"tool": "echo", "size": "2"})
    );
    assert_eq!(exported["results"][3]["times"].as_array().unwrap().len(), 2);
    let table = std::fs::read_to_string(toy.path("h.md")).unwrap();
    assert_eq!(table.lines().count(), 2 + 4, "{table}");
}

#[test]
fn a_failing_command_ends_the_measurement_unless_that_is_allowed() {
    let toy = Toy::new("steady");
    let fails = "sh -c 'echo no bread >&2; exit 3'";
    let refused = wrap(&toy)
        .args([fails, "-r", "2", "-c", "echo cleanup >> starts"])
        .assert();
    refused
        .code(1)
        .stderr(contains("exit code 3"))
        .stderr(contains("no bread"))
        .stderr(contains("--ignore-failure"));
    assert_eq!(starts(&toy), ["cleanup"]);
    let allowed = wrap(&toy).args([fails, "-r", "2", "-i"]).assert().success();
    allowed.stdout(contains("2 runs ended with another exit code than 0"));
}

#[test]
fn a_shell_is_used_only_when_it_is_asked_for_and_its_start_is_said() {
    let toy = Toy::new("steady");
    let piped = "echo a | grep a";
    wrap(&toy)
        .args([piped, "-r", "1"])
        .assert()
        .code(2)
        .stderr(contains("--shell"));
    let shell = wrap(&toy)
        .args([piped, "-r", "6", "--shell"])
        .assert()
        .success();
    shell.stdout(contains("The shell's own start takes"));
}

#[test]
fn input_is_read_and_output_shown_when_asked_for() {
    let toy = Toy::new("steady");
    std::fs::write(toy.path("in"), "from the file\n").unwrap();
    let quiet = wrap(&toy)
        .args(["cat", "-r", "1", "--input", "in"])
        .assert()
        .success();
    quiet.stdout(contains("from the file").not());
    let shown = wrap(&toy)
        .args(["cat", "-r", "1", "--input", "in", "--output", "inherit"])
        .assert();
    shown.success().stdout(contains("from the file"));
}

#[test]
fn without_a_number_of_runs_there_are_at_least_as_many_as_asked() {
    let toy = Toy::new("steady");
    wrap(&toy)
        .args([&noting("run"), "-m", "3", "-M", "5"])
        .assert()
        .success();
    assert_eq!(starts(&toy).len(), 5);
}

#[test]
fn a_report_reaches_the_server() {
    let (toy, api) = (Toy::new("steady"), Api::start(&[]));
    let mut command = wrap(&toy);
    command.args([
        "true",
        "-r",
        "2",
        "--upload",
        "--server",
        api.address(),
        "--project",
        "toys",
    ]);
    command.env("TIDEMARK_KEY", "toy-key").assert().success();
    assert_eq!(api.stored()[0]["suite"]["name"], "wrap");
}

#[test]
fn a_killed_measurement_leaves_no_process() {
    let toy = Toy::new("slow");
    let mut command = wrap(&toy);
    let run = command.arg("sh suites/slow/bench.sh").spawn().unwrap();
    let pids = measured(&toy);
    end(run, Signal::KILL);
    await_end_of(&pids);
}
