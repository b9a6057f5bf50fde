//! This machine: what it is, how it is set up, how busy it is. Reads `/proc` and `/sys`.

mod capabilities;
pub(crate) mod control;
mod cpu;
mod cpus;
mod files;
mod fingerprint;
mod limits;
mod load;
pub(crate) mod noise;
mod pinning;
mod preflight;
mod root;
mod settings;
mod spread;
mod system;
pub(crate) mod tuning;
pub(crate) mod work;

pub(crate) use capabilities::perf_event_paranoid;
pub(crate) use control::{Control, Ledger};
pub(crate) use cpus::Cpus;
pub(crate) use fingerprint::Fingerprint;
pub(crate) use load::{CpuTime, foreign_share, momentary};
pub(crate) use noise::Noise;
pub(crate) use pinning::{Pin, Pinning};
pub(crate) use preflight::{Check, Preflight, State};
pub(crate) use root::Root;

const NOT_OFFERED: &str = "not offered by this kernel";

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
