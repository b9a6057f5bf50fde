//! When rounds end: every interval is narrow enough, all rounds are done, or the time is spent.
//!
//! Who stops as soon as an interval happens to be narrow stops on the lucky ones: they hold the true
//! median less often than they say. So intervals are looked at only at fixed check points, each a
//! quarter further than the one before, and must be narrow at two of them in a row. All variants
//! stop together: their rounds stay pairs, and no variant chooses its own moment.
//!
//! Goals come first: while one is not decided the rounds go on, and the variants of those that are
//! need no narrow levels, since drift widens levels that ratios do not see.

use crate::results::Track;
use crate::results::goals::{self, Standing};
use crate::suite::{Manifest, Narrowing, Plan};

impl Narrowing {
    /// What a look at the rounds so far says: nothing while something is to be waited for, else how
    /// the goals stand.
    fn look(&self, manifest: &Manifest, plan: &Plan, tracks: &[Track]) -> Option<Standing> {
        let standing = goals::standing(manifest, plan.mode, &plan.variants, tracks);
        let mut has_width = !standing.decided.is_empty();
        for (index, variant) in plan.variants.iter().enumerate() {
            let Some(width) = self.width(manifest, variant, &tracks[index]) else {
                continue;
            };
            if !standing.decided.contains(&index) && !self.is_narrow(&width) {
                return None;
            }
            has_width = true;
        }
        (has_width && !standing.is_open).then_some(standing)
    }

    /// Benchmarks that want so many rounds get them before rounds may end early.
    fn first_look(&self, manifest: &Manifest, plan: &Plan) -> usize {
        let wanted = plan
            .variants
            .iter()
            .filter_map(|variant| manifest.benchmarks[variant.benchmark].rounds);
        wanted.fold(self.fewest_rounds, usize::max).min(plan.rounds)
    }
}

/// Remembers the check points.
#[derive(Debug)]
pub(super) struct Watch {
    next: usize,
    /// What the look before this one said.
    before: Option<Standing>,
}

impl Watch {
    pub(super) fn new(narrowing: &Narrowing, manifest: &Manifest, plan: &Plan) -> Self {
        Self::from(narrowing.first_look(manifest, plan))
    }

    fn from(first: usize) -> Self {
        Self {
            next: first,
            before: None,
        }
    }

    /// After each recorded round: whether to stop now.
    pub(super) fn is_over(
        &mut self,
        narrowing: &Narrowing,
        rounds: usize,
        manifest: &Manifest,
        plan: &Plan,
        tracks: &[Track],
    ) -> bool {
        self.checks(rounds, || narrowing.look(manifest, plan, tracks))
    }

    fn checks(&mut self, rounds: usize, look: impl FnOnce() -> Option<Standing>) -> bool {
        if rounds < self.next {
            return false;
        }
        self.next = rounds + rounds.div_ceil(4);
        let now = look();
        let is_over = now.is_some() && now == self.before;
        self.before = now;
        is_over
    }
}

#[cfg(test)]
#[path = "stopping_simulation.rs"]
mod simulation;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::goals::Verdict;

    #[test]
    fn check_points_are_a_quarter_apart() {
        let mut watch = Watch::from(10);
        let mut points = Vec::new();
        for rounds in 1..=40 {
            watch.checks(rounds, || {
                points.push(rounds);
                None
            });
        }
        assert_eq!(points, [10, 13, 17, 22, 28, 35]);
    }

    #[test]
    fn two_looks_must_say_the_same() {
        let said = |verdict| {
            Some(Standing {
                verdicts: vec![verdict],
                ..Standing::default()
            })
        };
        let mut watch = Watch::from(10);
        let looks = [
            (10, said(Verdict::Met)),
            (13, None),
            (17, said(Verdict::Met)),
            (22, said(Verdict::NotMet)),
            (28, said(Verdict::NotMet)),
        ];
        let over = looks.map(|(rounds, look)| watch.checks(rounds, || look));
        assert_eq!(over, [false, false, false, false, true]);
    }
}
