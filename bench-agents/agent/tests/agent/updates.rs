//! Newer versions of the agent from a channel: which are taken, which are not, and that an agent is
//! there whatever happens meanwhile.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{LazyLock, OnceLock};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::api::Api;
use crate::toy::Toy;

pub(crate) const OLD: &str = env!("CARGO_PKG_VERSION");
/// As long as the old one, whose signs it replaces in the program.
pub(crate) static NEW: LazyLock<String> = LazyLock::new(|| {
    let later = (0..3).rev().map(|part| later(OLD, part, 1));
    later
        .into_iter()
        .find(|one| one.len() == OLD.len())
        .unwrap()
});
const MACHINE: usize = 18;

/// A version with one of its numbers raised.
fn later(version: &str, part: usize, by: u32) -> String {
    let numbers = version
        .split('.')
        .map(|number| number.parse::<u32>().unwrap());
    let numbers = numbers.enumerate();
    let raised = numbers.map(|(at, number)| number + if at == part { by } else { 0 });
    raised
        .map(|number| number.to_string())
        .collect::<Vec<_>>()
        .join(".")
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

fn key_of(seed: u8) -> Ed25519KeyPair {
    Ed25519KeyPair::from_seed_unchecked(&[seed; 32]).unwrap()
}

/// The agent as it is here, without what a debugger needs.
fn here() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let stripped = folder.path().join("agent");
        let mut strip = Command::new("strip");
        let strip = strip
            .arg("-o")
            .arg(&stripped)
            .arg(env!("CARGO_BIN_EXE_tidemark-agent"));
        assert!(strip.status().unwrap().success());
        std::fs::read(stripped).unwrap()
    })
}

/// The agent that calls itself by another version, and is built of nothing else.
pub(crate) fn agent_of(version: &str) -> Vec<u8> {
    let mut bytes = here().to_vec();
    let mut at = 0;
    while let Some(found) = bytes[at..]
        .windows(OLD.len())
        .position(|one| one == OLD.as_bytes())
    {
        at += found;
        bytes[at..at + OLD.len()].copy_from_slice(version.as_bytes());
        at += OLD.len();
    }
    bytes
}

/// A channel, and an agent that is installed beside it.
pub(crate) struct Machine {
    pub(crate) toy: Toy,
    pub(crate) key: Ed25519KeyPair,
}

impl Machine {
    pub(crate) fn new() -> Self {
        let toy = Toy::new("steady");
        for folder in ["channel", "bin"] {
            std::fs::create_dir(toy.path(folder)).unwrap();
        }
        let machine = Self {
            toy,
            key: key_of(7),
        };
        machine.install();
        machine
    }

    pub(crate) fn program(&self) -> PathBuf {
        self.toy.path("bin/tidemark-agent")
    }

    fn install(&self) {
        let (bytes, next) = (self.toy.path("bin/bytes"), self.toy.path("bin/fresh"));
        std::fs::write(&bytes, here()).unwrap();
        // By another process: children of this one would hold what it writes open, and what is open
        // for writing does not start.
        let mut copy = Command::new("install");
        let copy = copy.args(["-m", "755"]).arg(bytes).arg(&next);
        assert!(copy.status().unwrap().success());
        std::fs::rename(next, self.program()).unwrap();
    }

    fn file(&self, name: &str) -> PathBuf {
        self.toy.path("channel").join(name)
    }

    /// Puts a release into the channel, signed.
    pub(crate) fn release(&self, version: &str, program: &[u8], changes: &Value) {
        std::fs::write(self.file("agent"), program).unwrap();
        let mut offered = json!({
            "system": std::env::consts::OS, "architecture": std::env::consts::ARCH,
            "file": "agent", "size": program.len(), "sha256": hex(&Sha256::digest(program)),
        });
        for (name, value) in changes.as_object().unwrap() {
            offered[name] = value.clone();
        }
        let issued_at = changes["issued_at"].as_u64().unwrap_or(1_800_000_000);
        let manifest = json!({
            "format": 1, "version": version, "issued_at": issued_at, "programs": [offered],
        });
        let manifest = serde_json::to_vec(&manifest).unwrap();
        std::fs::write(self.file("manifest.json"), &manifest).unwrap();
        self.sign(&self.key);
    }

    fn sign(&self, key: &Ed25519KeyPair) {
        let manifest = std::fs::read(self.file("manifest.json")).unwrap();
        let signed = [b"tidemark agent channel v1\n", &manifest[..]].concat();
        let signature = STANDARD.encode(key.sign(&signed));
        std::fs::write(self.file("manifest.json.sig"), format!("{signature}\n")).unwrap();
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.toy.command(self.program().to_str().unwrap());
        command.arg("update").args(arguments);
        command
    }

    pub(crate) fn update_from(&self, channel: &str, arguments: &[&str]) -> Output {
        let key = hex(self.key.public_key().as_ref());
        let given = ["--channel", channel, "--release-key", &key];
        self.command(&[&given[..], arguments].concat())
            .output()
            .unwrap()
    }

    fn update(&self) -> Output {
        self.update_from("channel", &[])
    }

    pub(crate) fn version(&self) -> String {
        version_of(&self.program())
    }

    /// Why a release is not taken; nothing is left of it.
    fn refusal(&self) -> String {
        let output = self.update();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert_eq!(self.version(), OLD, "{said}");
        assert_eq!(std::fs::read(self.program()).unwrap(), here());
        assert!(!self.toy.path("bin/tidemark-agent.next").exists(), "{said}");
        said
    }
}

fn version_of(program: &Path) -> String {
    let output = Command::new(program).arg("--version").output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    said.trim().trim_start_matches("tidemark-agent ").to_owned()
}

#[test]
fn a_newer_version_is_taken_and_the_one_before_can_be_returned_to() {
    let machine = Machine::new();
    machine.release(&NEW, &agent_of(&NEW), &json!({}));
    let looked = machine.update_from("channel", &["--check"]);
    assert_eq!(
        (looked.status.code(), machine.version()),
        (Some(1), OLD.into())
    );
    let taken = machine.update();
    assert!(taken.status.success(), "{taken:?}");
    assert_eq!(machine.version(), *NEW);
    assert_eq!(
        version_of(&machine.toy.path("bin/tidemark-agent.previous")),
        OLD
    );
    let again = String::from_utf8(machine.update().stdout).unwrap();
    assert!(again.contains("the newest"), "{again}");
    assert!(machine.command(&["--back"]).status().unwrap().success());
    assert_eq!(machine.version(), OLD);
    assert!(machine.update().status.success());
    assert_eq!(machine.version(), *NEW);
}

#[test]
fn what_is_not_signed_whole_or_newer_is_refused() {
    let machine = Machine::new();
    let newer = agent_of(&NEW);
    machine.release(&NEW, &newer, &json!({}));
    machine.sign(&key_of(8));
    assert!(machine.refusal().contains("not signed by the release key"));
    machine.release(&NEW, &newer, &json!({}));
    let manifest = std::fs::read_to_string(machine.file("manifest.json")).unwrap();
    std::fs::write(
        machine.file("manifest.json"),
        manifest.replace(NEW.as_str(), OLD),
    )
    .unwrap();
    assert!(machine.refusal().contains("not signed by the release key"));
    machine.release(&NEW, &newer, &json!({}));
    std::fs::write(machine.file("agent"), &newer[..newer.len() - 1]).unwrap();
    assert!(machine.refusal().contains("bytes, not the"));
    let mut other = newer.clone();
    *other.last_mut().unwrap() ^= 1;
    std::fs::write(machine.file("agent"), &other).unwrap();
    assert!(machine.refusal().contains("another SHA-256"));
    machine.release("0.0.0", &newer, &json!({}));
    assert!(machine.refusal().contains("`--back` returns"));
    machine.release(&NEW, &newer, &json!({"file": "../agent"}));
    assert!(machine.refusal().contains("no name of a file"));
    machine.release(&NEW, here(), &json!({}));
    assert!(machine.refusal().contains("does not start as version"));
}

#[test]
fn a_program_for_another_machine_is_refused_whatever_the_manifest_says() {
    let machine = Machine::new();
    let mut foreign = agent_of(&NEW);
    foreign[MACHINE] ^= 1;
    machine.release(&NEW, &foreign, &json!({"architecture": "s390x"}));
    assert!(machine.refusal().contains("no program for"));
    machine.release(&NEW, &foreign, &json!({}));
    assert!(machine.refusal().contains("another kind of machine"));
}

#[test]
fn a_release_that_was_signed_before_the_one_that_was_seen_is_refused() {
    let machine = Machine::new();
    machine.release(&NEW, &agent_of(&NEW), &json!({}));
    assert!(machine.update().status.success());
    machine.install();
    machine.release(&NEW, &agent_of(&NEW), &json!({"issued_at": 1_700_000_000}));
    assert!(machine.refusal().contains("older than one that was seen"));
}

#[test]
fn a_release_that_was_seen_and_not_taken_leaves_no_way_to_an_older_one() {
    let machine = Machine::new();
    let newer = agent_of(&NEW);
    machine.release(&later(&NEW, 0, 1), &newer, &json!({}));
    let looked = machine.update_from("channel", &["--check"]);
    assert_eq!(looked.status.code(), Some(1), "{looked:?}");
    machine.release(&NEW, &newer, &json!({"issued_at": 1_700_000_000}));
    assert!(machine.refusal().contains("older than one that was seen"));
}

#[test]
fn a_server_that_is_more_than_one_minor_version_away_is_not_left_behind() {
    let machine = Machine::new();
    let api = Api::start(&[]);
    let server = ["--server", api.address(), "--project", "toys"];
    machine.release(&NEW, &agent_of(&NEW), &json!({}));
    let said = |machine: &Machine| {
        let key = hex(machine.key.public_key().as_ref());
        let given = ["--channel", "channel", "--release-key", &key];
        let mut command = machine.command(&[&given[..], &server].concat());
        let output = command.env("TIDEMARK_KEY", "toy-key").output().unwrap();
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(said(&machine).contains("does not say which version"));
    let far = later(&NEW, 1, 2);
    api.is_version(&far);
    let apart = said(&machine);
    let why = format!("offers {}, and the server is {far}", *NEW);
    assert!(apart.contains(&why), "{apart}");
    assert_eq!(machine.version(), OLD);
    api.is_version(&later(&NEW, 1, 1));
    assert_eq!(said(&machine), "");
    assert_eq!(machine.version(), *NEW);
}

/// Serves the files of a folder, each cut short by so many bytes.
fn served(folder: PathBuf, cut: usize) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut first = String::new();
            let _ = BufReader::new(stream.try_clone().unwrap()).read_line(&mut first);
            let name = first
                .split(' ')
                .nth(1)
                .unwrap_or("/")
                .trim_start_matches('/');
            let bytes = std::fs::read(folder.join(name)).unwrap_or_default();
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                bytes.len()
            );
            let sent = if name == "agent" {
                bytes.len() - cut
            } else {
                bytes.len()
            };
            let _ = stream.write_all(head.as_bytes());
            let _ = stream.write_all(&bytes[..sent]);
        }
    });
    address
}

#[test]
fn a_download_that_breaks_off_changes_nothing_and_a_whole_one_is_taken() {
    let machine = Machine::new();
    machine.release(&NEW, &agent_of(&NEW), &json!({}));
    let broken = machine.update_from(&served(machine.toy.path("channel"), 1000), &[]);
    assert_eq!(
        (broken.status.code(), machine.version()),
        (Some(2), OLD.into())
    );
    let whole = machine.update_from(&served(machine.toy.path("channel"), 0), &[]);
    assert!(whole.status.success(), "{whole:?}");
    assert_eq!(machine.version(), *NEW);
    let unsafe_one = machine.update_from("http://192.0.2.1/channel", &[]);
    let said = String::from_utf8_lossy(&unsafe_one.stderr).into_owned();
    assert!(said.contains("https"), "{said}");
}

#[test]
fn a_kill_at_any_point_leaves_a_whole_agent() {
    let machine = Machine::new();
    machine.release(&NEW, &agent_of(&NEW), &json!({}));
    let key = hex(machine.key.public_key().as_ref());
    let given = ["--channel", "channel", "--release-key", &key];
    let mut seen = Vec::new();
    for step in 0..24_u64 {
        let mut update = machine.command(&given).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(step * step));
        update.kill().unwrap();
        update.wait().unwrap();
        let version = machine.version();
        assert!([OLD, &NEW].contains(&version.as_str()), "{version}");
        seen.push(version);
        machine.install();
    }
    assert!(machine.update().status.success());
    assert_eq!(machine.version(), *NEW, "{seen:?}");
}
