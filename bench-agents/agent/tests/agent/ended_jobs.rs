//! Jobs whose agent or asker goes away: cancels, agents that are stopped or killed.

use std::process::{Child, Command};

use rustix::process::Signal;

use crate::jobs::{Fleet, a_job};
use crate::toy::{Toy, await_end_of, await_that, end, measured};

#[test]
fn a_cancelled_job_ends_with_everything_that_it_started() {
    let fleet = Fleet::new("slow", "note", &["one"]);
    fleet.give(a_job("slow", &[&fleet.commits[0]], 2));
    let service = fleet.serve();
    let pids = measured(&fleet.toy);
    fleet
        .api
        .with_jobs(|jobs| jobs.cancel = Some("cancelled by ada"));
    let said = fleet.ending();
    assert_eq!(said["outcome"], "cancelled", "{said}");
    await_end_of(&pids);
    end(service, Signal::TERM);
    assert!(fleet.is_tidy());
    assert_eq!(fleet.api.uploads(), 0);
}

#[test]
fn a_stopped_agent_says_so_and_leaves_nothing_running() {
    let fleet = Fleet::new("slow", "note", &["one"]);
    fleet.give(a_job("slow", &[&fleet.commits[0]], 2));
    let service = fleet.serve();
    let pids = measured(&fleet.toy);
    end(service, Signal::TERM);
    await_end_of(&pids);
    let again = fleet.serve();
    assert_eq!(fleet.ending()["outcome"], "machine failed");
    end(again, Signal::TERM);
}

#[test]
fn a_killed_agent_goes_on_with_the_job_that_is_still_its_own() {
    let fleet = Fleet::new("slow", "note", &["one"]);
    fleet.give(a_job("slow", &[&fleet.commits[0]], 2));
    let service = fleet.serve();
    let pids = measured(&fleet.toy);
    end(service, Signal::KILL);
    await_end_of(&pids);
    std::fs::remove_file(fleet.toy.path("pids")).unwrap();
    let hurried = fleet.toy.service_command(fleet.api.address());
    let again = started(hurried, &fleet.toy, true);
    assert_eq!(fleet.ending()["outcome"], "finished");
    await_that(
        "the report",
        || fleet.api.stored().len() == 1,
        || fleet.toy.log(),
    );
    end(again, Signal::TERM);
    assert!(
        fleet
            .lines()
            .iter()
            .any(|line| line.contains("the agent was ended"))
    );
}

#[test]
fn a_killed_agent_forgets_a_job_that_is_another_ones_by_now() {
    let fleet = Fleet::new("slow", "note", &["one"]);
    fleet.give(a_job("slow", &[&fleet.commits[0]], 2));
    let service = fleet.serve();
    let pids = measured(&fleet.toy);
    end(service, Signal::KILL);
    await_end_of(&pids);
    fleet.api.with_jobs(|jobs| jobs.is_lost = true);
    let again = fleet.serve();
    fleet.toy.await_log("job 7 is another agent's by now");
    await_that("a tidy desk", || fleet.is_tidy(), || fleet.toy.log());
    end(again, Signal::TERM);
    assert_eq!(fleet.api.uploads(), 0);
}

fn started(mut command: Command, toy: &Toy, in_a_hurry: bool) -> Child {
    let log = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(toy.path("log"))
        .unwrap();
    if in_a_hurry {
        command.env("TOY_HURRY", "1");
    }
    command.stderr(log).spawn().unwrap()
}
