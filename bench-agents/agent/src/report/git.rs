//! The commit that a suite's checkout stands at, as much as git knows of it.

use std::path::{Path, PathBuf};

use super::{Author, Commit};
use crate::base::git::Place;

/// How many first-parent ancestors a report carries at most.
const ANCESTORS: usize = 100;
/// Fields of one commit, divided by a character that no field holds.
const FORMAT: &str = "--format=%H%x1f%cI%x1f%an%x1f%ae%x1f%P%x1f%s";

/// What the checkout says about itself.
#[derive(Debug)]
pub(crate) struct Checkout {
    pub(crate) commit: Commit,
    /// Nothing when no branch is checked out.
    pub(crate) branch: Option<String>,
    /// Files differ from the commit.
    pub(crate) is_dirty: bool,
}

/// The checkout around a suite; nothing if there is none or the suite is not part of it.
/// Changes in the `further` sources count as changes of the suite.
pub(crate) fn checkout(suite: Place, further: &[PathBuf]) -> Option<Checkout> {
    git(suite, &["ls-files", "--error-unmatch", "suite.toml"])?;
    let mut found = around(suite)?;
    found.is_dirty = found.is_dirty || further.iter().any(|path| is_changed(suite, path));
    Some(found)
}

/// What git knows of a commit of the checkout around `place`; a shallow clone may not have it.
pub(crate) fn commit(place: Place, id: &str) -> Option<Commit> {
    let fields = git(place, &["log", "-1", FORMAT, "--end-of-options", id, "--"])?;
    parse(&fields, ancestry(place, id))
}

/// The commit at which `id` left the branch `base`.
pub(crate) fn merge_base(place: Place, id: &str, base: &str) -> Option<String> {
    let names = [
        format!("refs/remotes/origin/{base}"),
        format!("refs/heads/{base}"),
    ];
    let found = |name: &String| git(place, &["merge-base", "--end-of-options", id, name]);
    names.iter().find_map(found)
}

/// The checkout around `place`, whatever stands in it.
pub(crate) fn around(place: Place) -> Option<Checkout> {
    let commit = commit(place, "HEAD")?;
    let branch = git(place, &["symbolic-ref", "--short", "-q", "HEAD"]);
    Some(Checkout {
        commit,
        branch,
        is_dirty: is_changed(place, Path::new(".")),
    })
}

fn is_changed(place: Place, path: &Path) -> bool {
    let path = path.to_string_lossy();
    let mut arguments = vec!["status", "--porcelain", "--untracked-files=no"];
    if place.top.is_some() || place.disarmed.is_some() {
        // The agent checks none out: what stands there is a repository that programs made. One in
        // a checkout of the user's has a configuration of its own.
        arguments.push("--ignore-submodules=all");
    }
    arguments.extend(["--", &path]);
    git(place, &arguments).is_some_and(|list| !list.is_empty())
}

fn parse(fields: &str, ancestry: Vec<String>) -> Option<Commit> {
    let mut fields = fields.splitn(6, '\u{1f}');
    let mut next = || fields.next().map(str::to_owned);
    let (id, time, name, email) = (next()?, next()?, next()?, next()?);
    let parents = next()?.split_whitespace().map(str::to_owned).collect();
    Some(Commit {
        id,
        time: Some(time),
        subject: next(),
        author: Some(Author { name, email }),
        parents,
        ancestry,
    })
}

/// First-parent ancestors, nearest first, without the commit itself; a shallow clone knows fewer.
fn ancestry(place: Place, id: &str) -> Vec<String> {
    let count = format!("--max-count={}", ANCESTORS + 1);
    let arguments = [
        "rev-list",
        "--first-parent",
        &count,
        "--end-of-options",
        id,
        "--",
    ];
    let list = git(place, &arguments).unwrap_or_default();
    list.lines().skip(1).map(str::to_owned).collect()
}

fn git(place: Place, arguments: &[&str]) -> Option<String> {
    let output = place.command().args(arguments).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout)
        .trim_end()
        .to_owned();
    output.status.success().then_some(text)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;
    use crate::suite::sources;

    fn run(folder: &Path, arguments: &[&str]) {
        let identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
        let status = Command::new("git")
            .arg("-C")
            .arg(folder)
            .args(identity)
            .args(arguments)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .output()
            .unwrap();
        assert!(status.status.success(), "{arguments:?}: {status:?}");
    }

    fn repository(commits: usize) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        run(folder.path(), &["init", "-q", "-b", "trunk"]);
        for number in 0..commits {
            std::fs::write(folder.path().join("suite.toml"), number.to_string()).unwrap();
            run(folder.path(), &["add", "suite.toml"]);
            run(
                folder.path(),
                &["commit", "-q", "-m", &format!("Step {number}")],
            );
        }
        folder
    }

    #[test]
    fn a_checkout_names_its_commit_and_ancestors() {
        let folder = repository(3);
        let checkout = checkout(Place::of(folder.path()), &[]).unwrap();
        assert_eq!(checkout.branch.as_deref(), Some("trunk"));
        assert_eq!(checkout.commit.subject.as_deref(), Some("Step 2"));
        assert_eq!(checkout.commit.author.unwrap().email, "ada@example.org");
        assert_eq!(checkout.commit.ancestry.len(), 2);
        assert_eq!(checkout.commit.parents, checkout.commit.ancestry[..1]);
        assert!(!checkout.is_dirty);
    }

    #[test]
    fn a_shallow_clone_tells_what_it_knows() {
        let origin = repository(3);
        let folder = tempfile::tempdir().unwrap();
        let url = format!("file://{}", origin.path().display());
        run(folder.path(), &["clone", "-q", "--depth=1", &url, "copy"]);
        let checkout = checkout(Place::of(&folder.path().join("copy")), &[]).unwrap();
        assert_eq!(checkout.commit.subject.as_deref(), Some("Step 2"));
        assert!(checkout.commit.ancestry.is_empty());
    }

    #[test]
    fn a_suite_that_git_does_not_track_has_no_checkout() {
        let folder = repository(1);
        let inside = folder.path().join("other");
        std::fs::create_dir(&inside).unwrap();
        std::fs::write(inside.join("suite.toml"), "").unwrap();
        assert!(checkout(Place::of(&inside), &[]).is_none());
    }

    /// Puts into the folder what git takes for a repository whose configuration runs a program.
    fn disguise(folder: &Path, pwned: &Path) {
        for (name, text) in [
            ("HEAD", "ref: refs/heads/trunk\n".to_owned()),
            ("objects/k", String::new()),
            ("refs/k", String::new()),
            (
                "config",
                format!(
                    "[core]\nrepositoryformatversion = 0\nbare = false\nworktree = ..\n\
                     fsmonitor = \"touch {}; false\"\n\
                     [filter \"run\"]\nclean = \"touch {}; cat\"\n",
                    pwned.display(),
                    pwned.display()
                ),
            ),
        ] {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
    }

    #[test]
    fn files_of_a_commit_that_look_like_a_repository_run_nothing() {
        let folder = repository(1);
        let suite = folder.path().join("suite");
        let pwned = folder.path().join("pwned");
        disguise(&suite, &pwned);
        std::fs::write(suite.join("suite.toml"), "").unwrap();
        run(folder.path(), &["add", "."]);
        run(folder.path(), &["commit", "-q", "-m", "Disguised"]);
        let unknown = Place::of(&suite);
        checkout(unknown, &[]);
        around(unknown);
        sources::hash(unknown, &[]).unwrap();
        let top = Some(folder.path());
        let known = Place { top, ..unknown };
        let found = checkout(known, &[]).unwrap();
        assert_eq!(found.commit.subject.as_deref(), Some("Disguised"));
        assert!(!found.is_dirty);
        sources::hash(known, &[]).unwrap();
        assert!(!pwned.exists());
        // Whoever asks git without care runs it.
        let careless = Command::new("git")
            .arg("-C")
            .arg(&suite)
            .arg("status")
            .output();
        careless.unwrap();
        assert!(pwned.exists());
    }

    #[test]
    fn a_repository_that_a_program_left_in_a_known_checkout_runs_nothing() {
        let folder = repository(1);
        let suite = folder.path().join("suite");
        let pwned = folder.path().join("pwned");
        std::fs::create_dir(&suite).unwrap();
        for (name, text) in [("suite.toml", "a"), (".gitattributes", "* filter=run")] {
            std::fs::write(suite.join(name), text).unwrap();
        }
        run(folder.path(), &["add", "."]);
        run(folder.path(), &["commit", "-q", "-m", "A suite"]);
        run(&suite, &["init", "-q"]);
        run(&suite, &["add", "suite.toml"]);
        disguise(&suite.join(".git"), &pwned);
        std::fs::write(suite.join("suite.toml"), "other").unwrap();
        let (suite, top) = (suite.as_path(), Some(folder.path()));
        let known = Place {
            top,
            ..Place::of(suite)
        };
        let found = checkout(known, &[]).unwrap();
        assert_eq!(found.commit.subject.as_deref(), Some("A suite"));
        assert!(found.is_dirty);
        sources::hash(known, &[]).unwrap();
        assert!(!pwned.exists());
    }

    #[test]
    fn a_changed_file_is_seen() {
        let folder = repository(1);
        std::fs::write(folder.path().join("suite.toml"), "changed").unwrap();
        assert!(checkout(Place::of(folder.path()), &[]).unwrap().is_dirty);
    }
}
