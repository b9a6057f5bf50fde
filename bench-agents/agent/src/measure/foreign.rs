//! What is done about samples that others disturbed: taken again a few times, then counted less.
//!
//! Waiting for a quiet machine would never end on one that is always busy, so a sample is taken
//! again in its round and the quieter of both is kept. The others' share decides, never the number
//! that was measured; on a saturated machine the two are related, because who gets more of the
//! processors leaves less to others. Where taking again does not help, it is given up.

use serde::Deserialize;

/// After so many repeats it is asked whether they help.
const FIRST_LOOK: usize = 8;
/// They do where at least one in so many came below the limit.
const ONE_IN: usize = 4;

/// `[foreign]` of the manifest.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ForeignRules {
    /// The share of the machine used by others above which a sample is taken again.
    pub(crate) limit: f64,
    /// How often at most, per sample.
    pub(crate) repeat: usize,
    /// The time that all repeats may take, as a share of the time of all other samples.
    pub(crate) budget: f64,
}

impl Default for ForeignRules {
    fn default() -> Self {
        Self {
            limit: 0.1,
            repeat: 1,
            budget: 0.2,
        }
    }
}

/// What became of disturbed samples.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ForeignTally {
    pub(crate) samples: usize,
    /// Samples too short to tell.
    pub(crate) unknown: usize,
    pub(crate) repeated: usize,
    pub(crate) improved: usize,
    pub(crate) down_weighted: usize,
    pub(crate) given_up: Option<String>,
}

impl ForeignRules {
    pub(super) fn is_disturbed(&self, share: Option<f64>) -> bool {
        share.is_some_and(|share| share > self.limit)
    }

    /// 1 up to the limit, then falling as the share rises: half at twice the limit.
    pub(super) fn weight(&self, share: Option<f64>) -> f64 {
        match share {
            Some(share) if share > self.limit => self.limit / share,
            _ => 1.0,
        }
    }
}

/// Decides whether a disturbed sample may be taken again. Only what was measured enters, so that a
/// resumed run decides as before.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    first_s: f64,
    repeated_s: f64,
    quiet: usize,
    pub(super) tally: ForeignTally,
}

impl Repeats {
    /// A sample was taken for the first time.
    pub(super) fn taken(&mut self, seconds: f64) {
        self.first_s += seconds;
    }

    pub(super) fn are_allowed(&self, rules: &ForeignRules, seconds: f64) -> bool {
        self.tally.given_up.is_none() && self.repeated_s + seconds <= rules.budget * self.first_s
    }

    /// A sample was taken again; `is_kept` where it is the quieter one.
    pub(super) fn repeated(
        &mut self,
        rules: &ForeignRules,
        seconds: f64,
        share: Option<f64>,
        is_kept: bool,
    ) {
        self.repeated_s += seconds;
        self.tally.repeated += 1;
        self.tally.improved += usize::from(is_kept);
        self.quiet += usize::from(!rules.is_disturbed(share));
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

    /// A sample is recorded.
    pub(super) fn recorded(&mut self, rules: &ForeignRules, share: Option<f64>) {
        self.tally.samples += 1;
        self.tally.unknown += usize::from(share.is_none());
        self.tally.down_weighted += usize::from(rules.is_disturbed(share));
    }
}

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

    /// On a machine that is always busy, time for repeats stays within the budget and ends early.
    #[test]
    fn repeats_that_do_not_help_end() {
        let mut repeats = Repeats::default();
        for _ in 0..1000 {
            repeats.taken(0.1);
            if repeats.are_allowed(&RULES, 0.1) {
                repeats.repeated(&RULES, 0.1, Some(0.7), false);
            }
        }
        assert_eq!(repeats.tally.repeated, FIRST_LOOK);
        let sentence = repeats.tally.given_up.unwrap();
        assert!(
            sentence.contains("after 8 of them, because 0 came below 10 %"),
            "{sentence}"
        );
    }

    #[test]
    fn repeats_that_help_stay_within_their_budget() {
        let mut repeats = Repeats::default();
        for _ in 0..1000 {
            repeats.taken(0.1);
            if repeats.are_allowed(&RULES, 0.1) {
                repeats.repeated(&RULES, 0.1, Some(0.02), true);
            }
        }
        assert!((190..=200).contains(&repeats.tally.repeated), "{repeats:?}");
        assert_eq!(repeats.tally.given_up, None);
    }
}
