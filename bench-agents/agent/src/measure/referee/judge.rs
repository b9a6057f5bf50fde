//! Looks before and after every process of base, patch and base again, and holds them against each
//! other round by round.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::evidence::{Evidence, Reason, Refusal, Rows};
use super::keeper::{self, Keeper};
use super::seen::{Seen, fresh_secret, is_by_agent, left_out};
use super::shared::Shared;
use crate::base::hashing::Hasher;
use crate::results::{Failure, Sample};
use crate::suite::{Direction, Manifest, Noise, Plan, Source};

/// Of the three arms: base, patch, base again.
pub(crate) const PATCH: usize = 1;
const ARMS: usize = 3;
const OWN: &str = "own";
const BASE_COPY: &str = "base";
const PATCH_COPY: &str = "patch";
const SEED: &str = "TIDEMARK_SEED";
const SEED_DIGITS: usize = 12;

/// What is judged, and where.
pub(crate) struct Case<'a> {
    /// The metric that the patch is to better.
    pub(crate) aim: &'a str,
    /// Checkouts of base and patch, built.
    pub(crate) trees: [&'a Path; 2],
    /// Copies of them, and what programs may write to, are kept there.
    pub(crate) scratch: PathBuf,
    /// Folders that every program may write to.
    pub(crate) shared: &'a [PathBuf],
    /// What confines the programs.
    pub(crate) sandbox: &'static str,
}

impl Case<'_> {
    /// What programs may write to beside their checkout; begun again.
    pub(crate) fn make_own(&self) -> io::Result<PathBuf> {
        keeper::remove(&self.scratch)?;
        let own = self.scratch.join(OWN);
        fs::create_dir_all(&own)?;
        Ok(own)
    }
}

/// Which process it is: the round that was begun, warm-up included, and the variant.
type Place = (usize, usize);

/// What a variant is called, and what is read of its samples.
struct Variant {
    name: String,
    counters: Vec<String>,
    /// What its programs say by themselves, and what is judged.
    said: BTreeSet<String>,
}

pub(crate) struct Referee {
    aim: String,
    variants: Vec<Variant>,
    warmup: usize,
    base: Keeper,
    patch: Option<Keeper>,
    scratch: PathBuf,
    shared: Shared,
    before: BTreeMap<PathBuf, (u64, i64, i64)>,
    seed: String,
    seen: BTreeMap<Place, [Option<Seen>; ARMS]>,
    evidence: Evidence,
    removed: BTreeSet<String>,
    told: BTreeSet<(usize, usize)>,
}

impl Referee {
    /// The base is built, and nothing of the patch has run yet.
    pub(crate) fn begin(case: &Case, manifest: &Manifest, plan: &Plan) -> io::Result<Self> {
        let mut evidence = Evidence::refused(Vec::new());
        evidence.sandbox = case.sandbox;
        let aim = manifest.metric(case.aim);
        evidence.direction = aim.as_ref().map_or(Direction::Unknown, |aim| aim.direction);
        evidence.by_agent = aim
            .as_ref()
            .is_some_and(|aim| is_by_agent(case.aim, aim.source));
        evidence.unit = aim.map_or_else(String::new, |aim| aim.unit);
        let variants = plan.variants.iter().map(|variant| {
            let benchmark = &manifest.benchmarks[variant.benchmark];
            let is_counter = |name: &&String| {
                manifest.metric(name).is_some_and(|metric| {
                    metric.source == Source::Stdout
                        && metric.noise == Noise::Exact
                        && metric.direction == Direction::Unknown
                })
            };
            let is_said = |name: &&String| {
                let metric = manifest.metric(name);
                *name == case.aim || metric.is_some_and(|one| one.source == Source::Stdout)
            };
            let name = format!("{} {}", benchmark.name, variant.label());
            Variant {
                said: benchmark.metrics.iter().filter(is_said).cloned().collect(),
                name: name.trim_end().to_owned(),
                counters: benchmark
                    .metrics
                    .iter()
                    .filter(is_counter)
                    .cloned()
                    .collect(),
            }
        });
        Ok(Self {
            aim: case.aim.to_owned(),
            variants: variants.collect(),
            warmup: plan.warmup,
            base: Keeper::of(case.trees[0], &case.scratch.join(BASE_COPY))?,
            patch: None,
            scratch: case.scratch.clone(),
            shared: Shared::new(case.shared),
            before: BTreeMap::new(),
            seed: fresh_secret(),
            seen: BTreeMap::new(),
            evidence,
            removed: BTreeSet::new(),
            told: BTreeSet::new(),
        })
    }

    /// The patch is built as well.
    pub(crate) fn take_patch(&mut self, case: &Case) -> io::Result<()> {
        self.patch = Some(Keeper::of(case.trees[1], &case.scratch.join(PATCH_COPY))?);
        self.look_at_base()
    }

    /// Nothing that is still to be measured would change what is said.
    pub(crate) fn is_over(&self) -> bool {
        self.evidence.is_refused()
    }

    /// Nothing can be said of this patch.
    pub(crate) fn give_up(&mut self, why: &str) {
        why.clone_into(&mut self.evidence.trouble);
    }

    /// What a process left in folders of a sandbox, which only programs within it see.
    pub(crate) fn saw_left(&mut self, arm: usize, place: Place, left: Option<&String>) {
        if let (PATCH, Some(first)) = (arm, left) {
            let text = format!("in {}", self.place_name(place));
            self.refuse(Reason::WroteElsewhere, first, &text);
        }
    }

    pub(crate) fn refuse(&mut self, reason: Reason, place: &str, text: &str) {
        let refusal = Refusal::new(reason, place, text);
        self.evidence.refusals.push(refusal);
    }

    /// Makes ready for one process; what it finds in its environment.
    pub(crate) fn before(
        &mut self,
        arm: usize,
        place: Place,
    ) -> io::Result<BTreeMap<String, String>> {
        self.look_at_base()?;
        self.clear_patch()?;
        // the folder itself stays: a sandbox may show it
        let own = self.scratch.join(OWN);
        keeper::empty(&self.scratch, &[OWN, BASE_COPY, PATCH_COPY])?;
        keeper::empty(&own, &[])?;
        let folder = |name: &str| -> io::Result<String> {
            let folder = own.join(name);
            fs::create_dir_all(&folder)?;
            Ok(folder.to_string_lossy().into_owned())
        };
        let environment = [
            ("HOME", folder("home")?),
            ("TMPDIR", folder("tmp")?),
            ("XDG_CACHE_HOME", folder("home/.cache")?),
            (SEED, self.seed_of(place)),
        ];
        if arm == PATCH {
            self.before = self.shared.look();
        }
        Ok(environment
            .map(|(name, value)| (name.to_owned(), value))
            .into())
    }

    /// A process of an arm ended well.
    pub(crate) fn saw(&mut self, arm: usize, place: Place, sample: &Sample) -> io::Result<()> {
        let seen = Seen {
            answer: sample.answer.clone(),
            counters: self.variants[place.1]
                .counters
                .iter()
                .map(|name| sample.numbers.get(name).copied())
                .collect(),
            metrics: sample
                .numbers
                .keys()
                .filter(|name| self.variants[place.1].said.contains(*name))
                .cloned()
                .collect(),
            aim: sample.numbers.get(&self.aim).copied(),
            wall: sample.seconds,
        };
        if arm == PATCH && sample.left_behind > 0 {
            let text = format!("{} left running when it ended", sample.left_behind);
            self.refuse(Reason::LeftRunning, &self.place_name(place), &text);
        }
        self.clear_after(arm, place)?;
        let row = self.seen.entry(place).or_default();
        row[arm] = Some(seen);
        if let [Some(base), Some(patch), Some(again)] = row.clone() {
            self.compare(place, [&base, &patch, &again]);
        }
        Ok(())
    }

    /// A process of an arm failed.
    pub(crate) fn failed(&mut self, arm: usize, place: Place, why: &Failure) -> io::Result<()> {
        let name = self.place_name(place);
        if arm == PATCH {
            let text = format!("{}: {}", why.kind.name(), why.headline());
            self.refuse(Reason::Failed, &name, &text);
        } else {
            self.evidence.trouble = format!("the base fails: {name}: {}", why.headline());
        }
        self.clear_after(arm, place)
    }

    /// What all of it showed; the copies go.
    pub(crate) fn end(mut self) -> io::Result<Evidence> {
        for index in 0..self.variants.len() {
            let rows = self.rows(index);
            if !rows.aim.is_empty() {
                self.evidence.variants.push(rows);
            }
        }
        if self.evidence.variants.is_empty() && !self.evidence.is_refused() {
            let aim = &self.aim;
            self.evidence.trouble = format!("nothing that was measured has the metric “{aim}”");
        }
        let counters = self.variants.iter().flat_map(|one| one.counters.clone());
        let counters: BTreeSet<String> = counters.collect();
        self.evidence.counters = counters.into_iter().collect();
        self.evidence.removed = self.removed.into_iter().collect();
        self.evidence.shorten();
        keeper::remove(&self.scratch)?;
        Ok(self.evidence)
    }

    /// The same number for all arms of a round, and one that nobody could know before it.
    fn seed_of(&self, (round, variant): Place) -> String {
        let mut mixed = Hasher::default()
            .part(self.seed.as_bytes())
            .part(&round.to_le_bytes())
            .part(&variant.to_le_bytes())
            .finish();
        mixed.truncate(SEED_DIGITS);
        u64::from_str_radix(&mixed, 16)
            .unwrap_or_default()
            .to_string()
    }

    /// The base's folder is as it was when its last process ended.
    fn look_at_base(&mut self) -> io::Result<()> {
        let changed = self.base.changed()?;
        for path in &changed {
            let name = path.to_string_lossy();
            self.refuse(
                Reason::ChangedBase,
                &name,
                "changed outside the base's turn",
            );
        }
        self.base.restore(&changed)
    }

    fn clear_patch(&mut self) -> io::Result<()> {
        let Some(keeper) = &mut self.patch else {
            return Ok(());
        };
        let changed = keeper.changed()?;
        let names = changed
            .iter()
            .map(|path| path.to_string_lossy().into_owned());
        self.removed.extend(names);
        keeper.restore(&changed)
    }

    fn clear_after(&mut self, arm: usize, place: Place) -> io::Result<()> {
        if arm != PATCH {
            let changed = self.base.changed()?;
            return self.base.restore(&changed);
        }
        self.clear_patch()?;
        let after = self.shared.look();
        let new = after
            .iter()
            .find(|(path, sign)| self.before.get(*path) != Some(*sign));
        if let Some((path, _)) = new {
            let text = format!("in {}", self.place_name(place));
            let path = path.to_string_lossy().into_owned();
            self.refuse(Reason::WroteElsewhere, &path, &text);
        }
        self.look_at_base()
    }

    fn compare(&mut self, place: Place, [base, patch, again]: [&Seen; ARMS]) {
        let name = self.place_name(place);
        if base.answer != again.answer || base.counters != again.counters {
            self.evidence.trouble = format!(
                "{name}: the base does not answer as itself: its input may come from {SEED} only"
            );
        } else if base.answer.is_none() {
            self.evidence.trouble =
                format!("{name}: it gives no answer, so that skipped work would not show");
        } else if patch.answer != base.answer {
            let shown = |seen: &Seen| seen.answer.clone().unwrap_or_else(|| "nothing".into());
            let text = format!("the base says '{}', it '{}'", shown(base), shown(patch));
            self.refuse(Reason::DifferentAnswer, &name, &text);
        } else if patch.counters != base.counters {
            let names = self.variants[place.1].counters.iter();
            let pairs = names.zip(base.counters.iter().zip(&patch.counters));
            let differs = pairs.filter(|(_, (base, patch))| base != patch);
            let shown = |number: &Option<f64>| {
                number.map_or_else(|| "nothing".to_owned(), |number| number.to_string())
            };
            let said = differs.map(|(name, (base, patch))| {
                format!("{name}: {} instead of {}", shown(patch), shown(base))
            });
            let text = said.collect::<Vec<_>>().join(", ");
            self.refuse(Reason::DifferentWork, &name, &text);
        } else if let Some(metric) = left_out(base, patch, again) {
            // Its rounds would be dropped: the patch would choose those that count.
            let text = format!("it gives no number of {metric}, the base does");
            self.refuse(Reason::DifferentWork, &name, &text);
        } else {
            self.told.insert((place.1, place.0));
        }
    }

    fn rows(&self, index: usize) -> Rows {
        let mut rows = Rows {
            variant: self.variants[index].name.clone(),
            aim: Vec::new(),
            wall: Vec::new(),
            answers: 0,
            is_fresh: false,
        };
        let mut answers = BTreeSet::new();
        for ((round, variant), arms) in &self.seen {
            let [Some(base), Some(patch), Some(again)] = arms else {
                continue;
            };
            if *variant != index || !self.told.contains(&(index, *round)) {
                continue;
            }
            rows.answers += 1;
            answers.extend(base.answer.as_deref());
            if let (true, Some(first), Some(second), Some(third)) =
                (*round > self.warmup, base.aim, patch.aim, again.aim)
            {
                rows.aim.push([first, second, third]);
                rows.wall.push([base.wall, patch.wall, again.wall]);
            }
        }
        rows.is_fresh = answers.len() > 1;
        rows
    }

    fn place_name(&self, (round, variant): Place) -> String {
        let name = &self.variants[variant].name;
        match round.checked_sub(self.warmup) {
            Some(recorded @ 1..) => format!("{name}, round {recorded}"),
            _ => format!("{name}, warm-up"),
        }
    }
}
