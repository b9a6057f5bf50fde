//! What lies at a path of a commit, and the commit with something else there.

use std::fs;
use std::path::Path;

use super::super::git::{CheckoutError, Git};

pub(super) const LINK: &str = "160000";
/// So much of one file is read.
const LONGEST: u64 = 1_000_000;
const NOBODY: &str = "Tidemark";
const EMAIL: &str = "bisect@tidemark.invalid";
/// One time for all: the same mix is the same commit, and is built once.
const AT: &str = "1000000000 +0000";

pub(super) struct Object {
    mode: String,
    pub(super) id: String,
}

/// What a mix has at a path.
pub(super) enum There {
    Link(String),
    Text(String),
    Nothing,
}

impl Object {
    pub(super) fn at(
        mirror: &Path,
        commit: &str,
        path: &str,
        git: &mut Git,
    ) -> Result<Option<Self>, CheckoutError> {
        let words = ["ls-tree", "-z", "--full-tree", commit, "--", path];
        let told = git.read(mirror, &words)?;
        let head = told.split('\t').next().unwrap_or_default();
        let mut words = head.split(' ');
        let (mode, id) = (words.next(), words.nth(1));
        Ok(mode.zip(id).map(|(mode, id)| Self {
            mode: mode.to_owned(),
            id: id.to_owned(),
        }))
    }

    pub(super) fn is_link(&self) -> bool {
        self.mode == LINK
    }

    /// The text of a file that is not too long; nothing of anything else.
    pub(super) fn text(
        &self,
        mirror: &Path,
        git: &mut Git,
    ) -> Result<Option<String>, CheckoutError> {
        if !self.mode.starts_with("100") {
            return Ok(None);
        }
        let size = git.ask(mirror, &["cat-file", "-s", &self.id])?;
        let size = size.and_then(|text| text.parse::<u64>().ok());
        if size.is_none_or(|size| size > LONGEST) {
            return Ok(None);
        }
        match git.read(mirror, &["cat-file", "blob", &self.id]) {
            Err(CheckoutError::Git(_)) => Ok(None),
            other => other.map(Some),
        }
    }
}

/// The commit, with something else at these paths; its hash.
pub(super) fn commit_with(
    mirror: &Path,
    commit: &str,
    places: &[(String, There)],
    git: &mut Git,
) -> Result<String, CheckoutError> {
    let index = mirror.with_extension("index");
    let _ = fs::remove_file(&index);
    git.environment = [
        ("GIT_INDEX_FILE", index.to_string_lossy().as_ref()),
        // removing a path takes one; nothing is written there
        ("GIT_WORK_TREE", mirror.to_string_lossy().as_ref()),
        ("GIT_AUTHOR_NAME", NOBODY),
        ("GIT_AUTHOR_EMAIL", EMAIL),
        ("GIT_AUTHOR_DATE", AT),
        ("GIT_COMMITTER_NAME", NOBODY),
        ("GIT_COMMITTER_EMAIL", EMAIL),
        ("GIT_COMMITTER_DATE", AT),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into();
    let made = made(mirror, commit, places, git);
    git.environment.clear();
    let _ = fs::remove_file(&index);
    made
}

fn made(
    mirror: &Path,
    commit: &str,
    places: &[(String, There)],
    git: &mut Git,
) -> Result<String, CheckoutError> {
    let nothing = || CheckoutError::Git("a mix of two commits cannot be made".to_owned());
    git.must(mirror, &["read-tree", commit])?;
    for (path, there) in places {
        let (mode, id) = match there {
            There::Link(id) => (LINK, id.clone()),
            There::Nothing => {
                git.must(mirror, &["update-index", "--force-remove", "--", path])?;
                continue;
            }
            There::Text(text) => {
                let file = mirror.with_extension("mix");
                fs::write(&file, text)?;
                let name = file.to_string_lossy().into_owned();
                let words = ["hash-object", "-w", "--no-filters", "--", &name];
                let id = git.ask(mirror, &words)?.ok_or_else(nothing)?;
                let _ = fs::remove_file(&file);
                ("100644", id)
            }
        };
        let entry = format!("{mode},{id},{path}");
        // what took the place of a submodule goes, such as a folder of files
        let words = ["update-index", "--add", "--replace", "--cacheinfo", &entry];
        git.must(mirror, &words)?;
    }
    let tree = git.ask(mirror, &["write-tree"])?.ok_or_else(nothing)?;
    let title = "A part of what a commit moves";
    let words = ["commit-tree", &tree, "-p", commit, "-m", title];
    git.ask(mirror, &words)?.ok_or_else(nothing)
}
