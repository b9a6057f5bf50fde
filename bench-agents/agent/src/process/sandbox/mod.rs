//! Namespaces in which builds and measured programs run: without network, without the agent's own
//! files, without processes that outlive the round.
//!
//! `stage` runs as two small processes of the agent's own program: one makes the namespaces, and the
//! first process within them lays out the files (`mounts`) and then only waits for the end. The
//! launcher enters the namespaces once (`inside`); starting a program costs the same as without them.
//!
//! In a container (`container`) the engine makes the namespaces, and its first process only holds
//! them; everything else is the same.

mod container;
mod engine;
mod error;
mod folder;
mod inside;
mod most;
mod mounts;
mod stage;
mod variables;
mod view;

pub(crate) use error::SandboxError;

pub(super) use inside::Inside;
pub(crate) use stage::{FIRST_COMMAND, MAKER_COMMAND, first, make};
pub(crate) use view::{Kind, View};
