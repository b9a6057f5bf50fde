//! Waiting times between attempts: doubled each time, up to five minutes, with jitter.

use std::time::Duration;

use crate::statistics::Shuffler;

pub(crate) const LONGEST: Duration = Duration::from_secs(300);

pub(crate) struct Backoff {
    first: Duration,
    attempts: u32,
    jitter: Shuffler,
}

impl Backoff {
    pub(crate) fn new(first: Duration) -> Self {
        Self {
            first,
            attempts: 0,
            jitter: Shuffler::new(Shuffler::fresh_seed()),
        }
    }

    pub(crate) fn reset(&mut self) {
        self.attempts = 0;
    }

    /// The next waiting time: between half and the whole of the doubled step, so that many agents
    /// do not return together. The server's own wish counts if it is longer.
    pub(crate) fn next(&mut self, wished: Option<Duration>) -> Duration {
        let step = self
            .first
            .saturating_mul(1 << self.attempts.min(20))
            .min(LONGEST);
        self.attempts = self.attempts.saturating_add(1);
        let half = u64::try_from(step.as_micros() / 2).unwrap_or(u64::MAX);
        let extra = self
            .jitter
            .below(usize::try_from(half).unwrap_or(usize::MAX).max(1));
        let jittered = Duration::from_micros(half.saturating_add(extra as u64));
        jittered.max(wished.unwrap_or_default()).min(LONGEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_double_up_to_the_cap() {
        let mut backoff = Backoff::new(Duration::from_secs(1));
        for attempt in 0..40 {
            let step = Duration::from_secs(1 << attempt.min(9)).min(LONGEST);
            let wait = backoff.next(None);
            assert!(
                wait >= step / 2 && wait <= step,
                "attempt {attempt}: {wait:?}"
            );
        }
        backoff.reset();
        assert!(backoff.next(None) <= Duration::from_secs(1));
    }

    #[test]
    fn the_servers_wish_counts_up_to_the_cap() {
        let mut backoff = Backoff::new(Duration::from_secs(1));
        assert_eq!(
            backoff.next(Some(Duration::from_secs(30))),
            Duration::from_secs(30)
        );
        assert_eq!(backoff.next(Some(Duration::from_secs(9999))), LONGEST);
    }
}
