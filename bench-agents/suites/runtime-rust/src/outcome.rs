//! The one line a search prints for the agent.

use std::{fmt, time::Duration};

use crate::answer::Answer;

/// A finished search. Its `Display` is JSON; times are in seconds.
#[derive(Debug, Clone)]
pub struct Outcome {
    pub answer: Answer,
    /// From the start of file discovery to the sorted first page.
    pub search_time: Duration,
    /// Absent where the system does not tell.
    pub threads_peak: Option<usize>,
    /// The units handed out, if it was units.
    pub units: Option<usize>,
    /// The limit of the blocking pool, for engines that have one.
    pub pool_limit: Option<usize>,
    pub finding: Option<String>,
}

impl Outcome {
    #[must_use]
    pub fn new(answer: Answer, search_time: Duration, threads_peak: Option<usize>) -> Self {
        Self {
            answer,
            search_time,
            threads_peak,
            units: None,
            pool_limit: None,
            finding: None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Answer { files, hits, .. } = self.answer;
        let seconds = self.search_time.as_secs_f64();
        write!(
            formatter,
            r#"{{"answer":"{}","metrics":{{"search_time":{seconds:.9}"#,
            self.answer
        )?;
        let optional = [
            ("threads_peak", self.threads_peak),
            ("units", self.units),
            ("pool_limit", self.pool_limit),
        ];
        for (name, value) in optional {
            if let Some(value) = value {
                write!(formatter, r#","{name}":{value}"#)?;
            }
        }
        write!(formatter, r#","hits":{hits},"files":{files}}}"#)?;
        if let Some(finding) = &self.finding {
            // Debug form quotes as JSON does: findings are written here and hold no control signs.
            write!(formatter, r#","findings":[{finding:?}]"#)?;
        }
        formatter.write_str("}")
    }
}
