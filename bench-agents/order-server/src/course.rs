//! How latency and throughput went over the measured part, in windows of equal length.

use anyhow::{Result, ensure};
use serde_json::{Map, Value, json};

use crate::percentiles::percentile;

const MOST_WINDOWS: usize = 100;
/// On average; fewer say little about a median.
const ORDERS_PER_WINDOW: usize = 50;
const NS_PER_S: f64 = 1e9;

/// The courses by metric, each point at the end of its window; none of a client that does not say
/// when its orders ended. `speed` names the metric of orders per second.
pub fn courses(ends: &[u64], latencies: &[u64], speed: &str) -> Result<Map<String, Value>> {
    let Some(&last) = ends.iter().max() else {
        return Ok(Map::new());
    };
    ensure!(
        ends.len() == latencies.len(),
        "ORDERS_ENDS has {} ends of {} latencies",
        ends.len(),
        latencies.len()
    );
    let mut windows = vec![Vec::new(); (ends.len() / ORDERS_PER_WINDOW).clamp(1, MOST_WINDOWS)];
    let count = windows.len() as u64;
    let width = last.div_ceil(count).max(1);
    for (&end, &latency) in ends.iter().zip(latencies) {
        // An order that ends as a window does belongs to it.
        let index = usize::try_from(end.saturating_sub(1) / width)?;
        windows[index].push(latency);
    }
    let ends = (1..=count).map(|window| to_float(window * width) / NS_PER_S);
    let medians = windows.iter_mut().map(|window| {
        window.sort_unstable();
        percentile(window, 0.5).map(|nanoseconds| nanoseconds / NS_PER_S)
    });
    // A window without an order has no latency: a gap.
    let (moments, medians): (Vec<f64>, Vec<f64>) = ends
        .clone()
        .zip(medians)
        .filter_map(|(end, median)| Some((end, median?)))
        .unzip();
    let seconds = to_float(width) / NS_PER_S;
    let speeds = windows
        .iter()
        .map(|window| to_float(window.len() as u64) / seconds);
    let speeds =
        json!({ "seconds": ends.collect::<Vec<_>>(), "values": speeds.collect::<Vec<_>>() });
    let medians = json!({ "seconds": moments, "values": medians });
    Ok([
        ("latency_p50".to_owned(), medians),
        (speed.to_owned(), speeds),
    ]
    .into_iter()
    .collect())
}

#[expect(clippy::cast_precision_loss, reason = "exact below 104 days")]
fn to_float(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::courses;

    #[test]
    fn a_window_without_orders_is_a_gap_in_latency_and_zero_in_throughput() {
        // A hundred orders in the first second, a pause of two, a hundred in the fourth.
        let ends: Vec<u64> = (1..=100)
            .map(|order| order * 10_000_000)
            .chain((1..=100).map(|order| 3_000_000_000 + order * 10_000_000))
            .collect();
        let found = courses(&ends, &vec![2_000_000; 200], "requests_per_second").unwrap();
        let latency = &found["latency_p50"];
        assert_eq!(latency["seconds"], serde_json::json!([1.0, 4.0]));
        assert_eq!(latency["values"], serde_json::json!([0.002, 0.002]));
        let speed = &found["requests_per_second"];
        assert_eq!(speed["seconds"], serde_json::json!([1.0, 2.0, 3.0, 4.0]));
        assert_eq!(speed["values"], serde_json::json!([100.0, 0.0, 0.0, 100.0]));
    }

    #[test]
    fn no_order_has_no_course() {
        assert!(courses(&[], &[], "achieved_rate").unwrap().is_empty());
    }
}
