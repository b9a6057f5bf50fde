//! The one line a search prints for the agent.

use std::{fmt, time::Duration};

use crate::answer::Answer;

/// A finished search. Its `Display` is JSON; times are in seconds.
#[derive(Debug, Clone, Copy)]
pub struct Outcome {
    pub answer: Answer,
    /// From the start of file discovery to the sorted first page.
    pub search_time: Duration,
    /// Absent where the system does not tell.
    pub threads_peak: Option<usize>,
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
        if let Some(threads) = self.threads_peak {
            write!(formatter, r#","threads_peak":{threads}"#)?;
        }
        write!(formatter, r#","hits":{hits},"files":{files}}}}}"#)
    }
}
