//! The memory of a run under way: the attempts of every finished round, so that a killed agent can
//! go on at the next one.
//!
//! Going on means doing the same again: the seed gives the same order, and attempts that the
//! journal holds are taken from it instead of from a new process. Whatever the rounds decide from
//! samples they therefore decide as before. The round that was cut short left nothing here.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::sample::Attempt;
use crate::machine::work::Takes;
use crate::process::Stop;
use crate::results::{Failure, Sample};

/// One attempt as it is written down.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Entry {
    variant: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    sample: Option<Sample>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<Failure>,
}

/// One finished round: one line of the journal.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct FinishedRound {
    /// Seconds spent in rounds up to the end of this one, in all lives of the agent.
    elapsed_s: f64,
    attempts: Vec<Entry>,
}

/// One life of the agent within a run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Life {
    /// How many rounds were finished when it began.
    rounds: usize,
    /// The control benchmark before its first process, if it was taken.
    control: Option<Takes>,
}

/// What a journal holds after its header, in the order in which it happened.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Line {
    Life(Life),
    /// Which variants can be run here: one sign for each.
    Lineup(String),
    Round(FinishedRound),
}

/// Keeps nothing unless it was given a file.
pub(crate) struct Journal {
    file: Option<File>,
    lives: Vec<Life>,
    lineup: Option<String>,
    finished: VecDeque<FinishedRound>,
    /// What is left of the round that is being taken from the journal.
    recorded: VecDeque<Entry>,
    attempts: Vec<Entry>,
    replayed: usize,
    elapsed_before: Duration,
    began: Instant,
    write_error: Option<io::Error>,
    /// Requested where this run is to make room for something else.
    pause: Option<Stop>,
    paused_after: Option<usize>,
}

impl Default for Journal {
    fn default() -> Self {
        Self {
            file: None,
            lives: Vec::new(),
            lineup: None,
            finished: VecDeque::new(),
            recorded: VecDeque::new(),
            attempts: Vec::new(),
            replayed: 0,
            elapsed_before: Duration::ZERO,
            began: Instant::now(),
            write_error: None,
            pause: None,
            paused_after: None,
        }
    }
}

impl Journal {
    /// A journal that appends to `file`, whose lines so far are `lines`.
    pub(crate) fn in_file(file: File, lines: Vec<Line>) -> Self {
        let mut journal = Self::default();
        for line in lines {
            match line {
                Line::Life(life) => journal.live(life),
                Line::Lineup(lineup) => drop(journal.admit(lineup)),
                Line::Round(round) => journal.finished.push_back(round),
            }
        }
        journal.file = Some(file);
        journal
    }

    /// How many rounds it holds that need not be measured again.
    pub(crate) fn finished_rounds(&self) -> usize {
        self.finished.len()
    }

    /// The agent begins to measure, with this control before it.
    pub(crate) fn begin_life(&mut self, control: Option<Takes>) {
        let rounds = self.finished.len();
        let life = Life { rounds, control };
        self.live(life.clone());
        self.note(&Line::Life(life));
    }

    /// Ends the run between two rounds as soon as this is requested.
    pub(crate) fn pause_on(&mut self, request: Stop) {
        self.pause = Some(request);
    }

    /// After how many rounds the run made room, if it did.
    pub(crate) fn paused_after(&self) -> Option<usize> {
        self.paused_after
    }

    /// Whether the run is to make room now, after so many rounds.
    pub(super) fn makes_room(&mut self, rounds: usize) -> bool {
        let is_wanted = self.pause.as_ref().is_some_and(Stop::is_requested);
        if is_wanted && self.finished.is_empty() {
            self.paused_after = Some(rounds);
        }
        self.paused_after.is_some()
    }

    /// The control before the first round, also if that was in an earlier life of the agent.
    pub(crate) fn first_control(&self) -> Option<&Takes> {
        self.lives.first()?.control.as_ref()
    }

    /// After how many rounds the agent was cut short and went on, each time.
    pub(super) fn resumed_after(&self) -> Vec<usize> {
        self.lives.iter().skip(1).map(|life| life.rounds).collect()
    }

    /// What can be run here is known: false if that is not what it was in earlier rounds, which are
    /// then forgotten.
    pub(super) fn line_up(&mut self, lineup: String) -> bool {
        self.note(&Line::Lineup(lineup.clone()));
        self.admit(lineup)
    }

    /// Lives that finished no round left nothing.
    fn live(&mut self, life: Life) {
        if self.finished.is_empty() {
            self.lives.clear();
        }
        self.lives.push(life);
    }

    fn admit(&mut self, lineup: String) -> bool {
        let is_same = self.lineup.as_ref().is_none_or(|known| *known == lineup);
        self.lineup = Some(lineup);
        if !is_same {
            self.finished.clear();
            self.lives.drain(..self.lives.len().saturating_sub(1));
            self.lives.iter_mut().for_each(|life| life.rounds = 0);
        }
        is_same
    }

    /// Writes a line; a run that cannot be resumed is still a run: the file is given up, and it is
    /// said.
    fn note(&mut self, line: &Line) {
        if let Err(error) = self.write(line) {
            self.file = None;
            self.write_error = Some(error);
        }
    }

    /// The first round is about to begin: time counts from now.
    pub(super) fn begin(&mut self) {
        self.began = Instant::now();
    }

    /// Time spent in rounds, that of earlier lives of the agent included.
    pub(super) fn elapsed(&self) -> Duration {
        if self.finished.is_empty() {
            self.elapsed_before + self.began.elapsed()
        } else {
            self.elapsed_before
        }
    }

    /// Whether the next round is taken from the journal.
    pub(super) fn is_replaying(&self) -> bool {
        !self.finished.is_empty()
    }

    /// A round begins: true if it is the first after those that the journal held.
    pub(super) fn round_begins(&mut self) -> bool {
        let Some(round) = self.finished.front_mut() else {
            return std::mem::take(&mut self.replayed) > 0;
        };
        self.recorded = std::mem::take(&mut round.attempts).into();
        false
    }

    /// The attempt of one variant: the one written down, or the one that `attempt` makes now.
    pub(super) fn attempt(&mut self, variant: usize, attempt: impl FnOnce() -> Attempt) -> Attempt {
        let next = self.recorded.front();
        if next.is_some_and(|entry| entry.variant == variant) {
            if let Some(entry) = self.recorded.pop_front() {
                return entry.into_attempt();
            }
        }
        let made = attempt();
        if self.file.is_some() {
            self.attempts.extend(Entry::of(variant, &made));
        }
        made
    }

    /// A round has ended: it is on the disk when this returns.
    pub(super) fn round_finished(&mut self) {
        if let Some(round) = self.finished.pop_front() {
            self.replayed += 1;
            self.elapsed_before = Duration::from_secs_f64(round.elapsed_s.max(0.0));
            self.begin();
            return;
        }
        let round = FinishedRound {
            elapsed_s: self.elapsed().as_secs_f64(),
            attempts: std::mem::take(&mut self.attempts),
        };
        self.note(&Line::Round(round));
    }

    /// Why the journal was given up, once.
    pub(super) fn take_write_error(&mut self) -> Option<io::Error> {
        self.write_error.take()
    }

    fn write(&mut self, line: &Line) -> io::Result<()> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        let mut line = serde_json::to_vec(line)?;
        line.push(b'\n');
        file.write_all(&line)?;
        file.sync_data()
    }
}

impl Entry {
    /// Nothing for an attempt that the end of the agent cut short.
    fn of(variant: usize, attempt: &Attempt) -> Option<Self> {
        let (sample, failure) = match attempt {
            Attempt::Taken(sample) => (Some(sample.clone()), None),
            Attempt::Failed(failure) => (None, Some(failure.clone())),
            Attempt::Stopped => return None,
        };
        Some(Self {
            variant,
            sample,
            failure,
        })
    }

    fn into_attempt(self) -> Attempt {
        match self.failure {
            Some(failure) => Attempt::Failed(failure),
            None => Attempt::Taken(self.sample.unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(number: f64) -> Attempt {
        Attempt::Taken(Sample {
            numbers: [("work".to_owned(), number)].into(),
            ..Sample::default()
        })
    }

    fn work(attempt: &Attempt) -> f64 {
        match attempt {
            Attempt::Taken(sample) => sample.numbers["work"],
            _ => f64::NAN,
        }
    }

    fn lines(path: &std::path::Path) -> Vec<Line> {
        let text = std::fs::read_to_string(path).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    #[test]
    fn finished_rounds_come_back_exactly_and_the_next_one_is_made() {
        let path = tempfile::NamedTempFile::new().unwrap();
        let numbers = [0.1 + 0.2, 1.0 / 3.0, 7e-9];
        let mut journal = Journal::in_file(path.reopen().unwrap(), Vec::new());
        for number in numbers {
            journal.round_begins();
            journal.attempt(0, || taken(number));
            journal.round_finished();
        }
        journal.round_begins();
        journal.attempt(0, || taken(99.0)); // the agent is killed in this round

        let appended = std::fs::OpenOptions::new()
            .append(true)
            .open(&path)
            .unwrap();
        let mut journal = Journal::in_file(appended, lines(path.path()));
        assert_eq!(journal.finished.len(), 3);
        for number in numbers {
            assert!(!journal.round_begins());
            let again = journal.attempt(0, || taken(99.0));
            assert_eq!(work(&again).to_bits(), number.to_bits());
            journal.round_finished();
        }
        assert!(journal.round_begins(), "the machine is to be warmed again");
        assert_eq!(
            work(&journal.attempt(0, || taken(5.0))).to_bits(),
            5.0_f64.to_bits()
        );
        journal.round_finished();
        assert!(!journal.round_begins());
        assert_eq!(lines(path.path()).len(), 4);
    }

    #[test]
    fn the_time_of_earlier_lives_counts() {
        let round = FinishedRound {
            elapsed_s: 40.0,
            attempts: Vec::new(),
        };
        let file = tempfile::tempfile().unwrap();
        let mut journal = Journal::in_file(file, vec![Line::Round(round)]);
        journal.begin();
        assert!(journal.elapsed() < Duration::from_secs(1));
        journal.round_begins();
        journal.round_finished();
        let elapsed = journal.elapsed();
        assert!((40..60).contains(&elapsed.as_secs()), "{elapsed:?}");
    }

    #[test]
    fn rounds_with_other_variants_than_now_are_forgotten_and_their_control_with_them() {
        let path = tempfile::NamedTempFile::new().unwrap();
        let control = |cpu| {
            let take = crate::machine::work::Take {
                cpu: vec![cpu],
                ..Default::default()
            };
            Some([(crate::machine::work::Kind::Integer, take)].into())
        };
        let live = |journal: &mut Journal, cpu, lineup: &str| {
            journal.begin_life(control(cpu));
            let is_same = journal.line_up(lineup.to_owned());
            while journal.finished_rounds() > 0 {
                journal.round_begins();
                journal.round_finished();
            }
            journal.round_begins();
            journal.round_finished();
            is_same
        };
        let again = || Journal::in_file(path.reopen().unwrap(), lines(path.path()));
        let append = || {
            let mut journal = again();
            let file = std::fs::OpenOptions::new().append(true).open(&path);
            journal.file = file.ok();
            journal
        };
        assert!(live(&mut append(), 1, "++"));
        let mut second = append();
        assert!(live(&mut second, 2, "++"));
        assert_eq!(second.first_control(), control(1).as_ref());
        assert_eq!(second.resumed_after(), [1]);
        let mut third = append();
        assert!(!live(&mut third, 3, "+-"));
        assert_eq!(third.first_control(), control(3).as_ref());
        assert_eq!(third.resumed_after(), [0_usize; 0]);
        assert_eq!(again().finished_rounds(), 1);
    }
}
