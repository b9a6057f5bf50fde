//! How many threads the `blocking` pool may have, as a sweep found it and kept it in a file.

use std::{
    env, fmt, fs, io,
    path::{Path, PathBuf},
    process,
};

use serde::{Deserialize, Serialize};

use crate::{data_set::Spec, engines::cores};

/// What the `blocking` crate reads, once per process.
pub const VARIABLE: &str = "BLOCKING_MAX_THREADS";

/// A limit's CPU time relative to the best limit's, with a 95 % interval over paired rounds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    pub limit: usize,
    pub ratio: f64,
    pub low: f64,
    pub high: f64,
}

/// What a sweep found for one data set, and for which program and machine that holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    pub receipt: String,
    pub cores: usize,
    pub rounds: usize,
    pub limits: Vec<Judged>,
}

impl Choice {
    /// The limits that the sweep could not tell from the best one.
    #[must_use]
    pub fn best_set(&self) -> Vec<usize> {
        let best = self.limits.iter().filter(|judged| judged.low <= 1.0);
        best.map(|judged| judged.limit).collect()
    }

    /// The smallest of the best: equal CPU time with fewer threads.
    #[must_use]
    pub fn limit(&self) -> Option<usize> {
        self.best_set().into_iter().min()
    }

    /// The choice for a data set, if a sweep of this program on so many cores left one.
    #[must_use]
    pub fn read(root: &Path, spec: &Spec, receipt: &str) -> Option<Self> {
        let text = fs::read_to_string(place(root, spec)).ok()?;
        let choice: Self = sonic_rs::from_str(&text).ok()?;
        (choice.receipt == receipt && choice.cores == cores()).then_some(choice)
    }

    /// Keeps the choice; a reader sees the old one or the new one, never a half.
    pub fn write(&self, root: &Path, spec: &Spec) -> io::Result<()> {
        let place = place(root, spec);
        let unfinished = place.with_extension(format!("{}.tmp", process::id()));
        let text = sonic_rs::to_string(self).map_err(io::Error::other)?;
        fs::write(&unfinished, text)?;
        fs::rename(&unfinished, &place)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = self.limit().unwrap_or_default();
        write!(
            formatter,
            "{limit} threads, the fewest of the best set {:?}",
            self.best_set()
        )?;
        for Judged {
            limit,
            ratio,
            low,
            high,
        } in &self.limits
        {
            write!(formatter, "; {limit}: × {ratio:.3} [{low:.3}, {high:.3}]")?;
        }
        write!(formatter, " of the least CPU time, {} rounds", self.rounds)
    }
}

fn place(root: &Path, spec: &Spec) -> PathBuf {
    root.join(format!("pool-{}.json", spec.name))
}

/// Where the limit of a search comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum Limit {
    /// The environment, or the pool's own default.
    Given(Option<usize>),
    Swept(Choice),
    /// A sweep was asked for and there is none: one thread per core.
    NotSwept(usize),
}

impl Limit {
    #[must_use]
    pub fn given() -> Self {
        Self::Given(env::var(VARIABLE).ok().and_then(|value| value.parse().ok()))
    }

    #[must_use]
    pub fn swept(choice: Option<Choice>) -> Self {
        choice.map_or_else(|| Self::NotSwept(cores()), Self::Swept)
    }

    #[must_use]
    pub fn threads(&self) -> Option<usize> {
        match self {
            Self::Given(limit) => *limit,
            Self::Swept(choice) => choice.limit(),
            Self::NotSwept(limit) => Some(*limit),
        }
    }

    /// What a reader of the result should know about it.
    #[must_use]
    pub fn finding(&self) -> Option<String> {
        match self {
            Self::Given(_) => None,
            Self::Swept(choice) => Some(format!(
                "pool by sweep: {} threads, the fewest of the best set {:?}, {} rounds",
                choice.limit().unwrap_or_default(),
                choice.best_set(),
                choice.rounds
            )),
            Self::NotSwept(limit) => Some(format!(
                "pool not swept: {limit} threads, one per core; `runtime-rust sweep` finds better"
            )),
        }
    }
}
