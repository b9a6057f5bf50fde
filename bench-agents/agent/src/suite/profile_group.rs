//! `[[profile_group]]`: functions that profiles count together under one name.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::error::Fault;

/// A part of the work, told by the functions that do it; `*` stands for any text.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProfileGroup {
    pub(crate) name: String,
    pub(crate) functions: Vec<String>,
}

pub(super) fn validate(groups: &[ProfileGroup]) -> Result<(), Fault> {
    let mut seen = BTreeSet::new();
    for group in groups {
        let place = format!("profile_group '{}'", group.name);
        if group.name.trim().is_empty() || !seen.insert(&group.name) {
            return Err(Fault::at(place, "every group has a name of its own"));
        }
        if group.functions.is_empty() || group.functions.iter().any(String::is_empty) {
            let reason = "name at least one function, such as \"sonic_rs::*\"";
            return Err(Fault::at(place, reason));
        }
    }
    Ok(())
}
