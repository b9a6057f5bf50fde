//! The last line that a program prints: a JSON object with answer, metrics and more, or a plain answer.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;

use crate::results::{Course, Recording};

const MOST_FINDINGS: usize = 8;
const LONGEST_FINDING: usize = 300;
const MOST_HISTOGRAMS: usize = 16;
const MOST_COURSES: usize = 16;
const MOST_MOMENTS: usize = 5000;

#[derive(Debug, Default, PartialEq)]
pub(super) struct SampleLine {
    pub(super) answer: Option<String>,
    pub(super) metrics: BTreeMap<String, f64>,
    pub(super) histograms: BTreeMap<String, Recording>,
    /// What the program noticed about itself, each once.
    pub(super) findings: BTreeSet<String>,
    pub(super) courses: BTreeMap<String, Course>,
}

/// The line as it is written.
#[derive(Deserialize)]
struct Written {
    #[serde(default, deserialize_with = "as_text")]
    answer: Option<String>,
    #[serde(default)]
    metrics: BTreeMap<String, f64>,
    #[serde(default)]
    histograms: BTreeMap<String, String>,
    #[serde(default)]
    findings: Vec<String>,
    #[serde(default)]
    courses: BTreeMap<String, Course>,
}

/// Reads the last line that is not blank. No line at all is an empty sample line.
pub(super) fn parse(stdout: &str) -> Result<SampleLine, String> {
    let Some(line) = stdout.lines().map(str::trim).rfind(|line| !line.is_empty()) else {
        return Ok(SampleLine::default());
    };
    if !line.starts_with('{') {
        return Ok(SampleLine {
            answer: Some(line.to_owned()),
            ..SampleLine::default()
        });
    }
    let written: Written =
        serde_json::from_str(line).map_err(|error| format!("{error}, in: {}", shortened(line)))?;
    Ok(SampleLine {
        histograms: histograms(&written)?,
        findings: findings(written.findings)?,
        courses: courses(written.courses)?,
        answer: written.answer,
        metrics: written.metrics,
    })
}

fn histograms(written: &Written) -> Result<BTreeMap<String, Recording>, String> {
    if written.histograms.len() > MOST_HISTOGRAMS {
        let given = written.histograms.len();
        return Err(format!(
            "histograms: {given} are more than the {MOST_HISTOGRAMS} of a line"
        ));
    }
    let read = |(metric, text): (&String, &String)| {
        let place = format!("histograms.{}", shortened(metric));
        if written.metrics.contains_key(metric) {
            return Err(format!(
                "{place}: the same name is in metrics; give percentiles names of their own"
            ));
        }
        let recording = Recording::read(text).map_err(|reason| format!("{place}: {reason}"))?;
        Ok((metric.clone(), recording))
    };
    written.histograms.iter().map(read).collect()
}

fn findings(written: Vec<String>) -> Result<BTreeSet<String>, String> {
    if written.len() > MOST_FINDINGS {
        let given = written.len();
        return Err(format!(
            "findings: {given} are more than the {MOST_FINDINGS} of a line"
        ));
    }
    let is_sentence = |text: &String| {
        let length = text.chars().count();
        !text.trim().is_empty() && length <= LONGEST_FINDING && !text.contains(char::is_control)
    };
    if let Some(index) = written.iter().position(|text| !is_sentence(text)) {
        return Err(format!(
            "findings[{index}]: must be one line of 1 to {LONGEST_FINDING} characters"
        ));
    }
    Ok(written.into_iter().collect())
}

fn courses(written: BTreeMap<String, Course>) -> Result<BTreeMap<String, Course>, String> {
    if written.len() > MOST_COURSES {
        let given = written.len();
        return Err(format!(
            "courses: {given} are more than the {MOST_COURSES} of a line"
        ));
    }
    for (metric, course) in &written {
        let count = course.seconds.len();
        let place = format!("courses.{}", shortened(metric));
        if count != course.values.len() || count == 0 || count > MOST_MOMENTS {
            return Err(format!(
                "{place}: {count} moments and {} values; give one value per moment, 1 to {MOST_MOMENTS}",
                course.values.len()
            ));
        }
        if course.seconds[0] < 0.0 || !course.seconds.is_sorted_by(|before, after| before < after) {
            return Err(format!(
                "{place}: the moments must ascend, from 0 s at the earliest"
            ));
        }
    }
    Ok(written)
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
        histograms: BTreeMap<String, Recorded>,
        #[serde(default)]
        findings: BTreeSet<String>,
        #[serde(default)]
        courses: BTreeMap<String, Course>,
        /// A part of the reason for which the line is refused.
        broken: Option<String>,
    }

    #[derive(Deserialize)]
    struct Recorded {
        values: u64,
        median: f64,
        greatest: f64,
    }

    fn same_histograms(line: &SampleLine, vector: &Vector) -> bool {
        let is_same = |(metric, expected): (&String, &Recorded)| {
            line.histograms.get(metric).is_some_and(|found| {
                let found = (
                    found.recorded(),
                    found.percentile(50.0),
                    found.percentile(100.0),
                );
                found == (expected.values, expected.median, expected.greatest)
            })
        };
        line.histograms.len() == vector.histograms.len() && vector.histograms.iter().all(is_same)
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
                    assert!(vector.broken.is_none(), "{} was accepted", vector.name);
                    assert_eq!(line.answer, vector.answer, "{}", vector.name);
                    assert_eq!(line.metrics, vector.metrics, "{}", vector.name);
                    assert_eq!(line.findings, vector.findings, "{}", vector.name);
                    assert_eq!(line.courses, vector.courses, "{}", vector.name);
                    assert!(same_histograms(&line, &vector), "{}: {line:?}", vector.name);
                }
                Err(reason) => assert!(
                    vector.broken.is_some_and(|part| reason.contains(&part)),
                    "{}: {reason}",
                    vector.name
                ),
            }
        }
    }
}
