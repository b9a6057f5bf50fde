//! How git is called in folders whose files others wrote: nothing that lies there is run.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::disarmed::Disarmed;

/// Git with what it must not take from a folder: a repository without a name that ends in `.git`,
/// which any commit can hold, and programs that a repository's configuration names. What the user
/// configured for all repositories counts.
pub(crate) const GIT: [&str; 11] = [
    "git",
    "-c",
    "safe.bareRepository=explicit",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.untrackedCache=false",
    "-c",
    "submodule.recurse=false",
];

/// Where git is asked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) folder: &'a Path,
    /// The top of the checkout around it, where the agent made that: git looks for no other one,
    /// such as programs may have left in between.
    pub(crate) top: Option<&'a Path>,
    /// The repository around it, where its own configuration is not read.
    pub(crate) disarmed: Option<&'a Disarmed>,
}

impl<'a> Place<'a> {
    pub(crate) fn of(folder: &'a Path) -> Self {
        Self {
            folder,
            top: None,
            disarmed: None,
        }
    }

    pub(crate) fn command(self) -> Command {
        let [program, settings @ ..] = GIT;
        let mut command = Command::new(program);
        command.args(settings).arg("-C").arg(self.folder);
        command.envs(self.top.map(worktree).into_iter().flatten());
        command.envs(self.disarmed.into_iter().flat_map(Disarmed::variables));
        command
    }
}

/// Variables that have git work in this checkout and in no other.
pub(crate) fn worktree(top: &Path) -> [(&'static str, PathBuf); 2] {
    [
        ("GIT_DIR", top.join(".git")),
        ("GIT_WORK_TREE", top.to_owned()),
    ]
}
