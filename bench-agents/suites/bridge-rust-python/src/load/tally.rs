//! What a load has seen.

use std::time::Duration;

use hdrhistogram::Histogram;

/// The longest latency that is told apart from longer ones.
const LONGEST_NS: u64 = 120_000_000_000;
const DIGITS: u8 = 3;

/// How a load went, over its measured time.
pub(crate) struct Measured {
    /// How long each took, in nanoseconds; of an open loop also those without an answer by its end.
    pub(crate) latency: Histogram<u64>,
    /// Right answers in the measured time.
    pub(crate) answered: u64,
    pub(crate) failed: u64,
    pub(crate) wrong: u64,
    pub(crate) unanswered: u64,
    /// What the first request that went wrong was told.
    pub(crate) complaint: Option<String>,
    pub(crate) seconds: f64,
    pub(crate) server_cpu: Duration,
}

impl Measured {
    pub(super) fn new() -> Result<Self, hdrhistogram::CreationError> {
        Ok(Self {
            latency: Histogram::new_with_bounds(1, LONGEST_NS, DIGITS)?,
            answered: 0,
            failed: 0,
            wrong: 0,
            unanswered: 0,
            complaint: None,
            seconds: 0.0,
            server_cpu: Duration::ZERO,
        })
    }

    pub(super) fn record(&mut self, taken: Duration) {
        self.latency
            .saturating_record(u64::try_from(taken.as_nanos()).unwrap_or(LONGEST_NS));
    }

    pub(super) fn complain(&mut self, text: String) {
        self.complaint.get_or_insert(text);
    }

    /// What no sample may have: any of these.
    pub(crate) fn counts(&self) -> String {
        let Self {
            failed,
            wrong,
            unanswered,
            ..
        } = self;
        format!("failed={failed} wrong={wrong} unanswered={unanswered}")
    }

    pub(crate) fn errors(&self) -> u64 {
        self.failed + self.wrong + self.unanswered
    }

    #[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
    pub(crate) fn requests_per_second(&self) -> f64 {
        self.answered as f64 / self.seconds
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "nanoseconds of at most two minutes"
    )]
    pub(crate) fn percentile(&self, percent: f64) -> f64 {
        self.latency.value_at_percentile(percent) as f64 / 1e9
    }
}
