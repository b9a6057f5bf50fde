//! What a run concludes from its rounds: goals, same against same, when to stop.

use assert_cmd::assert::OutputAssertExt;
use predicates::str::contains;
use serde_json::{Value, json};

use crate::toy::{Toy, results};

fn conditions(report: &Value) -> &Value {
    &report["run"]["conditions"]
}

fn said(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn goals_are_met_not_met_not_resolved_or_not_available() {
    let toy = Toy::new("judged");
    let (report, output) = toy.run(&[]);
    let goals = conditions(&report)["goals"].as_array().unwrap();
    let verdicts: Vec<&str> = goals
        .iter()
        .map(|goal| goal["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(
        verdicts,
        ["met", "not_available", "not_met", "not_resolved"]
    );
    assert_eq!(goals[0]["pairs"], 12);
    assert_eq!(goals[0]["baseline"]["parameters"], json!({"kind": "plain"}));
    let (low, high) = (&goals[0]["low"], &goals[0]["high"]);
    assert!(low.as_f64().unwrap() > 0.48 && high.as_f64().unwrap() < 0.52);
    let reason = goals[1]["reason"].as_str().unwrap();
    assert!(reason.contains("no such kind"), "{reason}");
    let text = said(&output);
    assert!(text.contains("half the cost: halved / plain"), "{text}");
    assert!(
        text.contains("goals: 1 met, 1 not met, 1 not resolved, 1 not available"),
        "{text}"
    );
    assert_eq!(output.status.code(), Some(0), "goals are no failures");
}

#[test]
fn the_goals_of_a_report_can_be_printed_again() {
    let toy = Toy::new("judged");
    let (_, output) = toy.run(&[]);
    let again = toy.agent("goals").arg("report.json").assert().success();
    let line = said(&output);
    let line = line.lines().find(|line| line.contains("≤ 0.6")).unwrap();
    again.stdout(contains(line));
    let other = Toy::new("steady");
    other.run(&["--rounds", "1"]);
    let none = other.agent("goals").arg("report.json").assert().success();
    none.stdout(contains("has no goals"));
}

#[test]
fn the_second_arm_is_compared_with_the_first_and_stays_out_of_the_results() {
    let toy = Toy::new("judged");
    let (report, output) = toy.run(&[]);
    let compared = &conditions(&report)["self_comparison"];
    assert_eq!(compared.as_array().unwrap().len(), 1);
    assert_eq!(compared[0]["parameters"], json!({"kind": "halved"}));
    assert_eq!(compared[0]["pairs"], 12);
    let ratio = compared[0]["ratio"].as_f64().unwrap();
    assert!((0.97..1.03).contains(&ratio), "{compared}");
    for result in results(&report, "work") {
        if let Some(samples) = result["samples"].as_array() {
            assert_eq!(samples.len(), 12, "{result}");
            assert_eq!(result["rounds"], json!((1..=12).collect::<Vec<_>>()));
        }
    }
    assert!(said(&output).contains("kind=halved again"));
    assert!(said(&output).contains("same against same"));
}

#[test]
fn a_benchmark_of_few_rounds_is_compared_with_itself_in_these() {
    let toy = Toy::new("judged");
    let manifest = toy.suite_file("suite.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    let few = "again = { kind = \"halved\" }\nrounds = 8";
    std::fs::write(
        &manifest,
        text.replace("again = { kind = \"halved\" }", few),
    )
    .unwrap();
    let plan = toy.agent("list").arg("judged").assert().success();
    plan.stdout(contains("1 of them twice"));
    let (report, _) = toy.run(&[]);
    let compared = &conditions(&report)["self_comparison"][0];
    assert_eq!(compared["parameters"], json!({"kind": "halved"}));
    assert_eq!(compared["pairs"], 8);
}

#[test]
fn findings_are_told_once_with_the_samples_that_said_them() {
    let toy = Toy::new("judged");
    let (report, output) = toy.run(&["--only", "work/kind=plain"]);
    assert_eq!(
        conditions(&report)["findings"],
        json!([{
            "benchmark": "work", "parameters": {"kind": "plain"},
            "text": "it is plain", "samples": 12, "of": 12,
        }])
    );
    assert!(said(&output).contains("finding: work kind=plain: it is plain (12 of 12 samples)"));
}

#[test]
fn rounds_end_when_every_interval_is_narrow() {
    let toy = Toy::new("judged");
    let narrow = [
        "--mode",
        "full",
        "--only",
        "work/kind=plain",
        "--only",
        "work/kind=halved",
    ];
    let (report, output) = toy.run(&narrow);
    let stopping = &conditions(&report)["stopping"];
    // Looked at after 6, 8 and 10 rounds: the levels are narrow at once, but the goals are decided by
    // a 99 % interval, which needs 8 pairs.
    assert_eq!(stopping["reason"], "narrow");
    assert_eq!(
        (&stopping["rounds"], &stopping["most_rounds"]),
        (&json!(10), &json!(60))
    );
    for variant in stopping["variants"].as_array().unwrap() {
        assert_eq!(variant["reason"], "narrow");
        assert!(variant["half_width"].as_f64().unwrap() <= 0.05);
    }
    let text = said(&output);
    assert!(
        text.contains("ended by narrow after 10 of at most 60 rounds; 2 of 2"),
        "{text}"
    );
}

#[test]
fn rounds_go_on_while_one_interval_is_wide_and_it_is_named() {
    let toy = Toy::new("judged");
    let manifest = toy.suite_file("suite.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text.replace("rounds = 60", "rounds = 14")).unwrap();
    let (report, output) = toy.run(&["--mode", "full"]);
    let stopping = &conditions(&report)["stopping"];
    assert_eq!(
        (&stopping["reason"], &stopping["rounds"]),
        (&json!("rounds"), &json!(14))
    );
    let text = said(&output);
    let row = |kind: &str| text.lines().find(|line| line.starts_with(kind)).unwrap();
    assert!(row("kind=plain").ends_with("narrow"), "{text}");
    assert!(row("kind=wild").ends_with("rounds"), "{text}");
    assert!(text.contains("2 of 3 intervals are within ±5 %"), "{text}");
    assert!(
        text.contains("work kind=wild cost: ±52.8 %, ended by rounds"),
        "{text}"
    );
}

#[test]
fn a_spent_budget_is_told_from_finished_rounds() {
    let toy = Toy::new("judged");
    let manifest = toy.suite_file("suite.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(
        &manifest,
        text.replace("max_seconds = 600", "max_seconds = 0.001"),
    )
    .unwrap();
    let (report, output) = toy.run(&["--mode", "full"]);
    let stopping = &conditions(&report)["stopping"];
    assert_eq!(
        (&stopping["reason"], &stopping["rounds"]),
        (&json!("budget"), &json!(1))
    );
    assert_eq!(stopping["variants"][0]["half_width"], Value::Null);
    assert!(said(&output).contains("ended by budget"));
}

/// A process that keeps one processor busy for as long as it lives.
struct Neighbour(std::process::Child);

impl Neighbour {
    fn new() -> Self {
        let mut busy = std::process::Command::new("timeout");
        busy.args(["600", "sh", "-c", "while :; do :; done"]);
        Self(busy.spawn().unwrap())
    }
}

impl Drop for Neighbour {
    fn drop(&mut self) {
        // `timeout` passes the signal on; killing it would leave the loop behind.
        let pid = rustix::process::Pid::from_child(&self.0);
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        let _ = self.0.wait();
    }
}

#[test]
fn on_a_machine_that_is_always_busy_repeats_are_given_up_and_samples_count_less() {
    let toy = Toy::new("steady");
    let cores = std::thread::available_parallelism().unwrap().get();
    let limit = 0.3 / f64::from(u32::try_from(cores).unwrap());
    let text = format!(
        "name = \"busy\"\n[version]\ncommand = [\"true\"]\n[foreign]\nlimit = {limit}\nbudget = 1.0\n\
         [modes.quick]\nrounds = 8\n[[benchmark]]\nname = \"nap\"\nmetrics = [\"wall_time\"]\n\
         command = [\"sleep\", \"0.08\"]\n"
    );
    std::fs::write(toy.suite_file("suite.toml"), text).unwrap();
    let neighbour = Neighbour::new();
    let (report, output) = toy.run(&[]);
    drop(neighbour);
    let foreign = &conditions(&report)["foreign"];
    // Eight rounds of one variant and its second arm, and no more repeats than it takes to see.
    assert_eq!(foreign["samples"], 16);
    assert_eq!(foreign["repeated"], 8, "{foreign}");
    assert!(foreign["down_weighted"].as_u64().unwrap() > 8, "{foreign}");
    assert!(foreign["median"].as_f64().unwrap() > limit, "{foreign}");
    assert_eq!(foreign["alike"], Value::Null, "every sample has a share");
    let text = said(&output);
    assert!(text.contains("8 samples taken again"), "{text}");
    assert!(text.contains("was given up after 8 of them"), "{text}");
    let samples = results(&report, "nap")[0]["samples"].as_array().unwrap();
    assert_eq!(samples.len(), 8);
}
