//! Reports on their way to the server: the spool on disk, the client, the pause between tries.
//! Begin with `spool`.

pub(crate) mod backoff;
pub(crate) mod beats;
pub(crate) mod enrolment;
pub(crate) mod holding;
pub(crate) mod jobs;
mod registration;
pub(crate) mod server;
pub(crate) mod signer;
pub(crate) mod spool;
pub(crate) mod updates;
