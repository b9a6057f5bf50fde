//! `serve`: registration, beats, settings.

use std::process::Stdio;

use assert_cmd::assert::OutputAssertExt;
use predicates::str::contains;
use rustix::process::Signal;
use serde_json::json;

use crate::api::Api;
use crate::toy::{Toy, await_end_of, await_that, end, measured};

#[test]
fn a_service_registers_and_beats_while_it_measures() {
    let (toy, api) = (Toy::new("slow"), Api::start(&[]));
    let service = toy.serve(api.address(), &["--run", "slow"]);
    let is_running = |api: &Api| api.beats().iter().any(|beat| beat["state"] == "running");
    await_that("a beat while measuring", || is_running(&api), || toy.log());
    end(service, Signal::TERM);
    let introduction = &api.registrations()[0];
    assert_eq!(introduction["name"], "toy-agent");
    assert_eq!(introduction["testbed"], "table");
    assert!(introduction["machine"]["fingerprint"]["cpu_model"].is_string());
    let beat = api
        .beats()
        .into_iter()
        .find(|beat| beat["state"] == "running")
        .unwrap();
    assert_eq!(beat["suite"], "slow");
    // Two rounds of one variant and its second arm.
    assert_eq!(beat["progress"], json!({"done": 0, "total": 4}));
    assert_eq!(beat["spooled"], 0);
}

#[test]
fn a_service_without_work_is_idle_and_says_so() {
    let (toy, api) = (Toy::new("steady"), Api::start(&[]));
    let service = toy.serve(api.address(), &[]);
    await_that("two beats", || api.beats().len() >= 2, || toy.log());
    assert!(end(service, Signal::INT).success());
    assert!(api.beats().iter().all(|beat| beat["state"] == "idle"));
    assert_eq!(api.uploads(), 0);
}

#[test]
fn a_service_tells_what_its_schedule_holds() {
    let (toy, api) = (Toy::new("steady"), Api::start(&[]));
    let service = toy.serve(api.address(), &["--run", "steady", "--every", "1d"]);
    let planned = || {
        let beat = api.beats().pop()?;
        beat["planned"].as_array()?.first().cloned()
    };
    await_that("a beat with a plan", || planned().is_some(), || toy.log());
    assert!(end(service, Signal::INT).success());
    let next = planned().unwrap();
    assert_eq!(next["suite"], "steady");
    assert_eq!(next["mode"], "quick");
    let due_at = next["due_at"].as_str().unwrap();
    let log = toy.log();
    let began = log.split(' ').next().unwrap();
    assert!(due_at > began, "{due_at}, {began}");
    assert_ne!(due_at[..10], began[..10], "a day later");
}

#[test]
fn an_idle_service_tells_what_is_measured_by_hand_beside_it() {
    let (toy, api) = (Toy::new("counted"), Api::start(&[]));
    let service = toy.serve(api.address(), &[]);
    let mut command = toy.agent("run");
    command.args(["counted", "--full"]).env("TOY_HOLD", "0");
    command.stderr(Stdio::null()).stdout(Stdio::null());
    let by_hand = command.spawn().unwrap();
    let pids = measured(&toy);
    let is_running = |api: &Api| api.beats().iter().any(|beat| beat["state"] == "running");
    await_that("a beat that tells it", || is_running(&api), || toy.log());
    end(by_hand, Signal::KILL);
    await_end_of(&pids);
    let beats = api.beats();
    let beat = beats
        .iter()
        .find(|beat| beat["state"] == "running")
        .unwrap();
    assert_eq!(beat["suite"], "counted");
    let message = beat["message"].as_str().unwrap();
    let start = "started by hand: counted (full) since 2";
    assert!(message.starts_with(start), "{message}");
    let is_idle_again = || {
        api.beats()
            .last()
            .is_some_and(|beat| beat["state"] == "idle")
    };
    await_that("an idle beat", is_idle_again, || toy.log());
    assert!(end(service, Signal::INT).success());
}

#[test]
fn each_change_of_activity_is_told_at_once() {
    let (toy, api) = (Toy::new("slow"), Api::start_with_beat(3600.0));
    let service = toy.serve(api.address(), &["--run", "slow"]);
    let is_running = |api: &Api| api.beats().iter().any(|beat| beat["state"] == "running");
    await_that(
        "a beat at the start of measuring",
        || is_running(&api),
        || toy.log(),
    );
    end(service, Signal::TERM);
}

#[test]
fn the_configuration_file_says_it_all() {
    let (toy, api) = (Toy::new("steady"), Api::start(&[]));
    let text = format!(
        "server = \"{}\"\nproject = \"toys\"\nkey_file = \"agent.key\"\ntestbed = \"shelf\"\n\
         name = \"configured\"\nbranch = \"trunk\"\nspool = \"spool\"\nsuites = [\"suites\"]\n\
         [[run]]\nsuite = \"steady\"\nmode = \"full\"\non_start = true\n",
        api.address()
    );
    std::fs::write(toy.path("agent.toml"), text).unwrap();
    std::fs::write(toy.path("agent.key"), "file-key\n").unwrap();
    let log = std::fs::File::create(toy.path("log")).unwrap();
    let mut command = toy.agent("serve");
    // Started elsewhere: every path counts from the file.
    command
        .arg("--config")
        .arg(toy.path("agent.toml"))
        .current_dir("/")
        .stderr(log);
    let service = command.spawn().unwrap();
    toy.await_log("Z delivered");
    end(service, Signal::TERM);
    let report = &api.stored()[0];
    assert_eq!(report["testbed"], "shelf");
    assert_eq!(report["machine"]["name"], "configured");
    assert_eq!(report["branch"], "trunk");
    assert_eq!(report["run"]["mode"], "full");
    assert_eq!(report["run"]["trigger"], "schedule");
    assert!(
        api.authorisations()
            .iter()
            .all(|key| key == "Bearer file-key")
    );
}

#[test]
fn a_suite_that_cannot_be_read_does_not_end_the_service() {
    let (toy, api) = (Toy::new("steady"), Api::start(&[]));
    let service = toy.serve(api.address(), &["--run", "missing", "--run", "steady"]);
    toy.await_log("Z delivered");
    end(service, Signal::TERM);
    assert!(toy.log().contains("no suite 'missing'"), "{}", toy.log());
}

#[test]
fn two_services_do_not_share_a_spool() {
    let (toy, api) = (Toy::new("steady"), Api::start(&[]));
    let service = toy.serve(api.address(), &[]);
    toy.await_log("registered");
    let second = toy.service_command(api.address()).assert().code(2);
    second.stderr(contains("another agent uses the spool"));
    end(service, Signal::TERM);
}
