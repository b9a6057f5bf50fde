//! Latencies as an `HdrHistogram`, in the text that reports carry.

use anyhow::{Context, Result};
use base64::{Engine, engine::general_purpose::STANDARD};
use hdrhistogram::{
    Histogram,
    serialization::{Serializer, V2DeflateSerializer},
};

const SIGNIFICANT_DIGITS: u8 = 3;

/// Base64 of the compressed V2 encoding, in nanoseconds.
pub fn encode(latencies: &[u64]) -> Result<String> {
    let mut histogram = Histogram::<u64>::new(SIGNIFICANT_DIGITS)?;
    for &latency in latencies {
        histogram.record(latency)?;
    }
    let mut encoded = Vec::new();
    V2DeflateSerializer::new()
        .serialize(&histogram, &mut encoded)
        .context("the latencies do not fit into a histogram")?;
    Ok(STANDARD.encode(encoded))
}
