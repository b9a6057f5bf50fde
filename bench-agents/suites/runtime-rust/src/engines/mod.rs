//! Six ways to hand out the files of one search. All find the same hits.

mod rayon;
mod serial;
mod smol;
mod smol_mt;
mod tokio;
mod tokio_async;

use std::{num::NonZero, path::PathBuf, thread};

use crate::{
    hit::Hit,
    search::{Search, SearchError},
};

/// The read buffer of all engines but `smol-mt`.
const BUFFER: usize = 64 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Serial,
    Smol,
    SmolMt,
    Tokio,
    TokioAsync,
    Rayon,
}

impl Engine {
    pub const ALL: [Self; 6] = [
        Self::Serial,
        Self::Smol,
        Self::SmolMt,
        Self::Tokio,
        Self::TokioAsync,
        Self::Rayon,
    ];

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Serial => "serial",
            Self::Smol => "smol",
            Self::SmolMt => "smol-mt",
            Self::Tokio => "tokio",
            Self::TokioAsync => "tokio-async",
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

    /// Searches all files and returns the hits in no particular order.
    pub fn run(self, files: Vec<PathBuf>, search: &Search) -> Result<Vec<Hit>, SearchError> {
        match self {
            Self::Serial => serial::run(files, search),
            Self::Smol => smol::run(files, search),
            Self::SmolMt => smol_mt::run(files, search),
            Self::Tokio => tokio::run(files, search),
            Self::TokioAsync => tokio_async::run(files, search),
            Self::Rayon => rayon::run(files, search),
        }
    }
}

pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}
