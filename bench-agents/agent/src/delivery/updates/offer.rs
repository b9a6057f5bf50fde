//! What a channel offers, believed only when the release key signed it.

use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::signature::{ED25519, UnparsedPublicKey};
use serde::Deserialize;

use super::error::UpdateError;
use super::version::Version;
use crate::base::hashing::hex;

pub(super) const MANIFEST: &str = "manifest.json";
pub(super) const SIGNATURE: &str = "manifest.json.sig";
/// What is signed begins with what it is, so that no signature can stand for something else.
const OF_CHANNEL: &[u8] = b"tidemark agent channel v1\n";
const FORMAT: u32 = 1;
const KEY_BYTES: usize = 32;

/// The public key of whoever makes releases (Ed25519), in hexadecimal.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct ReleaseKey([u8; KEY_BYTES]);

impl FromStr for ReleaseKey {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let unread = || "a release key has 64 hexadecimal digits".to_owned();
        let is_hexadecimal = text.bytes().all(|sign| sign.is_ascii_hexdigit());
        if text.len() != 2 * KEY_BYTES || !is_hexadecimal {
            return Err(unread());
        }
        let mut key = [0; KEY_BYTES];
        for (byte, at) in key.iter_mut().zip((0..).step_by(2)) {
            *byte = u8::from_str_radix(&text[at..at + 2], 16).map_err(|_| unread())?;
        }
        Ok(Self(key))
    }
}

impl std::fmt::Display for ReleaseKey {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str(&hex(&self.0))
    }
}

impl TryFrom<String> for ReleaseKey {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// A release, as its manifest tells it.
#[derive(Debug)]
pub(crate) struct Offer {
    pub(super) version: Version,
    /// Seconds since 1970; later manifests have later ones.
    pub(super) issued_at: u64,
    programs: Vec<Program>,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Program {
    system: String,
    architecture: String,
    pub(super) file: String,
    pub(super) size: u64,
    pub(super) sha256: String,
}

#[derive(Deserialize)]
struct Manifest {
    format: u32,
    version: String,
    issued_at: u64,
    programs: Vec<Program>,
}

impl Offer {
    /// Nothing is read of a manifest that is not signed.
    pub(super) fn read(
        manifest: &[u8],
        signature: &[u8],
        key: &ReleaseKey,
    ) -> Result<Self, UpdateError> {
        let signature = STANDARD.decode(signature.trim_ascii());
        let signature = signature.map_err(|_| UpdateError::Unsigned)?;
        let signed = [OF_CHANNEL, manifest].concat();
        UnparsedPublicKey::new(&ED25519, key.0)
            .verify(&signed, &signature)
            .map_err(|_| UpdateError::Unsigned)?;
        let unread = |why: String| UpdateError::Manifest(why);
        let told: Manifest =
            serde_json::from_slice(manifest).map_err(|error| unread(error.to_string()))?;
        if told.format != FORMAT {
            return Err(unread(format!(
                "its format is {}, not {FORMAT}",
                told.format
            )));
        }
        Ok(Self {
            version: told.version.parse().map_err(unread)?,
            issued_at: told.issued_at,
            programs: told.programs,
        })
    }

    pub(crate) fn version(&self) -> Version {
        self.version
    }

    /// The program for a machine of this kind.
    pub(super) fn program(&self) -> Result<&Program, UpdateError> {
        let (system, architecture) = (std::env::consts::OS, std::env::consts::ARCH);
        let mut fitting = self.programs.iter();
        let found = fitting.find(|one| one.system == system && one.architecture == architecture);
        let found =
            found.ok_or_else(|| UpdateError::NoProgram(format!("{system} on {architecture}")))?;
        if is_plain(&found.file) {
            return Ok(found);
        }
        Err(UpdateError::Manifest(format!(
            "“{}” is no name of a file",
            found.file
        )))
    }
}

/// Whether a name leads to a file of the channel's folder and nowhere else.
fn is_plain(name: &str) -> bool {
    let is_usual = |sign: char| sign.is_ascii_alphanumeric() || "._+-".contains(sign);
    !name.is_empty() && !name.starts_with('.') && name.chars().all(is_usual)
}
