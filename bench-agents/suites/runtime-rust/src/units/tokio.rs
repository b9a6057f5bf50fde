//! One `spawn_blocking` per unit on a pool of one thread per core, awaited in order.

use ::tokio::{runtime::Builder, task::spawn_blocking};

use super::UnitSearch;
use crate::{engines::cores, hit::Hit, pieces::Unit, search::SearchError};

pub(super) fn run(units: Vec<Unit>, search: &UnitSearch) -> Result<Vec<Hit>, SearchError> {
    // The main thread only waits, so that it needs no worker beside it.
    let runtime = Builder::new_current_thread()
        .max_blocking_threads(cores())
        .build()
        .map_err(SearchError::Start)?;
    runtime.block_on(async {
        let tasks: Vec<_> = units
            .into_iter()
            .map(|unit| {
                let search = search.clone();
                spawn_blocking(move || search.unit(&unit))
            })
            .collect();
        let mut hits = Vec::new();
        for task in tasks {
            hits.append(&mut task.await.map_err(|_| SearchError::BrokenOff)??);
        }
        Ok(hits)
    })
}
