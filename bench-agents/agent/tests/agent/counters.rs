//! Counters of the kernel: inherited by children, in line with perf, absent with a reason.

use std::process::Command;

use serde_json::Value;

use crate::toy::{Toy, results};

fn samples(report: &Value, metric: &str) -> Option<Vec<f64>> {
    let found = results(report, "children")
        .into_iter()
        .find(|result| result["metric"] == metric)?;
    let samples = found["samples"].as_array()?;
    samples.iter().map(Value::as_f64).collect()
}

/// What perf counts of the same program, or nothing where there is no perf.
fn counted_by_perf(toy: &Toy, event: &str) -> Option<f64> {
    let output = Command::new("perf")
        .args(["stat", "-x", ";", "-e", event, "--", "sh", "bench.sh"])
        .current_dir(toy.suite_file("."))
        .env("LC_ALL", "C")
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr);
    let row = text.lines().find(|line| line.contains(event))?;
    row.split(';').next()?.parse().ok()
}

#[test]
fn counters_see_the_children_as_perf_does_and_absent_ones_have_one_reason() {
    let toy = Toy::new("counting");
    let (report, output) = toy.run(&[]);
    assert!(output.status.success());
    for (metric, event) in [("task_clock", "task-clock"), ("page_faults", "page-faults")] {
        let reason = report["environment"][format!("counter_{metric}")].as_str();
        let Some(numbers) = samples(&report, metric) else {
            assert!(reason.unwrap().contains("not permitted"), "{reason:?}");
            continue;
        };
        assert_eq!(
            (numbers.len(), reason),
            (3, None),
            "a sample lost its count"
        );
        // The children alone touch sixteen mebibytes: 4096 pages.
        let least = if metric == "page_faults" {
            4096.0
        } else {
            0.001
        };
        assert!(numbers.iter().all(|number| *number > least), "{numbers:?}");
        let unit = if metric == "task_clock" { 1e-3 } else { 1.0 };
        if let Some(theirs) = counted_by_perf(&toy, event) {
            let ratio = numbers[1] / (theirs * unit);
            assert!(
                (0.3..3.0).contains(&ratio),
                "{metric}: {ratio} times perf's"
            );
        }
    }
}

#[test]
fn what_cannot_be_counted_is_absent_and_never_zero() {
    let toy = Toy::new("counting");
    let (report, _) = toy.run(&["--rounds", "1"]);
    for metric in ["cycles", "alignment_faults"] {
        let reason = report["environment"][format!("counter_{metric}")].as_str();
        match samples(&report, metric) {
            Some(numbers) => assert!(numbers[0] > 0.0 && reason.is_none()),
            None => assert!(reason.unwrap().starts_with("not available: "), "{metric}"),
        }
    }
}
