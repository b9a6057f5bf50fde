//! A search over JSON lines, run by six engines that differ only in how they hand out the files.

pub mod answer;
pub mod cli;
pub mod data_set;
pub mod discovery;
pub mod engines;
pub mod hit;
pub mod outcome;
pub mod receipt;
pub mod record;
pub mod search;
pub mod threads;
