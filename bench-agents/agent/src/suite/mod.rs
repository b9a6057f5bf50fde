//! `suite.toml` → validated types, its variants, its sources, and the plan of a run.
//! Begin with `document`; `matrix` turns parameters into variants.

mod at_release;
mod check;
mod comparisons;
mod document;
mod error;
pub(crate) mod filter;
mod foreign;
mod goal;
pub(crate) mod matrix;
pub(crate) mod metric;
mod pace;
mod pages;
mod placeholders;
mod plan;
mod profile_group;
mod reading;
mod releases;
mod rules;
pub(crate) mod sources;
mod validation;

pub(crate) use comparisons::Comparison;
pub(crate) use document::{Benchmark, BuildTime, CORES, Manifest, Need};
pub(crate) use error::ManifestError;
pub(crate) use foreign::ForeignRules;
pub(crate) use goal::Goal;
pub(crate) use metric::{Direction, Metric, Noise, Source};
pub(crate) use pace::{Mode, Narrowing};
pub(crate) use pages::{Ladder, Split, Sweep};
pub(crate) use placeholders::fill;
pub(crate) use plan::Plan;
pub(crate) use profile_group::ProfileGroup;
pub(crate) use releases::NoRelease;
