//! How the agent ends: no child outlives it, nothing half made is uploaded.

use std::process::Stdio;

use rustix::process::Signal;

use crate::api::Api;
use crate::toy::{Toy, await_end_of, end, measured};

#[test]
fn a_killed_run_leaves_no_process_and_no_report() {
    let toy = Toy::new("slow");
    let run = toy
        .agent("run")
        .arg("slow")
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let pids = measured(&toy);
    end(run, Signal::KILL);
    await_end_of(&pids);
    assert!(!toy.path("report.json").exists());
}

#[test]
fn a_run_killed_while_building_leaves_no_process_and_no_file() {
    let toy = Toy::new("building");
    let run = toy
        .agent("run")
        .args(["--all", "--output-folder", "reports"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let pids = measured(&toy);
    end(run, Signal::KILL);
    await_end_of(&pids);
    let left: Vec<_> = std::fs::read_dir(toy.path("reports")).unwrap().collect();
    assert_eq!(
        left.len(),
        1,
        "only what the next run goes on with: {left:?}"
    );
    assert!(toy.path("reports/.unfinished").is_dir());
}

#[test]
fn an_interrupted_run_ends_its_children_and_says_so() {
    for signal in [Signal::INT, Signal::TERM] {
        let toy = Toy::new("slow");
        let log = std::fs::File::create(toy.path("log")).unwrap();
        let run = toy.agent("run").arg("slow").stderr(log).spawn().unwrap();
        let pids = measured(&toy);
        let status = end(run, signal);
        assert_eq!(status.code(), Some(130));
        await_end_of(&pids);
        assert!(
            toy.log().contains("the incomplete run was dropped"),
            "{}",
            toy.log()
        );
        assert!(!toy.path("report.json").exists());
    }
}

#[test]
fn a_service_killed_while_measuring_tells_the_loss_and_measures_again() {
    let (toy, api) = (Toy::new("slow"), Api::start(&[]));
    let service = toy.serve(api.address(), &["--run", "slow"]);
    let pids = measured(&toy);
    end(service, Signal::KILL);
    await_end_of(&pids);
    assert!(toy.spooled().is_empty());

    let log = std::fs::File::create(toy.path("log")).unwrap();
    let mut again = toy.service_command(api.address());
    // The suite is on the schedule but not due for a day: only the loss makes it run.
    again
        .args(["--run", "slow", "--every", "1d"])
        .env("TOY_HURRY", "1")
        .stderr(log);
    let service = again.spawn().unwrap();
    toy.await_log("Z delivered");
    assert!(toy.log().contains("was cut short"), "{}", toy.log());
    end(service, Signal::TERM);
    assert_eq!(api.stored().len(), 1);
    assert_eq!(
        api.stored()[0]["results"][0]["samples"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
}

#[test]
fn a_stopped_service_ends_its_children_and_forgets_the_incomplete_run() {
    let (toy, api) = (Toy::new("slow"), Api::start(&[]));
    let service = toy.serve(api.address(), &["--run", "slow"]);
    let pids = measured(&toy);
    assert!(end(service, Signal::TERM).success());
    await_end_of(&pids);
    assert!(toy.log().contains("stopped"), "{}", toy.log());
    assert!(toy.spooled().is_empty());
    assert_eq!(
        std::fs::read_dir(toy.path("spool/running"))
            .unwrap()
            .count(),
        0
    );
    assert!(api.stored().is_empty());
}
