//! This machine: what it is, how it is set up, how busy it is. Reads `/proc` and `/sys`.

mod capabilities;
mod cpu;
mod files;
mod fingerprint;
mod limits;
mod load;
mod system;
mod tuning;

pub(crate) use capabilities::perf_event_paranoid;
pub(crate) use fingerprint::Fingerprint;
pub(crate) use load::{CpuTime, foreign_share, momentary};

/// How many processors a program started here can use: affinity and container limits count.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

pub(crate) fn host_name() -> String {
    rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned()
}
