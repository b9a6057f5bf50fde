//! The key that an agent signs its reports with: made on enrolment, kept where its spool is.
//!
//! `identity/key` holds the private key, `identity/next` one that is to replace it, `identity/place`
//! the server and project that know the public key.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::rand::{SecureRandom, SystemRandom};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::base::files::{sync_folder, write_whole};
use crate::base::hashing::hex;

const FOLDER: &str = "identity";
const KEY: &str = "key";
const NEXT: &str = "next";
const PLACE: &str = "place";
const SEED: usize = 32;
/// What is signed begins with what it is, so that no signature can stand for something else.
const OF_REPORT: &[u8] = b"tidemark report v1\n";
const OF_KEY: &str = "tidemark agent key v1";
const SHOWN: usize = 12;

#[derive(Clone)]
pub(crate) struct Signer {
    folder: PathBuf,
    agent: String,
    place: String,
}

impl Signer {
    /// The signer of an agent at a server; there need not be a key yet.
    pub(crate) fn new(spool: &Path, agent: &str, address: &str, project: &str) -> Self {
        Self {
            folder: spool.join(FOLDER),
            agent: agent.to_owned(),
            place: format!("{address} {project}\n"),
        }
    }

    /// What the server is to know: the public key, a proof that the private one is here, and if it
    /// replaces another one, that one's word. The first call makes the key.
    pub(super) fn enrolment(&self) -> io::Result<Value> {
        let next = read(&self.folder.join(NEXT))?;
        let current = read(&self.folder.join(KEY))?;
        let (key, before) = match (next, current) {
            (Some(next), current) => (next, current),
            (None, Some(current)) => (current, None),
            (None, None) => (self.make(KEY)?, None),
        };
        let public = hex(key.public_key().as_ref());
        let statement = format!("{OF_KEY}\n{}\n{public}\n", self.agent);
        let by = |key: &Ed25519KeyPair| STANDARD.encode(key.sign(statement.as_bytes()));
        let replaces = before.as_ref().map(by);
        Ok(json!({"public_key": public, "proof": by(&key), "replaces": replaces}))
    }

    /// Notes that the server knows the key; the public one, shortened.
    pub(super) fn enrolled(&self) -> io::Result<String> {
        let next = self.folder.join(NEXT);
        if next.exists() {
            fs::rename(&next, self.folder.join(KEY))?;
        }
        if fs::read_to_string(self.folder.join(PLACE)).ok().as_ref() != Some(&self.place) {
            write_whole(&self.folder.join(PLACE), self.place.as_bytes())?;
        }
        sync_folder(&self.folder)?;
        let key = read(&self.folder.join(KEY))?;
        Ok(key.map_or_else(String::new, |key| {
            hex(key.public_key().as_ref())[..SHOWN].to_owned()
        }))
    }

    /// Makes the key that replaces the present one once the server knows it.
    pub(crate) fn rotate(&self) -> io::Result<()> {
        if read(&self.folder.join(NEXT))?.is_none() {
            self.make(NEXT)?;
        }
        Ok(())
    }

    /// The signature of a report of this agent's own, as its header says it; nothing while the
    /// server does not know the key, and for what another machine measured.
    pub(super) fn sign(&self, document: &[u8]) -> Option<String> {
        #[derive(Deserialize)]
        struct Report {
            machine: Option<Machine>,
        }
        #[derive(Deserialize)]
        struct Machine {
            name: String,
        }
        let place = fs::read_to_string(self.folder.join(PLACE)).ok()?;
        let report: Report = serde_json::from_slice(document).ok()?;
        if place != self.place || report.machine?.name != self.agent {
            return None;
        }
        let key = read(&self.folder.join(KEY)).ok()??;
        let signature = STANDARD.encode(key.sign(&[OF_REPORT, document].concat()));
        let public = hex(key.public_key().as_ref());
        Some(format!("ed25519 {public} {signature}"))
    }

    fn make(&self, name: &str) -> io::Result<Ed25519KeyPair> {
        fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&self.folder)?;
        let mut seed = [0_u8; SEED];
        let random = SystemRandom::new().fill(&mut seed);
        random.map_err(|_| io::Error::other("the system gives no random numbers"))?;
        let part = self.folder.join("made");
        let _ = fs::remove_file(&part);
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&part)?;
        file.write_all(&seed)?;
        file.sync_all()?;
        fs::rename(&part, self.folder.join(name))?;
        sync_folder(&self.folder)?;
        pair(&seed)
    }
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
        let key = fs::metadata(folder.path().join(FOLDER).join(KEY)).unwrap();
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
}
