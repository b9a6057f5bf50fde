//! What programs in a sandbox see.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// In what builds and programs run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// With the rights of the agent
    #[default]
    None,
    /// In Linux namespaces without network
    Namespaces,
    /// In a container without network
    Container,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Namespaces => "namespaces",
            Self::Container => "container",
        }
    }
}

/// What programs in a sandbox see beside the system. All paths are absolute; of two that lie within
/// each other, the inner one counts.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct View {
    /// Whose files a container shows; without one, the system's are shown in namespaces.
    pub(crate) image: Option<String>,
    /// Checkouts with what is built in them.
    pub(crate) writable: Vec<PathBuf>,
    pub(crate) readable: Vec<PathBuf>,
    /// Not even where it lies within something that is shown.
    pub(crate) hidden: Vec<PathBuf>,
    /// Variables that are passed on beside the usual ones.
    pub(crate) variables: Vec<String>,
}
