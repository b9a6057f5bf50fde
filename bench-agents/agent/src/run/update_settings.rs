//! Where newer versions of the agent come from.

use std::path::Path;
use std::time::Duration;

use serde::Deserialize;

use crate::base::durations::optional_duration;
use crate::delivery::updates::{Channel, ReleaseKey, Source, UpdateError};

/// `[update]` of the configuration.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct UpdateSettings {
    /// A folder, or an address with https.
    pub(crate) channel: Option<String>,
    /// The public key of whoever makes releases.
    pub(crate) key: Option<ReleaseKey>,
    /// Whether the service looks there by itself, between jobs.
    pub(crate) automatic: bool,
    /// How often it does.
    #[serde(deserialize_with = "optional_duration")]
    pub(crate) every: Option<Duration>,
}

impl UpdateSettings {
    pub(crate) fn source(&self) -> Result<Source, UpdateError> {
        let channel = self.channel.as_deref().ok_or(UpdateError::NoChannel)?;
        Ok(Source {
            channel: Channel::parse(channel)?,
            key: self.key.clone().ok_or(UpdateError::NoKey)?,
        })
    }

    /// Relative folders count from that of the file.
    pub(super) fn resolve(&mut self, folder: &Path) {
        if let Some(channel) = self.channel.as_mut().filter(|text| !text.contains("://")) {
            *channel = folder.join(&*channel).to_string_lossy().into_owned();
        }
    }
}
