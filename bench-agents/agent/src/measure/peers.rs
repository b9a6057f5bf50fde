//! Who is compared with whom, and whether the kernel's clock tells of all of them what others did.
//!
//! Where only the longer side of a ratio shows that it was disturbed, only its bad samples would be
//! taken again or count less, and the longer side would look better than it is. So samples that are
//! compared are treated alike: all by their shares, or none.

use crate::results::goals;
use crate::suite::Manifest;

use crate::suite::Plan;

/// Benchmarks whose variants are compared with each other, by goals or in one table.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Circle {
    pub(super) benchmarks: Vec<String>,
    /// Every sample so far carried a share.
    pub(super) is_resolved: bool,
    /// Time of all first samples, and of all repeats.
    pub(super) first_s: f64,
    pub(super) repeated_s: f64,
}

#[derive(Debug, Default)]
pub(super) struct Peers {
    pub(super) circles: Vec<Circle>,
    /// The circle of every subject; nothing for those that only count exactly.
    of_subject: Vec<Option<usize>>,
}

impl Circle {
    fn of(benchmarks: Vec<String>) -> Self {
        Self {
            benchmarks,
            is_resolved: true,
            first_s: 0.0,
            repeated_s: 0.0,
        }
    }
}

impl Peers {
    /// `subjects` are, in order, the variants of the plan that they belong to and whether these are
    /// exact: others disturb no count.
    pub(super) fn new(manifest: &Manifest, plan: &Plan, subjects: &[(usize, bool)]) -> Self {
        let circle_of = joined(manifest, plan);
        let places = 0..manifest.benchmarks.len();
        let names = |circle: usize| {
            let members = manifest.benchmarks.iter().zip(&circle_of);
            let members = members.filter(move |(_, of)| **of == circle);
            members.map(|(benchmark, _)| benchmark.name.clone())
        };
        let of_subject = subjects.iter().map(|(variant, is_exact)| {
            let benchmark = plan.variants[*variant].benchmark;
            (!is_exact).then_some(circle_of[benchmark])
        });
        Self {
            circles: places
                .map(|place| Circle::of(names(place).collect()))
                .collect(),
            of_subject: of_subject.collect(),
        }
    }

    pub(super) fn circle(&self, subject: usize) -> Option<usize> {
        self.of_subject[subject]
    }

    pub(super) fn are_resolved(&self, subject: usize) -> bool {
        self.circle(subject)
            .is_some_and(|circle| self.circles[circle].is_resolved)
    }

    /// One sample too short to tell is enough: from now on all of its circle count alike.
    pub(super) fn saw(&mut self, subject: usize, share: Option<f64>) {
        if let (Some(circle), None) = (self.circle(subject), share) {
            self.circles[circle].is_resolved = false;
        }
    }

    /// Benchmarks whose samples all count alike.
    pub(super) fn unresolved(&self) -> Vec<String> {
        let unresolved = self.circles.iter().filter(|circle| !circle.is_resolved);
        unresolved
            .flat_map(|circle| circle.benchmarks.clone())
            .collect()
    }

    pub(super) fn took(&mut self, subject: usize, seconds: f64) {
        if let Some(circle) = self.circle(subject) {
            self.circles[circle].first_s += seconds;
        }
    }
}

#[cfg(test)]
impl Peers {
    /// So many subjects that are all compared with each other.
    pub(super) fn all(subjects: usize) -> Self {
        Self {
            circles: vec![Circle::of(vec!["b".to_owned()])],
            of_subject: vec![Some(0); subjects],
        }
    }
}

/// Per benchmark its circle, named by the first benchmark in it.
fn joined(manifest: &Manifest, plan: &Plan) -> Vec<usize> {
    let mut circle_of: Vec<usize> = (0..manifest.benchmarks.len()).collect();
    for aim in goals::aims(manifest, plan.mode, &plan.variants) {
        let [one, other] = aim
            .sides
            .map(|side| circle_of[plan.variants[side].benchmark]);
        let (from, to) = (one.max(other), one.min(other));
        for circle in &mut circle_of {
            if *circle == from {
                *circle = to;
            }
        }
    }
    circle_of
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::suite::Mode;
    use crate::suite::matrix::variants;

    #[test]
    fn goals_and_tables_join_what_they_compare() {
        let one = |name: &str| {
            format!(
                "[[benchmark]]\nname = \"{name}\"\ncommand = [\"true\"]\nmetrics = [\"wall_time\"]\n"
            )
        };
        let text = format!(
            "name = \"toy\"\n[version]\ncommand = [\"true\"]\n{}{}{}[[goal]]\nname = \"g\"\n\
             metric = \"wall_time\"\ncontender = {{ benchmark = \"c\" }}\nbaselines = [{{ benchmark = \"a\" }}]\n",
            one("a"),
            one("b"),
            one("c")
        );
        let manifest = Manifest::parse(&text, Path::new("toy")).unwrap();
        let plan = Plan::of(variants(&manifest, Mode::Quick, 2));
        let mut peers = Peers::new(
            &manifest,
            &plan,
            &[(0, false), (1, false), (2, false), (1, true)],
        );
        assert_eq!(peers.circles[0].benchmarks, ["a", "c"]);
        peers.saw(3, None);
        assert!((0..3).all(|subject| peers.are_resolved(subject)));
        peers.saw(2, None);
        let told = [0, 1, 2].map(|subject| peers.are_resolved(subject));
        assert_eq!(
            told,
            [false, true, false],
            "what c cannot tell, a must not use"
        );
    }
}
