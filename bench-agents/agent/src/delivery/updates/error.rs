//! Why this program stays as it is.

use std::io;
use std::path::PathBuf;

use super::version::Version;
use crate::delivery::server::ServerError;

#[derive(Debug, thiserror::Error)]
pub(crate) enum UpdateError {
    #[error("no channel is named: give --channel, or put `channel` into [update] of agent.toml")]
    NoChannel,
    #[error(
        "no release key is named: give --release-key, or put `key` into [update] of agent.toml"
    )]
    NoKey,
    #[error("the channel {0} is neither a folder of this machine nor an address with https")]
    Unsafe(String),
    #[error("the channel has no {name} to read: {why}")]
    Unread { name: String, why: String },
    #[error("its manifest is not signed by the release key that this agent trusts")]
    Unsigned,
    #[error("its manifest cannot be read: {0}")]
    Manifest(String),
    #[error("its manifest is older than one that was seen before: somebody offers an old release")]
    Old,
    #[error("it offers {offered}, and this is {here}: `--back` returns to the version before")]
    Downgrade { offered: Version, here: Version },
    #[error("it offers no program for {0}")]
    NoProgram(String),
    #[error("{file} has {read} bytes, not the {wanted} that the manifest says")]
    Size {
        file: String,
        read: u64,
        wanted: u64,
    },
    #[error("{0} has another SHA-256 than the manifest says")]
    Checksum(String),
    #[error("{0} is a program for another kind of machine")]
    Foreign(String),
    #[error("the program does not start as version {wanted}: {said}")]
    Broken { wanted: Version, said: String },
    #[error(
        "it offers {offered}, and the server is {server}: they may differ by one minor version"
    )]
    Apart { offered: Version, server: Version },
    #[error("the server does not say which version it is: update it first")]
    NoVersion,
    #[error("the server does not tell its version now: {0}")]
    Server(ServerError),
    #[error("the channel does not answer")]
    Silent,
    #[error("there is no version before this one to go back to")]
    NoPrevious,
    #[error("another update is under way")]
    UnderWay,
    #[error("{path} cannot be replaced: {source}", path = path.display())]
    Replace { path: PathBuf, source: io::Error },
}
