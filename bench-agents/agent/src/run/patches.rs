//! Commits that no repository has: a patch applied to its base in the agent's mirror.
//!
//! Names, time and tree make the hash of a commit, so that the developer's machine and this one
//! come to the same one; another hash means that other code would be measured.

use std::fs;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::git::{CheckoutError, Git};
use crate::delivery::jobs::JobPatch;

/// Of every such commit: nobody's address is sent.
const EMAIL: &str = "try@tidemark.invalid";

/// Makes the commit of a patch in a mirror that has its base, unless it is there already.
pub(super) fn apply(
    mirror: &Path,
    patch: &JobPatch,
    base: &str,
    git: &mut Git,
) -> Result<(), CheckoutError> {
    if git.commit(mirror, &patch.commit)?.is_some() {
        return Ok(());
    }
    let refused = |why: &str| CheckoutError::Patch(why.to_owned());
    let diff = STANDARD.decode(&patch.diff);
    let diff = diff.map_err(|_| refused("it is not in base64"))?;
    let (file, index) = (
        mirror.with_extension("patch"),
        mirror.with_extension("index"),
    );
    fs::write(&file, diff)?;
    let _ = fs::remove_file(&index);
    let at = format!("{} +0000", patch.at);
    let file = file.to_string_lossy().into_owned();
    git.environment = [
        ("GIT_INDEX_FILE", index.to_string_lossy().as_ref()),
        ("GIT_AUTHOR_NAME", &patch.author),
        ("GIT_AUTHOR_EMAIL", EMAIL),
        ("GIT_AUTHOR_DATE", &at),
        ("GIT_COMMITTER_NAME", &patch.author),
        ("GIT_COMMITTER_EMAIL", EMAIL),
        ("GIT_COMMITTER_DATE", &at),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into();
    let made = commit(mirror, &file, base, &patch.subject, git);
    git.environment.clear();
    let _ = (fs::remove_file(&file), fs::remove_file(&index));
    match made? {
        Some(id) if id == patch.commit => Ok(()),
        _ => Err(refused(
            "it makes another commit here than where it was written",
        )),
    }
}

fn commit(
    mirror: &Path,
    file: &str,
    base: &str,
    subject: &str,
    git: &mut Git,
) -> Result<Option<String>, CheckoutError> {
    git.must(mirror, &["read-tree", base])?;
    let apply = ["apply", "--cached", "--whitespace=nowarn", file];
    git.must(mirror, &apply).map_err(|error| match error {
        CheckoutError::Git(why) => CheckoutError::Patch(why),
        other => other,
    })?;
    let Some(tree) = git.ask(mirror, &["write-tree"])? else {
        return Ok(None);
    };
    git.ask(mirror, &["commit-tree", &tree, "-p", base, "-m", subject])
}
