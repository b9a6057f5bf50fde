//! Jobs that the server gives out: sought while nothing else is to be done, measured, answered for.
//! Begin with `clerk`, which keeps the one job that the agent has.

mod beats;
mod clerk;
mod desk;
mod lookout;
mod own;
mod seeker;
mod work;

pub(crate) use clerk::Clerk;
pub(super) use clerk::Spent;
pub(super) use lookout::Lookout;
pub(super) use own::{Came, HeldJob};
pub(super) use work::Workshop;
