//! Suites that measure releases: the name of the commit says which one is installed and measured.

use std::path::PathBuf;

use serde::Deserialize;

use super::document::{Manifest, Need, Step};
use super::placeholders::fill;
use crate::base::scalar::Scalar;

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
    suite: String,
    commit: String,
    pattern: String,
}

impl Releases {
    pub(super) fn names_one(&self) -> bool {
        self.commit.matches(IN_BRACES).count() == 1
    }

    /// The release that a commit's name means. It becomes a word of commands: nothing odd is one.
    fn named<'a>(&self, commit: &'a str) -> Option<&'a str> {
        let (before, after) = self.commit.split_once(IN_BRACES)?;
        let release = commit.strip_prefix(before)?.strip_suffix(after)?;
        let is_usual = |c: char| c.is_ascii_alphanumeric() || "._+-!".contains(c);
        let begins_well = release.starts_with(|c: char| c.is_ascii_alphanumeric());
        let is_one =
            begins_well && release.len() <= LONGEST_RELEASE && release.chars().all(is_usual);
        is_one.then_some(release)
    }
}

impl Manifest {
    /// The suite as it measures one release; any other suite as it is.
    pub(crate) fn at(mut self, commit: Option<&str>) -> Result<Self, NoRelease> {
        let Some(releases) = &self.releases else {
            return Ok(self);
        };
        let Some(release) = commit.and_then(|commit| releases.named(commit)) else {
            return Err(NoRelease {
                suite: self.name,
                commit: commit.unwrap_or("nothing").to_owned(),
                pattern: releases.commit.clone(),
            });
        };
        let known = [(RELEASE.to_owned(), Scalar::from(release))];
        let put = |text: &mut String| *text = fill(text, &known);
        let of_steps = |steps: &mut [Step]| {
            let words = steps.iter_mut().flat_map(|step| &mut step.command);
            words.for_each(put);
        };
        let of_needs = |needs: &mut [Need]| {
            let words = needs.iter_mut().flat_map(|need| &mut need.command);
            words.for_each(put);
        };
        of_steps(std::slice::from_mut(&mut self.version));
        of_steps(&mut self.build);
        of_needs(&mut self.needs);
        let prepared = self.prepare.iter_mut().flat_map(|step| &mut step.command);
        prepared.for_each(put);
        for benchmark in &mut self.benchmarks {
            benchmark.command.iter_mut().for_each(put);
            benchmark.env.values_mut().for_each(put);
            of_needs(&mut benchmark.needs);
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const SUITE: &str = "name = \"tiny\"\nversion = { command = [\"./tiny\", \"{release}\"] }\n\
        build = [{ command = [\"install\", \"tiny=={release}\"] }]\n\
        [releases]\ncommit = \"tiny-{release}\"\nwork = \"work.py\"\n\
        [[benchmark]]\nname = \"sum\"\ncommand = [\"./tiny\", \"{release}\", \"{count}\"]\n\
        metrics = [\"wall_time\"]\nparameters = { count = [1] }\n";

    fn tiny() -> Manifest {
        Manifest::parse(SUITE, Path::new("tiny")).unwrap()
    }

    #[test]
    fn a_commit_names_the_release_that_the_commands_get() {
        let at = tiny().at(Some("tiny-1.0.post1")).unwrap();
        assert_eq!(at.build[0].command, ["install", "tiny==1.0.post1"]);
        assert_eq!(at.version.command, ["./tiny", "1.0.post1"]);
        assert_eq!(at.benchmarks[0].command, ["./tiny", "1.0.post1", "{count}"]);
    }

    #[test]
    fn what_is_no_release_becomes_no_word_of_a_command() {
        let odd = [
            "1.0",
            "tiny-",
            "tiny---target=/",
            "tiny-../1",
            "tiny-1 2",
            "tiny-1;x",
            "tinier-1",
        ];
        for commit in odd {
            let said = tiny().at(Some(commit)).unwrap_err().to_string();
            assert!(said.contains(commit), "{said}");
        }
        let said = tiny().at(None).unwrap_err().to_string();
        assert!(said.ends_with("name one as tiny-{release}"), "{said}");
    }

    #[test]
    fn a_suite_whose_commits_name_no_release_is_refused() {
        for (from, to) in [
            ("tiny-{release}", "tiny"),
            ("work.py", "/work.py"),
            ("count", "release"),
        ] {
            let text = SUITE.replace(from, to);
            assert!(Manifest::parse(&text, Path::new("tiny")).is_err(), "{to}");
        }
    }
}
