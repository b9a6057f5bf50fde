//! Namespaces in which builds and measured programs run: without network, without the agent's own
//! files, without processes that outlive the round.
//!
//! `stage` runs as two small processes of the agent's own program: one makes the namespaces, and the
//! first process within them lays out the files (`mounts`) and then only waits for the end. The
//! launcher enters the namespaces once (`inside`); starting a program costs the same as without them.

mod inside;
mod most;
mod mounts;
mod stage;
mod variables;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub(super) use inside::Inside;
pub(crate) use stage::{FIRST_COMMAND, MAKER_COMMAND, first, make};
pub(super) use variables::visible;

/// In what builds and programs run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// With the rights of the agent
    #[default]
    None,
    /// In Linux namespaces without network
    Namespaces,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Namespaces => "namespaces",
        }
    }
}

/// What programs in a sandbox see beside the system. All paths are absolute; of two that lie within
/// each other, the inner one counts.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct View {
    /// Checkouts with what is built in them.
    pub(crate) writable: Vec<PathBuf>,
    pub(crate) readable: Vec<PathBuf>,
    /// Not even where it lies within something that is shown.
    pub(crate) hidden: Vec<PathBuf>,
    /// Variables that are passed on beside the usual ones.
    pub(crate) variables: Vec<String>,
}

const NO_NAMESPACES: &str = "the kernel gives no namespaces";
const NO_USER: &str = "no user can be given to the namespace";
const NO_PROCESSES: &str = "/proc cannot be mounted";
const NO_LIMIT: &str = "processes cannot be limited";

/// Why there is no sandbox.
#[derive(Debug, thiserror::Error)]
#[error("no sandbox (`sandbox = \"namespaces\"`): {what}: {source}. {remedy}")]
pub(crate) struct SandboxError {
    what: String,
    source: std::io::Error,
    remedy: &'static str,
}

impl SandboxError {
    fn new(what: &str, source: std::io::Error) -> Self {
        let remedy = remedy(what);
        Self {
            what: what.to_owned(),
            source,
            remedy,
        }
    }

    pub(super) fn entering(source: std::io::Error) -> Self {
        Self::new("its namespaces cannot be entered", source)
    }
}

/// What the administrator of the machine can do about it.
fn remedy(what: &str) -> &'static str {
    match what {
        NO_NAMESPACES | NO_USER => {
            "Allow user namespaces: sysctl user.max_user_namespaces above 0, and 0 for \
             kernel.apparmor_restrict_unprivileged_userns where that exists; in a container, its \
             engine must allow unshare"
        }
        NO_PROCESSES => "In a container, start it with an unmasked /proc, or run the agent outside",
        NO_LIMIT => {
            "Run the agent as a user of its own instead of root, or give it a writable \
                     group of control with the controller pids"
        }
        _ => "Linux 5.12 or newer is needed, with user, pid, network and ipc namespaces",
    }
}
