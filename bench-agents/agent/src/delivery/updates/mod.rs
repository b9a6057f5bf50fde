//! Newer versions of this program, from a channel that an administrator named: signed by a release
//! key, checked, put in the place of this one in one step. Begin with `update`.

mod channel;
mod error;
mod install;
mod offer;
mod update;
mod version;

pub(crate) use channel::Channel;
pub(crate) use error::UpdateError;
pub(crate) use install::Installation;
pub(crate) use offer::ReleaseKey;
pub(crate) use update::{Fetched, Outcome, Source, fetch, look};
pub(crate) use version::Version;
