//! Finds the limit of the `blocking` pool that costs least, by running searches under each.

use std::{
    env, io, iter,
    path::Path,
    process::{Command, Stdio},
};

use nix::sys::{
    resource::{UsageWho, getrusage},
    time::TimeValLike,
};
use thiserror::Error;

use crate::{
    data_set::{Spec, random::XorShift64},
    engines::cores,
    pool::{Choice, Judged, VARIABLE},
};

/// Fifteen pairs resolve about 5 % on the CPU time of a busy machine.
pub const ROUNDS: usize = 15;

/// With fewer pairs not even the extremes enclose the median with 95 % certainty.
pub const FEWEST_ROUNDS: usize = 6;

/// The pool's own default, the largest limit tried.
const DEFAULT_LIMIT: usize = 500;

#[derive(Debug, Error)]
pub enum SweepError {
    #[error("cannot run a search of the sweep")]
    Start(#[from] io::Error),
    #[error("a search of the sweep failed: {0}")]
    Failed(String),
    #[error("the limit {limit} changed the answer; the searches of a sweep must agree")]
    Disagreement { limit: usize },
}

/// Every limit once per round, in random order, after one round that does not count.
///
/// The samples are the sweep's own: those that later judge the engine had no part in the choice.
pub fn sweep(spec: &Spec, root: &Path, receipt: &str, rounds: usize) -> Result<Choice, SweepError> {
    let limits = limits(cores());
    let mut runner = Runner::new(spec, root);
    let mut random = XorShift64::new(spec.seed, 0);
    let mut times = vec![Vec::with_capacity(rounds); limits.len()];
    let mut order: Vec<usize> = (0..limits.len()).collect();
    for round in 0..=rounds {
        random.shuffle(&mut order);
        for &index in &order {
            let time = runner.cpu_time(limits[index])?;
            if round > 0 {
                times[index].push(time);
            }
        }
    }
    Ok(Choice {
        receipt: receipt.to_owned(),
        cores: cores(),
        rounds,
        limits: judge(&limits, &times),
    })
}

/// One thread per core, twice as many, and so on, up to the pool's default.
///
/// Fewer threads than cores need little CPU time too, but leave cores idle: they are no candidates.
#[must_use]
pub fn limits(cores: usize) -> Vec<usize> {
    let doubled = iter::successors(Some(cores), |limit| limit.checked_mul(2));
    let below = doubled.take_while(|&limit| limit < DEFAULT_LIMIT);
    below.chain([DEFAULT_LIMIT.max(cores)]).collect()
}

/// Each limit against the one with the least median, paired by round.
#[must_use]
pub fn judge(limits: &[usize], times: &[Vec<f64>]) -> Vec<Judged> {
    let medians = times.iter().map(|times| middle(times.clone()).1);
    let best = medians.enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
    let best = best.map_or(0, |(index, _)| index);
    let judged = limits.iter().zip(times).map(|(&limit, own)| {
        let ratios = own.iter().zip(&times[best]).map(|(own, best)| own / best);
        let (low, ratio, high) = middle(ratios.collect());
        Judged {
            limit,
            ratio,
            low,
            high,
        }
    });
    judged.collect()
}

/// The median between the order statistics that enclose it with at least 95 % certainty.
fn middle(mut values: Vec<f64>) -> (f64, f64, f64) {
    values.sort_by(f64::total_cmp);
    let (count, outer) = (values.len(), outside(values.len()));
    let median = f64::midpoint(values[(count - 1) / 2], values[count / 2]);
    (values[outer], median, values[count - 1 - outer])
}

/// How many of the smallest and of the largest values lie outside a 95 % interval of the median.
fn outside(count: usize) -> usize {
    let mut term = (0..count).fold(1.0, |half, _| half / 2.0);
    let (mut tail, mut rank) = (0.0, 0);
    while rank < count / 2 {
        tail += term;
        if 2.0 * tail > 0.05 {
            break;
        }
        term *= as_float(count - rank) / as_float(rank + 1);
        rank += 1;
    }
    rank.saturating_sub(1)
}

fn as_float(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::INFINITY, f64::from)
}

/// Runs one search after the other and wants the same answer each time.
struct Runner<'a> {
    spec: &'a Spec,
    root: &'a Path,
    answer: Option<String>,
}

impl<'a> Runner<'a> {
    fn new(spec: &'a Spec, root: &'a Path) -> Self {
        Self {
            spec,
            root,
            answer: None,
        }
    }

    /// Seconds of user and system time of one process that searches under `limit`.
    fn cpu_time(&mut self, limit: usize) -> Result<f64, SweepError> {
        let before = children_time()?;
        let output = Command::new(env::current_exe()?)
            .args(["units", "--engine", "smol", "--directory"])
            .arg(self.root.join(self.spec.name))
            .env(VARIABLE, limit.to_string())
            .env("_RJEM_MALLOC_CONF", "")
            .stdin(Stdio::null())
            .output()?;
        let time = children_time()? - before;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(SweepError::Failed(said.trim().to_owned()));
        }
        self.must_agree(limit, &output.stdout)?;
        Ok(time)
    }

    fn must_agree(&mut self, limit: usize, line: &[u8]) -> Result<(), SweepError> {
        let line = String::from_utf8_lossy(line);
        let answer = line.split(r#","metrics""#).next().unwrap_or_default();
        if self.answer.get_or_insert_with(|| answer.to_owned()) == answer {
            Ok(())
        } else {
            Err(SweepError::Disagreement { limit })
        }
    }
}

fn children_time() -> io::Result<f64> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let micros = (usage.user_time() + usage.system_time()).num_microseconds();
    Ok(std::time::Duration::from_micros(micros.unsigned_abs()).as_secs_f64())
}
