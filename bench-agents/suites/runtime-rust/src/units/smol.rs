//! One `unblock` per unit, awaited in order on the main thread: no executor, reactor or channel.
//!
//! A unit's hits are the result of its task. The size of the `blocking` pool is all there is to set.

use ::smol::{future::block_on, unblock};

use super::UnitSearch;
use crate::{hit::Hit, pieces::Unit, search::SearchError};

pub(super) fn run(units: Vec<Unit>, search: &UnitSearch) -> Result<Vec<Hit>, SearchError> {
    let tasks: Vec<_> = units
        .into_iter()
        .map(|unit| {
            let search = search.clone();
            unblock(move || search.unit(&unit))
        })
        .collect();
    block_on(async {
        let mut hits = Vec::new();
        for task in tasks {
            hits.append(&mut task.await?);
        }
        Ok(hits)
    })
}
