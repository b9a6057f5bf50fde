//! Made machines whose runs are judged and remembered as those of a real one are.

use super::chance::Chance;
use super::history::History;
use super::verdict::Verdict;
use super::{Pair, VETO, enter};

/// A machine whose level wanders between runs and within a run; its units differ.
#[derive(Clone, Copy)]
struct Machine {
    between: f64,
    within: f64,
    /// Share of the wanderings that are three times as large.
    wild: f64,
    /// Share of the runs that a neighbour slows down, and by how much.
    disturbed: f64,
    slowdown: f64,
    /// The neighbour is there from before the run to after it.
    is_throughout: bool,
}

const STEADY: Machine = Machine {
    between: 0.01,
    within: 0.01,
    wild: 0.0,
    disturbed: 0.0,
    slowdown: 1.0,
    is_throughout: false,
};

/// Runs, and how many of them were vetoed.
#[derive(Debug, Default, Clone, Copy)]
struct Count {
    runs: usize,
    vetoed: usize,
}

impl Count {
    fn per_thousand(self) -> usize {
        (self.vetoed * 1000 + self.runs / 2) / self.runs.max(1)
    }
}

#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    quiet: Count,
    disturbed: Count,
}

impl Machine {
    fn wander(self, chance: &mut Chance, deviation: f64) -> f64 {
        let is_wild = chance.share() < self.wild;
        (chance.normal() * deviation * if is_wild { 3.0 } else { 1.0 }).exp()
    }

    fn pair(self, chance: &mut Chance, is_disturbed: bool) -> Pair {
        let slow = if is_disturbed { self.slowdown } else { 1.0 };
        let level = 0.005 * self.wander(chance, self.between);
        let later = level * self.wander(chance, self.within) * slow;
        let earlier = if self.is_throughout {
            level * slow
        } else {
            level
        };
        let mut units = |level: f64| -> Vec<f64> {
            (0..30)
                .map(|_| level * (1.0 + 0.03 * chance.normal()))
                .collect()
        };
        Pair {
            before: units(earlier),
            after: units(later),
        }
    }

    /// One run, through the way of a real one.
    fn run(self, chance: &mut Chance, history: &mut History, is_disturbed: bool) -> bool {
        let pairs = [(); 2].map(|()| self.pair(chance, is_disturbed));
        let works = enter(history, String::new(), &pairs, Some(VETO));
        works.iter().any(|work| work.verdict == Verdict::Veto)
    }

    /// The first `skipped` of the runs do not count.
    fn runs(self, seed: u64, calm: usize, skipped: usize, runs: usize) -> Tally {
        let (mut chance, mut history) = (Chance::new(seed), History::default());
        let mut tally = Tally::default();
        for run in 0..runs {
            let is_disturbed = run >= calm && chance.share() < self.disturbed;
            let is_vetoed = self.run(&mut chance, &mut history, is_disturbed);
            let count = if is_disturbed {
                &mut tally.disturbed
            } else {
                &mut tally.quiet
            };
            if run >= skipped {
                count.runs += 1;
                count.vetoed += usize::from(is_vetoed);
            }
        }
        tally
    }
}

/// What 600 runs of a machine come to after 20 calm ones, shown with `cargo test -- --nocapture`.
fn shown(machine: Machine) -> Tally {
    let tally = machine.runs(7, 20, 20, 620);
    let of = |count: Count| format!("{} of {}", count.vetoed, count.runs);
    println!(
        "between {} within {}, {} of runs slowed by {}, throughout {}: vetoed {}, of quiet ones {}",
        machine.between,
        machine.within,
        machine.disturbed,
        machine.slowdown,
        machine.is_throughout,
        of(tally.disturbed),
        of(tally.quiet)
    );
    tally
}

/// A machine cannot un-learn its vetoes: what is vetoed does not become usual.
#[test]
fn a_regular_neighbour_is_vetoed_however_often_it_comes() {
    for disturbed in [0.05, 0.15, 0.3, 0.5] {
        for slowdown in [1.3, 2.0] {
            let tally = shown(Machine {
                disturbed,
                slowdown,
                ..STEADY
            });
            assert!(tally.disturbed.per_thousand() >= 980, "{tally:?}");
            assert!(tally.quiet.per_thousand() <= 10, "{tally:?}");
        }
    }
}

/// Where it is there from before a run to after it, some rows of such runs pass for a new level.
#[test]
fn a_neighbour_that_stays_for_the_run_is_vetoed_less_where_it_is_the_rule() {
    for (disturbed, least) in [(0.05, 980), (0.15, 980), (0.3, 950), (0.5, 300)] {
        let tally = shown(Machine {
            disturbed,
            slowdown: 1.3,
            is_throughout: true,
            ..STEADY
        });
        assert!(tally.disturbed.per_thousand() >= least, "{tally:?}");
        assert!(tally.quiet.per_thousand() <= 10, "{tally:?}");
    }
}

/// Also one that was never without it, from its first run on.
#[test]
fn a_machine_that_was_never_calm_vetoes_its_slower_runs() {
    let machine = Machine {
        disturbed: 0.3,
        slowdown: 1.3,
        ..STEADY
    };
    let tally = machine.runs(8, 0, 20, 520);
    assert!(tally.disturbed.per_thousand() >= 980, "{tally:?}");
}

#[test]
fn a_slowdown_is_vetoed_the_more_surely_the_larger_it_is() {
    let wandering = Machine {
        between: 0.03,
        within: 0.02,
        ..STEADY
    };
    for (machine, expected) in [
        (STEADY, [0..=10, 50..=300, 980..=1000, 990..=1000]),
        (wandering, [0..=10, 20..=300, 800..=980, 980..=1000]),
    ] {
        for (slowdown, expected) in [1.05, 1.1, 1.15, 1.2].into_iter().zip(expected) {
            let tally = shown(Machine {
                disturbed: 0.2,
                slowdown,
                ..machine
            });
            let found = tally.disturbed.per_thousand();
            assert!(expected.contains(&found), "{slowdown}: {tally:?}");
        }
    }
}

const WANDERINGS: [(f64, f64); 3] = [(0.01, 0.005), (0.03, 0.02), (0.06, 0.04)];

#[test]
fn a_steady_machine_is_vetoed_less_than_once_in_a_hundred_runs() {
    for (between, within) in WANDERINGS {
        let tally = shown(Machine {
            between,
            within,
            ..STEADY
        });
        assert!(tally.quiet.vetoed < 6, "{tally:?}");
    }
}

/// Runs 11 to 20 of sixty new machines.
#[test]
fn a_new_machine_is_vetoed_hardly_more_often() {
    for (between, within) in WANDERINGS {
        for (wild, most) in [(0.0, 10), (0.1, 50)] {
            let machine = Machine {
                between,
                within,
                wild,
                ..STEADY
            };
            let mut early = Count::default();
            for seed in 0..60 {
                let tally = machine.runs(seed, 0, 10, 20);
                early.runs += tally.quiet.runs;
                early.vetoed += tally.quiet.vetoed;
            }
            println!("new, between {between} within {within} wild {wild}: {early:?}");
            assert!(early.per_thousand() <= most, "{early:?}");
        }
    }
}
