//! Rules that several tables of the manifest share.

use super::document::{Benchmark, Manifest};
use super::error::Fault;
use crate::base::scalar::Scalar;

const LONGEST_NAME: usize = 200;

pub(super) fn known_benchmark<'a>(
    place: &str,
    name: &str,
    manifest: &'a Manifest,
) -> Result<&'a Benchmark, Fault> {
    let mut own = manifest.benchmarks.iter();
    own.find(|benchmark| benchmark.name == name).ok_or_else(|| {
        let names: Vec<&str> = manifest
            .benchmarks
            .iter()
            .map(|b| b.name.as_str())
            .collect();
        Fault::at(
            format!("{place}, benchmark"),
            format!("'{name}' is none of {}", names.join(", ")),
        )
    })
}

pub(super) fn known_metric(place: &str, metric: &str, benchmark: &Benchmark) -> Result<(), Fault> {
    if benchmark.metrics.iter().any(|known| known == metric) {
        return Ok(());
    }
    Err(Fault::at(
        place,
        format!(
            "{} does not list the metric '{metric}'; it has {}",
            benchmark.name,
            benchmark.metrics.join(", ")
        ),
    ))
}

pub(super) fn known_parameter(
    place: &str,
    parameter: &str,
    benchmark: &Benchmark,
) -> Result<(), Fault> {
    if benchmark.parameters.contains_key(parameter) {
        return Ok(());
    }
    Err(Fault::at(
        place,
        format!("'{parameter}' is not a parameter of this benchmark"),
    ))
}

/// The value must stand in the manifest as it is, so that it is right on every machine.
pub(super) fn known_value(
    place: &str,
    parameter: &str,
    value: &Scalar,
    benchmark: &Benchmark,
) -> Result<(), Fault> {
    known_parameter(place, parameter, benchmark)?;
    let values = benchmark
        .parameters
        .get(parameter)
        .and_then(toml::Value::as_array);
    let mut known = values.into_iter().flatten();
    if known.any(|known| Scalar::from_toml(known).as_ref() == Some(value)) {
        return Ok(());
    }
    Err(Fault::at(
        place,
        format!("{value} is no value of '{parameter}'"),
    ))
}

pub(super) fn is_positive(seconds: f64) -> bool {
    seconds.is_finite() && seconds > 0.0
}

pub(super) fn command(place: &str, command: &[String]) -> Result<(), Fault> {
    if command.first().is_none_or(String::is_empty) {
        return Err(Fault::at(
            format!("{place}, command"),
            "is empty; the program goes first",
        ));
    }
    Ok(())
}

pub(super) fn name(place: &str, text: &str) -> Result<(), Fault> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if text.is_empty() || text.len() > LONGEST_NAME || !text.chars().all(is_plain) {
        return Err(Fault::at(
            place,
            "use 1 to 200 letters, digits, '-', '_' or '.'",
        ));
    }
    Ok(())
}

pub(super) fn identifier(place: &str, text: &str) -> Result<(), Fault> {
    if text.is_empty() || !text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(Fault::at(place, "names consist of letters, digits and '_'"));
    }
    Ok(())
}
