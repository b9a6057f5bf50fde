//! The goals of a suite as rows: ratio, interval, pairs, and whether they are met.
//! Begin with `judge`; `settling` is what the rounds ask while they go on.

mod aims;
mod judge;
mod row;
mod settling;
mod text;

pub(crate) use aims::aims;
pub(crate) use judge::judge;
pub(crate) use row::{Row, Side, Verdict};
pub(crate) use settling::{Standing, standing};
pub(crate) use text::render;
