//! Commits fetched into a mirror, from wherever they are.

use std::fs;
use std::path::Path;

use super::git::{CheckoutError, Git};

/// What a repository that a job names may be called by.
const SCHEMES: [&str; 4] = ["https://", "http://", "ssh://", "git@"];
/// What the owners of a repository wrote. Pull requests lie elsewhere, those of forks among them.
const OWN: [&str; 3] = ["heads", "tags", "remotes"];
const EVERYTHING: &str = "+refs/*:refs/checkouts/*";

/// The hash of a commit that the mirror has with all its files: of a fetch that failed, some may be
/// there without the others.
pub(super) fn whole(
    mirror: &Path,
    name: &str,
    git: &mut Git,
) -> Result<Option<String>, CheckoutError> {
    let Some(id) = git.commit(mirror, name)? else {
        return Ok(None);
    };
    let words = ["rev-list", "--objects", "--no-walk", "--quiet", &id];
    Ok(git.ask(mirror, &words)?.map(|_| id))
}

/// Removes what git had fetched of packs when it failed; nobody else writes to a mirror.
pub(super) fn forget_halves(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let is_half = name.to_string_lossy().starts_with("tmp_");
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && is_half => drop(fs::remove_dir_all(path)),
            Ok(kind) if kind.is_dir() => forget_halves(&path),
            _ if is_half => drop(fs::remove_file(path)),
            _ => {}
        }
    }
}

/// The hash of a commit, fetched from wherever it is: the agent's own checkout, that checkout's
/// origin, the repository that the job names.
pub(super) fn find(
    mirror: &Path,
    top: &Path,
    (repository, is_fork): (&str, bool),
    commit: &str,
    git: &mut Git,
) -> Result<Option<String>, CheckoutError> {
    let own = OWN.map(|kind| format!("+refs/{kind}/*:refs/checkouts/{kind}/*"));
    let references = if is_fork {
        vec![EVERYTHING.to_owned()]
    } else {
        own.to_vec()
    };
    let mut sources = vec![top.to_string_lossy().into_owned()];
    let origin = git.ask(top, &["remote", "get-url", "origin"])?;
    sources.extend(origin);
    sources.push(repository.to_owned());
    let is_known = |source: &String| {
        Path::new(source).is_absolute() || SCHEMES.iter().any(|scheme| source.starts_with(scheme))
    };
    let mut trouble = None;
    let mut found = whole(mirror, commit, git)?;
    for source in sources.iter().filter(|source| is_known(source)) {
        if found.is_some() {
            break;
        }
        let mut fetch = vec!["fetch", "--quiet", "--tags", "--force", source];
        fetch.extend(references.iter().map(String::as_str));
        match git.must(mirror, &fetch) {
            Err(CheckoutError::Git(reason)) => {
                forget_halves(&mirror.join("objects"));
                trouble = Some(reason);
            }
            other => other?,
        }
        found = whole(mirror, commit, git)?;
    }
    match (found, trouble) {
        (None, Some(reason)) => Err(CheckoutError::Git(reason)),
        (found, _) => Ok(found),
    }
}
