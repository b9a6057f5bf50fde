//! Which suite is due when.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::base::clock;
use crate::base::progress::Planned;
use crate::run::config::Scheduled;

/// As much of a plan as a server takes.
const MOST_TOLD: usize = 100;
const LONGEST_NAME: usize = 200;
/// So long jobs of the server go before a run that is due.
const LONGEST_DELAY: Duration = Duration::from_secs(3600);

pub(super) struct Entry {
    pub(super) scheduled: Scheduled,
    /// Nothing: not until it is lost or asked for.
    pub(super) due: Option<Instant>,
    /// Since when the run that is measured now had been due.
    pub(super) taken: Option<Instant>,
    pub(super) pause: Option<Pause>,
    /// The time of day since when it is due, as the server was told: the name of its job.
    pub(super) since: Option<String>,
    /// Its job in the queue of the server.
    pub(super) job: Option<u64>,
}

impl Entry {
    /// It is over, and comes again after its interval.
    pub(super) fn rest(&mut self, now: Instant) {
        self.since = None;
        self.job = None;
        self.due = self.scheduled.every.map(|every| now + every);
    }
}

/// A run that was begun and makes room for a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pause {
    /// That were finished before.
    pub(crate) rounds: usize,
    pub(crate) job: u64,
}

pub(crate) struct Schedule {
    pub(super) entries: Vec<Entry>,
    /// A run has made room for a job that was not asked for yet.
    owes_room: bool,
}

impl Schedule {
    /// Runs marked `on_start` are due now, those with `after` when that has passed, the others one
    /// interval from now.
    pub(crate) fn new(runs: Vec<Scheduled>, now: Instant) -> Self {
        let entries = runs.into_iter().map(|scheduled| {
            let later = scheduled.after.or(scheduled.every);
            let later = later.map(|pause| now + pause);
            let due = if scheduled.on_start { Some(now) } else { later };
            Entry {
                scheduled,
                due,
                taken: None,
                pause: None,
                since: None,
                job: None,
            }
        });
        Self {
            entries: entries.collect(),
            owes_room: false,
        }
    }

    /// Makes the runs of a suite due at once.
    pub(crate) fn make_due(&mut self, suite: &str) {
        let now = Instant::now();
        for entry in self
            .entries
            .iter_mut()
            .filter(|entry| entry.scheduled.suite == suite)
        {
            entry.due = Some(now);
        }
    }

    /// Whether a run that was begun waits for a job.
    pub(crate) fn is_paused(&self) -> bool {
        self.entries.iter().any(|entry| entry.pause.is_some())
    }

    /// The run that has been due longest; it counts as begun.
    pub(crate) fn take_due(&mut self, now: Instant) -> Option<Scheduled> {
        let due = self
            .entries
            .iter_mut()
            .filter(|entry| entry.due.is_some_and(|due| due <= now));
        let entry = due.min_by_key(|entry| entry.due)?;
        entry.taken = entry.due.take();
        entry.pause = None;
        // Measured without its job, it is not measured once more when that comes.
        entry.job = None;
        Some(entry.scheduled.clone())
    }

    /// How long jobs still go before what is due or measured now: nothing left once one of these
    /// has waited so long that jobs wait for it.
    pub(crate) fn patience(&self, now: Instant) -> Duration {
        let times = self
            .entries
            .iter()
            .flat_map(|entry| [entry.taken, entry.due]);
        let oldest = times.flatten().min().unwrap_or(now);
        (oldest + LONGEST_DELAY).saturating_duration_since(now)
    }

    /// Whether jobs have delayed what is due long enough.
    pub(crate) fn is_overdue(&self, now: Instant) -> bool {
        self.patience(now).is_zero()
    }

    /// Whether a job is asked for before what is due. After a pause one is, whatever the time: the
    /// run would go on at once and have been paused in vain.
    pub(crate) fn lets_a_job_go(&mut self, now: Instant) -> bool {
        std::mem::take(&mut self.owes_room) || !self.is_overdue(now)
    }

    /// A run goes on after a job, and stays due since when it was; to be called before it counts as
    /// completed.
    pub(crate) fn pause(&mut self, run: &Scheduled, pause: Pause) {
        let same = |entry: &&mut Entry| {
            entry.scheduled.suite == run.suite && entry.scheduled.mode == run.mode
        };
        for entry in self.entries.iter_mut().filter(same) {
            entry.due = entry.taken.or_else(|| Some(Instant::now()));
            entry.pause = Some(pause);
        }
        self.owes_room = true;
    }

    /// Makes one run due again after a pause; to be called before it counts as completed.
    pub(crate) fn postpone(&mut self, run: &Scheduled, pause: Duration) {
        let due = Instant::now() + pause;
        let same = |entry: &&mut Entry| {
            entry.scheduled.suite == run.suite && entry.scheduled.mode == run.mode
        };
        for entry in self.entries.iter_mut().filter(same) {
            entry.due = Some(due);
            entry.since = None;
            entry.job = None;
        }
    }

    /// A run has ended: the interval counts from now, so that a slow suite cannot pile up.
    pub(crate) fn completed(&mut self, suite: &str) {
        let now = Instant::now();
        self.entries.iter_mut().for_each(|entry| entry.taken = None);
        let idle = |entry: &&mut Entry| entry.scheduled.suite == suite && entry.due.is_none();
        for entry in self.entries.iter_mut().filter(idle) {
            entry.rest(now);
        }
    }

    /// What is to come, the next in front; times of day as of `now`.
    pub(crate) fn planned(&self, now: Instant) -> Vec<Planned> {
        let timed = self.entries.iter().filter_map(|entry| {
            let due = entry.due?;
            Some((due, entry))
        });
        let mut timed: Vec<_> = timed.collect();
        timed.sort_by_key(|(due, _)| *due);
        let today = clock::unix_now();
        let told = timed.into_iter().map(|(due, entry)| Planned {
            suite: reported_name(&entry.scheduled.suite),
            mode: entry.scheduled.mode.name(),
            paused_after: entry.pause.map(|pause| pause.rounds),
            paused_for: entry.pause.map(|pause| pause.job),
            due_at: clock::rfc3339(
                (today + due.saturating_duration_since(now))
                    .saturating_sub(now.saturating_duration_since(due)),
            ),
        });
        told.take(MOST_TOLD).collect()
    }

    pub(crate) fn is_due(&self, now: Instant) -> bool {
        self.until_next(now).is_some_and(|left| left.is_zero())
    }

    pub(crate) fn until_next(&self, now: Instant) -> Option<Duration> {
        let times = self.entries.iter().filter_map(|entry| entry.due);
        times.min().map(|due| due.saturating_duration_since(now))
    }
}

/// A suite that is configured by its folder is told by the folder's name: where it lies on this
/// machine is nobody's business.
pub(super) fn reported_name(suite: &str) -> String {
    let last = Path::new(suite).file_name();
    let name = last.map_or_else(|| suite.into(), std::ffi::OsStr::to_string_lossy);
    name.chars().take(LONGEST_NAME).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::suite::Mode;

    pub(crate) fn scheduled(suite: &str, every_s: Option<u64>, on_start: bool) -> Scheduled {
        let every = every_s.map(Duration::from_secs);
        Scheduled {
            layouts: false,
            suite: suite.to_owned(),
            mode: Mode::Quick,
            every,
            on_start,
            pin: None,
            after: None,
            budget: None,
            profile: crate::run::config::Profiling::default(),
        }
    }

    #[test]
    fn runs_come_when_they_are_due() {
        let now = Instant::now();
        let runs = vec![
            scheduled("later", Some(60), false),
            scheduled("first", None, true),
        ];
        let mut schedule = Schedule::new(runs, now);
        assert_eq!(schedule.take_due(now).unwrap().suite, "first");
        assert!(schedule.take_due(now).is_none());
        assert_eq!(schedule.until_next(now), Some(Duration::from_secs(60)));
        let then = now + Duration::from_secs(61);
        assert_eq!(schedule.take_due(then).unwrap().suite, "later");
    }

    #[test]
    fn jobs_go_before_a_run_that_is_due_for_an_hour_at_most() {
        let now = Instant::now();
        let mut schedule = Schedule::new(vec![scheduled("s", None, true)], now);
        assert!(schedule.lets_a_job_go(now));
        assert!(!schedule.lets_a_job_go(now + LONGEST_DELAY));
    }

    #[test]
    fn a_run_makes_room_within_an_hour_of_whatever_has_been_due_longest() {
        let now = Instant::now();
        let minutes = |count: u64| Duration::from_secs(60 * count);
        let runs = vec![
            scheduled("first", None, true),
            scheduled("second", Some(600), false),
        ];
        let mut schedule = Schedule::new(runs, now);
        schedule.take_due(now + minutes(20)).unwrap();
        assert_eq!(schedule.patience(now + minutes(20)), minutes(40));
        assert_eq!(schedule.patience(now + minutes(70)), Duration::ZERO);
        schedule.completed("first");
        assert_eq!(schedule.patience(now + minutes(20)), minutes(50));
    }

    #[test]
    fn a_run_that_was_paused_after_its_hour_goes_on_after_one_job() {
        let now = Instant::now();
        let late = now + LONGEST_DELAY + Duration::from_secs(1);
        let mut schedule = Schedule::new(vec![scheduled("s", Some(60), true)], now);
        let run = schedule.take_due(now).unwrap();
        schedule.pause(&run, Pause { rounds: 7, job: 12 });
        schedule.completed("s");
        assert!(schedule.lets_a_job_go(late), "it was paused for that");
        assert!(!schedule.lets_a_job_go(late), "jobs let it wait no longer");
        assert_eq!(schedule.take_due(late).unwrap().suite, "s");
    }

    #[test]
    fn a_run_that_makes_room_stays_due_since_when_it_was_and_is_told() {
        let now = Instant::now();
        let mut schedule = Schedule::new(vec![scheduled("s", Some(60), true)], now);
        let run = schedule.take_due(now).unwrap();
        schedule.pause(&run, Pause { rounds: 7, job: 12 });
        schedule.completed("s");
        let told = &schedule.planned(now)[0];
        assert_eq!((told.paused_after, told.paused_for), (Some(7), Some(12)));
        assert!(schedule.patience(now + LONGEST_DELAY).is_zero());
        assert_eq!(schedule.take_due(now).unwrap().suite, "s");
        schedule.completed("s");
        assert_eq!(schedule.planned(now)[0].paused_after, None);
    }

    #[test]
    fn a_pause_after_the_start_wins_over_the_interval() {
        let now = Instant::now();
        let later = Scheduled {
            after: Some(Duration::from_secs(600)),
            ..scheduled("s", Some(86_400), false)
        };
        let schedule = Schedule::new(vec![later], now);
        assert_eq!(schedule.until_next(now), Some(Duration::from_secs(600)));
    }

    #[test]
    fn an_interval_counts_from_the_end() {
        let now = Instant::now();
        let mut schedule = Schedule::new(vec![scheduled("s", Some(60), true)], now);
        schedule.take_due(now).unwrap();
        assert_eq!(schedule.until_next(now), None);
        schedule.completed("s");
        assert!(schedule.until_next(now).unwrap() >= Duration::from_secs(60));
    }

    #[test]
    fn what_is_to_come_is_told_in_its_order_with_the_time_of_day() {
        let now = Instant::now();
        let runs = vec![
            scheduled("/home/ada/suites/later", Some(7200), false),
            scheduled("never", None, false),
            scheduled("first", Some(60), true),
        ];
        let mut schedule = Schedule::new(runs, now);
        let suites = |schedule: &Schedule| -> Vec<String> {
            let told = schedule.planned(now);
            told.into_iter().map(|one| one.suite).collect()
        };
        assert_eq!(suites(&schedule), ["first", "later"]);
        let told = schedule.planned(now);
        assert!(told[0].due_at < told[1].due_at);
        assert_eq!(told[0].mode, "quick");
        schedule.take_due(now).unwrap();
        assert_eq!(suites(&schedule), ["later"], "what runs is not to come");
    }

    #[test]
    fn a_lost_run_is_due_at_once() {
        let mut schedule = Schedule::new(vec![scheduled("s", None, false)], Instant::now());
        assert_eq!(schedule.until_next(Instant::now()), None);
        schedule.make_due("s");
        assert_eq!(schedule.take_due(Instant::now()).unwrap().suite, "s");
    }
}
