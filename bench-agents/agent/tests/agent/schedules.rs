//! What is due goes through the queue of the server: one job each, measured here, never twice.

use std::process::Child;

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::api::FIRST_OWN;
use crate::jobs::{Fleet, a_job};
use crate::making_room::{processes, release, trigger};
use crate::toy::{await_that, end, measured};

fn a_fleet() -> Fleet {
    let fleet = Fleet::new("counted", "note", &["one"]);
    fleet.api.with_jobs(|jobs| {
        jobs.takes_looks = true;
        jobs.queues = Some(200);
    });
    fleet
}

fn serve(fleet: &Fleet) -> Child {
    fleet.toy.serve(fleet.api.address(), &["--run", "counted"])
}

/// An agent that measures what was due, in the third of six rounds; nothing of the round is over.
fn in_the_third_round(fleet: &Fleet) -> (Child, String) {
    let mut service = fleet.toy.service_command(fleet.api.address());
    let log = std::fs::File::create(fleet.toy.path("log")).unwrap();
    service.args(["--run", "counted"]).env("TOY_HOLD", "6");
    let service = service.stderr(log).spawn().unwrap();
    (service, measured(&fleet.toy).pop().unwrap())
}

/// What was said of jobs in the end, once so many are over.
fn endings(fleet: &Fleet, count: usize) -> Vec<Value> {
    let said = || fleet.api.with_jobs(|jobs| jobs.endings.clone());
    await_that(
        &format!("the end of {count} jobs"),
        || said().len() >= count,
        || fleet.toy.log(),
    );
    said()
}

fn await_reports(fleet: &Fleet, count: usize) {
    await_that(
        "all reports",
        || fleet.api.stored().len() == count,
        || fleet.toy.log(),
    );
}

#[test]
fn what_is_due_is_a_job_of_its_agent() {
    let fleet = a_fleet();
    let service = serve(&fleet);
    let said = endings(&fleet, 1);
    await_reports(&fleet, 1);
    assert!(end(service, Signal::TERM).success());
    let report = &fleet.api.stored()[0];
    assert_eq!(said[0]["outcome"], "finished", "{said:?}");
    assert_eq!(said[0]["reports"], json!([report["idempotency_key"]]));
    assert_eq!(report["run"]["trigger"], "schedule");
    let job = json!({"id": FIRST_OWN, "lease": 1, "arm": 0});
    assert_eq!(report["run"]["job"], job);
    let due = fleet.api.with_jobs(|jobs| jobs.due.clone());
    assert_eq!(due[0]["suite"], "counted");
    assert_eq!(due[0]["commit"], json!(fleet.commits[0]));
    assert_eq!(due[0]["is_overdue"], false);
    assert_eq!(fleet.api.stored().len(), 1);
}

#[test]
fn a_job_of_the_schedule_makes_room_and_is_taken_again() {
    let fleet = a_fleet();
    let (service, sleeper) = in_the_third_round(&fleet);
    fleet.give(a_job("counted", &[&fleet.commits[0]], 6));
    fleet.toy.await_log("job 7 waits");
    release(&sleeper);
    let said = endings(&fleet, 3);
    await_reports(&fleet, 2);
    assert!(end(service, Signal::TERM).success());
    let outcomes: Vec<_> = said.iter().map(|one| one["outcome"].clone()).collect();
    assert_eq!(outcomes, ["made room", "finished", "finished"]);
    assert_eq!(
        said[0]["why"],
        "counted: makes room for job 7 after 3 rounds"
    );
    let report = trigger(&fleet, "schedule").unwrap();
    let job = json!({"id": FIRST_OWN, "lease": 2, "arm": 0});
    assert_eq!(report["run"]["job"], job);
    let expected: Vec<u64> = (2..8).chain(24..30).collect();
    assert_eq!(processes(&report), expected, "no round is measured twice");
}

#[test]
fn what_the_server_did_not_say_to_have_queued_is_measured_alone_and_once() {
    let fleet = a_fleet();
    fleet.api.with_jobs(|jobs| jobs.queues = Some(503));
    let service = serve(&fleet);
    await_reports(&fleet, 1);
    let said = endings(&fleet, 1);
    assert!(end(service, Signal::TERM).success());
    assert!(
        fleet
            .toy
            .log()
            .contains("counted is measured without a job")
    );
    assert_eq!(said[0]["outcome"], "cancelled", "{said:?}");
    assert_eq!(fleet.api.stored().len(), 1, "{}", fleet.toy.log());
    assert_eq!(fleet.api.stored()[0]["run"].get("job"), None);
}

#[test]
fn a_run_whose_lease_is_lost_goes_on_and_is_kept() {
    let fleet = a_fleet();
    let (service, sleeper) = in_the_third_round(&fleet);
    fleet.api.with_jobs(|jobs| jobs.is_lost = true);
    let heard = fleet.api.with_jobs(|jobs| jobs.beats.len());
    await_that(
        "a beat that is refused",
        || fleet.api.with_jobs(|jobs| jobs.beats.len()) > heard,
        || fleet.toy.log(),
    );
    release(&sleeper);
    await_reports(&fleet, 1);
    assert!(end(service, Signal::TERM).success());
    assert!(fleet.toy.log().contains("was given up by the server"));
    assert_eq!(processes(&fleet.api.stored()[0]).len(), 12);
}

#[test]
fn a_killed_agent_goes_on_with_the_job_of_its_schedule() {
    let fleet = a_fleet();
    let (service, sleeper) = in_the_third_round(&fleet);
    end(service, Signal::KILL);
    let _ = sleeper;
    let again = fleet
        .toy
        .serve(fleet.api.address(), &["--run", "counted", "--every", "1d"]);
    let said = endings(&fleet, 1);
    await_reports(&fleet, 1);
    assert!(end(again, Signal::TERM).success());
    assert_eq!(said[0]["outcome"], "finished", "{said:?}");
    let report = &fleet.api.stored()[0];
    assert_eq!(report["run"]["job"]["id"], FIRST_OWN);
    assert_eq!(processes(report)[..4], [2, 3, 4, 5]);
}

#[test]
fn a_job_of_the_schedule_that_somebody_cancels_is_due_no_more() {
    let fleet = a_fleet();
    let (service, _) = in_the_third_round(&fleet);
    fleet
        .api
        .with_jobs(|jobs| jobs.cancel = Some("cancelled by Ada"));
    let said = endings(&fleet, 1);
    assert_eq!(said[0]["outcome"], "cancelled");
    assert_eq!(said[0]["why"], "cancelled by Ada");
    let journals = fleet.toy.path("spool/journals");
    let kept = std::fs::read_dir(journals).map_or(0, Iterator::count);
    assert_eq!(kept, 0, "the next run does not go on with it");
    assert!(end(service, Signal::TERM).success());
    assert_eq!(fleet.api.stored().len(), 0);
}

#[test]
fn nothing_is_queued_in_quarantine() {
    let fleet = a_fleet();
    fleet.api.keeps_the_machine(Some("it differed from itself"));
    let service = serve(&fleet);
    fleet.toy.await_log("scheduled suites wait");
    fleet.give(a_job("counted", &[&fleet.commits[0]], 6));
    assert_eq!(endings(&fleet, 1)[0]["outcome"], "finished");
    assert!(fleet.api.with_jobs(|jobs| jobs.due.is_empty()));
    fleet.api.keeps_the_machine(None);
    endings(&fleet, 2);
    assert!(end(service, Signal::TERM).success());
    assert_eq!(fleet.api.with_jobs(|jobs| jobs.due.len()), 1);
}

#[test]
fn where_the_settings_say_so_nothing_is_queued() {
    let fleet = a_fleet();
    let settings = "[jobs]\nschedule = false\n";
    std::fs::write(fleet.toy.path("agent.toml"), settings).unwrap();
    let configured = ["--config", "agent.toml", "--run", "counted"];
    let service = fleet.toy.serve(fleet.api.address(), &configured);
    await_reports(&fleet, 1);
    assert!(end(service, Signal::TERM).success());
    assert!(fleet.api.with_jobs(|jobs| jobs.due.is_empty()));
}
