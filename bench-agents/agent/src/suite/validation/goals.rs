//! What can be wrong with a goal: its target, its metric, the variants it means.

use crate::base::scalar::Scalar;
use crate::suite::comparisons::Unmatched;
use crate::suite::document::{CORES, Manifest};
use crate::suite::error::Fault;
use crate::suite::goal::{Goal, Selector};
use crate::suite::pace::Mode;
use crate::suite::rules::{known_benchmark, known_metric, known_parameter, known_value};

pub(super) fn goals(manifest: &Manifest) -> Result<(), Fault> {
    for (index, goal) in manifest.goals.iter().enumerate() {
        let place = format!("goal '{}'", goal.name);
        if goal.name.trim().is_empty() {
            let place = format!("goal[{index}], name");
            return Err(Fault::at(place, "is empty; say what is to be reached"));
        }
        if manifest.goals[..index]
            .iter()
            .any(|other| other.name == goal.name)
        {
            return Err(Fault::at(
                place,
                "a second goal of this name; rename one of them",
            ));
        }
        one_goal(&place, goal, manifest)?;
    }
    Ok(())
}

fn one_goal(place: &str, goal: &Goal, manifest: &Manifest) -> Result<(), Fault> {
    target(place, goal)?;
    if goal.baselines.is_empty() {
        return Err(Fault::at(
            format!("{place}, baselines"),
            "name at least one variant to compare with",
        ));
    }
    side(
        &format!("{place}, contender"),
        &goal.contender,
        goal,
        manifest,
    )?;
    for (index, baseline) in goal.baselines.iter().enumerate() {
        side(
            &format!("{place}, baselines[{index}]"),
            baseline,
            goal,
            manifest,
        )?;
    }
    variants(place, goal, manifest)
}

fn target(place: &str, goal: &Goal) -> Result<(), Fault> {
    if goal.at_most.is_some() && goal.at_least.is_some() {
        return Err(Fault::at(
            place,
            "has both at_most and at_least; make it two goals",
        ));
    }
    for (name, number) in [("at_most", goal.at_most), ("at_least", goal.at_least)] {
        if number.is_some_and(|number| !number.is_finite() || number <= 0.0) {
            return Err(Fault::at(
                format!("{place}, {name}"),
                "is a ratio and must be greater than 0",
            ));
        }
    }
    Ok(())
}

fn side(place: &str, selector: &Selector, goal: &Goal, manifest: &Manifest) -> Result<(), Fault> {
    let benchmark = known_benchmark(place, &selector.benchmark, manifest)?;
    known_metric(place, &goal.metric, benchmark)?;
    for name in &goal.each {
        known_parameter(place, name, benchmark)?;
    }
    for (name, value) in &selector.parameters {
        known_value(place, name, value, benchmark)?;
    }
    Ok(())
}

/// A goal must mean single variants in the modes it names; one that names none, in some mode.
fn variants(place: &str, goal: &Goal, manifest: &Manifest) -> Result<(), Fault> {
    let mut missing = None;
    let mut is_anywhere = false;
    for mode in [Mode::Quick, Mode::Full] {
        if !goal.is_for(mode) {
            continue;
        }
        match goal.comparisons(manifest, mode) {
            Ok(rows) if rows.iter().any(|row| row.contender == row.baseline) && !by_cores(goal) => {
                return Err(Fault::at(place, "compares a variant with itself"));
            }
            Ok(_) => is_anywhere = true,
            Err(Unmatched::Several(reason)) => return Err(Fault::at(place, reason)),
            Err(Unmatched::None(reason)) => {
                missing = Some(format!("in {} mode {reason}", mode.name()));
            }
        }
    }
    match missing {
        Some(reason) if goal.modes.is_some() || !is_anywhere => Err(Fault::at(
            place,
            format!("{reason}; name values of [[benchmark]], or limit the goal's modes"),
        )),
        _ => Ok(()),
    }
}

/// On a machine of few cores "cores" may be the same as a number; that is no fault of the manifest.
fn by_cores(goal: &Goal) -> bool {
    let mut selectors = goal.baselines.iter().chain([&goal.contender]);
    selectors.any(|selector| {
        selector
            .parameters
            .values()
            .any(|value| *value == Scalar::from(CORES))
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const BASE: &str = r#"
name = "toy"
[version]
command = ["true"]
[modes.quick]
rounds = 6
only = { size = [1] }
[[benchmark]]
name = "sort"
command = ["true"]
metrics = ["cpu_time", "wall_time"]
parameters = { kind = ["quick", "heap"], size = [1, 2], threads = [1, "cores"] }
[[benchmark]]
name = "scan"
command = ["true"]
metrics = ["cpu_time"]
[[goal]]
name = "quick before heap"
metric = "cpu_time"
contender = { benchmark = "sort", parameters = { kind = "quick", size = 1, threads = 1 } }
baselines = [{ benchmark = "sort", parameters = { kind = "heap", size = 1, threads = 1 } }, { benchmark = "scan" }]
at_most = 0.9
"#;

    fn rows(text: &str, mode: Mode) -> usize {
        let manifest = Manifest::parse(text, Path::new("toy")).unwrap();
        manifest.goals[0]
            .comparisons(&manifest, mode)
            .unwrap()
            .len()
    }

    #[test]
    fn every_baseline_is_a_row() {
        assert_eq!(rows(BASE, Mode::Full), 2);
    }

    #[test]
    fn every_shared_value_is_a_row_and_modes_may_differ_in_them() {
        let text = BASE.replace(", size = 1, threads = 1", "").replace(
            ", { benchmark = \"scan\" }]",
            "]\neach = [\"size\", \"threads\"]",
        );
        let threads = if crate::machine::cores() == 1 { 1 } else { 2 };
        assert_eq!(rows(&text, Mode::Quick), threads);
        assert_eq!(rows(&text, Mode::Full), 2 * threads);
    }

    #[test]
    fn a_mode_that_leaves_a_single_value_needs_no_name_for_it() {
        let text = BASE
            .replace("size = 1, threads = 1", "threads = \"cores\"")
            .replace("at_most = 0.9", "modes = [\"quick\"]");
        assert_eq!(rows(&text, Mode::Quick), 2);
    }

    #[test]
    fn faults_name_place_reason_and_remedy() {
        let table = [
            (
                "at_most = 0.9",
                "at_most = 0.9\nat_least = 0.1",
                "make it two goals",
            ),
            (
                "at_most = 0.9",
                "at_most = 0.0",
                "goal 'quick before heap', at_most: is a ratio",
            ),
            ("at_most = 0.9", "at_mots = 0.9", "unknown field `at_mots`"),
            (
                "{ benchmark = \"scan\" }",
                "{ benchmark = \"scam\" }",
                "'scam' is none of sort, scan",
            ),
            (
                "metric = \"cpu_time\"",
                "metric = \"wall_time\"",
                "scan does not list the metric",
            ),
            (
                "kind = \"heap\"",
                "kid = \"heap\"",
                "'kid' is not a parameter of this benchmark",
            ),
            (
                "kind = \"heap\"",
                "kind = \"tree\"",
                "goal 'quick before heap', baselines[0]: tree is no value of 'kind'",
            ),
            (
                "kind = \"heap\"",
                "kind = \"quick\"",
                "compares a variant with itself",
            ),
            (
                "kind = \"quick\", size = 1, threads = 1",
                "kind = \"quick\", threads = 1",
                "2 variants of sort fit: kind=quick, size=1, threads=1; kind=quick, size=2",
            ),
            (
                "size = 1, threads = 1 } }, {",
                "size = 2, threads = 1 } }, {",
                "",
            ),
        ];
        for (old, new, expected) in table {
            let text = BASE.replacen(old, new, 1);
            assert_ne!(text, BASE, "{old}");
            let read = Manifest::parse(&text, Path::new("toy"));
            if expected.is_empty() {
                assert!(read.is_ok(), "{read:?}");
                continue;
            }
            let message = read.unwrap_err().to_string();
            assert!(message.contains(expected), "{message} lacks {expected}");
        }
    }

    #[test]
    fn a_goal_for_a_mode_needs_its_variants_there() {
        let text = BASE
            .replace(
                "size = 1, threads = 1 } }, {",
                "size = 2, threads = 1 } }, {",
            )
            .replace("at_most = 0.9", "modes = [\"quick\"]");
        let message = Manifest::parse(&text, Path::new("toy"))
            .unwrap_err()
            .to_string();
        assert!(
            message.contains("in quick mode no variant is sort kind=heap, size=2"),
            "{message}"
        );
        assert!(message.contains("limit the goal's modes"), "{message}");
    }
}
