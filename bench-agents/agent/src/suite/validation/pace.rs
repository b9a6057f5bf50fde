//! What can be wrong with how much is measured: rounds, limits, when to stop, when to repeat.

use crate::statistics::FEWEST;
use crate::suite::document::Manifest;
use crate::suite::error::Fault;
use crate::suite::pace::Pace;
use crate::suite::rules::is_positive;

const MOST_REPEATS: usize = 5;

pub(super) fn pace(place: &str, declared: Option<&Pace>, manifest: &Manifest) -> Result<(), Fault> {
    let Some(limits) = declared else {
        return Ok(());
    };
    if limits.rounds == 0 {
        return Err(Fault::at(format!("{place}.rounds"), "must be at least 1"));
    }
    if limits
        .max_seconds
        .is_some_and(|seconds| !is_positive(seconds))
    {
        return Err(Fault::at(
            format!("{place}.max_seconds"),
            "must be greater than 0",
        ));
    }
    narrowing(place, limits, manifest)?;
    for parameter in limits.only.keys() {
        if !manifest
            .benchmarks
            .iter()
            .any(|b| b.parameters.contains_key(parameter))
        {
            return Err(Fault::at(
                format!("{place}.only"),
                format!("no benchmark has a parameter '{parameter}'"),
            ));
        }
    }
    Ok(())
}

fn narrowing(place: &str, declared: &Pace, manifest: &Manifest) -> Result<(), Fault> {
    let Some(narrow) = declared.narrow else {
        if declared.narrow_metric.is_some() || declared.fewest_rounds.is_some() {
            return Err(Fault::at(
                place,
                "narrow_metric and fewest_rounds say nothing without narrow; add narrow = 0.01",
            ));
        }
        return Ok(());
    };
    if !(is_positive(narrow) && narrow < 1.0) {
        return Err(Fault::at(
            format!("{place}.narrow"),
            "is a half width as a ratio, between 0 and 1; 0.01 is ±1 %",
        ));
    }
    let fewest = declared.fewest_rounds.unwrap_or(FEWEST);
    if fewest < FEWEST || fewest > declared.rounds {
        return Err(Fault::at(
            format!("{place}.fewest_rounds"),
            format!("must be {FEWEST} (below that there is no interval) to rounds"),
        ));
    }
    let Some(metric) = &declared.narrow_metric else {
        return Ok(());
    };
    if !manifest
        .benchmarks
        .iter()
        .any(|b| b.metrics.contains(metric))
    {
        return Err(Fault::at(
            format!("{place}.narrow_metric"),
            format!("no benchmark lists the metric '{metric}'"),
        ));
    }
    Ok(())
}

pub(super) fn foreign(manifest: &Manifest) -> Result<(), Fault> {
    let rules = &manifest.foreign;
    let is_share = |share: f64| (0.0..=1.0).contains(&share);
    if !is_share(rules.limit) || rules.limit == 0.0 {
        return Err(Fault::at(
            "foreign.limit",
            "is a share of the machine above 0 and up to 1; 1 never repeats a sample",
        ));
    }
    if !is_share(rules.budget) {
        return Err(Fault::at(
            "foreign.budget",
            "is a share of the measuring time, 0 to 1",
        ));
    }
    if rules.repeat > MOST_REPEATS {
        return Err(Fault::at(
            "foreign.repeat",
            format!("at most {MOST_REPEATS} per sample; more rounds tell more"),
        ));
    }
    Ok(())
}
