//! One question to the machine and its answer.

use serde::Serialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    Ok,
    Warning,
    /// The kernel does not say; never taken for ok.
    Unknown,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Check {
    pub(crate) name: &'static str,
    pub(crate) state: State,
    /// What is so here.
    pub(crate) found: String,
    /// What it does to numbers.
    pub(crate) means: &'static str,
    /// What to do about it; empty where nothing can be done.
    pub(crate) remedy: &'static str,
}

impl Check {
    /// `governor: powersave (what it means); remedy`
    pub(crate) fn line(&self) -> String {
        let remedy = match self.remedy {
            "" => String::new(),
            remedy => format!(" Remedy: {remedy}."),
        };
        format!("{}: {}; {}.{remedy}", self.name, self.found, self.means)
    }
}

/// What a check is about, whatever its answer.
pub(super) struct Topic {
    pub(super) name: &'static str,
    pub(super) means: &'static str,
    pub(super) remedy: &'static str,
}

impl Topic {
    pub(super) fn ok(&self, found: impl Into<String>) -> Check {
        self.answer(State::Ok, found.into(), "")
    }

    pub(super) fn warning(&self, found: impl Into<String>) -> Check {
        self.answer(State::Warning, found.into(), self.remedy)
    }

    pub(super) fn unknown(&self, found: impl Into<String>) -> Check {
        self.answer(State::Unknown, found.into(), "")
    }

    pub(super) fn not_offered(&self) -> Check {
        self.unknown(crate::machine::files::NOT_OFFERED)
    }

    /// Ok if `is_fine`, else a warning.
    pub(super) fn judged(&self, is_fine: bool, found: impl Into<String>) -> Check {
        if is_fine {
            self.ok(found)
        } else {
            self.warning(found)
        }
    }

    fn answer(&self, state: State, found: String, remedy: &'static str) -> Check {
        Check {
            name: self.name,
            state,
            found,
            means: self.means,
            remedy,
        }
    }
}
