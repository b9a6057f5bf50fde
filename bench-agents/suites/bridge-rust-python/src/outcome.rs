//! The one line a sample prints for the agent.

use std::{fmt, time::Duration};

use base64::{Engine, engine::general_purpose::STANDARD};
use hdrhistogram::{
    Histogram,
    serialization::{Serializer, V2DeflateSerializer},
};
use serde_json::{Map, Value, json};

use crate::{
    experiment::Experiment,
    finding::{findings, handlers_at_once},
    load::Measured,
};

/// Its `Display` is JSON; times are in seconds.
pub(crate) struct Outcome(Value);

impl Outcome {
    pub(crate) fn new(
        experiment: &Experiment,
        measured: &Measured,
        alone: Option<Duration>,
    ) -> Self {
        let alone_s = alone.map(|alone| alone.as_secs_f64());
        let mut line = json!({
            "answer": answer(measured),
            "metrics": metrics(measured, alone_s),
            "findings": findings(experiment, measured, alone_s),
        });
        if let Some(encoded) = encoded(&measured.latency) {
            line["histograms"] = json!({ "latency": encoded });
        }
        Self(line)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0)
    }
}

fn answer(measured: &Measured) -> String {
    let counts = measured.counts();
    let first = measured
        .complaint
        .as_ref()
        .map(|text| format!("{counts}; the first: {text}"));
    first.unwrap_or(counts)
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
fn metrics(measured: &Measured, alone_s: Option<f64>) -> Map<String, Value> {
    let requests = measured.answered as f64;
    let cpu_s = measured.server_cpu.as_secs_f64();
    let rate = measured.requests_per_second();
    let mut figures = vec![
        ("requests_per_second", rate),
        ("requests_per_cpu_second", requests / cpu_s),
        ("server_cpu_per_request", cpu_s / requests),
        ("latency_p50", measured.percentile(50.0)),
        ("latency_p95", measured.percentile(95.0)),
        ("latency_p99", measured.percentile(99.0)),
        ("requests", requests),
        ("errors", measured.errors() as f64),
    ];
    if let Some(alone_s) = alone_s {
        figures.push(("handler_alone", alone_s));
        figures.push(("handlers_at_once", handlers_at_once(rate, alone_s)));
    }
    let finite = figures.into_iter().filter(|(_, figure)| figure.is_finite());
    finite
        .map(|(name, figure)| (name.to_owned(), json!(figure)))
        .collect()
}

/// A compressed `HdrHistogram` V2 in base64; the values are nanoseconds.
fn encoded(histogram: &Histogram<u64>) -> Option<String> {
    let mut bytes = Vec::new();
    V2DeflateSerializer::new()
        .serialize(histogram, &mut bytes)
        .ok()?;
    Some(STANDARD.encode(bytes))
}
