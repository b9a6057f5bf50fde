//! Work stealing over a fixed pool of one thread per core; hits are gathered per thread.

use std::io;

use ::rayon::{
    ThreadPoolBuilder,
    iter::{IntoParallelRefIterator, ParallelIterator},
};

use super::UnitSearch;
use crate::{engines::cores, hit::Hit, pieces::Unit, search::SearchError};

pub(super) fn run(units: &[Unit], search: &UnitSearch) -> Result<Vec<Hit>, SearchError> {
    // The size is given, so that RAYON_NUM_THREADS in a user's shell changes nothing.
    let pool = ThreadPoolBuilder::new()
        .num_threads(cores())
        .build()
        .map_err(|error| SearchError::Start(io::Error::other(error)))?;
    pool.install(|| {
        units
            .par_iter()
            .map(|unit| search.unit(unit))
            .try_reduce(Vec::new, |mut hits, mut more| {
                hits.append(&mut more);
                Ok(hits)
            })
    })
}
