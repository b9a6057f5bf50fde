//! What a sweep of the pool concludes from its samples, and for how long that holds.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs;

use runtime_rust::{
    data_set,
    pool::{Choice, Limit},
    sweep::{judge, limits},
};

fn choice(limits: &[usize], times: &[Vec<f64>]) -> Choice {
    Choice {
        receipt: "build 1".to_owned(),
        cores: std::thread::available_parallelism().unwrap().get(),
        rounds: times[0].len(),
        limits: judge(limits, times),
    }
}

/// Fifteen rounds on a machine whose speed differs from round to round.
fn times(cost: f64, jitter: f64) -> Vec<f64> {
    let moods = [
        1.0, 1.4, 0.9, 2.0, 1.1, 1.0, 0.8, 1.7, 1.3, 1.0, 1.2, 0.9, 1.1, 1.5, 1.0,
    ];
    let signs = [
        1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0,
    ];
    let pairs = moods.iter().zip(signs);
    pairs
        .map(|(mood, sign)| cost * mood * (1.0 + sign * jitter))
        .collect()
}

#[test]
fn limits_double_from_the_cores_to_the_default() {
    assert_eq!(limits(1), [1, 2, 4, 8, 16, 32, 64, 128, 256, 500]);
    assert_eq!(limits(12), [12, 24, 48, 96, 192, 384, 500]);
    assert_eq!(limits(500), [500]);
    assert_eq!(limits(768), [768]);
}

#[test]
fn the_fewest_threads_that_cannot_be_told_from_the_best_are_chosen() {
    let samples = [
        times(0.30, 0.0),
        times(0.202, 0.02),
        times(0.20, 0.0),
        times(0.25, 0.02),
    ];
    let choice = choice(&[2, 4, 8, 500], &samples);
    assert_eq!(choice.best_set(), [4, 8]);
    assert_eq!(choice.limit(), Some(4));
    let slow = choice.limits[0].ratio;
    assert!(
        (1.4..1.6).contains(&slow),
        "moods cancel within a round: {slow}"
    );
    assert!(choice.limits[3].low > 1.2 && choice.limits[3].high < 1.3);
}

#[test]
fn six_pairs_are_enclosed_by_their_extremes() {
    let best = vec![1.0; 6];
    let other = vec![1.1, 0.9, 1.2, 1.3, 1.4, 1.5];
    let judged = judge(&[2, 4], &[best, other])[1];
    assert_eq!((judged.low, judged.high), (0.9, 1.5));
    assert!((judged.ratio - 1.25).abs() < 1e-9);
}

#[test]
fn a_choice_holds_for_its_build_its_data_set_and_its_cores() {
    let root = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let [quick, small, _] = &data_set::ALL;
    let choice = choice(&[2, 4], &[times(0.3, 0.0), times(0.2, 0.0)]);
    choice.write(root.path(), quick).unwrap();
    assert_eq!(
        Choice::read(root.path(), quick, "build 1").as_ref(),
        Some(&choice)
    );
    assert_eq!(Choice::read(root.path(), small, "build 1"), None);
    assert_eq!(Choice::read(root.path(), quick, "build 2"), None);
    let other_machine = Choice {
        cores: choice.cores + 1,
        ..choice
    };
    other_machine.write(root.path(), quick).unwrap();
    assert_eq!(Choice::read(root.path(), quick, "build 1"), None);
    assert_eq!(
        fs::read_dir(root.path()).unwrap().count(),
        1,
        "nothing is left beside it"
    );
}

#[test]
fn without_a_sweep_there_is_a_thread_per_core_and_it_is_said() {
    let limit = Limit::swept(None);
    assert_eq!(
        limit.threads(),
        std::thread::available_parallelism().ok().map(Into::into)
    );
    assert!(limit.finding().unwrap().contains("not swept"));
    assert_eq!(Limit::Given(Some(4)).finding(), None);
}
