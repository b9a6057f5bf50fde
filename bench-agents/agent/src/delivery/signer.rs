//! The key that an agent signs its reports with: made on enrolment, kept where its spool is.
//!
//! Each server, project and name of an agent has a folder in `identity`: `key` holds the private key,
//! `next` one that is to replace it, and `place` says who knows the public key, once somebody does.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::rand::{SecureRandom, SystemRandom};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::base::files::{private_folder, sync_folder, write_whole};
use crate::base::hashing::{Hasher, hex};

const FOLDER: &str = "identity";
const KEY: &str = "key";
const NEXT: &str = "next";
const PLACE: &str = "place";
const SEED: usize = 32;
/// What is signed begins with what it is, so that no signature can stand for something else.
const OF_REPORT: &[u8] = b"tidemark report v1\n";
const OF_KEY: &str = "tidemark agent key v1";
const SHOWN: usize = 12;
const FOLDER_NAME: usize = 16;

#[derive(Clone)]
pub(crate) struct Signer {
    root: PathBuf,
    agent: String,
    place: String,
}

impl Signer {
    /// The signer of an agent at a server; there need not be a key yet.
    pub(crate) fn new(spool: &Path, agent: &str, address: &str, project: &str) -> Self {
        Self {
            root: spool.join(FOLDER),
            agent: agent.to_owned(),
            place: format!("{address} {project}"),
        }
    }

    /// Where the keys of an agent of this name are.
    fn folder(&self, agent: &str) -> PathBuf {
        let whose = Hasher::default().part(self.known(agent).as_bytes());
        self.root.join(&whose.finish()[..FOLDER_NAME])
    }

    /// What `place` says.
    fn known(&self, agent: &str) -> String {
        format!("{} {agent}\n", self.place)
    }

    /// What the server is to know: the public key, a proof that the private one is here, and if it
    /// replaces another one, that one's word. The first call makes the key.
    pub(super) fn enrolment(&self) -> io::Result<Value> {
        self.adopt()?;
        let folder = self.folder(&self.agent);
        let next = read(&folder.join(NEXT))?;
        let current = read(&folder.join(KEY))?;
        let (key, before) = match (next, current) {
            (Some(next), current) => (next, current),
            (None, Some(current)) => (current, None),
            (None, None) => (self.make(KEY)?, None),
        };
        Ok(self.introduced(&key, before.as_ref()))
    }

    /// The same of the present key alone, for a server that is to know the agent again: one that
    /// waits to replace it is told when the agent serves.
    pub(super) fn present(&self) -> io::Result<Value> {
        self.adopt()?;
        let current = read(&self.folder(&self.agent).join(KEY))?;
        let key = current.map_or_else(|| self.make(KEY), Ok)?;
        Ok(self.introduced(&key, None))
    }

    /// A new key of no project, in the place of one that the server refused.
    pub(super) fn renewed(&self) -> io::Result<Self> {
        let unsettled = self.unsettled();
        unsettled.make(KEY)?;
        Ok(unsettled)
    }

    fn introduced(&self, key: &Ed25519KeyPair, before: Option<&Ed25519KeyPair>) -> Value {
        let public = hex(key.public_key().as_ref());
        let statement = format!("{OF_KEY}\n{}\n{public}\n", self.agent);
        let by = |key: &Ed25519KeyPair| STANDARD.encode(key.sign(statement.as_bytes()));
        json!({"public_key": public, "proof": by(key), "replaces": before.map(by)})
    }

    /// Notes that the server knows the key; the public one, shortened.
    pub(super) fn enrolled(&self) -> io::Result<String> {
        promote(&self.folder(&self.agent))?;
        self.note_known()
    }

    fn note_known(&self) -> io::Result<String> {
        let folder = self.folder(&self.agent);
        let known = self.known(&self.agent);
        if fs::read_to_string(folder.join(PLACE)).ok().as_ref() != Some(&known) {
            write_whole(&folder.join(PLACE), known.as_bytes())?;
        }
        sync_folder(&folder)?;
        let key = read(&folder.join(KEY))?;
        Ok(key.map_or_else(String::new, |key| {
            hex(key.public_key().as_ref())[..SHOWN].to_owned()
        }))
    }

    /// The same agent before it is known which project lets it in.
    fn unsettled(&self) -> Self {
        let address = self.place.split(' ').next().unwrap_or_default();
        Self {
            place: format!("{address} "),
            ..self.clone()
        }
    }

    /// Those whose keys this agent may show to be let in: the one of no project, and the ones that
    /// projects of this server know.
    pub(super) fn at_hand(&self) -> io::Result<Vec<Self>> {
        let mut found = vec![self.unsettled()];
        if !self.root.exists() {
            return Ok(found);
        }
        for entry in fs::read_dir(&self.root)? {
            let known = fs::read_to_string(entry?.path().join(PLACE)).unwrap_or_default();
            let Some((place, agent)) = split_place(&known) else {
                continue;
            };
            let known = Self {
                place: place.to_owned(),
                ..self.clone()
            };
            let is_here = known.unsettled().place == found[0].place;
            if is_here && agent == self.agent && place != found[0].place {
                found.push(known);
            }
        }
        Ok(found)
    }

    /// Moves the key of an agent that is let in to where its reports look for it, and notes that
    /// the server knows it.
    pub(super) fn settled(&self, place: &str) -> io::Result<String> {
        let settled = Self {
            place: place.to_owned(),
            ..self.clone()
        };
        let (from, to) = (self.folder(&self.agent), settled.folder(&self.agent));
        // One that the server refused is of no use where it knows another.
        let refused = self.unsettled().folder(&self.agent);
        if from != refused && refused.exists() {
            fs::remove_dir_all(&refused)?;
        }
        if from != to {
            // The server takes another key only where the one that is there was revoked.
            if to.exists() {
                fs::remove_dir_all(&to)?;
            }
            fs::rename(&from, &to)?;
            sync_folder(&self.root)?;
        }
        settled.note_known()
    }

    /// Takes the key that the agent was let in with, where it has none: whoever let it in could
    /// not finish.
    fn adopt(&self) -> io::Result<()> {
        let (from, to) = (
            self.unsettled().folder(&self.agent),
            self.folder(&self.agent),
        );
        if to.exists() || !from.exists() {
            return Ok(());
        }
        fs::rename(from, to)?;
        sync_folder(&self.root)
    }

    /// Makes the key that replaces the present one once the server knows it.
    pub(crate) fn rotate(&self) -> io::Result<()> {
        self.adopt()?;
        if read(&self.folder(&self.agent).join(NEXT))?.is_none() {
            self.make(NEXT)?;
        }
        Ok(())
    }

    /// The signature of a report of this agent's own, as its header says it; nothing while the
    /// server does not know the key, and for what another machine measured. What was measured
    /// under a former name is signed with the key of that name.
    pub(super) fn sign(&self, document: &[u8]) -> Option<String> {
        self.sign_with(KEY, document)
    }

    /// The same with the key that is to replace the present one.
    pub(super) fn sign_with_next(&self, document: &[u8]) -> Option<String> {
        self.sign_with(NEXT, document)
    }

    /// The server took what the next key signed: that is the key.
    pub(super) fn found_next(&self, document: &[u8]) {
        if let Some(agent) = measured_by(document) {
            let _ = promote(&self.folder(&agent)); // the next report finds it out again
        }
    }

    fn sign_with(&self, name: &str, document: &[u8]) -> Option<String> {
        let agent = measured_by(document)?;
        let folder = self.folder(&agent);
        if fs::read_to_string(folder.join(PLACE)).ok()? != self.known(&agent) {
            return None;
        }
        let key = read(&folder.join(name)).ok()??;
        let signature = STANDARD.encode(key.sign(&[OF_REPORT, document].concat()));
        let public = hex(key.public_key().as_ref());
        Some(format!("ed25519 {public} {signature}"))
    }

    fn make(&self, name: &str) -> io::Result<Ed25519KeyPair> {
        let folder = self.folder(&self.agent);
        private_folder(&folder)?;
        let mut seed = [0_u8; SEED];
        let random = SystemRandom::new().fill(&mut seed);
        random.map_err(|_| io::Error::other("the system gives no random numbers"))?;
        let part = folder.join("made");
        let _ = fs::remove_file(&part);
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&part)?;
        file.write_all(&seed)?;
        file.sync_all()?;
        fs::rename(&part, folder.join(name))?;
        sync_folder(&folder)?;
        pair(&seed)
    }
}

/// The machine that a report names.
fn measured_by(document: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Report {
        machine: Option<Machine>,
    }
    #[derive(Deserialize)]
    struct Machine {
        name: String,
    }
    let report: Report = serde_json::from_slice(document).ok()?;
    Some(report.machine?.name)
}

/// Address and project of what `place` says, and the agent.
fn split_place(known: &str) -> Option<(&str, &str)> {
    let known = known.strip_suffix('\n')?;
    let (at, _) = known.match_indices(' ').nth(1)?;
    Some((&known[..at], &known[at + 1..]))
}

/// Puts the next key in the place of the present one, if there is a next one.
fn promote(folder: &Path) -> io::Result<()> {
    if folder.join(NEXT).exists() {
        fs::rename(folder.join(NEXT), folder.join(KEY))?;
    }
    Ok(())
}

fn read(path: &Path) -> io::Result<Option<Ed25519KeyPair>> {
    match fs::read(path) {
        Ok(seed) => pair(&seed).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn pair(seed: &[u8]) -> io::Result<Ed25519KeyPair> {
    Ed25519KeyPair::from_seed_unchecked(seed)
        .map_err(|_| io::Error::other("the agent's key is damaged; remove its file"))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use ring::signature::{ED25519, UnparsedPublicKey};

    use super::*;

    const DOCUMENT: &[u8] = br#"{"machine": {"name": "vm-1"}, "results": []}"#;

    fn verify(header: &str, document: &[u8]) -> bool {
        let words: Vec<&str> = header.split(' ').collect();
        let public: Vec<u8> = (0..SEED)
            .map(|at| u8::from_str_radix(&words[1][2 * at..2 * at + 2], 16).unwrap())
            .collect();
        let signature = STANDARD.decode(words[2]).unwrap();
        let signed = [OF_REPORT, document].concat();
        UnparsedPublicKey::new(&ED25519, public)
            .verify(&signed, &signature)
            .is_ok()
    }

    #[test]
    fn only_what_the_agent_measured_for_a_server_that_knows_it_is_signed() {
        let folder = tempfile::tempdir().unwrap();
        let signer = Signer::new(folder.path(), "vm-1", "http://h", "toys");
        assert_eq!(signer.sign(DOCUMENT), None);
        signer.enrolment().unwrap();
        assert_eq!(signer.sign(DOCUMENT), None);
        signer.enrolled().unwrap();
        let header = signer.sign(DOCUMENT).unwrap();
        assert!(verify(&header, DOCUMENT));
        assert!(!verify(&header, &[DOCUMENT, b" "].concat()));
        assert_eq!(signer.sign(br#"{"machine": {"name": "vm-2"}}"#), None);
        let elsewhere = Signer::new(folder.path(), "vm-1", "http://other", "toys");
        assert_eq!(elsewhere.sign(DOCUMENT), None);
        let key = fs::metadata(signer.folder("vm-1").join(KEY)).unwrap();
        assert_eq!(key.permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn the_next_key_signs_once_the_server_knows_it() {
        let folder = tempfile::tempdir().unwrap();
        let signer = Signer::new(folder.path(), "vm-1", "http://h", "toys");
        let first = signer.enrolment().unwrap();
        signer.enrolled().unwrap();
        signer.rotate().unwrap();
        let second = signer.enrolment().unwrap();
        assert_ne!(first["public_key"], second["public_key"]);
        assert!(second["replaces"].is_string());
        let public = |header: String| header.split(' ').nth(1).unwrap().to_owned();
        assert_eq!(first["public_key"], public(signer.sign(DOCUMENT).unwrap()));
        signer.enrolled().unwrap();
        assert_eq!(second["public_key"], public(signer.sign(DOCUMENT).unwrap()));
        assert_eq!(signer.enrolment().unwrap()["replaces"], Value::Null);
    }

    #[test]
    fn a_project_that_came_back_under_another_name_knows_the_same_key() {
        let folder = tempfile::tempdir().unwrap();
        let toys = Signer::new(folder.path(), "vm-1", "http://h", "toys");
        let known = toys.present().unwrap();
        toys.enrolled().unwrap();
        toys.rotate().unwrap();
        let games = Signer::new(folder.path(), "vm-1", "http://h", "games");
        let [refused, shown] = &games.at_hand().unwrap()[..] else {
            panic!("the key of no project and the one of toys");
        };
        assert_ne!(
            refused.present().unwrap()["public_key"],
            known["public_key"]
        );
        assert_eq!(shown.present().unwrap()["public_key"], known["public_key"]);
        shown.settled("http://h games").unwrap();
        let header = games.sign(DOCUMENT).unwrap();
        assert!(header.contains(known["public_key"].as_str().unwrap()));
        assert_eq!(games.at_hand().unwrap().len(), 2, "no key of toys is left");
    }

    #[test]
    fn a_key_that_was_refused_gives_way_to_a_new_one() {
        let folder = tempfile::tempdir().unwrap();
        let signer = Signer::new(folder.path(), "vm-1", "http://h", "");
        let revoked = signer.present().unwrap();
        let renewed = signer.renewed().unwrap().present().unwrap();
        assert_ne!(renewed["public_key"], revoked["public_key"]);
        assert_eq!(signer.present().unwrap(), renewed);
    }

    #[test]
    fn each_name_has_a_key_of_its_own_and_what_a_former_one_measured_is_signed_with_its_key() {
        let folder = tempfile::tempdir().unwrap();
        let named = |name: &str| Signer::new(folder.path(), name, "http://h", "toys");
        let former = named("vm-1").enrolment().unwrap();
        named("vm-1").enrolled().unwrap();
        let renamed = named("vm-2");
        let enrolment = renamed.enrolment().unwrap();
        assert_ne!(enrolment["public_key"], former["public_key"]);
        let of_now = br#"{"machine": {"name": "vm-2"}}"#;
        assert_eq!(renamed.sign(of_now), None);
        renamed.enrolled().unwrap();
        assert!(verify(&renamed.sign(of_now).unwrap(), of_now));
        let of_then = renamed.sign(DOCUMENT).unwrap();
        assert!(of_then.contains(former["public_key"].as_str().unwrap()));
    }
}
