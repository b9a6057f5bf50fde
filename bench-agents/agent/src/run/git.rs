//! Calls of git in the agent's mirrors: ended with the job, without hooks, helpers and questions.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::base::git::{self, GIT};
use crate::process::{self, Ending, Group, Invocation, Output, Stop};

const UNREAD: &str = "what it says is more than 1 MiB or no UTF-8";
const UNNAMED: &str = "the names of its files are more than 1 MiB or no UTF-8";
const LONGEST_GIT: Duration = Duration::from_secs(900);
/// Runs what follows, which writes no file of more blocks than it is told first.
const LIMITED: &str = "ulimit -f \"$0\" && exec \"$@\"";
const BLOCK: u64 = 512;

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
    #[error("{0} cannot be mixed of two commits")]
    Mix(String),
    #[error(
        "the moves of {0} are not those of the job here: a submodule cannot be fetched here, or \
         the agent is of another version"
    )]
    OtherMoves(String),
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
    /// The agent's own repository: git does not look for it, but is told.
    pub(super) mirror: Option<PathBuf>,
    /// A call that has not ended by then hangs.
    pub(super) longest: Duration,
    /// Bytes of the longest file that a call may write.
    pub(super) most: Option<u64>,
}

impl<'a> Git<'a> {
    pub(super) fn new(stop: &'a Stop) -> Self {
        Self {
            group: Group::default(),
            stop,
            environment: Vec::new(),
            mirror: None,
            longest: LONGEST_GIT,
            most: None,
        }
    }

    /// Calls in another mirror, with the same of the environment.
    pub(super) fn of(&self, mirror: &Path) -> Self {
        Self {
            group: Group::default(),
            stop: self.stop,
            environment: self.environment.clone(),
            mirror: Some(mirror.to_owned()),
            longest: self.longest,
            most: self.most,
        }
    }

    /// From now on calls show nobody what the agent's user has: no settings, credentials, keys.
    pub(super) fn forget_user(&mut self, home: &Path) {
        let home = home.to_string_lossy();
        for (name, value) in [
            ("HOME", home.as_ref()),
            ("XDG_CONFIG_HOME", home.as_ref()),
            ("GIT_CONFIG_GLOBAL", "/dev/null"),
            ("GIT_CONFIG_SYSTEM", "/dev/null"),
            ("GIT_CONFIG_COUNT", "0"),
            ("GIT_ASKPASS", "false"),
            ("SSH_AUTH_SOCK", ""),
            ("GIT_ALLOW_PROTOCOL", "https"),
        ] {
            self.environment.push((name.to_owned(), value.to_owned()));
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

    /// How a call of git ends.
    pub(super) fn ending(
        &mut self,
        folder: &Path,
        words: &[&str],
    ) -> Result<Ending, CheckoutError> {
        self.call(folder, words).map(|finished| finished.ending)
    }

    /// All that git says; a part of it would be taken for something else.
    pub(super) fn read(&mut self, folder: &Path, words: &[&str]) -> Result<String, CheckoutError> {
        let finished = self.call(folder, words)?;
        match finished.ending {
            Ending::Exited(0) if finished.is_exact => Ok(finished.stdout),
            Ending::Exited(0) => Err(CheckoutError::Git(UNREAD.to_owned())),
            _ => Err(CheckoutError::Git(finished.last_words())),
        }
    }

    /// What git says for people: the end of much, and signs of other alphabets replaced.
    pub(super) fn words(&mut self, folder: &Path, words: &[&str]) -> Result<String, CheckoutError> {
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

    /// Variables that name the mirror, or a checkout of it; none of other folders.
    fn whereabouts(&self, folder: &Path) -> Vec<(String, String)> {
        let Some(mirror) = &self.mirror else {
            return Vec::new();
        };
        let named = if folder == mirror {
            vec![("GIT_DIR", mirror.clone())]
        } else if folder.starts_with(mirror.with_extension("trees")) {
            git::worktree(folder).into()
        } else {
            Vec::new()
        };
        let named = named.into_iter();
        named
            .map(|(name, path)| (name.to_owned(), path.to_string_lossy().into_owned()))
            .collect()
    }

    fn call(&mut self, folder: &Path, words: &[&str]) -> Result<process::Finished, CheckoutError> {
        let blocks = self.most.map(|bytes| (bytes / BLOCK).to_string());
        let limit = blocks.as_ref().map(|blocks| ["sh", "-c", LIMITED, blocks]);
        let command: Vec<String> = limit
            .iter()
            .flatten()
            .chain(&GIT)
            .chain(&["-c", "gc.auto=0"])
            .chain(words)
            .map(|&word| word.into())
            .collect();
        let mut invocation = Invocation::new(&command, folder);
        invocation.output = Output::Exact;
        for (name, value) in [
            ("GIT_TERMINAL_PROMPT", "0"),
            ("GIT_ALLOW_PROTOCOL", "file:git:http:https:ssh"),
            ("GIT_LFS_SKIP_SMUDGE", "1"),
        ] {
            invocation.environment.insert(name.into(), value.into());
        }
        invocation.environment.extend(self.whereabouts(folder));
        invocation.environment.extend(self.environment.clone());
        let finished = process::run(&invocation, &mut self.group, self.stop, Some(self.longest))
            .map_err(|error| CheckoutError::Git(error.to_string()))?;
        if matches!(finished.ending, Ending::Stopped) {
            return Err(CheckoutError::Stopped);
        }
        Ok(finished)
    }
}

/// The paths that differ between the first two: a base, and it with a patch.
pub(super) fn changed(
    mirror: &Path,
    ids: &[String],
    git: &mut Git,
) -> Result<Vec<String>, CheckoutError> {
    let [base, other, ..] = ids else {
        return Ok(Vec::new());
    };
    let words = ["diff-tree", "-r", "-z", "--no-renames", "--name-only"];
    let names = git.read(mirror, &[&words[..], &[base, other]].concat());
    let names = names.map_err(|error| match error {
        CheckoutError::Git(why) if why == UNREAD => CheckoutError::Patch(UNNAMED.to_owned()),
        other => other,
    })?;
    let names = names.split('\0').filter(|name| !name.is_empty());
    Ok(names.map(str::to_owned).collect())
}

/// A group ends and reaps the children of the whole process, so tests that ask git take turns.
#[cfg(test)]
pub(super) fn turn() -> std::sync::MutexGuard<'static, ()> {
    static TURN: std::sync::Mutex<()> = std::sync::Mutex::new(());
    TURN.lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn each_file_that_differs_is_told_by_itself() {
        let _turn = turn();
        let scratch = tempfile::tempdir().unwrap();
        let mirror = scratch.path().join("mirror.git");
        fs::create_dir(&mirror).unwrap();
        let stop = Stop::new().unwrap();
        let mut git = Git::new(&stop);
        git.mirror = Some(mirror.clone());
        git.must(&mirror, &["init", "--quiet", "--bare", "."])
            .unwrap();
        let empty = git.ask(&mirror, &["write-tree"]).unwrap().unwrap();
        fs::write(scratch.path().join("file"), "text").unwrap();
        let file = scratch.path().join("file").to_string_lossy().into_owned();
        let blob = git.ask(&mirror, &["hash-object", "-w", &file]);
        let blob = blob.unwrap().unwrap();
        for path in ["a file", "bench.sh"] {
            let entry = format!("100644,{blob},{path}");
            git.must(&mirror, &["update-index", "--add", "--cacheinfo", &entry])
                .unwrap();
        }
        let full = git.ask(&mirror, &["write-tree"]).unwrap().unwrap();
        let found = changed(&mirror, &[empty.clone(), full], &mut git).unwrap();
        assert_eq!(found, ["a file", "bench.sh"]);
        let text = scratch.path().join("file");
        let mut said = |bytes: &[u8]| {
            fs::write(&text, bytes).unwrap();
            let blob = git.ask(&mirror, &["hash-object", "-w", &file]).unwrap();
            git.read(&mirror, &["cat-file", "blob", &blob.unwrap()])
        };
        assert_eq!(said("é\0".as_bytes()).unwrap(), "é\0");
        for unread in [&b"caf\xe9"[..], &vec![b'x'; (1 << 20) + 1]] {
            assert!(said(unread).unwrap_err().to_string().contains(UNREAD));
        }
        let digits = |i: usize| u8::from_str_radix(&blob[2 * i..2 * i + 2], 16).unwrap();
        let mut tree = b"100644 caf\xe9\0".to_vec();
        tree.extend((0..20).map(digits));
        fs::write(&text, tree).unwrap();
        let words = ["hash-object", "-w", "--literally", "-t", "tree", &file];
        let odd = git.ask(&mirror, &words).unwrap().unwrap();
        let refused = changed(&mirror, &[empty, odd], &mut git).unwrap_err();
        assert!(matches!(refused, CheckoutError::Patch(_)), "{refused}");
    }
}
