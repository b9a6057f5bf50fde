//! Commits that jobs name, checked out: one mirror per repository, one worktree per commit.
//!
//! A worktree stays with what was built in it, so that the same commit is not built twice; the
//! oldest go when there are more than the agent keeps.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::base::hashing::Hasher;
use crate::process::{self, Ending, Group, Invocation, Stop};

/// A fetch that has not ended by then hangs.
const LONGEST_GIT: Duration = Duration::from_secs(900);
const SHORT_HASH: usize = 12;
/// What a repository that a job names may be called by.
const SCHEMES: [&str; 4] = ["https://", "http://", "ssh://", "git@"];
const EVERYTHING: &str = "+refs/*:refs/checkouts/*";

#[derive(Debug, thiserror::Error)]
pub(crate) enum CheckoutError {
    #[error("the suite is in no repository of git, so that no commit of it can be measured")]
    NoRepository,
    #[error("no repository that this agent knows has the commit {commit}")]
    NoCommit { arm: usize, commit: String },
    #[error("git cannot fetch or check out: {0}")]
    Git(String),
    #[error("the folder of checkouts cannot be used: {0}")]
    Folder(#[from] io::Error),
    #[error("stopped while commits were fetched")]
    Stopped,
}

pub(crate) struct Checkouts {
    folder: PathBuf,
    most: usize,
}

/// One call of git after another, each ended with the job.
struct Git<'a> {
    group: Group,
    stop: &'a Stop,
}

impl Checkouts {
    pub(crate) fn new(folder: PathBuf, most: usize) -> Self {
        Self {
            // git is called in other folders than the agent stands in
            folder: std::path::absolute(&folder).unwrap_or(folder),
            most: most.max(1),
        }
    }

    /// The folder of the suite at each commit; `suite` is where this agent has it.
    pub(crate) fn of(
        &self,
        suite: &Path,
        repository: &str,
        commits: &[&str],
        stop: &Stop,
    ) -> Result<Vec<PathBuf>, CheckoutError> {
        let mut git = Git {
            group: Group::default(),
            stop,
        };
        let top = git.ask(suite, &["rev-parse", "--show-toplevel"])?;
        let top = PathBuf::from(top.ok_or(CheckoutError::NoRepository)?);
        let within = git.ask(suite, &["rev-parse", "--show-prefix"])?;
        let within = within.ok_or(CheckoutError::NoRepository)?;
        let mirror = self.mirror(&top, &mut git)?;
        let mut folders = Vec::new();
        for (arm, &commit) in commits.iter().enumerate() {
            let found = find(&mirror, &top, repository, commit, &mut git)?;
            let id = found.ok_or_else(|| CheckoutError::NoCommit {
                arm,
                commit: commit.to_owned(),
            })?;
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

impl Git<'_> {
    /// The hash of a commit that the mirror has, by hash, tag or branch.
    fn commit(&mut self, mirror: &Path, name: &str) -> Result<Option<String>, CheckoutError> {
        for name in [
            format!("{name}^{{commit}}"),
            format!("refs/checkouts/heads/{name}^{{commit}}"),
        ] {
            let words = [
                "rev-parse",
                "--verify",
                "--quiet",
                "--end-of-options",
                &name,
            ];
            if let Some(id) = self.ask(mirror, &words)? {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }

    /// What git says; nothing where it refuses.
    fn ask(&mut self, folder: &Path, words: &[&str]) -> Result<Option<String>, CheckoutError> {
        let finished = self.call(folder, words)?;
        let is_well = matches!(finished.ending, Ending::Exited(0));
        let said = finished.stdout.lines().last().unwrap_or("").to_owned();
        Ok(is_well.then_some(said))
    }

    fn must(&mut self, folder: &Path, words: &[&str]) -> Result<(), CheckoutError> {
        let finished = self.call(folder, words)?;
        match finished.ending {
            Ending::Exited(0) => Ok(()),
            _ => Err(CheckoutError::Git(finished.last_words())),
        }
    }

    fn call(&mut self, folder: &Path, words: &[&str]) -> Result<process::Finished, CheckoutError> {
        // Hooks and helpers that a repository brings along run nothing here.
        let command = ["git", "-c", "core.hooksPath=/dev/null", "-c", "gc.auto=0"];
        let command: Vec<String> = command
            .iter()
            .chain(words)
            .map(|&word| word.into())
            .collect();
        let mut invocation = Invocation::new(&command, folder);
        for (name, value) in [
            ("GIT_TERMINAL_PROMPT", "0"),
            ("GIT_ALLOW_PROTOCOL", "file:git:http:https:ssh"),
            ("GIT_LFS_SKIP_SMUDGE", "1"),
        ] {
            invocation.environment.insert(name.into(), value.into());
        }
        let finished = process::run(&invocation, &mut self.group, self.stop, Some(LONGEST_GIT))
            .map_err(|error| CheckoutError::Git(error.to_string()))?;
        if matches!(finished.ending, Ending::Stopped) {
            return Err(CheckoutError::Stopped);
        }
        Ok(finished)
    }
}
