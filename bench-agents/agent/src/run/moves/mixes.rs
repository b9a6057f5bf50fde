//! A commit with the first few of what it moves, as a commit of the agent's mirror.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::super::git::{CheckoutError, Git};
use super::pieces::Lock;
use super::submodules::Owner;
use super::tree::{self, There};
use super::{MovedPart, PACKAGE, Pair, SUBMODULE, changed, declared, locks, moved, text, texts};
use crate::delivery::jobs::JobMix;

/// So much longer than the mix has it a lock file may be after a build. That of npm is written with
/// one line for each value, and so may be several times as long as it was.
const MOST_GROWTH: u64 = 2_000_000;
const MODULES: &str = ".gitmodules";

/// A mix as it was made.
pub(in super::super) struct Mix {
    pub(in super::super) id: String,
    pub(in super::super) locks: Vec<WrittenLock>,
}

/// A lock file that a mix has, and no commit.
pub(crate) struct WrittenLock {
    pub(crate) path: String,
    lock: Lock,
    text: String,
}

/// The commit `after` with the first few of what it moves, and the rest as `before` has it. Of
/// another list of moves than the server has, these would be others.
pub(in super::super) fn mix(
    pair: Pair,
    wanted: &JobMix,
    owner: &Owner,
    git: &mut Git,
) -> Result<Mix, CheckoutError> {
    let parts = moved(pair, owner, git)?.parts;
    let count = wanted.parts;
    if !is_list(&parts, wanted) {
        return Err(CheckoutError::OtherMoves(pair.after.to_owned()));
    }
    if count >= parts.len() {
        let id = pair.after.to_owned();
        return Ok(Mix {
            id,
            locks: Vec::new(),
        });
    }
    let (taken, kept) = parts.split_at(count);
    let mut places: BTreeMap<String, There> = BTreeMap::new();
    let (mut gone, mut written) = (Vec::new(), Vec::new());
    for one in changed(pair, git)? {
        let [before, _] = &one.ids;
        if one.is_link() {
            let last = taken.iter().rfind(|part| part.is_of(SUBMODULE, &one.path));
            let is_whole = !kept.iter().any(|part| part.is_of(SUBMODULE, &one.path));
            let there = match last {
                _ if is_whole => continue,
                None if one.modes[0] == tree::LINK && one.modes[1] != tree::LINK => {
                    // its address stands in the former file alone
                    gone.push(one.path.clone());
                    There::Link(before.clone())
                }
                Some(part) => There::Link(part.after.clone()),
                None if one.modes[0] == tree::LINK => There::Link(before.clone()),
                None => There::Nothing,
            };
            places.insert(one.path, there);
            continue;
        }
        let Some(both) = texts(pair, &one.path, git)? else {
            continue;
        };
        let names: BTreeSet<&str> = kept
            .iter()
            .filter(|part| part.is_of(PACKAGE, &one.path))
            .map(|part| part.name.as_str())
            .collect();
        if names.is_empty() {
            continue;
        }
        let text = locks::mixed(both.lock, &both.old, &both.new, &names);
        let text = text.ok_or_else(|| CheckoutError::Mix(one.path.clone()))?;
        if let Some(folder) = one.path.strip_suffix("go.mod") {
            let sums = format!("{folder}go.sum");
            if let Some(all) = both_sums(pair, &sums, git)? {
                places.insert(sums, There::Text(all));
            }
        }
        written.push(WrittenLock {
            path: one.path.clone(),
            lock: both.lock,
            text: text.clone(),
        });
        places.insert(one.path, There::Text(text));
    }
    if !gone.is_empty() {
        let former = declared::urls(pair.mirror, pair.before, git)?;
        let mut modules = text(pair.mirror, pair.after, MODULES, git)?.unwrap_or_default();
        for (count, path) in gone.iter().enumerate() {
            modules += &declared::section(count, path, former.get(path));
        }
        places.insert(MODULES.to_owned(), There::Text(modules));
    }
    let places: Vec<(String, There)> = places.into_iter().collect();
    match tree::commit_with(pair.mirror, pair.after, &places, git) {
        Err(CheckoutError::Git(_)) => Err(CheckoutError::Mix(pair.after.to_owned())),
        made => made.map(|id| Mix { id, locks: written }),
    }
}

impl WrittenLock {
    /// Whether a build put packages there that the mix has not. What it took out, since nothing
    /// needs it there, was not built in.
    pub(crate) fn is_rewritten(&self, top: &Path) -> bool {
        let place = top.join(&self.path);
        let longest = self.text.len() as u64 + MOST_GROWTH;
        let is_file = |file: fs::Metadata| file.is_file() && file.len() <= longest;
        let now = fs::symlink_metadata(&place).is_ok_and(is_file);
        let now = now.then(|| fs::read_to_string(&place).ok()).flatten();
        now.is_none_or(|now| locks::is_more(&self.path, self.lock, &self.text, &now))
    }
}

/// Whether moves are those that the server made the mix from.
fn is_list(parts: &[MovedPart], wanted: &JobMix) -> bool {
    let place = wanted.parts.checked_sub(1);
    let last = place.and_then(|place| parts.get(place));
    let is_last = match (&wanted.last, last) {
        (Some(said), Some(part)) => part.is_said(said),
        (said, _) => said.is_none(),
    };
    is_last && (wanted.moves == 0 || wanted.moves == parts.len())
}

/// Sums of both: those that a mix does not need harm nothing.
fn both_sums(pair: Pair, path: &str, git: &mut Git) -> Result<Option<String>, CheckoutError> {
    let old = text(pair.mirror, pair.before, path, git)?;
    let new = text(pair.mirror, pair.after, path, git)?;
    let both = old.zip(new);
    Ok(both.map(|(old, new)| {
        let lines = old.split_inclusive('\n').chain(new.split_inclusive('\n'));
        let lines: BTreeSet<&str> = lines.collect();
        lines.into_iter().collect()
    }))
}

#[cfg(test)]
mod tests;
