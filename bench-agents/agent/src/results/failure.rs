//! Why a variant has no timings.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FailureKind {
    WrongAnswer,
    Crash,
    Timeout,
    Build,
    Needs,
    Unavailable,
    /// The machine itself was not steady meanwhile.
    Vetoed,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
        }
    }

    /// The machine lacks something; the program is not to blame.
    pub(crate) fn is_unavailable(&self) -> bool {
        matches!(self.kind, FailureKind::Needs | FailureKind::Unavailable)
    }

    /// The first line, for tables.
    pub(crate) fn headline(&self) -> &str {
        self.message.lines().next().unwrap_or("")
    }
}

impl FailureKind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::WrongAnswer => "wrong answer",
            Self::Crash => "crash",
            Self::Timeout => "time-out",
            Self::Build => "build failed",
            Self::Needs | Self::Unavailable => "not available",
            Self::Vetoed => "vetoed by the control",
        }
    }
}
