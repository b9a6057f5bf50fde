//! The bridge: a queue per loop, of which Python takes everything at once.

mod exchange;
mod pending;
mod shard;
mod state;
mod wake;

pub(crate) use exchange::Exchange;
pub(crate) use shard::Shard;
