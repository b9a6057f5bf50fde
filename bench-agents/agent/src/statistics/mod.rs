//! Medians, ratios and their intervals for tables, goals and stopping, and the order of rounds.
//! Numbers in, numbers out; the server judges for itself. Begin with `estimate`.

#[cfg(test)]
pub(crate) mod dice;
mod estimate;
mod ratio;
mod shuffler;
mod sign_test;

pub(crate) use estimate::{Confidence, Estimate, FEWEST, Weighed, estimate, median, whole};
pub(crate) use ratio::{NoRatio, ratio, ratio_at};
pub(crate) use shuffler::Shuffler;
