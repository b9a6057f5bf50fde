//! The rounds of `wrap`: every command once in random order, until there are enough.

use std::time::{Duration, Instant};

use super::contestant::Contestant;
use crate::machine::{self, CpuTime};
use crate::process::{self, Aftermath, Ending, Finished, Group, Invocation, ProcessError, Stop};
use crate::statistics::{self, Estimate, Shuffler};

/// Time per command that is spent at least, as hyperfine does.
const TIME_PER_COMMAND: Duration = Duration::from_secs(3);

/// Runs as short as this leave hardly a trace in the kernel's count of the machine's work.
const SHORTEST_TOLD_S: f64 = 0.005;

#[derive(Debug, thiserror::Error)]
pub(crate) enum WrapError {
    #[error(transparent)]
    Process(#[from] ProcessError),
    #[error("'{command}' ended with {ending}; --ignore-failure times it all the same{words}")]
    Failed {
        command: String,
        ending: Ending,
        words: String,
    },
    #[error("{role} of '{command}' ended with {ending}{words}")]
    Step {
        role: &'static str,
        command: String,
        ending: Ending,
        words: String,
    },
    #[error("stopped; nothing was kept")]
    Stopped,
}

/// How often everything is run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) warmup: usize,
    /// Exactly so many, if given.
    pub(crate) runs: Option<usize>,
    pub(crate) least: usize,
    pub(crate) most: Option<usize>,
    pub(crate) ignores_failure: bool,
}

/// One timed run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Run {
    pub(crate) wall_s: f64,
    pub(crate) user_s: f64,
    pub(crate) system_s: f64,
    /// Nothing where the process ended before the kernel had counted its memory.
    pub(crate) peak_bytes: Option<u64>,
    /// Nothing where the kernel's clock is too coarse for the run.
    pub(crate) foreign: Option<f64>,
    pub(crate) exit_code: Option<i32>,
}

/// Every run of one contestant, one per round.
#[derive(Debug, Default, Clone)]
pub(crate) struct Measured {
    pub(crate) runs: Vec<Run>,
}

struct Field<'a> {
    /// How long each took last: the machine's clock says nothing of short runs.
    latest_s: Vec<f64>,
    contestants: &'a mut [Contestant],
    limits: Limits,
    group: Group,
    stop: &'a Stop,
}

/// Times every contestant in every round. `progress` hears of each finished round.
pub(crate) fn measure(
    contestants: &mut [Contestant],
    limits: Limits,
    seed: u64,
    stop: &Stop,
    mut progress: impl FnMut(usize),
) -> Result<Vec<Measured>, WrapError> {
    let mut measured = vec![Measured::default(); contestants.len()];
    let mut field = Field {
        latest_s: vec![f64::INFINITY; contestants.len()],
        contestants,
        limits,
        group: Group::default(),
        stop,
    };
    let mut shuffler = Shuffler::new(seed);
    let result = field.rounds(&mut shuffler, &mut measured, &mut progress);
    // What was set up is cleaned up whatever happened in between; the first error counts.
    let cleaned = field.steps("the cleanup", |contestant| contestant.cleanup.as_ref());
    result.and(cleaned)?;
    Ok(measured)
}

impl Field<'_> {
    fn rounds(
        &mut self,
        shuffler: &mut Shuffler,
        measured: &mut [Measured],
        progress: &mut impl FnMut(usize),
    ) -> Result<(), WrapError> {
        self.steps("the setup", |contestant| contestant.setup.as_ref())?;
        for _ in 0..self.limits.warmup {
            for index in shuffler.permutation(measured.len()) {
                self.once(index)?;
            }
        }
        let began = Instant::now();
        let mut rounds = 0;
        while !self.is_enough(rounds, began.elapsed()) {
            for index in shuffler.permutation(measured.len()) {
                measured[index].runs.push(self.once(index)?);
            }
            rounds += 1;
            progress(rounds);
        }
        Ok(())
    }

    fn is_enough(&self, rounds: usize, spent: Duration) -> bool {
        let Limits {
            runs, least, most, ..
        } = self.limits;
        if let Some(runs) = runs {
            return rounds >= runs.max(1);
        }
        let commands = u32::try_from(self.contestants.len()).unwrap_or(u32::MAX);
        let is_late = spent >= TIME_PER_COMMAND.saturating_mul(commands);
        most.is_some_and(|most| rounds >= most.max(1)) || (rounds >= least.max(1) && is_late)
    }

    /// Prepares and runs one contestant.
    fn once(&mut self, index: usize) -> Result<Run, WrapError> {
        if let Some(prepare) = self.contestants[index].prepare.clone() {
            self.step("the preparation", index, &prepare)?;
        }
        let is_long = self.latest_s[index] >= SHORTEST_TOLD_S;
        let cpu_before = is_long.then(CpuTime::now).flatten();
        let contestant = &self.contestants[index];
        let finished = process::run(&contestant.invocation, &mut self.group, self.stop, None)?;
        let cpu_after = is_long.then(CpuTime::now).flatten();
        self.latest_s[index] = finished.wall.as_secs_f64();
        let is_fine = match finished.ending {
            Ending::Stopped => return Err(WrapError::Stopped),
            Ending::Exited(0) => true,
            _ => self.limits.ignores_failure,
        };
        if !is_fine {
            return Err(WrapError::Failed {
                command: contestant.command.clone(),
                ending: finished.ending,
                words: words(&finished),
            });
        }
        let foreign = cpu_before.zip(cpu_after).and_then(|(before, after)| {
            let wall_s = finished.wall.as_secs_f64();
            machine::foreign_share(before, after, wall_s, finished.usage.cpu_s())
        });
        Ok(Run::of(&finished, foreign))
    }

    fn steps(
        &mut self,
        role: &'static str,
        of: impl Fn(&Contestant) -> Option<&Invocation>,
    ) -> Result<(), WrapError> {
        for index in 0..self.contestants.len() {
            if let Some(invocation) = of(&self.contestants[index]).cloned() {
                self.step(role, index, &invocation)?;
            }
        }
        Ok(())
    }

    fn step(
        &mut self,
        role: &'static str,
        index: usize,
        invocation: &Invocation,
    ) -> Result<(), WrapError> {
        let mut invocation = invocation.clone();
        invocation.aftermath = Aftermath::Kept;
        let finished = process::run(&invocation, &mut self.group, self.stop, None)?;
        match finished.ending {
            Ending::Exited(0) => Ok(()),
            Ending::Stopped => Err(WrapError::Stopped),
            ending => Err(WrapError::Step {
                role,
                command: self.contestants[index].command.clone(),
                ending,
                words: words(&finished),
            }),
        }
    }
}

fn words(finished: &Finished) -> String {
    let said = finished.last_words();
    if said.is_empty() {
        said
    } else {
        format!("\n{said}")
    }
}

impl Run {
    fn of(finished: &Finished, foreign: Option<f64>) -> Self {
        let usage = &finished.usage;
        let peak = usage.peak_resident_bytes;
        Self {
            wall_s: finished.wall.as_secs_f64(),
            user_s: usage.user_s,
            system_s: usage.system_s,
            peak_bytes: (peak > 0).then_some(peak),
            foreign,
            exit_code: match finished.ending {
                Ending::Exited(code) => Some(code),
                _ => None,
            },
        }
    }
}

impl Measured {
    pub(crate) fn walls(&self) -> Vec<f64> {
        self.runs.iter().map(|run| run.wall_s).collect()
    }

    /// The centre of all runs and its interval; nothing without a run.
    pub(crate) fn estimate(&self) -> Option<Estimate> {
        let walls = statistics::whole(&self.each(|run| Some(run.wall_s)));
        statistics::estimate(walls.into_iter().flatten())
    }

    pub(crate) fn each(&self, of: impl Fn(&Run) -> Option<f64>) -> Vec<Option<f64>> {
        self.runs.iter().map(of).collect()
    }
}
