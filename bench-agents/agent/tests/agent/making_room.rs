//! A scheduled run makes room for a job between two rounds, and goes on after it.

use std::process::Child;

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::jobs::{Fleet, a_job};
use crate::toy::{await_that, end, measured, results};

const HOLD: &str = "6";

/// An agent that measures by its schedule, in the third of six rounds; nothing of the round is over.
fn in_the_third_round(fleet: &Fleet) -> (Child, String) {
    fleet.api.with_jobs(|jobs| jobs.takes_looks = true);
    let mut service = fleet.toy.service_command(fleet.api.address());
    let log = std::fs::File::create(fleet.toy.path("log")).unwrap();
    service.args(["--run", "counted"]).env("TOY_HOLD", HOLD);
    let service = service.stderr(log).spawn().unwrap();
    let sleeper = measured(&fleet.toy).pop().unwrap();
    (service, sleeper)
}

/// Lets the process go on that holds the round.
pub(crate) fn release(sleeper: &str) {
    let pid = rustix::process::Pid::from_raw(sleeper.parse().unwrap()).unwrap();
    rustix::process::kill_process(pid, Signal::TERM).unwrap();
}

/// The processes behind the samples of a report.
pub(crate) fn processes(report: &Value) -> Vec<u64> {
    let found = results(report, "pair").into_iter().flat_map(|result| {
        let samples = result["samples"].as_array().unwrap().iter();
        samples.map(|sample| sample.as_f64().unwrap())
    });
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "small whole numbers"
    )]
    let mut numbers: Vec<u64> = found.map(|number| number.round() as u64).collect();
    numbers.sort_unstable();
    numbers
}

pub(crate) fn trigger(fleet: &Fleet, wanted: &str) -> Option<Value> {
    let mut stored = fleet.api.stored().into_iter();
    stored.find(|report| report["run"]["trigger"] == wanted)
}

#[test]
fn a_scheduled_run_ends_its_round_makes_room_for_a_job_and_goes_on_after_it() {
    let fleet = Fleet::new("counted", "note", &["one"]);
    let (service, sleeper) = in_the_third_round(&fleet);
    fleet.give(a_job("counted", &[&fleet.commits[0]], 6));
    fleet.toy.await_log("job 7 waits");
    // The round is held: whatever waits, it is not broken off.
    let heard = fleet.api.beats().len();
    await_that(
        "beats meanwhile",
        || fleet.api.beats().len() >= heard + 2,
        || fleet.toy.log(),
    );
    assert!(fleet.api.with_jobs(|jobs| jobs.waiting.len() == 1));
    release(&sleeper);
    let said = fleet.ending();
    assert_eq!(said["outcome"], "finished", "{said}");
    await_that(
        "both reports",
        || fleet.api.stored().len() == 2,
        || fleet.toy.log(),
    );
    assert!(end(service, Signal::TERM).success());
    let log = fleet.toy.log();
    assert!(
        log.contains("counted: makes room for job 7 after 3 rounds"),
        "{log}"
    );
    assert!(log.contains("goes on after 4 finished rounds"), "{log}");
    let paused = json!({"paused_after": 3, "paused_for": 7});
    let is_told = fleet.api.beats().iter().any(|beat| {
        let next = &beat["planned"][0];
        beat["state"] == "running"
            && next["suite"] == "counted"
            && next["paused_after"] == paused["paused_after"]
            && next["paused_for"] == paused["paused_for"]
    });
    assert!(is_told, "{:?}", fleet.api.beats());
    // Processes 0 and 1 warmed up, 2 to 7 are the three rounds before the job. It took 8 to 21,
    // of which two warmed up. 22 and 23 warmed up again for the three rounds that were left.
    let by_job = trigger(&fleet, "job").unwrap();
    assert_eq!(processes(&by_job), (10..22).collect::<Vec<_>>());
    let scheduled = trigger(&fleet, "schedule").unwrap();
    let expected: Vec<u64> = (2..8).chain(24..30).collect();
    assert_eq!(processes(&scheduled), expected);
}

#[test]
fn a_run_that_made_room_goes_on_after_the_agent_was_killed_meanwhile() {
    let fleet = Fleet::new("counted", "note", &["one"]);
    let (service, sleeper) = in_the_third_round(&fleet);
    fleet.give(a_job("counted", &[&fleet.commits[0]], 6));
    fleet.toy.await_log("job 7 waits");
    release(&sleeper);
    fleet.toy.await_log("makes room for job 7");
    end(service, Signal::KILL);
    let again = fleet
        .toy
        .serve(fleet.api.address(), &["--run", "counted", "--every", "1d"]);
    await_that(
        "the scheduled report, though its time is tomorrow",
        || trigger(&fleet, "schedule").is_some(),
        || fleet.toy.log(),
    );
    assert!(end(again, Signal::TERM).success());
    let scheduled = processes(&trigger(&fleet, "schedule").unwrap());
    assert_eq!(scheduled[..6], [2, 3, 4, 5, 6, 7]);
    assert_eq!(scheduled.len(), 12);
}

#[test]
fn a_run_that_made_room_before_its_first_round_comes_no_second_time() {
    let fleet = Fleet::new("counted", "note", &["one"]);
    fleet.api.with_jobs(|jobs| jobs.takes_looks = true);
    let manifest = fleet.toy.suite_file("suite.toml");
    let slow = r#"
[[build]]
command = ["sh", "-c", "until [ -e $TOY_TRACE/built ]; do sleep 0.05; done"]
"#;
    let text = std::fs::read_to_string(&manifest).unwrap() + slow;
    std::fs::write(&manifest, text).unwrap();
    let service = fleet.toy.serve(fleet.api.address(), &["--run", "counted"]);
    fleet.toy.await_log("running counted");
    fleet.give(a_job("counted", &[&fleet.commits[0]], 6));
    fleet.toy.await_log("job 7 waits");
    std::fs::write(fleet.toy.path("built"), "").unwrap();
    fleet.toy.await_log("makes room for job 7 after 0 rounds");
    await_that(
        "both reports",
        || fleet.api.stored().len() == 2,
        || fleet.toy.log(),
    );
    assert!(end(service, Signal::TERM).success());
    let notes = std::fs::read_dir(fleet.toy.path("spool/running")).unwrap();
    assert_eq!(notes.count(), 0, "an agent that starts would run it again");
}
