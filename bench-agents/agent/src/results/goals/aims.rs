//! Which variants of a plan a suite's goals compare.

use crate::suite::matrix::Variant;
use crate::suite::{Comparison, Goal, Manifest, Mode};

/// One row to be: a goal and its two variants.
pub(crate) struct Aim<'a> {
    pub(super) goal: &'a Goal,
    pub(super) compared: Comparison,
    /// Contender and baseline as indices into the plan's variants.
    pub(crate) sides: [usize; 2],
}

/// Every row of the mode. Rows whose variants were not asked for are left out.
pub(crate) fn aims<'a>(manifest: &'a Manifest, mode: Mode, variants: &[Variant]) -> Vec<Aim<'a>> {
    let place = |variant: &Variant| variants.iter().position(|known| known == variant);
    let mut rows = Vec::new();
    for goal in manifest.goals.iter().filter(|goal| goal.is_for(mode)) {
        // The manifest was validated: a goal without rows is one of another mode.
        for compared in goal.comparisons(manifest, mode).unwrap_or_default() {
            if let (Some(one), Some(other)) =
                (place(&compared.contender), place(&compared.baseline))
            {
                rows.push(Aim {
                    goal,
                    compared,
                    sides: [one, other],
                });
            }
        }
    }
    rows
}
