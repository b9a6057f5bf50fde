//! A patch whose author wants it to look fast: what is looked at around every process of a proposal.
//! Begin with `judge`; what it saw goes to the server, which says whether the patch is kept.

mod evidence;
mod harness;
mod judge;
mod keeper;
mod seen;
mod shared;

pub(crate) use evidence::{Evidence, Reason, is_too_much};
pub(crate) use harness::touched;
pub(crate) use judge::{Case, PATCH, Referee};
