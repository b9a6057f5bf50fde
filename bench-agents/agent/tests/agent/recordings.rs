//! Histograms and findings on sample lines.

use serde_json::Value;

use crate::toy::{Toy, results};

fn of_metric<'a>(report: &'a Value, benchmark: &str, metric: &str) -> &'a Value {
    let found = results(report, benchmark);
    found
        .into_iter()
        .find(|result| result["metric"] == metric)
        .unwrap()
}

#[test]
fn the_histograms_of_all_rounds_are_one_and_percentiles_stay_samples() {
    let toy = Toy::new("recorder");
    let (report, output) = toy.run(&["--only", "whole"]);
    let histogram = &of_metric(&report, "whole", "latency")["histogram"];
    assert_eq!(histogram["encoding"], "hdr-v2");
    assert_eq!(histogram["scale"], 1e-9);
    assert!(histogram["data"].as_str().unwrap().starts_with("HISTF"));
    assert!(
        of_metric(&report, "whole", "latency")
            .get("samples")
            .is_none()
    );
    let percentile = of_metric(&report, "whole", "latency_p50");
    assert_eq!(percentile["samples"], serde_json::json!(vec![0.0012; 3]));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let table = said
        .lines()
        .skip_while(|line| !line.contains("p99.9"))
        .nth(1);
    let row = table.unwrap();
    // Three rounds of four values; the warm-up is not among them.
    assert!(row.ends_with("12"), "{said}");
    assert!(row.contains("1.200 ms"), "{said}");
}

#[test]
fn a_damaged_histogram_is_a_wrong_answer_with_place_and_reason() {
    let toy = Toy::new("recorder");
    let (report, output) = toy.run(&["--only", "damaged"]);
    let failure = &results(&report, "damaged")[0]["failure"];
    assert_eq!(failure["kind"], "wrong_answer");
    let message = failure["message"].as_str().unwrap();
    assert!(message.contains("histograms.latency: damaged"), "{message}");
    assert_eq!(output.status.code(), Some(1));
}
