//! A machine in quarantine: its schedule waits, its jobs are taken, and then the schedule goes on.

use rustix::process::Signal;
use serde_json::Value;

use crate::api::Api;
use crate::jobs::{Fleet, a_job};
use crate::toy::{await_that, end};

fn triggers(fleet: &Fleet) -> Vec<Value> {
    let stored = fleet.api.stored().into_iter();
    stored
        .map(|report| report["run"]["trigger"].clone())
        .collect()
}

#[test]
fn a_schedule_waits_in_quarantine_and_goes_on_after_it() {
    let fleet = Fleet::new("counted", "note", &["one"]);
    fleet.api.keeps_the_machine(Some("it differed from itself"));
    let service = fleet.toy.serve(fleet.api.address(), &["--run", "counted"]);
    fleet
        .toy
        .await_log("in quarantine: it differed from itself; scheduled suites wait");
    fleet.give(a_job("counted", &[&fleet.commits[0]], 6));
    assert_eq!(fleet.ending()["outcome"], "finished");
    await_that(
        "the report of the job",
        || fleet.api.stored().len() == 1,
        || fleet.toy.log(),
    );
    let is_told = || {
        let mut beats = fleet.api.beats().into_iter();
        beats.any(|beat| {
            beat["message"] == "in quarantine: scheduled suites wait"
                && beat["planned"][0]["suite"] == "counted"
        })
    };
    await_that("that it waits", is_told, || fleet.toy.log());
    assert_eq!(triggers(&fleet), ["job"], "{}", fleet.toy.log());
    fleet.api.keeps_the_machine(None);
    await_that(
        "the scheduled report",
        || triggers(&fleet).contains(&"schedule".into()),
        || fleet.toy.log(),
    );
    assert!(end(service, Signal::TERM).success());
    assert!(fleet.toy.log().contains("its schedule goes on"));
}

#[test]
fn an_agent_of_a_far_version_says_so_once_and_still_measures_its_own_schedule() {
    let fleet = Fleet::new("counted", "note", &["one"]);
    fleet
        .api
        .finds_the_version(Some("version 0.1.0 is too old for server 0.4.0"));
    let service = fleet.toy.serve(fleet.api.address(), &["--run", "counted"]);
    let said = "this agent gets no new jobs: version 0.1.0 is too old for server 0.4.0";
    fleet.toy.await_log(said);
    await_that(
        "the scheduled report",
        || triggers(&fleet).contains(&"schedule".into()),
        || fleet.toy.log(),
    );
    let heard = fleet.api.beats().len();
    await_that(
        "two more beats",
        || fleet.api.beats().len() > heard + 1,
        || fleet.toy.log(),
    );
    assert_eq!(fleet.toy.log().matches(said).count(), 1);
    fleet.api.finds_the_version(None);
    fleet
        .toy
        .await_log("the server gives jobs to this version again");
    assert!(end(service, Signal::TERM).success());
}

#[test]
fn an_agent_with_a_held_question_learns_that_its_server_was_updated_within_a_pause_of_beats() {
    let mut fleet = Fleet::new("counted", "note", &["one"]);
    fleet.api = Api::start_with_beat(1.0);
    fleet.api.with_jobs(|jobs| jobs.holds = true);
    let service = fleet.serve();
    let held = || fleet.api.with_jobs(|jobs| jobs.held);
    let update = |trouble| {
        // The question is held, and the beat that it brought is over.
        let (questions, mut before) = (held(), 0);
        await_that(
            "two pauses without a beat",
            || {
                before = fleet.api.beats().len();
                std::thread::sleep(std::time::Duration::from_millis(2500));
                fleet.api.beats().len() == before
            },
            || fleet.toy.log(),
        );
        fleet.api.finds_the_version(trouble);
        fleet.api.with_jobs(|jobs| jobs.restarts += 1);
        await_that("another", || held() > questions, || fleet.toy.log());
    };
    await_that("a held question", || held() == 1, || fleet.toy.log());
    update(Some("version 0.1.0 is too old for server 0.4.0"));
    fleet
        .toy
        .await_log("this agent gets no new jobs: version 0.1.0 is too old for server 0.4.0");
    update(None);
    fleet
        .toy
        .await_log("the server gives jobs to this version again");
    assert!(end(service, Signal::TERM).success());
}
