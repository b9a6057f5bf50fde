//! A run that is killed goes on where it was; one that no longer fits begins again and says why.

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

/// The one journal that lies where those of all runs of a user do.
fn journal_path(toy: &Toy) -> std::path::PathBuf {
    let mut entries = std::fs::read_dir(toy.path("controls/unfinished")).unwrap();
    let path = entries.next().unwrap().unwrap().path();
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    assert!(name.starts_with("counted-full-"), "{name}");
    assert!(entries.next().is_none());
    path
}

fn journal(toy: &Toy) -> Value {
    let text = std::fs::read_to_string(journal_path(toy)).unwrap();
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
    assert!(!toy.path("reports/.spool").exists());
    assert!(!toy.path("controls").exists());
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
        said.contains("begins again, since the suite's files have changed"),
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

/// Replaces what the journal says, and goes on.
fn rewrite(toy: &Toy, change: impl Fn(&str) -> String) {
    let path = journal_path(toy);
    let text = std::fs::read_to_string(&path).unwrap();
    let changed = change(&text);
    assert_ne!(text, changed);
    std::fs::write(path, changed).unwrap();
}

/// A journal whose beginning says something else of one part of what must be the same.
fn otherwise(toy: &Toy, part: &str) {
    rewrite(toy, |text| {
        let (head, rounds) = text.split_once('\n').unwrap();
        let mut head: Value = serde_json::from_str(head).unwrap();
        head["identity"][part] = Value::from("other");
        format!("{head}\n{rounds}")
    });
}

#[test]
fn a_run_under_other_circumstances_begins_anew_and_says_why() {
    let reasons = [
        ("--pin=0", "programs are pinned to other processors"),
        ("--skip=control", "other tuning, checks or limits of a veto"),
        ("--seed=5", "another seed is asked for"),
    ];
    for (flag, reason) in reasons {
        let toy = Toy::new("counted");
        killed_in_the_third_round(&toy);
        let mut command = full(&toy);
        let (report, said) = finish(
            {
                command.arg(flag).env_remove("TIDEMARK_SKIP");
                if flag != "--skip=control" {
                    command.env("TIDEMARK_SKIP", "preflight,noise,control");
                }
                command
            },
            &toy,
        );
        assert!(
            said.contains(&format!("begins again, since {reason}")),
            "{said}"
        );
        assert_eq!(processes(&report), (10..22).collect::<Vec<_>>());
        let stopping = &report["run"]["conditions"]["stopping"];
        assert!(stopping["resumed_after_rounds"].is_null(), "{stopping}");
    }
}

#[test]
fn another_build_boot_or_machine_and_a_broken_journal_begin_anew() {
    let reasons = [
        ("agent", "the agent is another build"),
        ("boot", "the machine was restarted meanwhile"),
        ("machine", "kernel or settings have changed"),
        ("", "its journal cannot be read"),
    ];
    for (part, reason) in reasons {
        let toy = Toy::new("counted");
        killed_in_the_third_round(&toy);
        if part.is_empty() {
            rewrite(&toy, |text| format!("{{{text}"));
        } else {
            otherwise(&toy, part);
        }
        let (report, said) = finish(full(&toy), &toy);
        assert!(said.contains("begins again, since"), "{said}");
        assert!(said.contains(reason), "{said}");
        assert_eq!(processes(&report), (10..22).collect::<Vec<_>>());
    }
}

#[test]
fn rounds_with_other_variants_than_can_run_now_are_measured_again() {
    let toy = Toy::new("counted");
    killed_in_the_third_round(&toy);
    rewrite(&toy, |text| text.replace("\"++\"", "\"+-\""));
    let (report, said) = finish(full(&toy), &toy);
    assert!(
        said.contains("other variants can be run here than before"),
        "{said}"
    );
    assert_eq!(processes(&report), (10..22).collect::<Vec<_>>());
}

fn control(line: &mut Value) -> Option<&mut serde_json::Map<String, Value>> {
    line.pointer_mut("/life/control")?.as_object_mut()
}

#[test]
fn a_resumed_run_says_so_and_is_judged_from_its_first_control_on() {
    let toy = Toy::new("counted");
    let controlled = || {
        let mut command = full(&toy);
        command.env("TIDEMARK_SKIP", "preflight,noise");
        command
    };
    let mut command = controlled();
    command.env("TOY_HOLD", "7").stderr(Stdio::null());
    let run = command.stdout(Stdio::null()).spawn().unwrap();
    let pids = measured(&toy);
    end(run, Signal::KILL);
    await_end_of(&pids);
    // As if the machine had been ten times as fast before the kill.
    rewrite(&toy, |text| {
        let lines = text.lines().map(|line| {
            let mut line: Value = serde_json::from_str(line).unwrap();
            if let Some(works) = control(&mut line) {
                for take in works
                    .values_mut()
                    .filter_map(|work| work["cpu"].as_array_mut())
                {
                    for time in take {
                        *time = Value::from(time.as_u64().unwrap() / 10);
                    }
                }
            }
            format!("{line}\n")
        });
        lines.collect()
    });
    let (report, _) = finish(controlled(), &toy);
    let conditions = &report["run"]["conditions"];
    let after = &conditions["stopping"]["resumed_after_rounds"];
    assert_eq!(after, &serde_json::json!([2]));
    let ratio = conditions["control"]["works"][0]["ratio"].as_f64().unwrap();
    assert!(ratio > 3.0, "{conditions}");
}

#[test]
fn what_becomes_of_the_report_has_no_say_in_going_on() {
    let toy = Toy::new("counted");
    killed_in_the_third_round(&toy);
    let mut single = toy.agent("run");
    single.args(["counted", "--full", "--budget", "900", "--testbed", "other"]);
    let output = single.stdout(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("goes on after 3 finished rounds"), "{said}");
    let report = std::fs::read(toy.path("report.json")).unwrap();
    let report: Value = serde_json::from_slice(&report).unwrap();
    assert_eq!(processes(&report)[..4], [2, 3, 4, 5]);
    assert_eq!(report["testbed"], "other");
    let stopping = &report["run"]["conditions"]["stopping"];
    assert_eq!(stopping["max_seconds"], 900.0);
    assert!(!toy.path("controls").exists());
}

#[test]
fn another_plan_or_mode_is_said_and_the_run_of_another_mode_waits() {
    let toy = Toy::new("counted");
    killed_in_the_third_round(&toy);
    let quick = toy.agent("run").args(["counted", "--quick"]).output();
    let said = String::from_utf8_lossy(&quick.unwrap().stderr).into_owned();
    assert!(
        said.contains("counted: begins in quick mode; the full run begun at 2"),
        "{said}"
    );
    assert!(said.contains("and cut short waits for --full"), "{said}");
    journal_path(&toy);
    for (flags, reason) in [
        (
            ["--only", "pair/side=left"],
            "other variants are to be measured",
        ),
        (["--rounds", "4"], "it is to end after other rounds"),
    ] {
        let toy = Toy::new("counted");
        killed_in_the_third_round(&toy);
        let other = full(&toy).args(flags).output().unwrap();
        let said = String::from_utf8_lossy(&other.stderr).into_owned();
        assert!(
            said.contains(&format!("begins again, since {reason}")),
            "{said}"
        );
    }
}

#[test]
fn two_runs_of_one_user_take_turns_wherever_they_write() {
    let toy = Toy::new("counted");
    let mut command = full(&toy);
    command.env("TOY_HOLD", "0").stderr(Stdio::null());
    let first = command.stdout(Stdio::null()).spawn().unwrap();
    let pids = measured(&toy);
    let log = std::fs::File::create(toy.path("log")).unwrap();
    let mut command = toy.agent("run");
    command.args(["counted", "--full"]).stderr(log);
    let second = command.stdout(Stdio::null()).spawn().unwrap();
    toy.await_log("another run is being measured on this machine: counted (full) since 2");
    let while_waiting = now();
    end(first, Signal::KILL);
    await_end_of(&pids);
    let mut second = second;
    assert_eq!(second.wait().unwrap().code(), Some(0), "{}", toy.log());
    let starts = std::fs::read_to_string(toy.path("starts")).unwrap();
    assert_eq!(starts.lines().count(), 1 + 14);
    let report = std::fs::read(toy.path("report.json")).unwrap();
    let report: Value = serde_json::from_slice(&report).unwrap();
    let started_at = report["run"]["started_at"].as_str().unwrap();
    assert!(started_at > while_waiting.as_str(), "{started_at}");
}

/// As the agent writes it.
fn now() -> String {
    let mut date = std::process::Command::new("date");
    let said = date.args(["-u", "+%FT%T.%3NZ"]).output().unwrap().stdout;
    String::from_utf8(said).unwrap().trim().to_owned()
}
