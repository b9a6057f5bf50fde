//! Why a machine has no sandbox, and what can be done about it.

use super::view::Kind;

pub(super) const NO_NAMESPACES: &str = "the kernel gives no namespaces";
pub(super) const NO_USER: &str = "no user can be given to the namespace";
pub(super) const NO_PROCESSES: &str = "/proc cannot be mounted";
pub(super) const NO_LIMIT: &str = "processes cannot be limited";
pub(super) const NO_IMAGE: &str = "no image is named";
pub(super) const NO_ENGINE: &str = "no engine of containers answers";
pub(super) const NOT_BEGUN: &str = "the engine does not start the container";
pub(super) const NOT_REACHED: &str = "the container cannot be reached";
pub(super) const NOT_APART: &str = "the engine does not separate the container";
pub(super) const NOT_LIMITED: &str = "the engine does not limit processes and memory";

/// Why there is no sandbox.
#[derive(Debug, thiserror::Error)]
#[error("no sandbox (`sandbox = \"{kind}\"`): {what}: {source}. {remedy}")]
pub(crate) struct SandboxError {
    kind: &'static str,
    pub(super) what: String,
    pub(super) source: std::io::Error,
    remedy: &'static str,
}

impl SandboxError {
    pub(super) fn new(what: &str, source: std::io::Error) -> Self {
        let remedy = remedy(what);
        Self {
            kind: Kind::Namespaces.name(),
            what: what.to_owned(),
            source,
            remedy,
        }
    }

    pub(crate) fn no_image() -> Self {
        Self::of_container(
            NO_IMAGE,
            std::io::Error::other("`sandbox_image` is not set"),
        )
    }

    /// Of a container.
    pub(super) fn of_container(what: &str, source: std::io::Error) -> Self {
        Self {
            kind: Kind::Container.name(),
            ..Self::new(what, source)
        }
    }

    pub(in crate::process) fn entering(is_container: bool, source: std::io::Error) -> Self {
        if is_container {
            return Self::of_container(NOT_REACHED, source);
        }
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
        NO_IMAGE => {
            "Name one that the engine has, with the tools of the suites: `sandbox_image` in \
             agent.toml, or --sandbox-image"
        }
        NO_ENGINE => {
            "Start docker or podman and let the agent's user ask it, or use \
             `sandbox = \"namespaces\"`, which needs no engine"
        }
        NOT_BEGUN => {
            "The engine must have the image and see the agent's checkouts and folder of temporary \
             files (TMPDIR) at the same paths"
        }
        NOT_REACHED => {
            "Run the agent as root, or with an engine of its own user, on the same machine as the \
             engine and outside of containers"
        }
        NOT_APART => "Use docker or podman as they are, or `sandbox = \"namespaces\"`",
        NOT_LIMITED => {
            "Give the engine the controllers pids and memory, or use `sandbox = \"namespaces\"`"
        }
        _ => "Linux 5.12 or newer is needed, with user, pid, network and ipc namespaces",
    }
}
