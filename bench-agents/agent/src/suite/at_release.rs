//! A suite that measures releases, as it measures one of them.

use super::document::{Manifest, Need, Step};
use super::placeholders::fill;
use super::releases::{NoRelease, RELEASE};
use crate::base::scalar::Scalar;

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
        of_steps(self.layout.as_mut_slice());
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
