//! What can be wrong with a ladder, a split, a sweep's default or a claim.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::scalar::Scalar;
use crate::suite::document::Manifest;
use crate::suite::error::Fault;
use crate::suite::pages::{Choice, Ladder, Rung, Split};
use crate::suite::rules::{known_benchmark, known_metric, known_parameter, known_value};

const FEWEST_RUNGS: usize = 2;
/// What every claim has; the server says all else that is wrong with one.
const NEEDED: [&str; 3] = ["key", "title", "statement"];

pub(super) fn validate(manifest: &Manifest) -> Result<(), Fault> {
    let mut seen = BTreeSet::new();
    for ladder in &manifest.ladders {
        let place = format!("ladder '{}'", ladder.name);
        own_name(&place, &ladder.name, &mut seen)?;
        one_ladder(&place, ladder, manifest)?;
    }
    let mut seen = BTreeSet::new();
    for split in &manifest.splits {
        let place = format!("split '{}'", split.name);
        own_name(&place, &split.name, &mut BTreeSet::new())?;
        if !seen.insert(&split.parameter) {
            let reason = format!("a second split over '{}'; leave one", split.parameter);
            return Err(Fault::at(place, reason));
        }
        one_split(&place, split, manifest)?;
    }
    for sweep in &manifest.sweeps {
        let place = format!("sweep over '{}'", sweep.parameter);
        let benchmark = known_benchmark(&place, &sweep.benchmark, manifest)?;
        known_value(&place, &sweep.parameter, &sweep.default, benchmark)?;
    }
    for (index, claim) in manifest.claims.iter().enumerate() {
        if let Some(missing) = NEEDED.iter().find(|name| !claim.contains_key(**name)) {
            let reason = format!("has no {missing}; docs/claims.md has the format");
            return Err(Fault::at(format!("claim[{index}]"), reason));
        }
    }
    Ok(())
}

fn own_name<'a>(place: &str, name: &'a str, seen: &mut BTreeSet<&'a str>) -> Result<(), Fault> {
    if name.trim().is_empty() || !seen.insert(name) {
        return Err(Fault::at(place, "needs a name of its own"));
    }
    Ok(())
}

fn one_ladder(place: &str, ladder: &Ladder, manifest: &Manifest) -> Result<(), Fault> {
    if ladder.rungs.len() < FEWEST_RUNGS {
        return Err(Fault::at(place, "has a baseline and at least one rung"));
    }
    if ladder.rungs[0].control {
        return Err(Fault::at(
            place,
            "the first rung is the baseline, no control",
        ));
    }
    let mut seen = BTreeSet::new();
    for rung in &ladder.rungs {
        let place = format!("{place}, rung '{}'", rung.label);
        own_name(&place, &rung.label, &mut seen)?;
        one_rung(&place, rung, ladder, manifest)?;
    }
    Ok(())
}

fn one_rung(place: &str, rung: &Rung, ladder: &Ladder, manifest: &Manifest) -> Result<(), Fault> {
    let name = if rung.benchmark.is_empty() {
        &ladder.benchmark
    } else {
        &rung.benchmark
    };
    let benchmark = known_benchmark(place, name, manifest)?;
    known_metric(place, &ladder.metric, benchmark)?;
    let mut chosen: BTreeMap<&String, &Choice> = BTreeMap::new();
    if *name == ladder.benchmark {
        chosen.extend(&ladder.parameters);
    }
    chosen.extend(&rung.parameters);
    for (parameter, choice) in chosen {
        if choice.values().is_empty() {
            let reason = format!("'{parameter}' names no value");
            return Err(Fault::at(place, reason));
        }
        for value in choice.values() {
            known_value(place, parameter, value, benchmark)?;
        }
    }
    Ok(())
}

fn one_split(place: &str, split: &Split, manifest: &Manifest) -> Result<(), Fault> {
    if split.baseline == split.contender {
        return Err(Fault::at(place, "compares a value with itself"));
    }
    if split.metrics.is_empty() {
        return Err(Fault::at(place, "name the metrics that are weighed"));
    }
    let has = |value: &Scalar| {
        let own = |benchmark| known_value(place, &split.parameter, value, benchmark);
        manifest
            .benchmarks
            .iter()
            .map(own)
            .any(|found| found.is_ok())
    };
    for value in [&split.baseline, &split.contender] {
        if !has(value) {
            let reason = format!("no benchmark has {} = {value}", split.parameter);
            return Err(Fault::at(place, reason));
        }
    }
    let of_parameter = |benchmark: &&_| known_parameter(place, &split.parameter, benchmark).is_ok();
    for metric in &split.metrics {
        let mut own = manifest.benchmarks.iter().filter(of_parameter);
        if !own.any(|benchmark| benchmark.metrics.contains(metric)) {
            let reason = format!("no benchmark over '{}' lists {metric}", split.parameter);
            return Err(Fault::at(place, reason));
        }
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
command = ["true"]
[[benchmark]]
name = "sort"
command = ["true"]
metrics = ["cpu_time", "wall_time"]
parameters = { kind = ["quick", "heap", "merge"], size = [1, 2] }
[[benchmark]]
name = "scan"
command = ["true"]
metrics = ["wall_time"]
parameters = { kind = ["quick", "heap"] }
[[ladder]]
name = "ways to sort"
metric = "wall_time"
benchmark = "sort"
parameters = { size = [2, 1] }
rung = [
  { label = "heap", parameters = { kind = "heap" } },
  { label = "quick", parameters = { kind = "quick", size = 1 } },
  { label = "nothing", benchmark = "scan", control = true },
]
[[split]]
name = "heap"
parameter = "kind"
baseline = "quick"
contender = "heap"
metrics = ["wall_time"]
[[sweep]]
benchmark = "sort"
parameter = "size"
default = 2
[[claim]]
key = "toy"
title = "Toys are fast"
statement = []
"#;

    #[test]
    fn pages_are_sent_as_they_stand_in_the_manifest() {
        let manifest = Manifest::parse(BASE, Path::new("toy")).unwrap();
        let sent = serde_json::to_value(&manifest.ladders).unwrap();
        assert_eq!(sent[0]["parameters"]["size"], serde_json::json!([2, 1]));
        assert_eq!(sent[0]["rung"][1]["parameters"]["kind"], "quick");
        assert_eq!(sent[0]["rung"][2]["control"], true);
        let sent = serde_json::to_value(&manifest.claims).unwrap();
        assert_eq!(sent[0]["title"], "Toys are fast");
        assert_eq!(
            serde_json::to_value(&manifest.sweeps).unwrap()[0]["default"],
            2
        );
    }

    #[test]
    fn faults_name_place_and_reason() {
        let table = [
            (
                "benchmark = \"scan\", control",
                "benchmark = \"scam\", control",
                "'scam' is none of",
            ),
            (
                "label = \"quick\"",
                "label = \"heap\"",
                "rung 'heap': needs a name of its own",
            ),
            (
                "kind = \"quick\", size = 1",
                "kind = \"tree\"",
                "rung 'quick': tree is no value",
            ),
            ("size = [2, 1]", "size = []", "'size' names no value"),
            (
                "contender = \"heap\"",
                "contender = \"quick\"",
                "with itself",
            ),
            (
                "contender = \"heap\"",
                "contender = \"tree\"",
                "no benchmark has kind = tree",
            ),
            (
                "metrics = [\"wall_time\"]\n[[sweep]]",
                "metrics = [\"x\"]\n[[sweep]]",
                "lists x",
            ),
            (
                "default = 2",
                "default = 3",
                "sweep over 'size': 3 is no value of 'size'",
            ),
            ("title = \"Toys are fast\"\n", "", "claim[0]: has no title"),
            (
                "metric = \"wall_time\"",
                "metrik = \"wall_time\"",
                "unknown field `metrik`",
            ),
        ];
        for (old, new, expected) in table {
            let text = BASE.replacen(old, new, 1);
            assert_ne!(text, BASE, "{old}");
            let message = Manifest::parse(&text, Path::new("toy"))
                .unwrap_err()
                .to_string();
            assert!(message.contains(expected), "{message} lacks {expected}");
        }
    }
}
