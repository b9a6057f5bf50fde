//! A search over JSON lines, run by engines that differ only in how they hand out files or units.

pub mod answer;
pub mod borrowed;
pub mod cli;
pub mod data_set;
pub mod discovery;
pub mod engines;
pub mod filter;
pub mod finder;
pub mod hit;
pub mod job;
pub mod lines;
pub mod outcome;
pub mod pieces;
pub mod pool;
pub mod receipt;
pub mod record;
pub mod search;
pub mod sweep;
pub mod threads;
pub mod units;
