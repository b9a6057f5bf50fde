//! Why a machine has no sandbox, and what can be done about it.

pub(super) const NO_NAMESPACES: &str = "the kernel gives no namespaces";
pub(super) const NO_USER: &str = "no user can be given to the namespace";
pub(super) const NO_PROCESSES: &str = "/proc cannot be mounted";
pub(super) const NO_LIMIT: &str = "processes cannot be limited";

/// Why there is no sandbox.
#[derive(Debug, thiserror::Error)]
#[error("no sandbox (`sandbox = \"namespaces\"`): {what}: {source}. {remedy}")]
pub(crate) struct SandboxError {
    pub(super) what: String,
    pub(super) source: std::io::Error,
    remedy: &'static str,
}

impl SandboxError {
    pub(super) fn new(what: &str, source: std::io::Error) -> Self {
        let remedy = remedy(what);
        Self {
            what: what.to_owned(),
            source,
            remedy,
        }
    }

    pub(in crate::process) fn entering(source: std::io::Error) -> Self {
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
