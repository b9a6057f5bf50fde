//! The last line that a program prints: `{"answer": "…", "metrics": {"name": 1.5}}`, or a plain answer.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Default, PartialEq, Deserialize)]
pub(super) struct SampleLine {
    #[serde(default, deserialize_with = "as_text")]
    pub(super) answer: Option<String>,
    #[serde(default)]
    pub(super) metrics: BTreeMap<String, f64>,
}

/// Reads the last line that is not blank. No line at all is an empty sample line.
pub(super) fn parse(stdout: &str) -> Result<SampleLine, String> {
    let Some(line) = stdout.lines().map(str::trim).rfind(|line| !line.is_empty()) else {
        return Ok(SampleLine::default());
    };
    if !line.starts_with('{') {
        return Ok(SampleLine {
            answer: Some(line.to_owned()),
            metrics: BTreeMap::new(),
        });
    }
    serde_json::from_str(line).map_err(|error| format!("{error}, in: {}", shortened(line)))
}

/// Answers may be written as numbers or booleans; they are compared as text.
fn as_text<'de, D: serde::Deserializer<'de>>(source: D) -> Result<Option<String>, D::Error> {
    match Value::deserialize(source)? {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text)),
        scalar @ (Value::Number(_) | Value::Bool(_)) => Ok(Some(scalar.to_string())),
        _ => Err(serde::de::Error::custom(
            "answer must be a text, a number or a boolean",
        )),
    }
}

pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 200;
    let cut: String = text.chars().take(LONGEST).collect();
    if cut.len() < text.len() {
        format!("{cut}…")
    } else {
        cut
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Vector {
        name: String,
        stdout: String,
        answer: Option<String>,
        #[serde(default)]
        metrics: BTreeMap<String, f64>,
        #[serde(default)]
        broken: bool,
    }

    /// The vectors that harnesses of every language are held to.
    #[test]
    fn the_published_vectors_are_read_as_they_say() {
        let vectors: Vec<Vector> =
            serde_json::from_str(include_str!("../../../protocol/vectors/sample-lines.json"))
                .unwrap();
        assert!(!vectors.is_empty());
        for vector in vectors {
            match parse(&vector.stdout) {
                Ok(line) => {
                    assert!(!vector.broken, "{} was accepted", vector.name);
                    assert_eq!(line.answer, vector.answer, "{}", vector.name);
                    assert_eq!(line.metrics, vector.metrics, "{}", vector.name);
                }
                Err(reason) => assert!(vector.broken, "{}: {reason}", vector.name),
            }
        }
    }
}
