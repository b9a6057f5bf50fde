//! Suites that measure releases: how a commit names one, and what else may not.

use super::super::document::Manifest;
use super::super::error::Fault;
use super::super::releases::RELEASE;

/// A commit must tell its release, and no parameter may be taken for one.
pub(super) fn validate(manifest: &Manifest) -> Result<(), Fault> {
    let Some(releases) = &manifest.releases else {
        return Ok(());
    };
    if !releases.names_one() {
        return Err(Fault::at(
            "releases.commit",
            "say what a release is called as a commit, such as \"wcwidth-{release}\"",
        ));
    }
    if releases.work.as_os_str().is_empty() || releases.work.is_absolute() {
        return Err(Fault::at(
            "releases.work",
            "name the file with the work by its way from the suite's folder",
        ));
    }
    let mut all = manifest.benchmarks.iter();
    match all.find(|benchmark| benchmark.parameters.contains_key(RELEASE)) {
        None => Ok(()),
        Some(benchmark) => Err(Fault::at(
            format!("benchmark '{}', parameters", benchmark.name),
            "the commit says which release is measured: give this parameter another name",
        )),
    }
}
