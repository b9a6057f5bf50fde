//! A run that is killed goes on where it was; one that no longer fits begins anew and says why.

use std::process::{Command, Stdio};

use rustix::process::Signal;
use serde_json::Value;

use crate::toy::{Toy, await_end_of, end, measured, results};

fn full(toy: &Toy) -> Command {
    let mut agent = toy.agent("run");
    agent.args(["counted", "--full", "--output-folder", "reports"]);
    agent
}

/// Runs until the third of six rounds and kills the agent there, the way no program can handle.
fn killed_in_the_third_round(toy: &Toy) {
    let mut command = full(toy);
    command.env("TOY_HOLD", "7").stderr(Stdio::null());
    let run = command.stdout(Stdio::null()).spawn().unwrap();
    let pids = measured(toy);
    end(run, Signal::KILL);
    await_end_of(&pids);
    assert!(!toy.path("reports/counted-full.json").exists());
}

fn finish(mut command: Command, toy: &Toy) -> (Value, String) {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}");
    let report = std::fs::read(toy.path("reports/counted-full.json")).unwrap();
    (serde_json::from_slice(&report).unwrap(), said)
}

/// The number of the process behind each sample, both variants together.
fn processes(report: &Value) -> Vec<i64> {
    let samples = results(report, "pair").into_iter().flat_map(|result| {
        let samples = result["samples"].as_array().unwrap();
        assert_eq!(samples.len(), 6, "{result}");
        samples
            .iter()
            .map(|sample| sample.as_f64().unwrap().round())
    });
    #[allow(clippy::cast_possible_truncation, reason = "small whole numbers")]
    let mut numbers: Vec<i64> = samples.map(|number| number as i64).collect();
    numbers.sort_unstable();
    numbers
}

fn journal(toy: &Toy) -> Value {
    let path = toy.path("reports/.unfinished/journal/counted-full.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    serde_json::from_str(text.lines().next().unwrap()).unwrap()
}

#[test]
fn a_killed_run_goes_on_at_the_next_round_with_its_seed_and_its_samples() {
    let toy = Toy::new("counted");
    killed_in_the_third_round(&toy);
    let begun = journal(&toy);
    let (report, said) = finish(full(&toy), &toy);
    assert!(said.contains("goes on after 3 finished rounds"), "{said}");
    assert_eq!(report["run"]["seed"], begun["seed"]);
    assert_eq!(report["run"]["started_at"], begun["started_at"]);
    assert_eq!(report["idempotency_key"], begun["run_id"]);
    // Processes 0 and 1 warmed up, 2 to 5 are the two rounds before the kill, 6 and 7 the round
    // that was thrown away, 8 and 9 warmed up again, the other eight are the four rounds left.
    let expected: Vec<i64> = (2..6).chain(10..18).collect();
    assert_eq!(processes(&report), expected);
    assert!(!toy.path("reports/.unfinished").exists());
}

#[test]
fn a_run_whose_suite_has_changed_begins_anew_and_says_why() {
    let toy = Toy::new("counted");
    killed_in_the_third_round(&toy);
    let begun = journal(&toy);
    let script = toy.suite_file("bench.sh");
    let text = std::fs::read_to_string(&script).unwrap();
    std::fs::write(&script, format!("{text}# changed\n")).unwrap();
    let (report, said) = finish(full(&toy), &toy);
    assert!(
        said.contains("begins anew, since the suite's files have changed"),
        "{said}"
    );
    assert_ne!(report["idempotency_key"], begun["run_id"]);
    assert_eq!(processes(&report), (10..22).collect::<Vec<_>>());
}

#[test]
fn a_fresh_run_takes_nothing_from_the_one_before() {
    let toy = Toy::new("counted");
    killed_in_the_third_round(&toy);
    let mut command = full(&toy);
    command.arg("--fresh");
    let (report, _) = finish(command, &toy);
    assert_eq!(processes(&report), (10..22).collect::<Vec<_>>());
}

#[test]
fn what_a_run_concludes_does_not_depend_on_being_killed() {
    let toy = Toy::new("judged");
    let judged = || {
        let mut agent = toy.agent("run");
        agent.args(["judged", "--full", "--output-folder", "reports"]);
        agent.args(["--only", "work/kind=plain", "--only", "work/kind=halved"]);
        agent.stdout(Stdio::null());
        agent
    };
    // Three processes a round, the second arm among them: the eleventh is one of the fourth round.
    let mut command = judged();
    command.env("TOY_HOLD", "10").stderr(Stdio::null());
    let run = command.spawn().unwrap();
    let pids = measured(&toy);
    end(run, Signal::KILL);
    await_end_of(&pids);
    let output = judged().output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("goes on after 3 finished rounds"), "{said}");
    let report = std::fs::read(toy.path("reports/judged-full.json")).unwrap();
    let report: Value = serde_json::from_slice(&report).unwrap();
    let conditions = &report["run"]["conditions"];
    assert_eq!(conditions["stopping"]["reason"], "narrow");
    assert_eq!(conditions["stopping"]["rounds"], 10);
    assert_eq!(conditions["self_comparison"][0]["pairs"], 10);
    assert_eq!(conditions["goals"][0]["pairs"], 10);
    assert_eq!(conditions["findings"][0]["samples"], 10);
}

#[test]
fn a_stopped_run_goes_on_as_well() {
    let toy = Toy::new("counted");
    let mut command = full(&toy);
    let log = std::fs::File::create(toy.path("log")).unwrap();
    command.env("TOY_HOLD", "7").stderr(log);
    let run = command.stdout(Stdio::null()).spawn().unwrap();
    let pids = measured(&toy);
    assert_eq!(end(run, Signal::INT).code(), Some(130));
    await_end_of(&pids);
    let said = toy.log();
    assert!(
        said.contains("the same command goes on where it was"),
        "{said}"
    );
    let (report, _) = finish(full(&toy), &toy);
    assert_eq!(processes(&report)[..4], [2, 3, 4, 5]);
}
