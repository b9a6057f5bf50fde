//! `run --all`: every suite in turn, each report kept or sent, a table at the end.

use std::process::{Command, Stdio};

use assert_cmd::assert::OutputAssertExt;
use predicates::str::contains;
use rustix::process::Signal;

use crate::api::{Api, Trick};
use crate::toy::{Toy, await_end_of, end, measured};

fn run_all(toy: &Toy) -> Command {
    let mut agent = toy.agent("run");
    agent.args([
        "--all",
        "--quick",
        "--rounds",
        "1",
        "--first-retry-ms",
        "10",
    ]);
    agent
}

fn to(api: &Api, mut command: Command) -> Command {
    command
        .args(["--server", api.address(), "--project", "toys", "--upload"])
        .env("TIDEMARK_KEY", "toy-key");
    command
}

fn names(api: &Api) -> Vec<String> {
    let stored = api.stored();
    let suites = stored
        .iter()
        .map(|report| report["suite"]["name"].as_str().unwrap());
    let mut names: Vec<String> = suites.map(str::to_owned).collect();
    names.sort();
    names
}

/// Everything that is left in the toy's folder beside its suites.
fn left(toy: &Toy) -> Vec<String> {
    let entries = std::fs::read_dir(toy.path(".")).unwrap().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names
        .filter(|name| name != "suites" && name != "starts")
        .collect();
    names.sort();
    names
}

#[test]
fn all_suites_are_measured_in_turn_and_a_table_closes_the_run() {
    let toy = Toy::with(&["steady", "needy", "partial"]);
    let run = run_all(&toy)
        .args(["--output-folder", "out"])
        .assert()
        .code(0);
    run.stderr(contains("suite 1 of 3: needy"))
        .stderr(contains("suite 3 of 3: steady"))
        .stdout(contains("needy    not on this machine"))
        .stdout(contains("Install the compiler from the shelf."))
        .stdout(contains("partial         4       0              1"));
    let reports = ["needy", "partial", "steady"].map(|name| format!("out/{name}-quick.json"));
    assert!(reports.iter().all(|report| toy.path(report).is_file()));
    assert_eq!(left(&toy), ["out"]);
    assert_eq!(std::fs::read_dir(toy.path("out")).unwrap().count(), 3);
}

#[test]
fn a_failed_variant_and_a_broken_suite_have_their_exit_codes_and_stop_nobody() {
    let toy = Toy::with(&["faulty", "steady"]);
    run_all(&toy)
        .assert()
        .code(1)
        .stdout(contains("\nsteady   "));
    std::fs::write(toy.path("suites/faulty/suite.toml"), "name = 1").unwrap();
    let run = run_all(&toy).assert().code(2);
    run.stdout(contains("faulty  could not be run"))
        .stdout(contains("faulty: "))
        .stdout(contains("\nsteady   "));
}

#[test]
fn the_reports_reach_the_server_through_passing_trouble() {
    let (toy, api) = (
        Toy::with(&["steady", "partial"]),
        Api::start(&[Trick::Status(503)]),
    );
    to(&api, run_all(&toy)).assert().code(0);
    assert_eq!(names(&api), ["partial", "steady"]);
    assert!(left(&toy).is_empty(), "{:?}", left(&toy));
}

#[test]
fn reports_that_cannot_be_sent_wait_and_the_next_run_sends_them() {
    let toy = Toy::with(&["steady", "partial"]);
    let mut away = run_all(&toy);
    away.args([
        "--server",
        "http://127.0.0.1:9",
        "--project",
        "toys",
        "--upload",
    ])
    .env("TIDEMARK_KEY", "toy-key");
    away.assert()
        .code(2)
        .stdout(contains("2 reports could not be sent and wait in"));
    let api = Api::start(&[]);
    to(&api, run_all(&toy)).assert().code(0);
    assert_eq!(names(&api), ["partial", "partial", "steady", "steady"]);
    assert!(left(&toy).is_empty(), "{:?}", left(&toy));
}

#[test]
fn a_run_whose_reports_the_server_will_never_take_does_not_end_well() {
    let (toy, api) = (
        Toy::with(&["steady", "partial"]),
        Api::start(&[Trick::Status(422)]),
    );
    let said = to(&api, run_all(&toy)).assert().code(2);
    said.stdout(contains("1 report was refused for good; it is kept in"));
    assert_eq!(names(&api).len(), 1);
}

#[test]
fn a_project_that_the_key_does_not_open_is_refused_before_anything_is_measured() {
    let (toy, api) = (Toy::with(&["steady"]), Api::start(&[]));
    api.opens(&["others"]);
    let said = to(&api, run_all(&toy)).assert().code(2);
    said.stderr(contains("Told to"));
    assert!(!toy.path("starts").exists() && api.uploads() == 0);
}

#[test]
fn the_server_that_make_up_started_here_is_found_by_itself() {
    let (toy, api) = (Toy::with(&["steady"]), Api::start(&[]));
    std::fs::create_dir_all(toy.path("state/agent")).unwrap();
    std::fs::write(toy.path("state/key"), "found-key").unwrap();
    let config = format!(
        "server = \"{}\"\nproject = \"toys\"\nkey_file = \"../key\"\nsuites = \"../../suites\"\n\
         spool = \"spool\"\nname = \"found\"\n",
        api.address()
    );
    std::fs::write(toy.path("state/agent/agent.toml"), config).unwrap();
    std::fs::create_dir(toy.path("elsewhere")).unwrap();
    let mut run = run_all(&toy);
    run.current_dir(toy.path("elsewhere"));
    run.assert()
        .code(0)
        .stderr(contains("reports go to http://127.0.0.1"));
    assert_eq!(names(&api), ["steady"]);
    assert_eq!(api.stored()[0]["machine"]["name"], "found");
    assert_eq!(std::fs::read_dir(toy.path("elsewhere")).unwrap().count(), 0);

    run_all(&toy).arg("--no-upload").assert().code(0);
    assert_eq!(api.uploads(), 1);
}

#[test]
fn a_killed_queue_goes_on_at_the_suite_it_was_in_and_leaves_nothing() {
    let (toy, api) = (
        Toy::with(&["counted", "steady", "another"]),
        Api::start(&[]),
    );
    let arguments = ["--all", "--full", "--first-retry-ms", "10"];
    let command = |hold: &str| {
        let mut agent = toy.agent("run");
        agent
            .args(arguments)
            .env("TOY_HOLD", hold)
            .stderr(Stdio::null())
            .stdout(Stdio::null());
        to(&api, agent)
    };
    // The suite before it in the alphabet has started one process by then.
    let run = command("8").spawn().unwrap();
    let pids = measured(&toy);
    end(run, Signal::KILL);
    await_end_of(&pids);
    assert_eq!(names(&api), ["another"]);

    let mut again = command("x");
    again.stderr(Stdio::piped()).stdout(Stdio::piped());
    let finished = again.assert().code(0);
    finished
        .stderr(contains("another: done before the run was cut short"))
        .stderr(contains("counted: goes on after 3 finished rounds"))
        .stdout(contains("another         1       0"));
    assert_eq!(names(&api), ["another", "counted", "steady"]);
    assert_eq!(left(&toy), ["pids"]);
}

#[test]
fn a_queue_whose_reports_go_elsewhere_begins_anew_and_says_why() {
    let toy = Toy::with(&["counted", "another"]);
    let command = |folder: &str, hold: &str| {
        let mut agent = toy.agent("run");
        agent.args(["--all", "--full", "--output-folder", folder]);
        agent.env("TOY_HOLD", hold);
        agent
    };
    let mut first = command("one", "8");
    let run = first.stderr(Stdio::null()).stdout(Stdio::null()).spawn();
    let pids = measured(&toy);
    end(run.unwrap(), Signal::KILL);
    await_end_of(&pids);
    assert!(toy.path("one/another-full.json").is_file());
    let finished = command("two", "x").assert().code(0);
    finished
        .stderr(contains(
            "begins again, since the reports of its finished suites have gone elsewhere",
        ))
        .stderr(contains("counted: goes on after 3 finished rounds"));
    assert_eq!(std::fs::read_dir(toy.path("two")).unwrap().count(), 2);
    assert_eq!(left(&toy), ["one", "pids", "two"]);
}
