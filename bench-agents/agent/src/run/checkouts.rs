//! Commits that jobs name, checked out: one mirror per repository, one worktree per commit.
//!
//! A worktree stays with what was built in it, so that the same commit is not built twice; the
//! oldest go when there are more than the agent keeps.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::config::JobSettings;
use super::git::{CheckoutError, Git};
use super::patches;
use crate::base::hashing::Hasher;
use crate::delivery::jobs::JobPatch;
use crate::process::Stop;

const SHORT_HASH: usize = 12;
/// What a repository that a job names may be called by.
const SCHEMES: [&str; 4] = ["https://", "http://", "ssh://", "git@"];
const EVERYTHING: &str = "+refs/*:refs/checkouts/*";

pub(crate) struct Checkouts {
    folder: PathBuf,
    most: usize,
    takes_patches: bool,
}

/// What is to be checked out, and where else it may be fetched.
pub(crate) struct Wanted<'a> {
    pub(crate) commits: &'a [&'a str],
    /// Makes one of them of another.
    pub(crate) patch: Option<&'a JobPatch>,
    pub(crate) repository: &'a str,
}

impl Checkouts {
    pub(crate) fn new(folder: PathBuf, settings: &JobSettings) -> Self {
        Self {
            // git is called in other folders than the agent stands in
            folder: std::path::absolute(&folder).unwrap_or(folder),
            most: settings.checkouts.max(1),
            takes_patches: settings.patches,
        }
    }

    /// The folder of the suite at each commit; `suite` is where this agent has it.
    pub(crate) fn of(
        &self,
        suite: &Path,
        wanted: &Wanted,
        stop: &Stop,
    ) -> Result<Vec<PathBuf>, CheckoutError> {
        let mut git = Git::new(stop);
        let top = git.ask(suite, &["rev-parse", "--show-toplevel"])?;
        let top = PathBuf::from(top.ok_or(CheckoutError::NoRepository)?);
        let within = git.ask(suite, &["rev-parse", "--show-prefix"])?;
        let within = within.ok_or(CheckoutError::NoRepository)?;
        let mirror = self.mirror(&top, &mut git)?;
        let mut folders = Vec::new();
        let missing = |arm, commit: &str| CheckoutError::NoCommit {
            arm,
            commit: commit.to_owned(),
        };
        if let Some(patch) = wanted.patch {
            if !self.takes_patches {
                return Err(CheckoutError::NoPatches);
            }
            let base = find(&mirror, &top, wanted.repository, &patch.base, &mut git)?;
            let base = base.ok_or_else(|| missing(0, &patch.base))?;
            patches::apply(&mirror, patch, &base, &mut git)?;
        }
        for (arm, &commit) in wanted.commits.iter().enumerate() {
            let found = find(&mirror, &top, wanted.repository, commit, &mut git)?;
            let id = found.ok_or_else(|| missing(arm, commit))?;
            folders.push(Self::worktree(&mirror, &id, &mut git)?.join(&within));
        }
        self.forget_oldest(&mirror, &folders, &mut git)?;
        Ok(folders)
    }

    fn mirror(&self, top: &Path, git: &mut Git) -> Result<PathBuf, CheckoutError> {
        let mut hash = Hasher::default()
            .part(top.as_os_str().as_encoded_bytes())
            .finish();
        hash.truncate(SHORT_HASH);
        let mirror = self.folder.join(format!("{hash}.git"));
        if !mirror.join("HEAD").is_file() {
            fs::create_dir_all(&mirror)?;
            git.must(&mirror, &["init", "--quiet", "--bare", "."])?;
        }
        Ok(mirror)
    }

    fn worktree(mirror: &Path, id: &str, git: &mut Git) -> Result<PathBuf, CheckoutError> {
        let place = mirror.with_extension("trees").join(id);
        let stands = if place.is_dir() {
            git.ask(&place, &["rev-parse", "HEAD"])?
        } else {
            None
        };
        if stands.as_deref() == Some(id) {
            git.must(&place, &["reset", "--quiet", "--hard"])?;
        } else {
            // What a killed agent left half checked out.
            let _ = fs::remove_dir_all(&place);
            git.must(mirror, &["worktree", "prune"])?;
            let path = place.to_string_lossy().into_owned();
            let add = ["worktree", "add", "--force", "--detach", &path, id];
            git.must(mirror, &add)?;
        }
        // Used now: the newest of all.
        let _ = fs::File::open(&place).and_then(|file| file.set_modified(SystemTime::now()));
        Ok(place)
    }

    fn forget_oldest(
        &self,
        mirror: &Path,
        used: &[PathBuf],
        git: &mut Git,
    ) -> Result<(), CheckoutError> {
        let trees = fs::read_dir(mirror.with_extension("trees"))?;
        let mut kept: Vec<(SystemTime, PathBuf)> = trees
            .flatten()
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .filter(|(_, path)| !used.iter().any(|folder| folder.starts_with(path)))
            .collect();
        kept.sort();
        let room = self.most.saturating_sub(used.len());
        for (_, path) in kept.iter().take(kept.len().saturating_sub(room)) {
            let path = path.to_string_lossy().into_owned();
            git.must(mirror, &["worktree", "remove", "--force", &path])?;
        }
        Ok(())
    }
}

/// The hash of a commit, fetched from wherever it is: the agent's own checkout, that checkout's
/// origin, the repository that the job names.
fn find(
    mirror: &Path,
    top: &Path,
    repository: &str,
    commit: &str,
    git: &mut Git,
) -> Result<Option<String>, CheckoutError> {
    let mut sources = vec![top.to_string_lossy().into_owned()];
    let origin = git.ask(top, &["remote", "get-url", "origin"])?;
    sources.extend(origin);
    sources.push(repository.to_owned());
    let is_known = |source: &String| {
        Path::new(source).is_absolute() || SCHEMES.iter().any(|scheme| source.starts_with(scheme))
    };
    let mut trouble = None;
    let mut found = git.commit(mirror, commit)?;
    for source in sources.iter().filter(|source| is_known(source)) {
        if found.is_some() {
            break;
        }
        let fetch = ["fetch", "--quiet", "--tags", "--force", source, EVERYTHING];
        match git.must(mirror, &fetch) {
            Err(CheckoutError::Git(reason)) => trouble = Some(reason),
            other => other?,
        }
        found = git.commit(mirror, commit)?;
    }
    match (found, trouble) {
        (None, Some(reason)) => Err(CheckoutError::Git(reason)),
        (found, _) => Ok(found),
    }
}
