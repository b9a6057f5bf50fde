//! What a client says it did: its last line, and its latencies.

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The last line of a client.
#[derive(Debug, Default, Deserialize)]
pub struct Claim {
    /// Successes.
    pub orders: u64,
    pub errors: u64,
    /// The measured part.
    pub seconds: f64,
    pub cpu_seconds: f64,
    /// What was asked for, in the open loop only.
    #[serde(default)]
    pub rate: Option<f64>,
    /// Metrics of its own.
    #[serde(default)]
    pub metrics: Map<String, Value>,
    #[serde(default)]
    pub findings: Vec<String>,
}

impl Claim {
    /// Reads the last line that is not blank.
    pub fn read(output: &[u8]) -> Result<Self> {
        let output = String::from_utf8_lossy(output);
        let line = output.lines().rev().find(|line| !line.trim().is_empty());
        let line =
            line.context("the client printed no line; its last one must be a JSON object")?;
        let claim: Self = serde_json::from_str(line)
            .with_context(|| format!("the client's last line is not what it should be: {line}"))?;
        if claim.seconds.is_sign_negative() || claim.cpu_seconds.is_sign_negative() {
            bail!("the client claims a negative time: {line}");
        }
        Ok(claim)
    }
}

/// Nanoseconds as a client writes them into the file of this name.
pub fn times(name: &str, bytes: &[u8]) -> Result<Vec<u64>> {
    if bytes.len() % 8 != 0 {
        bail!(
            "{name} has {} bytes; each order has 8, little-endian",
            bytes.len()
        );
    }
    let numbers = bytes
        .chunks_exact(8)
        .filter_map(|chunk| chunk.try_into().ok());
    Ok(numbers.map(u64::from_le_bytes).collect())
}

#[cfg(test)]
mod tests {
    use super::{Claim, times};

    #[test]
    fn the_last_line_counts_and_earlier_ones_are_free() {
        let output = b"hello\n{\"orders\":3,\"errors\":0,\"seconds\":0.5,\"cpu_seconds\":0.1}\n\n";
        let claim = Claim::read(output).unwrap();
        assert_eq!((claim.orders, claim.errors), (3, 0));
        assert_eq!((claim.seconds, claim.rate), (0.5, None));
    }

    #[test]
    fn a_line_that_claims_nothing_is_refused_with_its_text() {
        for (output, part) in [
            ("", "no line"),
            ("done", "done"),
            (r#"{"orders":3}"#, "errors"),
            (
                r#"{"orders":-1,"errors":0,"seconds":1,"cpu_seconds":1}"#,
                "-1",
            ),
            (
                r#"{"orders":1,"errors":0,"seconds":-1,"cpu_seconds":1}"#,
                "negative",
            ),
        ] {
            let error = Claim::read(output.as_bytes()).unwrap_err();
            assert!(format!("{error:#}").contains(part), "{error:#}");
        }
    }

    #[test]
    fn times_are_little_endian_numbers_of_eight_bytes() {
        assert_eq!(times("ENDS", &[1, 1, 0, 0, 0, 0, 0, 0]).unwrap(), [257]);
        assert!(
            times("ENDS", &[1, 2, 3])
                .unwrap_err()
                .to_string()
                .contains("3 bytes")
        );
    }
}
