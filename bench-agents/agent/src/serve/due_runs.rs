//! What of the schedule is due, and which job of the server each has.

use std::time::Instant;

use super::schedule::{Entry, Schedule, reported_name};
use crate::base::clock;
use crate::delivery::jobs::JobLease;
use crate::run::config::Scheduled;

/// A run that is due.
pub(crate) struct DueRun {
    place: usize,
    pub(crate) scheduled: Scheduled,
    pub(crate) since: String,
}

impl Schedule {
    /// What is due, the longest due first.
    pub(crate) fn due(&mut self, now: Instant) -> Vec<DueRun> {
        let today = clock::unix_now();
        let mut found = Vec::new();
        for (place, entry) in self.entries.iter_mut().enumerate() {
            let Some(due) = entry.due.filter(|due| *due <= now) else {
                continue;
            };
            let time = || clock::rfc3339(today.saturating_sub(now.saturating_duration_since(due)));
            let since = entry.since.get_or_insert_with(time).clone();
            let scheduled = entry.scheduled.clone();
            found.push((
                due,
                DueRun {
                    place,
                    scheduled,
                    since,
                },
            ));
        }
        found.sort_by_key(|(due, _)| *due);
        found.into_iter().map(|(_, run)| run).collect()
    }

    /// The server has queued what is due; while the job of a run of the same suite and mode is open,
    /// it names that one.
    pub(crate) fn queued(&mut self, run: &DueRun, job: u64) {
        if self.entries.iter().all(|entry| entry.job != Some(job)) {
            self.entries[run.place].job = Some(job);
        }
    }

    /// What was due is measured already, or somebody cancelled it. Where the job was that of
    /// another run of the same suite, this one is due as of now.
    pub(crate) fn skip(&mut self, run: &DueRun, job: u64) {
        let (entry, now) = (&mut self.entries[run.place], Instant::now());
        if entry.job == Some(job) {
            entry.rest(now);
        } else {
            entry.due = Some(now);
            entry.since = None;
        }
    }

    /// The run of a job of this agent, which counts as begun; nothing where it is due no more.
    pub(crate) fn take_job(&mut self, job: &JobLease, now: Instant) -> Option<Scheduled> {
        let is_same = |entry: &Entry| entry.due.is_some() && entry.job == Some(job.id);
        // Before the server was asked again, after a kill.
        let is_alike = |entry: &Entry| {
            entry.due.is_some_and(|due| due <= now)
                && entry.job.is_none()
                && reported_name(&entry.scheduled.suite) == job.suite
                && entry.scheduled.mode == job.mode
        };
        let place = self.entries.iter().position(is_same);
        let place = place.or_else(|| self.entries.iter().position(is_alike))?;
        let entry = &mut self.entries[place];
        entry.taken = entry.due.take();
        entry.pause = None;
        entry.job = Some(job.id);
        Some(entry.scheduled.clone())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::schedule::tests::scheduled;
    use super::*;

    #[test]
    fn runs_of_one_suite_have_their_jobs_one_after_the_other() {
        let begun = Instant::now();
        let now = begun + Duration::from_secs(5);
        let twins = vec![scheduled("s", None, true), scheduled("s", None, true)];
        let mut schedule = Schedule::new(twins, begun);
        for run in schedule.due(now) {
            schedule.queued(&run, 7);
        }
        schedule.entries[0].rest(now); // it was measured
        let run = schedule.due(now).pop().unwrap();
        let before = run.since.clone();
        schedule.skip(&run, 7);
        let again = schedule.due(Instant::now()).pop().unwrap();
        assert_ne!(again.since, before, "another time, another job");
        schedule.queued(&again, 8);
        schedule.skip(&again, 8);
        assert!(schedule.due(Instant::now()).is_empty());
    }
}
