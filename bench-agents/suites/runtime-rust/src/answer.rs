//! What a search must find, in a form that two programs can compare.

use std::fmt;

use crate::{data_set::checksum::Fnv1a, hit::Hit};

/// How many hits a user is shown.
const PAGE: usize = 50;

/// The counts and a hash of the uuids on the first page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    pub files: usize,
    pub hits: usize,
    pub page_hash: u64,
}

impl Answer {
    /// Sorts the hits as a user would see them and condenses them.
    #[must_use]
    pub fn of(mut hits: Vec<Hit>, files: usize) -> Self {
        let count = hits.len();
        hits.sort_unstable_by(Hit::page_order);
        let mut hash = Fnv1a::default();
        for hit in hits.iter().take(PAGE) {
            hash.update(hit.uuid.as_bytes());
            hash.update(b"\n");
        }
        Self {
            files,
            hits: count,
            page_hash: hash.value(),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            files,
            hits,
            page_hash,
        } = self;
        write!(
            formatter,
            "files={files} hits={hits} top50={page_hash:016x}"
        )
    }
}
