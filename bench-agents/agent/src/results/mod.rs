//! What the rounds brought, variant by variant, and whether the suite's goals are met by it.
//! Begin with `collected`; nothing here starts a process.

mod collected;
mod end;
mod failure;
pub(crate) mod goals;
mod recording;
mod sample;
mod widths;

pub(crate) use collected::{Collected, SecondArm, Track};
pub(crate) use end::End;
pub(crate) use failure::{Failure, FailureKind};
pub(crate) use recording::Recording;
pub(crate) use sample::{Course, ForeignTally, Sample};
