//! Calls of git in the agent's mirrors: ended with the job, without hooks, helpers and questions.

use std::io;
use std::path::Path;
use std::time::Duration;

use crate::process::{self, Ending, Group, Invocation, Stop};

/// A fetch that has not ended by then hangs.
const LONGEST_GIT: Duration = Duration::from_secs(900);

#[derive(Debug, thiserror::Error)]
pub(crate) enum CheckoutError {
    #[error("the suite is in no repository of git, so that no commit of it can be measured")]
    NoRepository,
    #[error("no repository that this agent knows has the commit {commit}")]
    NoCommit { arm: usize, commit: String },
    #[error("this agent measures no patches: its configuration has no `patches = true`")]
    NoPatches,
    #[error(
        "this agent measures no code of forks: that takes `forks = true` and a sandbox in its \
         configuration"
    )]
    NoForks,
    #[error("the suite at {commit} is a link that leads out of its checkout")]
    Leads { commit: String },
    #[error("the patch cannot be applied to its base: {0}")]
    Patch(String),
    #[error("git cannot fetch or check out: {0}")]
    Git(String),
    #[error("the folder of checkouts cannot be used: {0}")]
    Folder(#[from] io::Error),
    #[error("stopped while commits were fetched")]
    Stopped,
}

/// One call of git after another, each ended with the job.
pub(super) struct Git<'a> {
    group: Group,
    stop: &'a Stop,
    /// Beside what every call is given.
    pub(super) environment: Vec<(String, String)>,
}

impl<'a> Git<'a> {
    pub(super) fn new(stop: &'a Stop) -> Self {
        Self {
            group: Group::default(),
            stop,
            environment: Vec::new(),
        }
    }

    /// The hash of a commit that the mirror has, by hash, tag or branch.
    pub(super) fn commit(
        &mut self,
        mirror: &Path,
        name: &str,
    ) -> Result<Option<String>, CheckoutError> {
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
    pub(super) fn ask(
        &mut self,
        folder: &Path,
        words: &[&str],
    ) -> Result<Option<String>, CheckoutError> {
        let finished = self.call(folder, words)?;
        let is_well = matches!(finished.ending, Ending::Exited(0));
        let said = finished.stdout.lines().last().unwrap_or("").to_owned();
        Ok(is_well.then_some(said))
    }

    /// All that git says.
    pub(super) fn read(&mut self, folder: &Path, words: &[&str]) -> Result<String, CheckoutError> {
        let finished = self.call(folder, words)?;
        match finished.ending {
            Ending::Exited(0) => Ok(finished.stdout),
            _ => Err(CheckoutError::Git(finished.last_words())),
        }
    }

    pub(super) fn must(&mut self, folder: &Path, words: &[&str]) -> Result<(), CheckoutError> {
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
        invocation.environment.extend(self.environment.clone());
        let finished = process::run(&invocation, &mut self.group, self.stop, Some(LONGEST_GIT))
            .map_err(|error| CheckoutError::Git(error.to_string()))?;
        if matches!(finished.ending, Ending::Stopped) {
            return Err(CheckoutError::Stopped);
        }
        Ok(finished)
    }
}
