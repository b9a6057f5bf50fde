//! From a channel to the program of this machine: what is checked, in which order.

use crate::base::hashing;

use super::channel::{Channel, PROGRAM_LIMIT, SMALL_LIMIT};
use super::error::UpdateError;
use super::install::Installation;
use super::offer::{MANIFEST, Offer, ReleaseKey, SIGNATURE};
use super::version::Version;

const LARGEST_MANIFEST: u64 = 64 * 1024;
const LARGEST_PROGRAM: u64 = 512 * 1024 * 1024;

/// A channel and the key that its releases are signed with. The key never comes from the channel.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    pub(crate) channel: Channel,
    pub(crate) key: ReleaseKey,
}

/// What a look at a channel brought.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// This version is the one that it offers.
    Newest(Version),
    /// Somebody went back from the version that it offers.
    Left(Version),
    Newer(Offer),
}

/// A program that is what its manifest says, and still to be put in the place of this one.
#[derive(Debug)]
pub(crate) struct Fetched {
    program: Vec<u8>,
    version: Version,
    issued_at: u64,
}

impl Fetched {
    /// Puts it there; which version it is.
    pub(crate) fn place(&self, installation: &Installation) -> Result<Version, UpdateError> {
        installation.replace(&self.program, self.version, self.issued_at)?;
        Ok(self.version)
    }
}

/// What a channel offers that may be taken beside the server, which is asked for its version only
/// if there is something newer. Any signed manifest is noted, whatever becomes of it.
pub(crate) fn look(
    source: &Source,
    installation: &Installation,
    server: impl FnOnce() -> Result<Option<Version>, UpdateError>,
    is_automatic: bool,
) -> Result<Outcome, UpdateError> {
    let manifest = source
        .channel
        .read(MANIFEST, LARGEST_MANIFEST, SMALL_LIMIT)?;
    let signature = source
        .channel
        .read(SIGNATURE, LARGEST_MANIFEST, SMALL_LIMIT)?;
    let offer = Offer::read(&manifest, &signature, &source.key)?;
    let notes = installation.notes();
    let (offered, here) = (offer.version, Version::here());
    if offer.issued_at < notes.issued_at {
        return Err(UpdateError::Old);
    }
    installation.note_seen(offer.issued_at)?;
    if offered < here {
        return Err(UpdateError::Downgrade { offered, here });
    }
    if offered == here {
        return Ok(Outcome::Newest(here));
    }
    if is_automatic && notes.left == Some(offered.to_string()) {
        return Ok(Outcome::Left(offered));
    }
    if let Some(server) = server()?.filter(|server| !offered.is_near(*server)) {
        return Err(UpdateError::Apart { offered, server });
    }
    offer.program()?;
    Ok(Outcome::Newer(offer))
}

/// Fetches what is offered and checks it.
pub(crate) fn fetch(
    source: &Source,
    installation: &Installation,
    offer: &Offer,
) -> Result<Fetched, UpdateError> {
    let program = offer.program()?;
    let wanted = program.size;
    if wanted > LARGEST_PROGRAM {
        return Err(UpdateError::Manifest(format!(
            "no agent has {wanted} bytes"
        )));
    }
    let bytes = source.channel.read(&program.file, wanted, PROGRAM_LIMIT)?;
    let read = bytes.len() as u64;
    let file = program.file.clone();
    if read != wanted {
        return Err(UpdateError::Size { file, read, wanted });
    }
    if hashing::bytes(&bytes) != program.sha256.to_ascii_lowercase() {
        return Err(UpdateError::Checksum(file));
    }
    if !installation.is_of_this_kind(&bytes) {
        return Err(UpdateError::Foreign(file));
    }
    Ok(Fetched {
        program: bytes,
        version: offer.version,
        issued_at: offer.issued_at,
    })
}
