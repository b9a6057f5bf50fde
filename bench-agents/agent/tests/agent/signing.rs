//! Reports that an agent signs: its keys, and what delivery does where a signature is refused.

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use assert_cmd::assert::OutputAssertExt;
use predicates::str::contains;
use rustix::process::Signal;

use crate::api::{Api, Trick};
use crate::toy::{Toy, await_that, end};

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
