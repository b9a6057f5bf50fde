//! What the types of the manifest cannot say: names, references between tables, complete checks.

mod goals;
mod pace;
mod pages;
mod releases;

use std::collections::BTreeSet;
use std::path::Component;

use super::check::Check;
use super::document::{Benchmark, CORES, Manifest};
use super::error::Fault;
use super::metric::{COUNTED_INSIDE, Metric, Source, built_in, is_disturbed_by_counting};
use super::releases::RELEASE;
use super::rules::{command, identifier, is_positive, known_parameter, known_value, name};
use super::{placeholders, profile_group};

pub(super) fn validate(manifest: &Manifest) -> Result<(), Fault> {
    name("name", &manifest.name)?;
    sources(manifest)?;
    harness(manifest)?;
    releases::validate(manifest)?;
    program(manifest)?;
    command("version", &manifest.version.command)?;
    steps(manifest)?;
    for (metric_name, metric) in &manifest.metrics {
        declared_metric(metric_name, metric)?;
    }
    pace::foreign(manifest)?;
    pace::pace("modes.quick", manifest.modes.quick.as_ref(), manifest)?;
    pace::pace("modes.full", manifest.modes.full.as_ref(), manifest)?;
    benchmarks(manifest)?;
    profile_group::validate(&manifest.profile_groups)?;
    pages::validate(manifest)?;
    goals::goals(manifest)
}

/// Further sources are folders beside the suite, so that a copy of both elsewhere is the same suite.
fn sources(manifest: &Manifest) -> Result<(), Fault> {
    for (index, folder) in manifest.sources.iter().enumerate() {
        if folder.as_os_str().is_empty() || folder.is_absolute() {
            return Err(Fault::at(
                format!("sources[{index}]"),
                "name a folder by its way from the suite's folder, such as \"../../order-server\"",
            ));
        }
    }
    Ok(())
}

/// What says how is measured lies in the suite's folder or beside it, as sources do.
fn harness(manifest: &Manifest) -> Result<(), Fault> {
    for (index, path) in manifest.harness.iter().flatten().enumerate() {
        if path.as_os_str().is_empty() || path.is_absolute() {
            return Err(Fault::at(
                format!("harness[{index}]"),
                "name a file or folder by its way from the suite's folder, such as \"bench.py\"",
            ));
        }
    }
    Ok(())
}

/// What the build makes lies in the suite's folder, so that a copy of it elsewhere has its own.
fn program(manifest: &Manifest) -> Result<(), Fault> {
    let Some(path) = &manifest.program else {
        return Ok(());
    };
    let is_inside = path
        .components()
        .all(|part| matches!(part, Component::CurDir | Component::Normal(_)));
    if path.as_os_str().is_empty() || !is_inside {
        return Err(Fault::at(
            "program",
            "name what the build makes by its way from the suite's folder, such as \"build/bench\"",
        ));
    }
    Ok(())
}

fn steps(manifest: &Manifest) -> Result<(), Fault> {
    for (index, need) in manifest.needs.iter().enumerate() {
        command(&format!("needs[{index}]"), &need.command)?;
    }
    for (index, step) in manifest.build.iter().enumerate() {
        command(&format!("build[{index}]"), &step.command)?;
    }
    if let Some(step) = &manifest.layout {
        command("layout", &step.command)?;
    }
    for (index, step) in manifest.prepare.iter().enumerate() {
        command(&format!("prepare[{index}]"), &step.command)?;
    }
    Ok(())
}

fn benchmarks(manifest: &Manifest) -> Result<(), Fault> {
    if manifest.benchmarks.is_empty() {
        return Err(Fault::at(
            "benchmark",
            "a suite needs at least one [[benchmark]]",
        ));
    }
    let mut seen = BTreeSet::new();
    for benchmark in &manifest.benchmarks {
        let place = format!("benchmark '{}'", benchmark.name);
        name(&format!("{place}, name"), &benchmark.name)?;
        if !seen.insert(&benchmark.name) {
            return Err(Fault::at(
                place,
                "a second benchmark of this name; rename one of them",
            ));
        }
        one_benchmark(&place, benchmark, manifest)?;
    }
    Ok(())
}

fn one_benchmark(place: &str, benchmark: &Benchmark, manifest: &Manifest) -> Result<(), Fault> {
    command(place, &benchmark.command)?;
    parameters(place, benchmark)?;
    metrics(place, benchmark, manifest)?;
    references(place, benchmark, manifest.releases.is_some())?;
    check(place, benchmark)?;
    again(place, benchmark, manifest)?;
    counted_inside(place, benchmark, manifest)?;
    for (index, need) in benchmark.needs.iter().enumerate() {
        command(&format!("{place}, needs[{index}]"), &need.command)?;
    }
    if benchmark.rounds == Some(0) {
        return Err(Fault::at(format!("{place}, rounds"), "must be at least 1"));
    }
    if benchmark
        .timeout_seconds
        .is_some_and(|seconds| !is_positive(seconds))
    {
        return Err(Fault::at(
            format!("{place}, timeout_seconds"),
            "must be greater than 0",
        ));
    }
    Ok(())
}

fn parameters(place: &str, benchmark: &Benchmark) -> Result<(), Fault> {
    for (parameter, values) in &benchmark.parameters {
        let here = format!("{place}, parameters.{parameter}");
        identifier(&here, parameter)?;
        let list = values.as_array().filter(|list| !list.is_empty());
        let Some(list) = list else {
            return Err(Fault::at(here, "must be a list with at least one value"));
        };
        if !list.iter().all(is_scalar) {
            return Err(Fault::at(
                here,
                "values are texts, finite numbers or booleans",
            ));
        }
    }
    Ok(())
}

fn is_scalar(value: &toml::Value) -> bool {
    match value {
        toml::Value::String(_) | toml::Value::Integer(_) | toml::Value::Boolean(_) => true,
        toml::Value::Float(number) => number.is_finite(),
        _ => false,
    }
}

fn metrics(place: &str, benchmark: &Benchmark, manifest: &Manifest) -> Result<(), Fault> {
    if benchmark.metrics.is_empty() {
        return Err(Fault::at(
            format!("{place}, metrics"),
            "name at least one metric",
        ));
    }
    for metric in &benchmark.metrics {
        if manifest.metric(metric).is_none() {
            return Err(Fault::at(
                format!("{place}, metrics"),
                format!("'{metric}' is not built in; declare it as [metrics.{metric}]"),
            ));
        }
    }
    Ok(())
}

fn references(place: &str, benchmark: &Benchmark, of_releases: bool) -> Result<(), Fault> {
    for axis in &benchmark.sweep {
        known_parameter(&format!("{place}, sweep"), axis, benchmark)?;
    }
    let needs = benchmark.needs.iter().flat_map(|need| &need.command);
    let texts = benchmark.command.iter().chain(benchmark.env.values());
    for text in texts.chain(needs) {
        let names = placeholders::names(text).into_iter();
        for parameter in names.filter(|name| !of_releases || *name != RELEASE) {
            known_parameter(&format!("{place}, '{text}'"), parameter, benchmark)?;
        }
    }
    Ok(())
}

fn check(place: &str, benchmark: &Benchmark) -> Result<(), Fault> {
    let Check::By { by, answers } = &benchmark.check else {
        return Ok(());
    };
    let here = format!("{place}, check");
    known_parameter(&here, by, benchmark)?;
    let values = benchmark.parameters.get(by).and_then(toml::Value::as_array);
    for value in values.into_iter().flatten() {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        if text == CORES || !answers.contains_key(&text) {
            return Err(Fault::at(
                here,
                format!("no answer for {by} = {text}; add one"),
            ));
        }
    }
    Ok(())
}

fn declared_metric(metric_name: &str, metric: &Metric) -> Result<(), Fault> {
    let place = format!("metrics.{metric_name}");
    identifier(&place, metric_name)?;
    if metric.unit.is_empty() {
        return Err(Fault::at(
            place,
            "unit is empty; a count or a ratio has the unit \"1\"",
        ));
    }
    if metric.source == Source::Process && built_in(metric_name).is_none() {
        return Err(Fault::at(
            place,
            "the agent measures no process quantity of this name",
        ));
    }
    Ok(())
}

/// Whatever counts inside the program changes what is measured from outside.
fn counted_inside(place: &str, benchmark: &Benchmark, manifest: &Manifest) -> Result<(), Fault> {
    let is_own = |name: &&String| {
        let metric = manifest.metric(name);
        metric.is_some_and(|metric| metric.source == Source::Process)
    };
    let own: Vec<&String> = benchmark.metrics.iter().filter(is_own).collect();
    let counts = own
        .iter()
        .any(|name| COUNTED_INSIDE.contains(&name.as_str()));
    let disturbed = own.iter().find(|name| is_disturbed_by_counting(name));
    match disturbed {
        Some(name) if counts => Err(Fault::at(
            format!("{place}, metrics"),
            format!(
                "counting allocations slows the program: {name} belongs into another benchmark"
            ),
        )),
        _ => Ok(()),
    }
}

fn again(place: &str, benchmark: &Benchmark, manifest: &Manifest) -> Result<(), Fault> {
    let here = format!("{place}, again");
    if !benchmark.again.is_empty() && !manifest.may_run_twice(benchmark) {
        return Err(Fault::at(
            here,
            "has no effect: with exact metrics only, or rounds = 1, nothing runs twice",
        ));
    }
    for (parameter, value) in &benchmark.again {
        known_value(&here, parameter, value, benchmark)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::suite::Manifest;

    const BASE: &str = r#"
name = "toy"
[version]
command = ["./toy", "--version"]
[[benchmark]]
name = "count"
command = ["./toy", "{size}"]
metrics = ["wall_time"]
parameters = { size = [1, 2] }
"#;

    fn fault(text: &str) -> String {
        Manifest::parse(text, Path::new("toy"))
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn the_base_is_valid() {
        assert!(Manifest::parse(BASE, Path::new("toy")).is_ok());
    }

    #[test]
    fn faults_name_place_and_reason() {
        let table = [
            (
                BASE.replace("{size}", "{seize}"),
                "'seize' is not a parameter",
            ),
            (
                BASE.replace("\"wall_time\"", "\"speed\""),
                "[metrics.speed]",
            ),
            (BASE.replace("[1, 2]", "[]"), "at least one value"),
            (BASE.replace("[1, 2]", "[[1]]"), "finite numbers"),
            (BASE.replace("\"toy\"", "\"to y\""), "letters, digits"),
            (
                BASE.replace("name = \"toy\"", "name = \"toy\"\nsources = [\"/srv\"]"),
                "sources[0]: name a folder by its way",
            ),
            (
                BASE.replace("name = \"toy\"", "name = \"toy\"\nprogram = \"../bench\""),
                "program: name what the build makes",
            ),
            (
                format!("{BASE}sweep = [\"depth\"]\n"),
                "'depth' is not a parameter",
            ),
            (
                format!("{BASE}check = {{ by = \"size\", 1 = \"a\" }}\n"),
                "size = 2",
            ),
            (format!("{BASE}timeout_seconds = 0\n"), "greater than 0"),
            (format!("{BASE}colour = 1\n"), "unknown field `colour`"),
            (
                format!("{BASE}[[profile_group]]\nname = \"parsing\"\nfunctions = []\n"),
                "name at least one function",
            ),
            (
                format!("{BASE}[modes.quick]\nrounds = 0\n"),
                "modes.quick.rounds",
            ),
            (
                format!("{BASE}[modes.full]\nrounds = 20\nnarrow = 1.0\n"),
                "modes.full.narrow: is a half width as a ratio, between 0 and 1",
            ),
            (
                format!("{BASE}[modes.full]\nrounds = 20\nfewest_rounds = 9\n"),
                "add narrow = 0.01",
            ),
            (
                format!("{BASE}[modes.full]\nrounds = 20\nnarrow = 0.1\nfewest_rounds = 5\n"),
                "modes.full.fewest_rounds: must be 6",
            ),
            (
                format!("{BASE}[modes.full]\nrounds = 20\nnarrow = 0.1\nnarrow_metric = \"x\"\n"),
                "no benchmark lists the metric 'x'",
            ),
            (
                format!("{BASE}[foreign]\nlimit = 0\n"),
                "foreign.limit: is a share of the machine above 0",
            ),
            (
                format!("{BASE}[foreign]\nrepeat = 100\n"),
                "foreign.repeat: at most 5 per sample",
            ),
            (
                format!("{BASE}again = {{ size = 3 }}\n"),
                "benchmark 'count', again: 3 is no value of 'size'",
            ),
            (
                format!("{BASE}again = {{ size = 1 }}\nrounds = 1\n"),
                "benchmark 'count', again: has no effect",
            ),
        ];
        for (text, expected) in table {
            let message = fault(&text);
            assert!(message.contains("suite.toml"), "{message}");
            assert!(message.contains(expected), "{message} lacks {expected}");
        }
    }
}
