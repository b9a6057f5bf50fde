//! Whether what is printed holds as often as it says when rounds end early, by the rules that
//! production uses: levels, ratios, second arms, goals; with drift, skew and weights.

use std::path::Path;

use super::*;
use crate::statistics::dice::Dice;
use crate::statistics::{estimate, ratio};
use crate::suite::Mode;
use crate::suite::matrix::variants;

const SUITE: &str = "name = \"toy\"\n[version]\ncommand = [\"true\"]\n[[benchmark]]\nname = \"b\"\n\
    command = [\"true\"]\nmetrics = [\"wall_time\"]\nparameters = { n = [1, 2] }\n";
const GOAL: &str = "[[goal]]\nname = \"faster\"\nmetric = \"wall_time\"\n\
    contender = { benchmark = \"b\", parameters = { n = 2 } }\n\
    baselines = [{ benchmark = \"b\", parameters = { n = 1 } }]\nat_most = 1.0\n";
const MOST: usize = 60;

/// Noise of one sample, as a logarithm around 0.
type Noise = fn(&mut Dice) -> f64;

const NOISES: [(&str, Noise); 3] = [
    ("normal", |dice| 0.03 * dice.normal()),
    ("skewed", |dice| 0.03 * (dice.normal().exp() - 1.0)),
    ("heavy", |dice| 0.03 * dice.normal() / dice.uniform().sqrt()),
];

struct Machine {
    noise: Noise,
    /// Standard deviation of the steps that the level takes from round to round.
    drift: f64,
    /// A third of the samples scatter four times as much and count a quarter.
    is_weighed: bool,
}

struct Toy {
    manifest: Manifest,
    plan: Plan,
    narrowing: Narrowing,
}

impl Toy {
    fn new(goals: &str, fewest_rounds: usize, narrow: f64) -> Self {
        let manifest = Manifest::parse(&format!("{SUITE}{goals}"), Path::new("toy")).unwrap();
        let plan = Plan {
            rounds: MOST,
            ..Plan::of(variants(&manifest, Mode::Quick, 2))
        };
        let narrowing = Narrowing {
            narrow,
            metric: None,
            fewest_rounds,
        };
        Self {
            manifest,
            plan,
            narrowing,
        }
    }

    /// The tracks of one run that ends by the rules: two equal variants, then a second arm.
    fn run(&self, dice: &mut Dice, machine: &Machine) -> [Track; 3] {
        let mut watch = Watch::new(&self.narrowing, &self.manifest, &self.plan);
        let mut tracks = [(); 3].map(|()| Track::default());
        let mut level = 0.0;
        for rounds in 1..=MOST {
            level += machine.drift * dice.normal();
            for track in &mut tracks {
                machine.sample(dice, level, track);
            }
            let known = &tracks[..2];
            if watch.is_over(&self.narrowing, rounds, &self.manifest, &self.plan, known) {
                break;
            }
        }
        tracks
    }
}

impl Machine {
    fn sample(&self, dice: &mut Dice, level: f64, track: &mut Track) {
        let is_bad = self.is_weighed && dice.uniform() < 0.33;
        let (scatter, weight) = if is_bad { (4.0, 0.25) } else { (1.0, 1.0) };
        let number = (level + scatter * (self.noise)(dice)).exp();
        let samples = track.samples.entry("wall_time".to_owned()).or_default();
        samples.push(Some(number));
        track.weights.push(weight);
    }
}

fn interval_of(one: &Track, other: &Track) -> (f64, f64) {
    let [one, other] = [one, other].map(|track| track.weighed("wall_time"));
    ratio(&one, &other).unwrap().interval.unwrap()
}

fn holds((low, high): (f64, f64)) -> bool {
    low <= 1.0 && 1.0 <= high
}

fn share(count: u32, of: u32) -> f64 {
    f64::from(count) / f64::from(of)
}

/// Levels, ratios and second arms of runs that stopped when every level was narrow.
#[test]
fn stopping_early_does_not_spoil_the_intervals() {
    const RUNS: u32 = 300;
    let mut dice = Dice::new(93);
    for (name, noise) in NOISES {
        for (drift, is_weighed) in [(0.0, false), (0.0, true), (0.003, false)] {
            for (fewest, narrow) in [(6, 0.03), (10, 0.02)] {
                let toy = Toy::new("", fewest, narrow);
                let machine = Machine {
                    noise,
                    drift,
                    is_weighed,
                };
                let (mut level, mut compared, mut again, mut early) = (0, 0, 0, 0);
                for _ in 0..RUNS {
                    let tracks = toy.run(&mut dice, &machine);
                    let samples = tracks[0].weighed("wall_time");
                    early += u32::from(samples.len() < MOST);
                    let found = estimate(samples.into_iter().flatten()).unwrap();
                    level += u32::from(holds(found.interval.unwrap()));
                    compared += u32::from(holds(interval_of(&tracks[1], &tracks[0])));
                    again += u32::from(holds(interval_of(&tracks[2], &tracks[0])));
                }
                let [level, compared, again, early] =
                    [level, compared, again, early].map(|count| share(count, RUNS));
                let place = format!(
                    "{name}, drift {drift}, weighed {is_weighed}, {narrow} from {fewest}: \
                     level {level}, ratio {compared}, again {again}, early {early}"
                );
                // Where the machine drifts there is no level to hold.
                assert!(level >= 0.93 || drift > 0.0, "{place}");
                assert!(compared >= 0.93 && again >= 0.93, "{place}");
            }
        }
    }
}

/// Where the truth is the target itself, a goal that ends the rounds is called no more often than one
/// that is looked at once.
#[test]
fn goals_that_end_the_rounds_are_not_called_too_often() {
    const RUNS: u32 = 600;
    let mut dice = Dice::new(94);
    for (name, noise) in NOISES {
        for (drift, is_weighed, fewest) in [(0.0, false, 6), (0.01, false, 10), (0.0, true, 10)] {
            let toy = Toy::new(GOAL, fewest, 0.02);
            let machine = Machine {
                noise,
                drift,
                is_weighed,
            };
            let (mut met, mut missed) = (0, 0);
            for _ in 0..RUNS {
                let tracks = toy.run(&mut dice, &machine);
                let (low, high) = interval_of(&tracks[1], &tracks[0]);
                met += u32::from(high <= 1.0);
                missed += u32::from(low > 1.0);
            }
            let [met, missed] = [met, missed].map(|count| share(count, RUNS));
            let place = format!(
                "{name}, drift {drift}, weighed {is_weighed}, from {fewest}: met {met}, not met {missed}"
            );
            assert!(met <= 0.035 && missed <= 0.035, "{place}");
        }
    }
}

/// A goal far from its target ends the rounds early though the levels drift and are never narrow.
#[test]
fn a_decided_goal_ends_the_rounds_where_levels_drift() {
    let machine = Machine {
        noise: |dice| 0.01 * dice.normal(),
        drift: 0.2,
        is_weighed: false,
    };
    let far = GOAL.replace("at_most = 1.0", "at_most = 2.0");
    let rounds = |goals: &str| {
        let toy = Toy::new(goals, 10, 0.01);
        toy.run(&mut Dice::new(3), &machine)[0].weights.len()
    };
    assert_eq!(rounds(&far), 13, "decided at 10 and 13");
    assert_eq!(rounds(""), MOST);
    assert_eq!(rounds(GOAL), MOST, "an undecided goal goes on");
}
