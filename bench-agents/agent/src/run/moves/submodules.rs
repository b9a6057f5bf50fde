//! Submodules of checkouts: one mirror per repository; their files lie in the checkout, without a
//! repository of their own.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::super::builds;
use super::super::fetching::{forget_halves, whole};
use super::super::git::{CheckoutError, Git};
use super::declared::{MOST, address, links, urls};
use super::locks::shown;
use crate::base::hashing::Hasher;
use crate::process::Ending;

const DEEPEST: usize = 4;
/// Strangers have so few, at one level: each costs room and time of the agent.
const MOST_OF_STRANGERS: usize = 8;
const SHORT_HASH: usize = 16;
/// A server that has not answered by then is not reached.
const LONGEST_ANSWER: Duration = Duration::from_secs(30);
const OWN: [&str; 3] = ["heads", "tags", "remotes"];

/// Whose submodules are wanted.
pub(crate) struct Owner<'a> {
    /// Where mirrors lie.
    pub(crate) folder: &'a Path,
    /// The user's own checkout.
    pub(crate) top: &'a Path,
    /// Where the repository itself is fetched.
    pub(crate) repository: &'a str,
    /// Strangers wrote the commit: nothing that the agent may read is read for them.
    pub(crate) is_strange: bool,
    /// Bytes that all mirrors of strangers may take.
    pub(crate) most: u64,
    /// What could not be reached in this job, and is not asked again.
    pub(crate) unreached: RefCell<BTreeSet<String>>,
    /// Mirrors that this job needs.
    pub(crate) used: RefCell<BTreeSet<PathBuf>>,
}

/// A commit of a submodule with its first line.
pub(super) struct Inner {
    pub(super) id: String,
    pub(super) title: String,
}

/// Where the commits of a submodule are, fetched as needed.
struct Module {
    mirror: PathBuf,
    sources: Vec<String>,
    /// Bytes that all mirrors beside it may take.
    most: Option<u64>,
}

/// A checkout that submodules are put into.
struct Checkout<'a> {
    top: &'a Path,
    /// Where their indexes are kept: git then leaves what did not change.
    indexes: Option<PathBuf>,
}

impl Owner<'_> {
    /// Puts the submodules of a commit into its checkout; what could not be had.
    pub(crate) fn fill(
        &self,
        top: &Path,
        mirror: &Path,
        id: &str,
        git: &mut Git,
    ) -> Result<Vec<String>, CheckoutError> {
        let checkout = Checkout {
            top,
            indexes: indexes(top, mirror, git)?,
        };
        let all = (&checkout, Path::new(""));
        self.fill_deep(all, mirror, (id, self.repository), git, 0)
    }

    fn fill_deep(
        &self,
        (checkout, within): (&Checkout, &Path),
        mirror: &Path,
        (id, url): (&str, &str),
        git: &mut Git,
        depth: usize,
    ) -> Result<Vec<String>, CheckoutError> {
        let mut missing = Vec::new();
        let links = links(mirror, id, git)?;
        let (most, deepest) = if self.is_strange {
            (MOST_OF_STRANGERS, 1)
        } else {
            (MOST, DEEPEST)
        };
        if links.is_empty() || depth >= deepest {
            return Ok(missing);
        }
        let urls = urls(mirror, id, git)?;
        for (path, inner) in links.into_iter().take(most) {
            let place = within.join(&path);
            let address = urls
                .get(&path)
                .and_then(|said| address(said, url, self.is_strange));
            let module = self.module(&place, address.as_deref());
            let mut own = self.calls(&module, git);
            let is_there = module.has(&inner, &self.unreached, &mut own)?
                && module.put(&inner, checkout, &place, &mut own)?;
            if !is_there {
                missing.push(shown(&place.to_string_lossy()));
                continue;
            }
            let address = address.unwrap_or_default();
            let below = (inner.as_str(), address.as_str());
            let here = (checkout, place.as_path());
            missing.extend(self.fill_deep(here, &module.mirror, below, &mut own, depth + 1)?);
        }
        Ok(missing)
    }

    /// The commits of a submodule after one and up to another, oldest first, along first parents;
    /// nothing where they cannot be had, or the one is not before the other.
    pub(super) fn between(
        &self,
        path: &str,
        (old, new): (&str, &str),
        (mirror, id): (&Path, &str),
        most: usize,
        git: &mut Git,
    ) -> Result<Option<Vec<Inner>>, CheckoutError> {
        let urls = urls(mirror, id, git)?;
        let address = urls
            .get(path)
            .and_then(|said| address(said, self.repository, self.is_strange));
        let module = self.module(Path::new(path), address.as_deref());
        let mut git = self.calls(&module, git);
        for id in [new, old] {
            if !module.has(id, &self.unreached, &mut git)? {
                return Ok(None);
            }
        }
        let mirror = &module.mirror;
        if git
            .ask(mirror, &["merge-base", "--is-ancestor", old, new])?
            .is_none()
        {
            return Ok(None);
        }
        let (most, range) = (format!("-{}", most + 1), format!("{old}..{new}"));
        let words = [
            "log",
            "--first-parent",
            "--format=%H%x09%s",
            &most,
            &range,
            "--",
        ];
        let told = git.words(mirror, &words)?;
        let lines = told.lines().rev().filter_map(|line| line.split_once('\t'));
        Ok(Some(
            lines
                .map(|(id, title)| Inner {
                    id: id.to_owned(),
                    title: shown(title),
                })
                .collect(),
        ))
    }

    fn calls<'g>(&self, module: &Module, git: &Git<'g>) -> Git<'g> {
        let mut calls = git.of(&module.mirror);
        if self.is_strange {
            calls.forget_user(self.folder);
        }
        calls
    }

    fn module(&self, place: &Path, address: Option<&str>) -> Module {
        let mut sources = Vec::new();
        let own = self.top.join(place);
        if !self.is_strange && own.join(".git").exists() && leads_straight(self.top, place) {
            sources.push(own.to_string_lossy().into_owned());
        }
        sources.extend(address.map(str::to_owned));
        let kind: &[u8] = if self.is_strange { b"strange" } else { b"own" };
        let hash = Hasher::default().part(kind);
        // one mirror of a repository, at however many places it is a submodule
        let hash = match address {
            Some(address) => hash.part(address.as_bytes()),
            None => hash
                .part(self.top.as_os_str().as_encoded_bytes())
                .part(place.as_os_str().as_encoded_bytes()),
        };
        let mut hash = hash.finish();
        hash.truncate(SHORT_HASH);
        let mirror = self.folder.join(format!("{hash}-module.git"));
        self.used.borrow_mut().insert(mirror.clone());
        Module {
            mirror,
            sources,
            most: self.is_strange.then_some(self.most),
        }
    }
}

/// Where the indexes of submodules of a checkout are kept: beside its own, with which they go.
fn indexes(top: &Path, mirror: &Path, git: &mut Git) -> Result<Option<PathBuf>, CheckoutError> {
    let own = git.ask(top, &["rev-parse", "--absolute-git-dir"])?;
    let own = own.map(PathBuf::from);
    let all = mirror.join("worktrees").canonicalize().ok();
    // a program may have put something else there
    let own = own.filter(|own| own.parent().is_some() && own.parent() == all.as_deref());
    Ok(own.map(|own| own.join("tidemark")))
}

impl Module {
    /// Whether its mirror has a commit with all its files, or has it now.
    fn has(
        &self,
        id: &str,
        unreached: &RefCell<BTreeSet<String>>,
        git: &mut Git,
    ) -> Result<bool, CheckoutError> {
        let mirror = &self.mirror;
        if !mirror.join("HEAD").is_file() {
            fs::create_dir_all(mirror)?;
            let made = git.must(mirror, &["init", "--quiet", "--bare", "."]);
            if made.is_err() {
                // Half a repository would be taken for a whole one.
                let _ = fs::remove_dir_all(mirror);
            }
            made?;
        }
        builds::touch(mirror);
        for source in &self.sources {
            if whole(mirror, id, git)?.is_some() {
                return Ok(true);
            }
            if unreached.borrow().contains(source) {
                continue;
            }
            git.most = self.room();
            let is_reached = git.most != Some(0) && self.fetch(source, id, git)?;
            git.most = None;
            if !is_reached {
                unreached.borrow_mut().insert(source.clone());
            }
        }
        Ok(whole(mirror, id, git)?.is_some())
    }

    /// Bytes that a fetch may bring, where strangers say what is fetched.
    fn room(&self) -> Option<u64> {
        let taken = || self.mirror.parent().map_or(0, builds::size);
        self.most.map(|most| most.saturating_sub(taken()))
    }

    /// Fetches what a source has, and the commit by its hash where none of its branches has it;
    /// whether the source could be reached, and did not hang afterwards.
    fn fetch(&self, source: &str, id: &str, git: &mut Git) -> Result<bool, CheckoutError> {
        let longest = std::mem::replace(&mut git.longest, LONGEST_ANSWER);
        let answered = git.ask(
            &self.mirror,
            &["ls-remote", "--quiet", "--end-of-options", source, "HEAD"],
        );
        git.longest = longest;
        if answered?.is_none() {
            return Ok(false);
        }
        let references = OWN.map(|kind| format!("+refs/{kind}/*:refs/checkouts/{kind}/*"));
        let references: Vec<&str> = references.iter().map(String::as_str).collect();
        for wanted in [&references[..], &[id]] {
            let words = [
                "-c",
                "http.lowSpeedLimit=1000",
                "-c",
                "http.lowSpeedTime=60",
                // one file, which can be too long
                "-c",
                "fetch.unpackLimit=1",
                "fetch",
                "--quiet",
                "--tags",
                "--force",
                "--no-recurse-submodules",
            ];
            let words = [&words[..], &["--end-of-options", source], wanted].concat();
            let begun = Instant::now();
            if git.ending(&self.mirror, &words)? != Ending::Exited(0) {
                forget_halves(&self.mirror.join("objects"));
                // By its own limit or by that of its transport: it would hang again.
                if begun.elapsed() >= git.longest.min(LONGEST_ANSWER) {
                    return Ok(false);
                }
            }
            if whole(&self.mirror, id, git)?.is_some() {
                break;
            }
        }
        Ok(true)
    }

    /// Puts the files of a commit into the checkout; whether they are there.
    fn put(
        &self,
        id: &str,
        checkout: &Checkout,
        place: &Path,
        git: &mut Git,
    ) -> Result<bool, CheckoutError> {
        let Some(folder) = free_place(checkout.top, place) else {
            return Ok(false);
        };
        let passing = self.mirror.join("passing");
        let _ = fs::remove_dir_all(&passing);
        let indexes = checkout.indexes.as_ref().unwrap_or(&passing);
        fs::create_dir_all(indexes)?;
        let name = Hasher::default().part(place.as_os_str().as_encoded_bytes());
        let index = indexes.join(name.finish());
        // what a killed agent left
        let _ = fs::remove_file(index.with_extension("lock"));
        let had_one = index.exists();
        let mut put = self.check_out(id, &folder, &index, git);
        if had_one && matches!(put, Err(CheckoutError::Git(_))) {
            fs::remove_file(&index)?;
            put = self.check_out(id, &folder, &index, git);
        }
        match put {
            Err(CheckoutError::Git(_)) => Ok(false),
            other => other.map(|()| true),
        }
    }

    fn check_out(
        &self,
        id: &str,
        folder: &Path,
        index: &Path,
        git: &mut Git,
    ) -> Result<(), CheckoutError> {
        let named = [
            ("GIT_DIR", self.mirror.as_path()),
            ("GIT_WORK_TREE", folder),
            ("GIT_INDEX_FILE", index),
        ];
        let before = git.environment.clone();
        let named = named.map(|(name, path)| (name.to_owned(), path.to_string_lossy().into()));
        git.environment.extend(named);
        let read = git.must(folder, &["read-tree", "--reset", "-u", id]);
        git.environment = before;
        read
    }
}

/// Whether no part of a path is a link.
fn leads_straight(top: &Path, within: &Path) -> bool {
    let mut place = top.to_owned();
    within.components().all(|part| {
        place.push(part);
        !place.is_symlink()
    })
}

/// The folder of a submodule, made again where a program put a link or a file in its place.
fn free_place(top: &Path, within: &Path) -> Option<PathBuf> {
    let mut place = top.to_owned();
    for part in within.components() {
        place.push(part);
        if place.is_symlink() || place.is_file() {
            fs::remove_file(&place).ok()?;
        }
    }
    // what a program left there as a repository is none of ours
    let own = place.join(".git");
    let _ = if own.is_dir() && !own.is_symlink() {
        fs::remove_dir_all(&own)
    } else {
        fs::remove_file(&own)
    };
    fs::create_dir_all(&place).ok()?;
    Some(place)
}

#[cfg(test)]
mod tests;
