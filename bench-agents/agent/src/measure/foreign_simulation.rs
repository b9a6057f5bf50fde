//! Whether ratios stay true where others disturb samples, by the rules that production uses.

use super::*;
use crate::statistics::dice::Dice;
use crate::statistics::{Weighed, ratio};

const RUNS: u32 = 1000;
const RULES: ForeignRules = ForeignRules {
    limit: 0.1,
    repeat: 1,
    budget: 0.2,
};

/// Two variants that are equally fast: how long their samples take and whether these have shares.
#[derive(Clone, Copy)]
struct Sides {
    seconds: [f64; 2],
    are_known: [bool; 2],
}

/// Others disturb every sample for itself: 30 % slower then, with 40 % of the machine in use.
fn drawn(dice: &mut Dice, sides: Sides, side: usize, share_of_bad: f64) -> Sample {
    let is_bad = dice.uniform() < share_of_bad;
    let (slowdown, share) = if is_bad { (1.3, 0.4) } else { (1.0, 0.02) };
    let number = (0.03 * dice.normal()).exp() * slowdown;
    Sample {
        numbers: [("time".to_owned(), number)].into(),
        foreign_share: sides.are_known[side].then_some(share),
        seconds: sides.seconds[side] * slowdown,
        ..Sample::default()
    }
}

/// The interval of the ratio of a run of so many rounds; the truth is 1.
fn interval(dice: &mut Dice, sides: Sides, pairs: usize, share_of_bad: f64) -> (f64, f64) {
    let (mut repeats, mut peers) = (Repeats::default(), Peers::all(2));
    let mut rounds = Vec::new();
    for _ in 0..pairs {
        let mut taken = [0, 1].map(|side| (side, drawn(dice, sides, side, share_of_bad)));
        let again = |side| Ok::<_, ()>(Some(drawn(dice, sides, side, share_of_bad)));
        repeats
            .round(&RULES, &mut peers, &mut taken, again)
            .unwrap();
        rounds.push(taken);
    }
    let [one, other] = [0, 1].map(|side| {
        let samples = rounds.iter().map(|taken| &taken[side].1);
        let weighed = samples.map(|sample| {
            let weight = repeats.recorded(&RULES, &peers, side, sample.foreign_share);
            let number = sample.numbers["time"];
            Some(Weighed { number, weight })
        });
        weighed.collect::<Vec<_>>()
    });
    ratio(&one, &other).unwrap().interval.unwrap()
}

/// How often intervals hold 1, and how often they lie below and above it.
fn shares(sides: Sides, pairs: usize, share_of_bad: f64) -> [f64; 3] {
    let mut dice = Dice::new(7);
    let mut counts = [0_u32; 3];
    for _ in 0..RUNS {
        let (low, high) = interval(&mut dice, sides, pairs, share_of_bad);
        let case = usize::from(high < 1.0) + 2 * usize::from(low > 1.0);
        counts[case] += 1;
    }
    counts.map(|count| f64::from(count) / f64::from(RUNS))
}

/// Equal variants stay equal, also where the clock tells of one alone or one takes ten times as long.
#[test]
fn neither_side_of_a_ratio_is_favoured_by_what_others_do() {
    let kinds = [
        ("both known", [0.1, 0.1], [true, true]),
        ("the second too short to tell", [0.1, 0.01], [true, false]),
        ("the first too short to tell", [0.01, 0.1], [false, true]),
        ("the first ten times as long", [1.0, 0.1], [true, true]),
    ];
    for (kind, seconds, are_known) in kinds {
        let sides = Sides { seconds, are_known };
        for share_of_bad in [0.2, 0.5] {
            for pairs in [10, 30] {
                let found = shares(sides, pairs, share_of_bad);
                let [held, below, above] = found;
                let place = format!("{kind}, {share_of_bad}, {pairs} pairs: {found:?}");
                assert!(held >= 0.94, "{place}");
                assert!(below <= 0.035 && above <= 0.035, "{place}");
            }
        }
    }
}
