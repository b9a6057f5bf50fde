//! `upload`, and what the spool does with each answer.

use std::process::Command;
use std::time::Duration;

use assert_cmd::assert::OutputAssertExt;
use predicates::str::contains;
use rustix::process::Signal;

use crate::api::{Api, Trick};
use crate::toy::{Toy, await_that, end};

fn upload(toy: &Toy, api: &Api) -> Command {
    let mut agent = toy.agent("upload");
    agent
        .args([
            "report.json",
            "--server",
            api.address(),
            "--project",
            "toys",
        ])
        .args(["--first-retry-ms", "10"])
        .env("TIDEMARK_KEY", "toy-key");
    agent
}

fn toy_with_report() -> Toy {
    let toy = Toy::new("steady");
    toy.run(&["--rounds", "1"]);
    toy
}

#[test]
fn the_project_is_named_before_anything_is_sent_and_asked_for_where_the_key_opens_several() {
    let (toy, api) = (toy_with_report(), Api::start(&[]));
    let upload = || {
        let mut agent = toy.agent("upload");
        let arguments = ["report.json", "--server", api.address()];
        agent
            .args(arguments)
            .env("TIDEMARK_KEY", "toy-key")
            .assert()
    };
    api.opens(&["toys", "others"]);
    let refused = upload().code(2);
    refused
        .stderr(contains("the key opens 2 projects (toys, others)"))
        .stderr(contains("--project or TIDEMARK_PROJECT"));
    assert!(api.stored().is_empty());
    api.opens(&["toys"]);
    upload()
        .success()
        .stderr(contains(format!("project toys at {}", api.address())));
    assert_eq!(api.stored().len(), 1);
}

#[test]
fn project_and_key_of_the_server_here_are_not_sent_to_another_one_unless_the_file_is_named() {
    let (toy, api) = (toy_with_report(), Api::start(&[]));
    api.opens(&["toys"]);
    let home = toy.path("state/agent");
    std::fs::create_dir_all(&home).unwrap();
    std::fs::write(home.join("key"), "local-key").unwrap();
    let file = home.join("agent.toml");
    let text = "server = \"http://h\"\nproject = \"toys\"\nkey_file = \"key\"\n";
    std::fs::write(&file, text).unwrap();
    let upload = |more: &[&str]| {
        let mut agent = toy.agent("upload");
        let arguments = ["report.json", "--server", api.address()];
        agent.args(arguments).args(more).assert()
    };
    upload(&[]).code(2).stderr(contains("no API key"));
    assert!(api.authorisations().is_empty());
    upload(&["--config", &file.to_string_lossy()]).success();
    assert_eq!(api.authorisations(), ["Bearer local-key"; 2]);
}

#[test]
fn a_run_by_hand_has_the_name_that_the_service_of_this_machine_has() {
    let toy = Toy::new("steady");
    let home = toy.path("state/agent");
    std::fs::create_dir_all(&home).unwrap();
    let text = "server = \"http://h\"\nproject = \"toys\"\nname = \"box-1\"\ntestbed = \"lab\"\n";
    std::fs::write(home.join("agent.toml"), text).unwrap();
    let (report, _) = toy.run(&["--rounds", "1"]);
    assert_eq!(
        (&report["machine"]["name"], &report["testbed"]),
        (&"box-1".into(), &"lab".into())
    );
}

#[test]
fn an_upload_arrives_once_however_often_it_is_sent() {
    let (toy, api) = (toy_with_report(), Api::start(&[]));
    upload(&toy, &api)
        .assert()
        .success()
        .stdout(contains("accepted"));
    upload(&toy, &api)
        .assert()
        .success()
        .stdout(contains("nothing doubled"));
    assert_eq!((api.stored().len(), api.replays()), (1, 1));
    assert!(
        api.authorisations()
            .iter()
            .all(|key| key == "Bearer toy-key")
    );
    let traces = api.traces();
    let parts: Vec<usize> = traces[0].split('-').map(str::len).collect();
    assert_eq!(parts, [2, 32, 16, 2]);
    assert_eq!(traces[0], traces[1]);
    let sent = std::fs::read(toy.path("report.json")).unwrap();
    assert_eq!(
        api.stored()[0],
        serde_json::from_slice::<serde_json::Value>(&sent).unwrap()
    );
}

#[test]
fn passing_trouble_is_waited_out() {
    let tricks = [
        Trick::Status(503),
        Trick::CutUpload,
        Trick::Status(429),
        Trick::Status(507),
    ];
    let (toy, api) = (toy_with_report(), Api::start(&tricks));
    upload(&toy, &api).assert().success();
    assert_eq!((api.uploads(), api.stored().len()), (5, 1));
}

#[test]
fn a_refusal_shows_the_servers_reasons_and_is_not_repeated() {
    let (toy, api) = (toy_with_report(), Api::start(&[Trick::Status(422)]));
    let refused = upload(&toy, &api).assert().code(2);
    refused
        .stderr(contains("/results/0/samples"))
        .stderr(contains("422"));
    assert_eq!(api.uploads(), 1);
}

#[test]
fn a_wrong_key_is_said() {
    let (toy, api) = (toy_with_report(), Api::start(&[Trick::Status(401)]));
    upload(&toy, &api)
        .assert()
        .code(2)
        .stderr(contains("the key has no right"));
}

#[test]
fn without_a_key_or_a_server_the_remedy_is_named() {
    let toy = toy_with_report();
    let no_server = toy.agent("upload").arg("report.json").assert().code(2);
    no_server.stderr(contains("--server"));
    let mut no_key = toy.agent("upload");
    no_key.args([
        "report.json",
        "--server",
        "http://127.0.0.1:9",
        "--project",
        "toys",
    ]);
    no_key.assert().code(2).stderr(contains("TIDEMARK_KEY"));
}

#[test]
fn the_service_delivers_through_passing_trouble_and_empties_the_spool() {
    let tricks = [Trick::Status(507), Trick::CutUpload];
    let (toy, api) = (Toy::new("steady"), Api::start(&tricks));
    let service = toy.serve(api.address(), &["--run", "steady"]);
    toy.await_log("Z delivered");
    await_that("an empty spool", || toy.spooled().is_empty(), || toy.log());
    assert_eq!((api.uploads(), api.stored().len()), (3, 1));
    assert!(end(service, Signal::TERM).success());
}

#[test]
fn the_service_keeps_a_refused_report_with_the_reasons() {
    let (toy, api) = (Toy::new("steady"), Api::start(&[Trick::Status(422)]));
    let service = toy.serve(api.address(), &["--run", "steady"]);
    toy.await_log("refused");
    end(service, Signal::TERM);
    assert!(toy.spooled().is_empty());
    let kept = toy.refused();
    assert_eq!(kept.len(), 2, "{kept:?}");
    let problem = kept
        .iter()
        .find(|path| path.to_string_lossy().ends_with(".problem.json"));
    assert!(
        std::fs::read_to_string(problem.unwrap())
            .unwrap()
            .contains("is empty")
    );
    assert_eq!(api.uploads(), 1);
}

#[test]
fn the_service_keeps_reports_while_the_key_is_refused() {
    let (toy, api) = (Toy::new("steady"), Api::start(&[Trick::Status(403)]));
    let service = toy.serve(api.address(), &["--run", "steady"]);
    toy.await_log("they stay in the spool");
    end(service, Signal::TERM);
    assert_eq!(toy.spooled().len(), 1);
    assert!(api.stored().is_empty());
    let next = toy.serve(api.address(), &[]);
    toy.await_log("Z delivered");
    end(next, Signal::TERM);
    assert_eq!(api.stored().len(), 1);
}

#[test]
fn a_service_killed_between_acceptance_and_deletion_doubles_nothing() {
    let delay = Trick::StoreAndDelay(Duration::from_secs(600));
    let (toy, api) = (Toy::new("steady"), Api::start(&[delay]));
    let service = toy.serve(api.address(), &["--run", "steady"]);
    await_that(
        "the report at the server",
        || api.stored().len() == 1,
        || toy.log(),
    );
    end(service, Signal::KILL);
    assert_eq!(toy.spooled().len(), 1, "deleted before the server answered");
    let next = toy.serve(api.address(), &[]);
    toy.await_log("it was there already");
    end(next, Signal::TERM);
    assert!(toy.spooled().is_empty());
    assert_eq!((api.stored().len(), api.replays()), (1, 1));
}

#[test]
fn a_service_ended_in_the_middle_of_an_upload_sends_it_again() {
    for signal in [Signal::KILL, Signal::TERM] {
        let (toy, api) = (Toy::new("steady"), Api::start(&[Trick::StallUpload]));
        let service = toy.serve(api.address(), &["--run", "steady"]);
        await_that("half an upload", || api.uploads() == 1, || toy.log());
        end(service, signal);
        assert_eq!(toy.spooled().len(), 1);
        let next = toy.serve(api.address(), &[]);
        toy.await_log("Z delivered");
        end(next, Signal::TERM);
        assert_eq!((api.uploads(), api.stored().len()), (2, 1));
        assert!(!toy.log().contains("was cut short"), "{}", toy.log());
    }
}

#[test]
fn a_server_that_cannot_be_reached_costs_no_report() {
    let toy = Toy::new("steady");
    let service = toy.serve("http://127.0.0.1:9", &["--run", "steady"]);
    toy.await_log("next attempt in");
    await_that(
        "a spooled report",
        || toy.spooled().len() == 1,
        || toy.log(),
    );
    end(service, Signal::TERM);
    assert_eq!(toy.spooled().len(), 1);
}
