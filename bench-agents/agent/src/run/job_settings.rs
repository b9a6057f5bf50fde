//! What jobs of the server may have this agent do.

use std::path::PathBuf;

use serde::Deserialize;

use crate::base::addresses::is_on_this_machine;
use crate::base::sizes;

/// Code of others would run with the rights of the agent.
#[derive(Debug, thiserror::Error)]
#[error(
    "`{field} = true` in [jobs] needs `sandbox = \"namespaces\"` or `\"container\"`: code of others would run with \
         the rights of this agent. Set it, or leave `{field}` out"
)]
pub(crate) struct Unconfined {
    field: &'static str,
}

/// `[jobs]` of the configuration.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a setting of its own, and any of them goes with any other"
)]
pub(crate) struct JobSettings {
    /// Whether the agent measures what the server asks for.
    pub(crate) take: bool,
    /// Whether what its own schedule has due goes through the queue of the server.
    pub(crate) schedule: bool,
    /// What jobs may ask for, beside system and architecture.
    pub(crate) labels: Vec<String>,
    /// How many commits stay checked out with what was built of them.
    pub(crate) checkouts: usize,
    /// Bytes that all of them may take.
    #[serde(deserialize_with = "sizes::deserialize")]
    pub(crate) checkouts_size: u64,
    /// Whether whoever may ask for jobs may have code measured that no repository has.
    pub(crate) patches: bool,
    /// Whether code of forks may be measured, which a maintainer of the project asks for.
    pub(crate) forks: bool,
    /// Folders that every program may write to: what a proposed patch leaves there is refused.
    pub(crate) shared: Vec<PathBuf>,
}

impl JobSettings {
    /// Refuses to run code of others with the rights of the agent: that of forks always, patches
    /// unless the server is on this machine, where whoever asks is at home.
    pub(crate) fn check(&self, is_confined: bool, server: Option<&str>) -> Result<(), Unconfined> {
        let is_here = || server.is_some_and(is_on_this_machine);
        match (is_confined, self.forks, self.patches) {
            (false, true, _) => Err(Unconfined { field: "forks" }),
            (false, _, true) if !is_here() => Err(Unconfined { field: "patches" }),
            _ => Ok(()),
        }
    }
}

impl Default for JobSettings {
    fn default() -> Self {
        Self {
            take: true,
            schedule: true,
            labels: Vec::new(),
            checkouts: 8,
            checkouts_size: 10_000_000_000,
            patches: false,
            forks: false,
            shared: ["/tmp", "/var/tmp", "/dev/shm"].map(PathBuf::from).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_of_others_needs_a_sandbox_and_patches_none_at_home() {
        let forks: JobSettings = toml::from_str("forks = true").unwrap();
        let patches: JobSettings = toml::from_str("patches = true").unwrap();
        let home = [
            "http://localhost:8750",
            "http://127.0.0.1:1/",
            "http://[::1]:8750",
        ];
        for server in home {
            assert!(patches.check(false, Some(server)).is_ok(), "{server}");
            assert!(forks.check(false, Some(server)).is_err(), "{server}");
        }
        for server in [
            "https://tidemark.example",
            "http://localhost.example",
            "http://10.0.0.1",
        ] {
            let said = patches.check(false, Some(server)).unwrap_err().to_string();
            assert!(
                said.contains("`patches = true`") && said.contains("sandbox"),
                "{said}"
            );
            assert!(patches.check(true, Some(server)).is_ok());
        }
        assert!(forks.check(true, None).is_ok());
    }
}
