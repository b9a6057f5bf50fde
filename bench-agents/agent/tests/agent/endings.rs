//! How the agent ends: no child outlives it, nothing half made is uploaded.

use std::process::Stdio;

use rustix::process::Signal;

use crate::api::Api;
use crate::toy::{Toy, await_end_of, end, is_alive, measured, results};

/// The processes that left the agent's group.
fn left(toy: &Toy) -> Vec<String> {
    let noted = std::fs::read_to_string(toy.path("left")).unwrap();
    noted.lines().map(str::to_owned).collect()
}

fn alive(toy: &Toy) -> Vec<String> {
    left(toy).into_iter().filter(|pid| is_alive(pid)).collect()
}

#[test]
fn what_programs_leave_running_ends_with_their_sample_and_is_told() {
    let toy = Toy::new("leaving");
    let (report, output) = toy.run(&[]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert_eq!(left(&toy).len(), 4);
    assert!(alive(&toy).is_empty(), "{:?}", alive(&toy));
    assert_eq!(results(&report, "leave")[0]["samples"][2], 1.0);
    let finding = &report["run"]["conditions"]["findings"][0];
    assert_eq!(
        finding["text"],
        "left 1 process running; ended by the agent"
    );
    assert_eq!(finding["samples"], 3);
}

#[test]
fn verify_and_wrap_leave_nothing_running_either() {
    let toy = Toy::new("leaving");
    let verified = toy.agent("verify").arg("leaving").output().unwrap();
    assert!(verified.status.success());
    assert_eq!(left(&toy).len(), 2);
    let mut wrap = toy.agent("wrap");
    wrap.args(["-r", "2", "sh suites/leaving/bench.sh serve"]);
    assert!(wrap.output().unwrap().status.success());
    assert_eq!(left(&toy).len(), 4);
    assert!(alive(&toy).is_empty(), "{:?}", alive(&toy));
}

#[test]
fn a_killed_agent_leaves_nothing_that_has_left_its_group() {
    let toy = Toy::new("leaving");
    let mut run = toy.agent("run");
    run.arg("leaving").env("TOY_HOLD", "1");
    let run = run.stderr(Stdio::null()).spawn().unwrap();
    let pids = measured(&toy);
    assert_eq!(alive(&toy).len(), 3);
    end(run, Signal::KILL);
    await_end_of(&pids);
    await_end_of(&left(&toy));
}

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
    assert!(toy.path("controls/unfinished").is_dir());
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
            toy.log().contains("the same command goes on where it was"),
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
