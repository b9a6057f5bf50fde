//! Suites that measure releases: the name of the commit says which one is installed and measured.

use std::path::PathBuf;

use serde::Deserialize;

/// What stands for the release in the commands of such a suite.
pub(super) const RELEASE: &str = "release";
const IN_BRACES: &str = "{release}";
const LONGEST_RELEASE: usize = 64;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Releases {
    /// What a release is called as a commit, such as `wcwidth-{release}`.
    pub(crate) commit: String,
    /// The file with the work; its hash is the version of every benchmark of the suite.
    pub(crate) work: PathBuf,
}

#[derive(Debug, thiserror::Error)]
#[error("the suite {suite} measures releases, and {commit} is none: name one as {pattern}")]
pub(crate) struct NoRelease {
    pub(super) suite: String,
    pub(super) commit: String,
    pub(super) pattern: String,
}

impl Releases {
    pub(super) fn names_one(&self) -> bool {
        self.commit.matches(IN_BRACES).count() == 1
    }

    /// The release that a commit's name means. It becomes a word of commands: nothing odd is one.
    pub(super) fn named<'a>(&self, commit: &'a str) -> Option<&'a str> {
        let (before, after) = self.commit.split_once(IN_BRACES)?;
        let release = commit.strip_prefix(before)?.strip_suffix(after)?;
        let is_usual = |c: char| c.is_ascii_alphanumeric() || "._+-!".contains(c);
        let begins_well = release.starts_with(|c: char| c.is_ascii_alphanumeric());
        let is_one =
            begins_well && release.len() <= LONGEST_RELEASE && release.chars().all(is_usual);
        is_one.then_some(release)
    }
}
