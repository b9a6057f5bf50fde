//! What a commit moves that others wrote: the pointers of submodules, and packages of lock files.
//!
//! A mix is such a commit with the first few of these moves, so that a bisection goes on among them.

use std::path::Path;

use serde::Serialize;

use self::manifests::Named;
use self::pieces::Lock;
use self::submodules::Owner;
use self::tree::Object;
use super::git::{CheckoutError, Git};
use crate::delivery::jobs::JobMove;

mod declared;
mod locks;
mod manifests;
pub(crate) mod mixes;
mod pieces;
pub(crate) mod submodules;
mod tree;

/// Commits of submodules and packages of lock files: what is beyond is not searched.
const MOST: usize = 200;
/// Lock files: what is beyond is a change of its own.
const MOST_LOCKS: usize = 100;
const SUBMODULE: &str = "submodule";
const PACKAGE: &str = "package";

/// One move: the smallest that a bisection can name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct MovedPart {
    kind: &'static str,
    /// Of the submodule or the lock file.
    path: String,
    /// Of the submodule or the package.
    name: String,
    before: String,
    after: String,
    title: String,
}

/// All that a commit moves, in the order in which mixes take it.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Moved {
    pub(crate) parts: Vec<MovedPart>,
    /// Files that it changes as well.
    others: usize,
    /// A commit with a part of the moves can be made.
    can_mix: bool,
}

/// Two commits in a mirror.
#[derive(Clone, Copy)]
pub(super) struct Pair<'a> {
    pub(super) mirror: &'a Path,
    pub(super) before: &'a str,
    pub(super) after: &'a str,
}

impl<'a> Pair<'a> {
    pub(super) fn of(mirror: &'a Path, before: &'a str, after: &'a str) -> Self {
        Self {
            mirror,
            before,
            after,
        }
    }
}

/// A path that differs between the two.
struct Changed {
    path: String,
    modes: [String; 2],
    ids: [String; 2],
}

/// A lock file at both.
struct BothTexts {
    lock: Lock,
    old: String,
    new: String,
}

/// What `after` moves since `before`; nothing where git fails, as the commits are measured anyway.
pub(super) fn known(
    pair: Pair,
    owner: &Owner,
    git: &mut Git,
) -> Result<Option<Moved>, CheckoutError> {
    match moved(pair, owner, git) {
        Err(CheckoutError::Git(_)) => Ok(None),
        other => other.map(Some),
    }
}

/// What `after` moves since `before`.
fn moved(pair: Pair, owner: &Owner, git: &mut Git) -> Result<Moved, CheckoutError> {
    let (links, files): (Vec<_>, Vec<_>) =
        changed(pair, git)?.into_iter().partition(Changed::is_link);
    let mut found = Moved {
        can_mix: true,
        ..Moved::default()
    };
    for one in &links {
        let room = MOST.saturating_sub(found.parts.len());
        let parts = of_submodule(pair, one, owner, room, git)?;
        found.parts.extend(parts);
    }
    let (mut sums, mut locks, mut wishes) = (0, 0, Vec::new());
    for one in &files {
        locks += usize::from(locks::kind_of(&one.path).is_some());
        let is_searched = locks <= MOST_LOCKS && found.parts.len() <= MOST;
        found.can_mix &= is_searched;
        let both = is_searched.then(|| texts(pair, &one.path, git));
        let Some(both) = both.transpose()?.flatten() else {
            if manifests::is_manifest(&one.path) && one.modes[0] == one.modes[1] {
                wishes.push(&one.path);
                continue;
            }
            let is_sums = locks::is_sums(&one.path);
            *(if is_sums {
                &mut sums
            } else {
                &mut found.others
            }) += 1;
            continue;
        };
        let is_more = manifests::has_more(both.lock, &both.old, &both.new);
        found.others += usize::from(is_more);
        let moves = locks::changed(both.lock, &both.old, &both.new);
        found.can_mix &= moves.is_empty() || both.lock.can_mix();
        found.parts.extend(moves.into_iter().map(|moved| MovedPart {
            kind: PACKAGE,
            path: locks::shown(&one.path),
            name: moved.name,
            before: moved.before,
            after: moved.after,
            title: String::new(),
        }));
    }
    if found.parts.len() > MOST {
        found.parts.truncate(MOST);
        found.can_mix = false;
    }
    let named = Named::of(found.parts.iter().filter_map(MovedPart::of_package));
    for path in wishes {
        let [old, new] = [pair.before, pair.after].map(|id| text(pair.mirror, id, path, git));
        let both = old?.zip(new?);
        found.others += usize::from(both.is_none_or(|(old, new)| named.differs(&old, &new)));
    }
    if found.parts.is_empty() {
        found.others += sums;
    }
    Ok(found)
}

impl MovedPart {
    /// Whether the server means this one; it keeps no letters that steer a page.
    fn is_said(&self, said: &JobMove) -> bool {
        let plain = |word: &str| word.replace(|letter: char| !letter.is_ascii_graphic(), "");
        [
            (&self.path, &said.path),
            (&self.name, &said.name),
            (&self.before, &said.before),
            (&self.after, &said.after),
        ]
        .iter()
        .all(|(own, said)| plain(own) == plain(said))
    }

    fn of_package(&self) -> Option<[&str; 3]> {
        (self.kind == PACKAGE).then(|| [&*self.name, &*self.before, &*self.after])
    }

    fn is_of(&self, kind: &str, path: &str) -> bool {
        self.kind == kind && self.path == locks::shown(path)
    }
}

impl Changed {
    fn is_link(&self) -> bool {
        self.modes.iter().any(|mode| mode == tree::LINK)
    }
}

fn of_submodule(
    pair: Pair,
    one: &Changed,
    owner: &Owner,
    room: usize,
    git: &mut Git,
) -> Result<Vec<MovedPart>, CheckoutError> {
    let name = locks::shown(one.path.rsplit('/').next().unwrap_or(&one.path));
    let part = |before: &str, after: &str, title: String| MovedPart {
        kind: SUBMODULE,
        path: locks::shown(&one.path),
        name: name.clone(),
        before: before.to_owned(),
        after: after.to_owned(),
        title,
    };
    let said = |place: usize| match one.modes[place].as_str() {
        tree::LINK => one.ids[place].as_str(),
        _ => "",
    };
    let (old, new) = (said(0), said(1));
    let whole = |title: &str| Ok(vec![part(old, new, title.to_owned())]);
    if old.is_empty() || new.is_empty() {
        return whole("");
    }
    let at = (pair.mirror, pair.after);
    let Some(commits) = owner.between(&one.path, (old, new), at, room, git)? else {
        return whole("its commits are not known");
    };
    if commits.len() > room {
        return whole("more commits than are searched");
    }
    let mut before = old.to_owned();
    let mut parts = Vec::new();
    for inner in commits {
        parts.push(part(&before, &inner.id, inner.title));
        before = inner.id;
    }
    Ok(parts)
}

fn texts(pair: Pair, path: &str, git: &mut Git) -> Result<Option<BothTexts>, CheckoutError> {
    let Some(lock) = locks::kind_of(path) else {
        return Ok(None);
    };
    let old = text(pair.mirror, pair.before, path, git)?;
    let new = text(pair.mirror, pair.after, path, git)?;
    Ok(old.zip(new).map(|(old, new)| BothTexts { lock, old, new }))
}

fn text(
    mirror: &Path,
    commit: &str,
    path: &str,
    git: &mut Git,
) -> Result<Option<String>, CheckoutError> {
    match Object::at(mirror, commit, path, git)? {
        Some(object) => object.text(mirror, git),
        None => Ok(None),
    }
}

fn changed(pair: Pair, git: &mut Git) -> Result<Vec<Changed>, CheckoutError> {
    let words = [
        "diff-tree",
        "-r",
        "-z",
        "--raw",
        "--no-renames",
        "--no-abbrev",
    ];
    let words = [&words[..], &[pair.before, pair.after]].concat();
    let told = git.read(pair.mirror, &words)?;
    let mut entries = told.split('\0');
    let mut found = Vec::new();
    while let Some((head, path)) = entries.next().zip(entries.next()) {
        let mut words = head.split(' ').map(|word| word.trim_start_matches(':'));
        let (Some(old), Some(new)) = (words.next(), words.next()) else {
            break;
        };
        let (Some(was), Some(is)) = (words.next(), words.next()) else {
            break;
        };
        found.push(Changed {
            path: path.to_owned(),
            modes: [old.to_owned(), new.to_owned()],
            ids: [was.to_owned(), is.to_owned()],
        });
    }
    Ok(found)
}

#[cfg(test)]
mod tests;
