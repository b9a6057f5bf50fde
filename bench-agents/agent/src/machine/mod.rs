//! This machine: what it is, how it is set up, how busy it is. Reads `/proc` and `/sys`.
//! Begin with `fingerprint`; `preflight`, `noise`, `control` and `tuning` each are a folder.

mod capabilities;
pub(crate) mod control;
mod counters;
mod cpu;
mod cpus;
mod events;
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

pub(crate) use control::{Control, Ledger};
pub(crate) use counters::Counters;
pub(crate) use cpus::{Cpus, cores};
pub(crate) use events::{is_counter, sampling_event};
pub(crate) use fingerprint::Fingerprint;
pub(crate) use load::{CpuTime, foreign_share, momentary};
pub(crate) use noise::Noise;
pub(crate) use pinning::{Pin, PinSection, Pinning};
pub(crate) use preflight::{Check, Preflight, State};
pub(crate) use root::Root;
pub(crate) use system::{host_name, memory_bytes};
