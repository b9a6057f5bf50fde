//! Commits that no repository has: a patch applied to its base in the agent's mirror.
//!
//! Names, time and tree make the hash of a commit, so that the developer's machine and this one
//! come to the same one; another hash means that other code would be measured.

use std::fs;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::git::{CheckoutError, Git};
use crate::base::hashing;
use crate::delivery::jobs::JobPatch;

/// Of every such commit: nobody's address is sent.
const EMAIL: &str = "try@tidemark.invalid";

/// Begins the name of a commit that nobody made yet: what follows is a hash of base and diff.
const OF_CONTENT: &str = "patch-";
const CONTENT_DIGITS: usize = 16;

/// Makes the commit of a patch in a mirror that has its base; its hash. It is made even where the
/// mirror has it already: the diff might be another one than that of the commit.
pub(super) fn apply(
    mirror: &Path,
    patch: &JobPatch,
    base: &str,
    git: &mut Git,
) -> Result<String, CheckoutError> {
    let is_named_by_content = is_of_content(patch)?;
    match made(mirror, patch, base, git)? {
        Some(id) if id == patch.commit || is_named_by_content => Ok(id),
        Some(id) => Err(CheckoutError::Patch(format!(
            "its diff makes the commit {id} here, not {}, which it names",
            patch.commit
        ))),
        None => Err(CheckoutError::Patch("it makes no commit".to_owned())),
    }
}

/// Whether the name of a patch is made of its content, by whoever has a diff and no repository.
fn is_of_content(patch: &JobPatch) -> Result<bool, CheckoutError> {
    let Some(said) = patch.commit.strip_prefix(OF_CONTENT) else {
        return Ok(false);
    };
    let mut found = hashing::bytes(&[patch.base.as_bytes(), b"\n", &diff_of(patch)?].concat());
    found.truncate(CONTENT_DIGITS);
    if found == said {
        return Ok(true);
    }
    let why = format!("its content is {OF_CONTENT}{found}, not {}", patch.commit);
    Err(CheckoutError::Patch(why))
}

fn diff_of(patch: &JobPatch) -> Result<Vec<u8>, CheckoutError> {
    let diff = STANDARD.decode(&patch.diff);
    diff.map_err(|_| CheckoutError::Patch("it is not in base64".to_owned()))
}

/// The commit that the diff makes of the base.
fn made(
    mirror: &Path,
    patch: &JobPatch,
    base: &str,
    git: &mut Git,
) -> Result<Option<String>, CheckoutError> {
    let diff = diff_of(patch)?;
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
    made
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::Stop;

    fn patch(commit: &str, base: &str, diff: &str) -> JobPatch {
        JobPatch {
            commit: commit.to_owned(),
            base: base.to_owned(),
            author: "Ada".to_owned(),
            subject: "A patch".to_owned(),
            at: 1_700_000_000,
            diff: STANDARD.encode(diff),
        }
    }

    #[test]
    fn a_patch_that_names_the_commit_of_another_diff_is_refused() {
        let _turn = super::super::git::turn();
        let scratch = tempfile::tempdir().unwrap();
        let mirror = scratch.path().join("mirror.git");
        fs::create_dir(&mirror).unwrap();
        let stop = Stop::new().unwrap();
        let mut git = Git::new(&stop);
        git.mirror = Some(mirror.clone());
        git.must(&mirror, &["init", "--quiet", "--bare", "."])
            .unwrap();
        let tree = git.ask(&mirror, &["write-tree"]).unwrap().unwrap();
        git.environment = ["GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"]
            .into_iter()
            .chain(["GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"])
            .map(|name| (name.to_owned(), "ada@example.org".to_owned()))
            .collect();
        let words = ["commit-tree", &tree, "-m", "The base"];
        let base = git.ask(&mirror, &words).unwrap().unwrap();
        let diff = |line: &str| {
            format!(
                "diff --git a/library b/library\nnew file mode 100644\n--- /dev/null\n\
                 +++ b/library\n@@ -0,0 +1 @@\n+{line}\n"
            )
        };
        let fast = made(&mirror, &patch("", &base, &diff("fast")), &base, &mut git);
        let fast = fast.unwrap().unwrap();
        let same = patch(&fast, &base, &diff("fast"));
        apply(&mirror, &same, &base, &mut git).unwrap();
        let other = patch(&fast, &base, &diff("slow"));
        let refused = apply(&mirror, &other, &base, &mut git).unwrap_err();
        assert!(matches!(refused, CheckoutError::Patch(_)), "{refused}");
        assert!(refused.to_string().contains(&fast), "{refused}");
        let content = [base.as_bytes(), b"\n", diff("fast").as_bytes()].concat();
        let name = format!("patch-{}", &hashing::bytes(&content)[..16]);
        let named = patch(&name, &base, &diff("fast"));
        assert_eq!(apply(&mirror, &named, &base, &mut git).unwrap(), fast);
        let named = patch(&name, &base, &diff("slow"));
        let refused = apply(&mirror, &named, &base, &mut git).unwrap_err();
        assert!(refused.to_string().contains("its content"), "{refused}");
    }
}
