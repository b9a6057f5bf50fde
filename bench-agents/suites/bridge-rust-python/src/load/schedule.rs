//! When requests are due.

use std::time::{Duration, Instant};

use crate::experiment::Load;

/// The times of a load, all fixed before it begins.
pub(super) struct Schedule {
    /// The first request may be made.
    pub(super) start: Instant,
    /// What is answered from here on counts.
    pub(super) measured_from: Instant,
    /// No request is made later.
    pub(super) end: Instant,
    /// Time between two requests of an open loop.
    pause: Option<Duration>,
    made: u32,
}

impl Schedule {
    pub(super) fn new(load: &Load, start: Instant) -> Self {
        let measured_from = start + load.warm_up();
        let pause = load.rate.map(|rate| Duration::from_secs_f64(1.0 / rate));
        Self {
            start,
            measured_from,
            end: measured_from + load.duration,
            pause,
            made: 0,
        }
    }

    /// From when the next request counts as asked for, if it is due by `now`.
    ///
    /// In an open loop that is its time in the schedule, however late it is really sent: otherwise
    /// a server that stalls would not be charged for the requests it kept from being made.
    pub(super) fn next(&mut self, now: Instant) -> Option<Instant> {
        let due = self.next_due(now);
        if due > now || due >= self.end {
            return None;
        }
        self.made += 1;
        Some(due)
    }

    /// When the next request is due; in a closed loop at once.
    pub(super) fn next_due(&self, now: Instant) -> Instant {
        self.pause
            .map_or(now, |pause| self.start + pause * self.made)
    }

    /// When the requests of an open loop were due that were not made by its end.
    pub(super) fn overdue(&self) -> impl Iterator<Item = Instant> {
        let (start, end, made) = (self.start, self.end, self.made);
        let due = move |pause| (made..).map(move |made| start + pause * made);
        let overdue = self.pause.into_iter().flat_map(due);
        overdue.take_while(move |due| *due < end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(rate: Option<f64>) -> (Schedule, Instant) {
        let start = Instant::now();
        let duration = Duration::from_secs(1);
        let load = Load {
            connections: 2,
            reuse: true,
            rate,
            duration,
        };
        (Schedule::new(&load, start), start)
    }

    #[test]
    fn a_closed_loop_is_due_until_its_end() {
        let (mut schedule, start) = schedule(None);
        let later = start + Duration::from_millis(600);
        assert_eq!(schedule.next(later), Some(later));
        assert_eq!(schedule.next(schedule.end), None);
        assert_eq!(schedule.overdue().count(), 0);
    }

    #[test]
    fn an_open_loop_counts_from_the_scheduled_time_however_late() {
        let (mut schedule, start) = schedule(Some(10.0));
        assert_eq!(schedule.next(start), Some(start));
        assert_eq!(schedule.next(start), None, "the second is not due yet");
        let stalled = start + Duration::from_millis(350);
        let due: Vec<_> = std::iter::from_fn(|| schedule.next(stalled)).collect();
        let times = [100, 200, 300].map(|ms| start + Duration::from_millis(ms));
        assert_eq!(due, times);
    }

    #[test]
    fn requests_that_were_never_made_are_known() {
        let (mut schedule, start) = schedule(Some(100.0));
        while schedule.next(start + Duration::from_millis(995)).is_some() {}
        assert_eq!(
            schedule.overdue().count(),
            25,
            "a quarter of a second of warm-up, 100 of 125 made"
        );
    }
}
