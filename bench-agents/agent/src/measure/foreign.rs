//! What is done about samples that others disturbed: taken again a few times, then counted less.
//!
//! Waiting for a quiet machine would never end on one that is always busy, so a sample is taken
//! again in its round and the quieter of both is kept. The others' share decides, never the number
//! that was measured; on a saturated machine the two are related, because who gets more of the
//! processors leaves less to others. Where taking again does not help, it is given up.

use super::peers::Peers;
use crate::results::{ForeignTally, Sample};
use crate::suite::ForeignRules;

/// After so many repeats it is asked whether they help.
const FIRST_LOOK: usize = 8;
/// They do where at least one in so many came below the limit.
const ONE_IN: usize = 4;

/// Takes disturbed samples again. Only what was measured enters, so that a resumed run decides as
/// before; and nothing enters that is of one variant alone, so that none is cleaned more than others.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    quiet: usize,
    pub(super) tally: ForeignTally,
}

impl Repeats {
    /// At the end of a round: what was disturbed is taken again by `again`, and the quieter kept.
    pub(super) fn round<E>(
        &mut self,
        rules: &ForeignRules,
        peers: &mut Peers,
        taken: &mut [(usize, Sample)],
        mut again: impl FnMut(usize) -> Result<Option<Sample>, E>,
    ) -> Result<(), E> {
        for (subject, sample) in &*taken {
            peers.took(*subject, sample.seconds);
            peers.saw(*subject, sample.foreign_share);
        }
        for _ in 0..rules.repeat {
            for circle in 0..peers.circles.len() {
                if !self.is_allowed(rules, peers, circle, taken) {
                    continue;
                }
                for (subject, sample) in &mut *taken {
                    let is_meant = peers.circle(*subject) == Some(circle);
                    if is_meant && rules.is_disturbed(sample.foreign_share) {
                        if let Some(other) = again(*subject)? {
                            peers.circles[circle].repeated_s += other.seconds;
                            peers.saw(*subject, other.foreign_share);
                            self.compared(rules, sample, other);
                        }
                        if self.tally.given_up.is_some() {
                            break;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The whole round must fit into the budget, whoever was disturbed in it: if single samples had
    /// to, short variants would be taken again more often than long ones.
    fn is_allowed(
        &self,
        rules: &ForeignRules,
        peers: &Peers,
        circle: usize,
        taken: &[(usize, Sample)],
    ) -> bool {
        let spent = &peers.circles[circle];
        let members = taken
            .iter()
            .filter(|(subject, _)| peers.circle(*subject) == Some(circle));
        let round_s: f64 = members.map(|(_, sample)| sample.seconds).sum();
        self.tally.given_up.is_none()
            && spent.is_resolved
            && spent.repeated_s + round_s <= rules.budget * spent.first_s
    }

    fn compared(&mut self, rules: &ForeignRules, sample: &mut Sample, other: Sample) {
        let share = |one: &Sample| one.foreign_share.unwrap_or(1.0);
        self.tally.repeated += 1;
        self.quiet += usize::from(!rules.is_disturbed(Some(share(&other))));
        if share(&other) < share(sample) {
            self.tally.improved += 1;
            *sample = other;
        }
        if self.tally.repeated >= FIRST_LOOK && self.quiet * ONE_IN < self.tally.repeated {
            self.tally.given_up = Some(format!(
                "taking samples again was given up after {} of them, because {} came below {:.0} %: \
                 others use this machine all the time",
                self.tally.repeated,
                self.quiet,
                rules.limit * 100.0
            ));
        }
    }

    /// A sample is recorded; how much it counts.
    pub(super) fn recorded(
        &mut self,
        rules: &ForeignRules,
        peers: &Peers,
        subject: usize,
        share: Option<f64>,
    ) -> f64 {
        self.tally.samples += 1;
        self.tally.unknown += usize::from(share.is_none());
        self.tally.disturbed += usize::from(rules.is_disturbed(share));
        if peers.are_resolved(subject) {
            rules.weight(share)
        } else {
            1.0
        }
    }
}

#[cfg(test)]
#[path = "foreign_simulation.rs"]
mod simulation;

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: ForeignRules = ForeignRules {
        limit: 0.1,
        repeat: 1,
        budget: 0.2,
    };

    #[test]
    fn weights_fall_with_the_share_above_the_limit() {
        let table = [
            (None, 1.0),
            (Some(0.0), 1.0),
            (Some(0.1), 1.0),
            (Some(0.2), 0.5),
            (Some(0.8), 0.125),
        ];
        for (share, weight) in table {
            assert!((RULES.weight(share) - weight).abs() < 1e-12, "{share:?}");
        }
    }

    fn sample(share: f64) -> Sample {
        Sample {
            foreign_share: Some(share),
            seconds: 0.1,
            ..Sample::default()
        }
    }

    /// A thousand rounds of one disturbed variant whose repeats have this share.
    fn repeated(share: f64) -> ForeignTally {
        let (mut repeats, mut peers) = (Repeats::default(), Peers::all(1));
        for _ in 0..1000 {
            let mut taken = [(0, sample(0.7))];
            let again = |_| Ok::<_, ()>(Some(sample(share)));
            repeats
                .round(&RULES, &mut peers, &mut taken, again)
                .unwrap();
        }
        repeats.tally
    }

    /// On a machine that is always busy, time for repeats stays within the budget and ends early.
    #[test]
    fn repeats_that_do_not_help_end() {
        let tally = repeated(0.7);
        assert_eq!((tally.repeated, tally.improved), (FIRST_LOOK, 0));
        let sentence = tally.given_up.unwrap();
        assert!(
            sentence.contains("after 8 of them, because 0 came below 10 %"),
            "{sentence}"
        );
    }

    #[test]
    fn repeats_that_help_stay_within_their_budget() {
        let tally = repeated(0.02);
        assert!((190..=200).contains(&tally.repeated), "{tally:?}");
        assert_eq!(tally.improved, tally.repeated);
        assert_eq!(tally.given_up, None);
    }

    /// A sample too short for the kernel's clock ends repeats and weights for all it is compared with.
    #[test]
    fn one_sample_without_a_share_makes_all_count_alike() {
        let rules = ForeignRules {
            budget: 1.0,
            ..RULES
        };
        let (mut repeats, mut peers) = (Repeats::default(), Peers::all(2));
        let short = Sample {
            foreign_share: None,
            ..sample(0.0)
        };
        let mut taken = [(0, sample(0.7)), (1, short)];
        let again = |_| -> Result<_, ()> { panic!("nothing may be taken again") };
        repeats
            .round(&rules, &mut peers, &mut taken, again)
            .unwrap();
        let weight = repeats.recorded(&rules, &peers, 0, Some(0.7));
        assert!((weight - 1.0).abs() < 1e-12, "{weight}");
        assert_eq!((repeats.tally.disturbed, repeats.tally.repeated), (1, 0));
    }
}
