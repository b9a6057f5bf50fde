//! What can be wrong with a `suite.toml`, said with place, reason and remedy.

use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub(crate) enum ManifestError {
    #[error("cannot read {path}: {source}. A suite is a folder with a suite.toml in it.", path = path.display())]
    Unreadable {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{path}: {source}", path = path.display())]
    Syntax {
        path: PathBuf,
        source: Box<toml::de::Error>,
    },
    #[error("the repository around {path} cannot be read without its configuration: {source}", path = path.display())]
    Repository {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{path}: {fault}", path = path.display())]
    Invalid { path: PathBuf, fault: Fault },
}

/// One fault at one place of the manifest.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {reason}")]
pub(crate) struct Fault {
    pub(crate) place: String,
    pub(crate) reason: String,
}

impl Fault {
    pub(crate) fn at(place: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            place: place.into(),
            reason: reason.into(),
        }
    }
}
