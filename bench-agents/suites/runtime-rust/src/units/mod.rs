//! Four ways to hand out units of bytes, beyond the published engines. All find the same hits.

mod parsing;
mod rayon;
mod serial;
mod smol;
mod tokio;

use crate::{hit::Hit, pieces::Unit, search::SearchError};

pub use parsing::{Parsing, UnitSearch};

/// The size of a unit if nobody says another.
pub const UNIT_KIB: u64 = 256;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitEngine {
    Serial,
    Smol,
    Tokio,
    Rayon,
}

impl UnitEngine {
    pub const ALL: [Self; 4] = [Self::Serial, Self::Smol, Self::Tokio, Self::Rayon];

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Serial => "serial",
            Self::Smol => "smol",
            Self::Tokio => "tokio",
            Self::Rayon => "rayon",
        }
    }

    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|engine| engine.name() == name)
    }

    /// All names, for messages.
    #[must_use]
    pub fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }

    /// Searches all units and returns the hits in no particular order.
    pub fn run(self, units: Vec<Unit>, search: &UnitSearch) -> Result<Vec<Hit>, SearchError> {
        match self {
            Self::Serial => serial::run(&units, search),
            Self::Smol => smol::run(units, search),
            Self::Tokio => tokio::run(units, search),
            Self::Rayon => rayon::run(&units, search),
        }
    }
}
