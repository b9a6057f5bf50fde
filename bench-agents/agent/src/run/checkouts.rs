//! Commits that jobs name, checked out: one mirror per repository, one worktree per tree of sources.
//!
//! A worktree stays with what was built in it, so that the same sources are not built twice (see
//! `builds`).

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::builds::{self, Room};
use super::confinement::Confinement;
use super::fetching::find;
use super::git::{CheckoutError, Git, changed};
use super::job_settings::JobSettings;
use super::moves::mixes::{Mix, WrittenLock, mix};
use super::moves::submodules::Owner;
use super::moves::{self, Moved, Pair};
use super::patches;
use crate::base::hashing::Hasher;
use crate::delivery::jobs::{JobMix, JobPatch};
use crate::process::Stop;

const SHORT_HASH: usize = 12;
/// What follows the hash in the names of former mirrors, of which one has references of all kinds.
const FORMER: [&str; 2] = ["", "-apart"];
const PROPOSAL: &str = "proposal";
/// Mirrors of submodules that strangers named, for one job.
const MODULES: &str = "modules";

pub(crate) struct Checkouts {
    folder: PathBuf,
    room: Room,
    takes_patches: bool,
    takes_forks: bool,
    confinement: Confinement,
    shared: Vec<PathBuf>,
}

/// What is to be checked out, and where else it may be fetched.
pub(crate) struct Wanted<'a> {
    pub(crate) commits: &'a [&'a str],
    /// Makes one of them of another.
    pub(crate) patch: Option<&'a JobPatch>,
    /// Makes one of them of two others.
    pub(crate) mix: Option<&'a JobMix>,
    /// The commit since which the second one is told, where that is asked for.
    pub(crate) before: &'a str,
    pub(crate) repository: &'a str,
    /// One of them is of a fork.
    pub(crate) is_fork: bool,
    /// Nothing that an earlier job built is there.
    pub(crate) is_clean: bool,
}

/// Whose commits a mirror has. What one of them has is not found for jobs of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    Own,
    Patch,
    Fork,
}

impl Source {
    fn name(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Patch => "patch-apart",
            Self::Fork => "fork-apart",
        }
    }
}

/// Commits as they are checked out.
pub(crate) struct CheckedOut {
    /// The folder of the suite at each.
    pub(crate) folders: Vec<PathBuf>,
    /// The top of each worktree.
    pub(crate) tops: Vec<PathBuf>,
    /// Where the suite lies in the repository.
    pub(crate) within: String,
    /// What a patch changes, by its paths in the repository.
    pub(crate) changed: Vec<String>,
    /// What there is to say about older builds that went.
    pub(crate) removed: Vec<String>,
    /// What the second one moves, where that was asked for.
    pub(crate) moved: Option<Moved>,
    /// Submodules that could not be had.
    pub(crate) missing: Vec<String>,
    /// Lock files that a mix has, and no commit.
    locks: Vec<WrittenLock>,
}

impl CheckedOut {
    /// A suite that installs what it measures: its folder is the same for each.
    pub(crate) fn of_releases(suite: &Path, count: usize) -> Self {
        Self {
            folders: vec![suite.to_owned(); count],
            tops: Vec::new(),
            within: String::new(),
            changed: Vec::new(),
            removed: Vec::new(),
            moved: None,
            missing: Vec::new(),
            locks: Vec::new(),
        }
    }

    /// A lock file of the mix at this place whose packages a build changed.
    pub(crate) fn rewritten(&self, place: usize) -> Option<String> {
        let top = self.tops.get(place)?;
        let found = self.locks.iter().find(|lock| lock.is_rewritten(top));
        found.map(|lock| lock.path.clone())
    }
}

impl Checkouts {
    pub(crate) fn new(folder: PathBuf, settings: &JobSettings, confinement: Confinement) -> Self {
        Self {
            // git is called in other folders than the agent stands in
            folder: std::path::absolute(&folder).unwrap_or(folder),
            room: Room {
                most: settings.checkouts.max(1),
                bytes: settings.checkouts_size,
            },
            takes_patches: settings.patches,
            takes_forks: settings.forks,
            confinement,
            shared: settings.shared.clone(),
        }
    }

    /// After a job, when no build is in use any more; what there is to say about those that went.
    pub(crate) fn tidy(&self) -> Vec<String> {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let place = entry.path();
            if place.extension().is_some_and(|kind| kind == MODULES) {
                let _ = builds::remove_all(&place);
            }
        }
        self.room.make(&self.folder, &[])
    }

    /// Where a proposal keeps what it needs while it is measured.
    pub(crate) fn scratch(&self) -> PathBuf {
        self.folder.join(PROPOSAL)
    }

    /// Folders that every program may write to.
    pub(crate) fn shared(&self) -> &[PathBuf] {
        &self.shared
    }

    /// The folder of the suite at each commit; `suite` is where this agent has it.
    pub(crate) fn of(
        &self,
        suite: &Path,
        wanted: &Wanted,
        stop: &Stop,
    ) -> Result<CheckedOut, CheckoutError> {
        let mut git = Git::new(stop);
        let top = git.ask(suite, &["rev-parse", "--show-toplevel"])?;
        let top = PathBuf::from(top.ok_or(CheckoutError::NoRepository)?);
        let within = git.ask(suite, &["rev-parse", "--show-prefix"])?;
        let within = within.ok_or(CheckoutError::NoRepository)?;
        if wanted.is_fork && !(self.takes_forks && self.confinement.is_on()) {
            return Err(CheckoutError::NoForks);
        }
        let source = self.source(wanted);
        let is_apart = source != Source::Own;
        let mirror = self.mirror(&top, source, &mut git)?;
        let strange = mirror.with_extension(MODULES);
        if is_apart {
            // Whatever an earlier job left: nobody else measures what strangers may have changed.
            let _ = fs::remove_dir_all(mirror.with_extension("trees"));
            let _ = fs::remove_dir_all(&strange);
        }
        let find = |name: &str, git: &mut Git| {
            find(
                &mirror,
                &top,
                (wanted.repository, wanted.is_fork),
                name,
                git,
            )
        };
        let (mut folders, mut tops, mut ids) = (Vec::new(), Vec::new(), Vec::new());
        let mut lacking = BTreeSet::new();
        let owner = Owner {
            folder: if is_apart { &strange } else { &self.folder },
            top: &top,
            repository: wanted.repository,
            is_strange: is_apart,
            most: self.room.bytes / 2,
            unreached: RefCell::default(),
            used: RefCell::default(),
        };
        let made = self.made(&mirror, wanted, &owner, find, &mut git)?;
        for (arm, &commit) in wanted.commits.iter().enumerate() {
            let found = match &made {
                Some((name, mix)) if *name == commit => Some(mix.id.clone()),
                _ => find(commit, &mut git)?,
            };
            let id = found.ok_or_else(|| missing(arm, commit))?;
            let tree = format!("{id}^{{tree}}");
            let tree = git.ask(&mirror, &["rev-parse", "--verify", "--quiet", &tree])?;
            let tree = tree.ok_or_else(|| missing(arm, commit))?;
            let place = self.place(&mirror, &tree, |place| {
                let mut others = tops.iter().zip(&ids);
                others.any(|(top, other)| top == place && *other != id)
            });
            if wanted.is_clean && !tops.contains(&place) {
                builds::remove(&place)?;
            }
            let top = Self::worktree(&mirror, &place, (&id, &tree), &mut git)?;
            let absent = owner.fill(&top, &mirror, &id, &mut git)?;
            lacking.extend(absent);
            let folder = top.join(&within);
            if is_apart && !leads_nowhere(&top, &folder) {
                return Err(CheckoutError::Leads { commit: id });
            }
            folders.push(folder);
            tops.push(top);
            ids.push(id);
        }
        let used = owner.used.take().into_iter().chain([mirror.clone()]);
        let in_use: Vec<PathBuf> = tops.iter().cloned().chain(used).collect();
        let removed = self.room.make(&self.folder, &in_use);
        let moved = match &ids[..] {
            [_, second, ..] if !wanted.before.is_empty() => find(wanted.before, &mut git)?
                .map(|before| moves::known(Pair::of(&mirror, &before, second), &owner, &mut git))
                .transpose()?
                .flatten(),
            _ => None,
        };
        Ok(CheckedOut {
            folders,
            tops,
            within,
            changed: changed(&mirror, wanted.patch.map_or(&ids[..0], |_| &ids), &mut git)?,
            removed,
            moved,
            missing: lacking.into_iter().collect(),
            locks: made.map_or_else(Vec::new, |(_, mix)| mix.locks),
        })
    }

    /// What the job names a commit that no repository has, and the commit made for it: of a patch, or
    /// of two others.
    fn made<'w>(
        &self,
        mirror: &Path,
        wanted: &Wanted<'w>,
        owner: &Owner,
        find: impl Fn(&str, &mut Git) -> Result<Option<String>, CheckoutError>,
        git: &mut Git,
    ) -> Result<Option<(&'w str, Mix)>, CheckoutError> {
        let find = |name: &str, git: &mut Git| {
            let found = find(name, git)?;
            found.ok_or_else(|| missing(0, name))
        };
        if let Some(patch) = wanted.patch {
            if !self.takes_patches {
                return Err(CheckoutError::NoPatches);
            }
            let base = find(&patch.base, git)?;
            let id = patches::apply(mirror, patch, &base, git)?;
            let locks = Vec::new();
            return Ok(Some((patch.commit.as_str(), Mix { id, locks })));
        }
        let Some(asked) = wanted.mix else {
            return Ok(None);
        };
        let (before, after) = (find(&asked.before, git)?, find(&asked.after, git)?);
        let pair = Pair::of(mirror, &before, &after);
        let made = mix(pair, asked, owner, git)?;
        Ok(Some((asked.commit.as_str(), made)))
    }

    /// Where a commit counts as found; what strangers wrote is kept apart where it is confined.
    fn source(&self, wanted: &Wanted) -> Source {
        match (wanted.is_fork, wanted.patch) {
            (true, _) if self.confinement.is_on() => Source::Fork,
            (false, Some(_)) if self.confinement.is_on() => Source::Patch,
            _ => Source::Own,
        }
    }

    fn mirror(&self, top: &Path, source: Source, git: &mut Git) -> Result<PathBuf, CheckoutError> {
        let mut hash = Hasher::default()
            .part(top.as_os_str().as_encoded_bytes())
            .finish();
        hash.truncate(SHORT_HASH);
        for kind in FORMER {
            for end in ["git", "trees"] {
                let _ = fs::remove_dir_all(self.folder.join(format!("{hash}{kind}.{end}")));
            }
        }
        let kind = source.name();
        let mirror = self.folder.join(format!("{hash}-{kind}.git"));
        git.mirror = Some(mirror.clone());
        if !mirror.join("HEAD").is_file() {
            fs::create_dir_all(&mirror)?;
            let made = git.must(&mirror, &["init", "--quiet", "--bare", "."]);
            if made.is_err() {
                // Half a repository would be taken for a whole one.
                let _ = fs::remove_dir_all(&mirror);
            }
            made?;
        }
        builds::touch(&mirror);
        Ok(mirror)
    }

    /// Where a tree is or will be built; another place where a commit of this job with the same tree
    /// has that one, since builds may ask git which commit it is.
    fn place(&self, mirror: &Path, tree: &str, is_taken: impl Fn(&Path) -> bool) -> PathBuf {
        let trees = mirror.with_extension("trees");
        let name = builds::name(tree, &self.confinement);
        let first = trees.join(&name);
        let others = (2_usize..).map(|count| trees.join(format!("{name}-{count}")));
        let mut all = std::iter::once(first.clone()).chain(others);
        all.find(|place| !is_taken(place)).unwrap_or(first)
    }

    fn worktree(
        mirror: &Path,
        place: &Path,
        (id, tree): (&str, &str),
        git: &mut Git,
    ) -> Result<PathBuf, CheckoutError> {
        let stands = if place.is_dir() {
            git.ask(place, &["rev-parse", "--verify", "--quiet", "HEAD^{tree}"])?
        } else {
            None
        };
        if stands.as_deref() == Some(tree) {
            git.must(place, &["reset", "--quiet", "--hard", id])?;
        } else {
            // What a killed agent left half checked out.
            builds::remove(place)?;
            git.must(mirror, &["worktree", "prune"])?;
            let path = place.to_string_lossy().into_owned();
            let add = ["worktree", "add", "--force", "--detach", &path, id];
            let added = git.must(mirror, &add);
            if added.is_err() {
                let _ = builds::remove(place);
            }
            added?;
        }
        builds::touch(place);
        Ok(place.to_owned())
    }
}

fn missing(arm: usize, commit: &str) -> CheckoutError {
    CheckoutError::NoCommit {
        arm,
        commit: commit.to_owned(),
    }
}

/// Whether a suite lies where it seems to: a link would have the agent read files of its own.
fn leads_nowhere(place: &Path, folder: &Path) -> bool {
    let place = place.canonicalize().unwrap_or_else(|_| place.to_owned());
    let inside = |path: PathBuf| {
        path.canonicalize()
            .is_ok_and(|path| path.starts_with(&place))
    };
    // What is not there is told by whoever reads it.
    let manifest = folder.join("suite.toml");
    fs::symlink_metadata(&manifest).is_err() || inside(manifest)
}

#[cfg(test)]
mod tests;
