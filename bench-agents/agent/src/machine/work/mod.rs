//! Fixed work that the agent carries with it, for its noise score and its control benchmark.
//!
//! It runs in a process of its own, so that neither the agent's memory nor its state matters.

mod chase;
mod kernel;
mod partner;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

use chase::Chase;
use partner::Partner;

/// Also of a machine too slow for the time given.
const FEWEST_ROUNDS: usize = 8;

#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, clap::ValueEnum,
)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// Dependent multiplications: the clock of the processor and who shares it.
    Integer,
    /// A chase through 16 MiB: caches and memory.
    Memory,
    /// Fresh pages, touched and given back: the kernel's memory.
    PageFaults,
    /// A sleep of 0.2 ms: timers and waking.
    WakeUp,
    /// Two threads that wait for each other: the scheduler.
    ContextSwitch,
}

/// What was measured of one kind, in nanoseconds per unit of work, in the order of taking.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Take {
    pub(crate) wall: Vec<u64>,
    /// Processor time; empty for kinds that mostly wait.
    pub(crate) cpu: Vec<u64>,
}

pub(crate) type Takes = BTreeMap<Kind, Take>;

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Integer => "integer",
            Self::Memory => "memory",
            Self::PageFaults => "page_faults",
            Self::WakeUp => "wake_up",
            Self::ContextSwitch => "context_switch",
        }
    }

    fn is_work(self) -> bool {
        matches!(self, Self::Integer | Self::Memory | Self::PageFaults)
    }
}

/// The work made ready: what is set up once is not timed.
struct Workshop {
    /// How many times the usual unit.
    scale: u32,
    chase: Option<Chase>,
    partner: Option<Partner>,
}

/// Takes one unit of each kind in turn until the time is over.
pub(crate) fn take(kinds: &[Kind], time: Duration, scale: u32) -> std::io::Result<Takes> {
    let mut workshop = Workshop {
        scale,
        chase: kinds.contains(&Kind::Memory).then(Chase::new),
        partner: kinds
            .contains(&Kind::ContextSwitch)
            .then(Partner::start)
            .transpose()?,
    };
    // Unrecorded: pages, caches and clock come up to speed.
    for kind in kinds {
        workshop.unit(*kind)?;
    }
    let mut takes = Takes::new();
    let began = Instant::now();
    let mut rounds = 0;
    while rounds < FEWEST_ROUNDS || began.elapsed() < time {
        for kind in kinds {
            let (wall, cpu) = workshop.timed(*kind)?;
            let take = takes.entry(*kind).or_default();
            take.wall.push(wall);
            if kind.is_work() {
                take.cpu.push(cpu);
            }
        }
        rounds += 1;
    }
    Ok(takes)
}

impl Workshop {
    fn timed(&mut self, kind: Kind) -> std::io::Result<(u64, u64)> {
        let (wall, cpu) = (Instant::now(), cpu_now());
        self.unit(kind)?;
        let cpu = cpu_now().saturating_sub(cpu);
        let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        Ok((nanoseconds(wall.elapsed()), nanoseconds(cpu)))
    }

    /// About a millisecond of work on a machine of today, times the scale.
    fn unit(&mut self, kind: Kind) -> std::io::Result<()> {
        match kind {
            Kind::Integer => {
                black_box(multiply(black_box(400_000 * self.scale)));
            }
            Kind::Memory => {
                if let Some(chase) = &mut self.chase {
                    chase.follow(20_000 * self.scale);
                }
            }
            Kind::PageFaults => kernel::touch_pages(1024)?,
            Kind::WakeUp => std::thread::sleep(Duration::from_micros(200)),
            Kind::ContextSwitch => {
                if let Some(partner) = &self.partner {
                    partner.exchange(20)?;
                }
            }
        }
        Ok(())
    }
}

/// Each step needs the one before, so that nothing but the clock makes it faster.
fn multiply(steps: u32) -> u64 {
    (0..steps).fold(0x9e37_79b9_7f4a_7c15_u64, |state, _| {
        (state ^ (state >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    })
}

fn cpu_now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        u64::try_from(time.tv_sec).unwrap_or(0),
        u32::try_from(time.tv_nsec).unwrap_or(0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_gives_a_time_per_round() {
        let kinds = [
            Kind::Integer,
            Kind::Memory,
            Kind::PageFaults,
            Kind::WakeUp,
            Kind::ContextSwitch,
        ];
        let takes = take(&kinds, Duration::ZERO, 1).unwrap();
        for kind in kinds {
            let take = &takes[&kind];
            assert_eq!(take.wall.len(), FEWEST_ROUNDS, "{}", kind.name());
            assert!(take.wall.iter().all(|time| *time > 0), "{}", kind.name());
            assert_eq!(take.cpu.is_empty(), !kind.is_work(), "{}", kind.name());
        }
        assert!(
            takes[&Kind::WakeUp]
                .wall
                .iter()
                .all(|time| *time >= 200_000)
        );
    }

    #[test]
    fn the_work_is_the_same_every_time() {
        assert_eq!(multiply(1000), multiply(1000));
        assert_ne!(multiply(1000), multiply(1001));
    }
}
