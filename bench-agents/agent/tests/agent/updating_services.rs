//! Services that take newer versions of themselves while they run.

use std::net::TcpListener;
use std::time::Duration;

use ring::signature::KeyPair as _;
use rustix::process::Signal;
use serde_json::json;

use crate::api::Api;
use crate::toy::{await_that, end};
use crate::updates::{Machine, NEW, OLD, agent_of, hex};

/// A service whose configuration names the channel.
fn serve(machine: &Machine, api: &Api, setting: &str) -> std::process::Child {
    serve_from(machine, api, "channel", setting)
}

fn serve_from(machine: &Machine, api: &Api, channel: &str, setting: &str) -> std::process::Child {
    let key = hex(machine.key.public_key().as_ref());
    let text = format!("[update]\nchannel = \"{channel}\"\nkey = \"{key}\"\n{setting}");
    std::fs::write(machine.toy.path("agent.toml"), text).unwrap();
    let log = std::fs::File::create(machine.toy.path("log")).unwrap();
    let mut service = machine.toy.command(machine.program().to_str().unwrap());
    service
        .args(["serve", "--config", "agent.toml", "--server", api.address()])
        .args([
            "--project",
            "toys",
            "--spool",
            "spool",
            "--suites",
            "suites",
        ])
        .args(["--name", "toy-agent", "--first-retry-ms", "50"])
        .env("TIDEMARK_KEY", "toy-key")
        .stderr(log);
    service.spawn().unwrap()
}

fn versions(api: &Api) -> Vec<String> {
    let told = api.registrations().into_iter();
    told.map(|one| one["version"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_service_updates_itself_where_its_configuration_says_so_and_stays_one_process() {
    let machine = Machine::new();
    let api = Api::start(&[]);
    api.is_version(&NEW);
    machine.release(&NEW, &agent_of(&NEW), &json!({}));
    let service = serve(&machine, &api, "automatic = true\nevery = \"1s\"\n");
    let newest = format!("tidemark-agent {}", *NEW);
    await_that(
        "the new version",
        || versions(&api).last() == Some(&newest),
        || machine.toy.log(),
    );
    assert_eq!(versions(&api)[0], format!("tidemark-agent {OLD}"));
    assert!(
        end(service, Signal::TERM).success(),
        "{}",
        machine.toy.log()
    );
    assert_eq!(machine.version(), *NEW);
    // Somebody went back: it is not taken again by itself.
    assert!(machine.command(&["--back"]).status().unwrap().success());
    let service = serve(&machine, &api, "automatic = true\nevery = \"1s\"\n");
    let count = versions(&api).len();
    await_that("it", || versions(&api).len() > count, || machine.toy.log());
    std::thread::sleep(Duration::from_secs(3));
    assert!(end(service, Signal::TERM).success());
    assert_eq!(machine.version(), OLD, "{}", machine.toy.log());
}

#[test]
fn a_service_updates_nothing_unless_it_is_told_to() {
    let machine = Machine::new();
    let api = Api::start(&[]);
    api.is_version(&NEW);
    machine.release(&NEW, &agent_of(&NEW), &json!({}));
    let service = serve(&machine, &api, "every = \"1s\"\n");
    await_that("it", || !versions(&api).is_empty(), || machine.toy.log());
    std::thread::sleep(Duration::from_secs(3));
    assert!(end(service, Signal::TERM).success());
    assert_eq!(machine.version(), OLD);
}

#[test]
fn a_server_that_was_updated_meanwhile_is_asked_for_its_version_again() {
    let machine = Machine::new();
    let api = Api::start(&[]);
    machine.release(&NEW, &agent_of(&NEW), &json!({}));
    let service = serve(&machine, &api, "automatic = true\nevery = \"1s\"\n");
    machine.toy.await_log("does not say which version");
    api.is_version(&NEW);
    let newest = format!("tidemark-agent {}", *NEW);
    await_that(
        "the new version",
        || versions(&api).last() == Some(&newest),
        || machine.toy.log(),
    );
    assert!(end(service, Signal::TERM).success());
}

#[test]
fn the_version_before_stays_where_somebody_else_took_the_newer_one() {
    let machine = Machine::new();
    let api = Api::start(&[]);
    api.is_version(&NEW);
    machine.release(&NEW, &agent_of(&NEW), &json!({}));
    let (channel, other) = (machine.toy.path("channel"), machine.toy.path("other"));
    std::fs::rename(&channel, &other).unwrap();
    let service = serve(&machine, &api, "automatic = true\nevery = \"1s\"\n");
    machine
        .toy
        .await_log("not updated: the channel has no manifest");
    assert!(machine.update_from("other", &[]).status.success());
    std::fs::rename(&other, &channel).unwrap();
    let newest = format!("tidemark-agent {}", *NEW);
    await_that(
        "the service as the new version",
        || versions(&api).last() == Some(&newest),
        || machine.toy.log(),
    );
    assert!(end(service, Signal::TERM).success());
    assert!(machine.command(&["--back"]).status().unwrap().success());
    assert_eq!(machine.version(), OLD);
}

#[test]
fn a_channel_that_does_not_answer_keeps_no_service_from_its_end() {
    let machine = Machine::new();
    let api = Api::start(&[]);
    api.is_version(&NEW);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = format!("http://{}", listener.local_addr().unwrap());
    let service = serve_from(&machine, &api, &silent, "automatic = true\n");
    let _asked = listener.accept().unwrap();
    assert!(
        end(service, Signal::TERM).success(),
        "{}",
        machine.toy.log()
    );
}
