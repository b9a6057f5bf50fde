//! The control: one thread, one unit after the other.

use super::UnitSearch;
use crate::{hit::Hit, pieces::Unit, search::SearchError};

pub(super) fn run(units: &[Unit], search: &UnitSearch) -> Result<Vec<Hit>, SearchError> {
    let mut hits = Vec::new();
    for unit in units {
        hits.append(&mut search.unit(unit)?);
    }
    Ok(hits)
}
