//! What this program calls itself, and how it ends when it is stopped.

pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(crate) const AGENT: &str = concat!("tidemark-agent ", env!("CARGO_PKG_VERSION"));

/// The exit code of a shell's command that was interrupted.
pub(crate) const STOPPED: u8 = 130;
