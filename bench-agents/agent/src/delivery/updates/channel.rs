//! Where releases lie: a folder of this machine, or one behind https.

use std::fs::File;
use std::io::Read as _;
use std::path::PathBuf;
use std::time::Duration;

use ureq::Agent;

use super::error::UpdateError;
use crate::base::AGENT;
use crate::base::addresses::is_on_this_machine;

const CONNECT_LIMIT: Duration = Duration::from_secs(10);
/// For the manifest, for its signature.
pub(super) const SMALL_LIMIT: Duration = Duration::from_secs(30);
pub(super) const PROGRAM_LIMIT: Duration = Duration::from_secs(300);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Channel {
    Folder(PathBuf),
    Address(String),
}

impl Channel {
    /// Addresses without https lead to this machine alone.
    pub(crate) fn parse(text: &str) -> Result<Self, UpdateError> {
        let refused = || UpdateError::Unsafe(text.to_owned());
        let address = || Self::Address(text.trim_end_matches('/').to_owned());
        match text.split_once("://") {
            None if !text.is_empty() => Ok(Self::Folder(text.into())),
            Some(("file", path)) if path.starts_with('/') => Ok(Self::Folder(path.into())),
            Some(("https", _)) => Ok(address()),
            Some(("http", _)) if is_on_this_machine(text) => Ok(address()),
            _ => Err(refused()),
        }
    }

    /// The bytes of a file, at most so many and one more.
    pub(super) fn read(
        &self,
        name: &str,
        most: u64,
        limit: Duration,
    ) -> Result<Vec<u8>, UpdateError> {
        let read = match self {
            Self::Folder(folder) => File::open(folder.join(name))
                .and_then(|file| {
                    let mut bytes = Vec::new();
                    file.take(most + 1).read_to_end(&mut bytes)?;
                    Ok(bytes)
                })
                .map_err(|error| error.to_string()),
            Self::Address(address) => fetched(&format!("{address}/{name}"), most, limit),
        };
        read.map_err(|why| UpdateError::Unread {
            name: name.to_owned(),
            why,
        })
    }
}

/// No answer leads from https to an address without it.
fn fetched(address: &str, most: u64, limit: Duration) -> Result<Vec<u8>, String> {
    let is_https = address.starts_with("https://");
    let config = Agent::config_builder()
        .https_only(is_https)
        .max_redirects(if is_https { 5 } else { 0 })
        .timeout_connect(Some(CONNECT_LIMIT))
        .timeout_global(Some(limit))
        .user_agent(AGENT)
        .build();
    let http: Agent = config.into();
    let mut response = http
        .get(address)
        .call()
        .map_err(|error| error.to_string())?;
    if !response.status().is_success() {
        return Err(format!("the answer is {}", response.status().as_u16()));
    }
    let reader = response.body_mut().with_config().limit(most + 1);
    reader.read_to_vec().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_channel_is_a_folder_or_behind_https() {
        for text in ["/srv/channel", "channel", "file:///srv/channel"] {
            assert!(
                matches!(Channel::parse(text), Ok(Channel::Folder(_))),
                "{text}"
            );
        }
        for text in ["https://releases.example/agent/", "http://127.0.0.1:9/a"] {
            assert!(
                matches!(Channel::parse(text), Ok(Channel::Address(_))),
                "{text}"
            );
        }
        for text in [
            "",
            "http://releases.example/a",
            "ftp://127.0.0.1/a",
            "file://a",
        ] {
            assert!(Channel::parse(text).is_err(), "{text}");
        }
    }
}
