//! What every other folder may use: time, hashes, files, numbers as text, chains of errors, progress, git.
//! Nothing here knows of suites, machines or servers; begin with `units` or `scalar`.

pub(crate) mod addresses;
pub(crate) mod aloud;
pub(crate) mod clock;
pub(crate) mod columns;
pub(crate) mod disarmed;
pub(crate) mod durations;
pub(crate) mod error_chain;
pub(crate) mod files;
pub(crate) mod git;
pub(crate) mod hashing;
pub(crate) mod program;
pub(crate) mod progress;
pub(crate) mod scalar;
pub(crate) mod sizes;
pub(crate) mod units;

pub(crate) use program::{AGENT, STOPPED};
