//! `upload`, and what the spool does with each answer.

use std::os::unix::fs::PermissionsExt;
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

/// A file of the only key that the agent has.
fn kept_key(toy: &Toy, name: &str) -> Option<std::path::PathBuf> {
    let mut folders = std::fs::read_dir(toy.path("spool/identity")).unwrap();
    let file = folders.next().unwrap().unwrap().path().join(name);
    file.exists().then_some(file)
}

fn by_hand(toy: &Toy, server: &str, arguments: &[&str]) -> Command {
    let text = format!(
        "server = \"{server}\"\nproject = \"toys\"\nname = \"toy-agent\"\nspool = \"spool\"\n"
    );
    std::fs::write(toy.path("agent.toml"), text).unwrap();
    let report = r#"{"machine": {"name": "toy-agent"}, "idempotency_key": "by hand"}"#;
    std::fs::write(toy.path("report.json"), report).unwrap();
    let mut agent = toy.agent(arguments[0]);
    agent
        .args(&arguments[1..])
        .args(["--config", "agent.toml"])
        .env("TIDEMARK_KEY", "toy-key");
    agent
}

#[test]
fn a_key_that_may_register_no_agent_delivers_all_the_same() {
    let (toy, api) = (Toy::new("steady"), Api::start(&[]));
    api.takes_no_agents();
    let service = toy.serve(api.address(), &["--run", "steady"]);
    toy.await_log("Z delivered");
    end(service, Signal::TERM);
    assert!(toy.log().contains("not registered"));
    assert_eq!((api.stored().len(), api.signing().1.len()), (1, 0));
}

#[test]
fn a_report_that_is_not_signed_as_it_must_be_stays_and_holds_up_no_other() {
    let (toy, api) = (Toy::new("steady"), Api::start(&[Trick::Unsigned]));
    for count in 1..=2 {
        let service = toy.serve("http://127.0.0.1:9", &["--run", "steady"]);
        await_that(
            "a spooled report",
            || toy.spooled().len() == count,
            || toy.log(),
        );
        end(service, Signal::TERM);
    }
    let service = toy.serve(api.address(), &[]);
    toy.await_log("1 not delivered and kept in the spool");
    end(service, Signal::TERM);
    assert_eq!((toy.spooled().len(), toy.refused().len()), (1, 0));
    assert_eq!((api.uploads(), api.stored().len()), (2, 1));
}

#[test]
fn a_rotation_whose_answer_was_lost_is_found_out_by_the_next_report() {
    let (toy, api) = (Toy::new("steady"), Api::start(&[]));
    let key = || by_hand(&toy, api.address(), &["key"]).assert();
    key().success();
    let first = std::fs::read(kept_key(&toy, "key").unwrap()).unwrap();
    let rotate = ["key", "--rotate"];
    api.takes_no_agents();
    by_hand(&toy, api.address(), &rotate).assert().code(2);
    let next = std::fs::read(kept_key(&toy, "next").unwrap()).unwrap();
    api.plays(Trick::Unsigned);
    let upload = ["upload", "report.json"];
    by_hand(&toy, api.address(), &upload).assert().success();
    let (_, signatures) = api.signing();
    assert_eq!((api.uploads(), signatures.len()), (2, 2));
    assert_ne!(signatures[0], signatures[1]);
    assert!(kept_key(&toy, "next").is_none());
    let now = std::fs::read(kept_key(&toy, "key").unwrap()).unwrap();
    assert!(now == next && now != first);
}

#[test]
fn an_agent_with_another_name_has_another_key_and_what_it_measured_before_is_signed_as_then() {
    let (toy, api) = (Toy::new("steady"), Api::start(&[]));
    by_hand(&toy, api.address(), &["key"]).assert().success();
    let offline = toy.serve("http://127.0.0.1:9", &["--run", "steady"]);
    await_that(
        "a spooled report",
        || toy.spooled().len() == 1,
        || toy.log(),
    );
    end(offline, Signal::TERM);
    let mut renamed = toy.agent("serve");
    renamed
        .args(["--config", "agent.toml", "--name", "renamed"])
        .args(["--first-retry-ms", "50"])
        .env("TIDEMARK_KEY", "toy-key")
        .stderr(std::fs::File::create(toy.path("log")).unwrap());
    let service = renamed.spawn().unwrap();
    toy.await_log("Z delivered");
    end(service, Signal::TERM);
    let (keys, signatures) = api.signing();
    assert_eq!((keys.len(), signatures.len()), (2, 1));
    assert_ne!(keys[0]["public_key"], keys[1]["public_key"]);
    assert!(signatures[0].contains(keys[0]["public_key"].as_str().unwrap()));
}

#[test]
fn the_service_signs_what_it_measured_with_a_key_of_its_own() {
    let (toy, api) = (Toy::new("steady"), Api::start(&[]));
    let service = toy.serve(api.address(), &["--run", "steady"]);
    toy.await_log("Z delivered");
    end(service, Signal::TERM);
    let (keys, signatures) = api.signing();
    let public = keys[0]["public_key"].as_str().unwrap().to_owned();
    assert_eq!((keys.len(), signatures.len()), (1, 1), "{keys:?}");
    assert!(signatures[0].starts_with(&format!("ed25519 {public} ")));
    let key = std::fs::metadata(kept_key(&toy, "key").unwrap()).unwrap();
    assert_eq!(key.permissions().mode() & 0o777, 0o600);
    // A report by hand from the same machine is signed too; another machine's is not.
    let config = toy.path("agent.toml");
    let text = format!(
        "server = \"{}\"\nproject = \"toys\"\nname = \"toy-agent\"\nspool = \"spool\"\n",
        api.address()
    );
    std::fs::write(&config, text).unwrap();
    let by_hand = |machine: &str, key: &str| {
        let report =
            format!("{{\"machine\": {{\"name\": \"{machine}\"}}, \"idempotency_key\": \"{key}\"}}");
        std::fs::write(toy.path("report.json"), report).unwrap();
        let mut agent = toy.agent("upload");
        agent
            .args(["report.json", "--config", "agent.toml"])
            .env("TIDEMARK_KEY", "toy-key");
        agent.assert().success();
        api.signing().1.len()
    };
    assert_eq!(by_hand("toy-agent", "a"), 2);
    assert_eq!(by_hand("other", "b"), 2);
    let mut rotate = toy.agent("key");
    rotate
        .args(["--rotate", "--config", "agent.toml"])
        .env("TIDEMARK_KEY", "toy-key");
    rotate
        .assert()
        .success()
        .stdout(contains("agent toy-agent signs with key"));
    let (keys, _) = api.signing();
    assert!(keys[0]["replaces"].is_null() && keys[1]["replaces"].is_string());
    assert_ne!(keys[1]["public_key"], keys[0]["public_key"]);
    assert_eq!(by_hand("toy-agent", "c"), 3);
    let newest = keys[1]["public_key"].as_str().unwrap();
    assert!(api.signing().1[2].contains(newest));
}

#[test]
fn a_server_that_knows_no_keys_gets_reports_all_the_same() {
    let (toy, api) = (Toy::new("steady"), Api::start(&[]));
    api.knows_no_keys();
    let service = toy.serve(api.address(), &["--run", "steady"]);
    toy.await_log("Z delivered");
    end(service, Signal::TERM);
    assert!(toy.log().contains("this server knows no keys of agents"));
    assert!(api.signing().1.is_empty());
}
