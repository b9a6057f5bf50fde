//! One line on a machine: a token becomes a configuration, and the agent serves by it.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use assert_cmd::assert::OutputAssertExt;
use predicates::str::contains;
use rustix::process::Signal;

use crate::api::Api;
use crate::toy::{Toy, end};

fn enrol(toy: &Toy, server: &str, token: &str) -> Command {
    let mut agent = toy.agent("enrol");
    agent.args([server, token, "--name", "toy-agent"]);
    agent
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn a_token_becomes_a_private_configuration_by_which_the_agent_serves_and_signs() {
    let (toy, api) = (Toy::new("steady"), Api::start(&[]));
    let key = "ab".repeat(32);
    enrol(&toy, api.address(), "good")
        .args([
            "--release-key",
            &key,
            "--channel",
            "https://releases/agents",
        ])
        .assert()
        .success()
        .stdout(contains("enrolled in project toys for testbed lab"))
        .stdout(contains("serve --config tidemark-agent/agent.toml"));
    let folder = toy.path("tidemark-agent");
    assert_eq!(mode(&folder), 0o700);
    for file in ["agent.toml", "tidemark.key"] {
        assert_eq!(mode(&folder.join(file)), 0o600, "{file}");
    }
    let text = std::fs::read_to_string(folder.join("agent.toml")).unwrap();
    let wanted = format!(
        "\n[update]\nchannel = \"https://releases/agents\"\nkey = \"{key}\"\n# automatic = true\n"
    );
    assert!(text.ends_with(&wanted), "{text}");
    let mut agent = toy.agent("serve");
    agent
        .args([
            "--config",
            "tidemark-agent/agent.toml",
            "--suites",
            "suites",
        ])
        .args(["--run", "steady", "--on-start", "--first-retry-ms", "50"])
        .stderr(std::fs::File::create(toy.path("log")).unwrap());
    let service = agent.spawn().unwrap();
    toy.await_log("Z delivered");
    end(service, Signal::TERM);
    let said = &api.enrolments()[0];
    let public = said["public_key"].as_str().unwrap();
    let (_, signatures) = api.signing();
    assert!(signatures[0].starts_with(&format!("ed25519 {public} ")));
    assert!(api.authorisations().contains(&"Bearer tdm_own".to_owned()));
    let report = api.stored().remove(0);
    assert_eq!(report["testbed"], "lab");
    // The same line again spends nothing.
    enrol(&toy, api.address(), "good")
        .assert()
        .code(2)
        .stderr(contains("is there already"));
}

#[test]
fn a_token_that_is_refused_says_why_and_leaves_the_line_to_be_tried_again_with_the_same_key() {
    let (toy, api) = (Toy::new("steady"), Api::start(&[]));
    enrol(&toy, api.address(), "spent")
        .assert()
        .code(2)
        .stderr(contains("make another one"));
    assert!(!toy.path("tidemark-agent/agent.toml").exists());
    let kept = || {
        let folder = toy.path("tidemark-agent/spool/identity");
        let mut keys = std::fs::read_dir(folder).unwrap();
        let key = keys.next().unwrap().unwrap().path().join("key");
        assert!(keys.next().is_none());
        std::fs::read(key).unwrap()
    };
    let first = kept();
    enrol(&toy, api.address(), "good").assert().success();
    assert_eq!(kept(), first);
}
