//! Lock files as pieces of text, each of a package or of none: which packages changed, and the file
//! with some of the changes.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::pieces::{Lock, REQUIRE, pieces, shaped};

const LONGEST: usize = 200;
const ENDS: [&str; 2] = [".txt", ".lock"];

/// A package that is another one, was added or was removed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PackageMove {
    pub(super) name: String,
    /// Empty: there was none.
    pub(super) before: String,
    /// Empty: there is none any more.
    pub(super) after: String,
}

impl PackageMove {
    pub(super) fn words(&self) -> [&str; 3] {
        [&self.name, &self.before, &self.after]
    }
}

#[derive(Default)]
struct Package {
    versions: Vec<String>,
    identity: BTreeSet<String>,
    text: String,
}

/// The kind of lock file that a path is of by its name, if it is one.
pub(super) fn kind_of(path: &str) -> Option<Lock> {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name {
        "Cargo.lock" | "poetry.lock" | "uv.lock" => Some(Lock::Toml),
        "package-lock.json" | "npm-shrinkwrap.json" => Some(Lock::Npm),
        "pnpm-lock.yaml" => Some(Lock::Pnpm),
        "yarn.lock" => Some(Lock::Yarn),
        "go.mod" => Some(Lock::GoModule),
        "Gemfile.lock" => Some(Lock::Gems),
        _ if name.starts_with("requirements") && ENDS.iter().any(|end| name.ends_with(end)) => {
            Some(Lock::Pins)
        }
        _ => None,
    }
}

/// Whether a file only holds sums of what a lock file says.
pub(super) fn is_sums(path: &str) -> bool {
    path.rsplit('/').next() == Some("go.sum")
}

/// Which packages changed from one text to another, by name.
pub(super) fn changed(lock: Lock, old: &str, new: &str) -> Vec<PackageMove> {
    let (old, new) = (packages(lock, old), packages(lock, new));
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let nothing = Package::default();
    let of = |all: &BTreeMap<String, Package>, name: &String| {
        let found = all.get(name).unwrap_or(&nothing);
        (found.versions.join(", "), found.identity.clone())
    };
    names
        .into_iter()
        .filter_map(|name| {
            let ((before, was), (after, is)) = (of(&old, name), of(&new, name));
            (before != after || was != is).then(|| PackageMove {
                name: shown(name),
                before: shown(&before),
                after: shown(&after),
            })
        })
        .collect()
}

/// Whether one text has packages that another one has not, those of the repository itself aside:
/// tools write their versions from the manifests.
pub(super) fn is_more(path: &str, lock: Lock, less: &str, more: &str) -> bool {
    let known = packages(lock, less);
    let nothing = Package::default();
    packages(lock, more).iter().any(|(name, package)| {
        let known = known.get(name).unwrap_or(&nothing);
        let is_known = package
            .versions
            .iter()
            .all(|one| known.versions.contains(one))
            && package.identity.is_subset(&known.identity);
        !is_known && !is_own(path, package)
    })
}

/// Whether a package is of the repository, as cargo and uv say it.
fn is_own(path: &str, package: &Package) -> bool {
    let is_of = |name: &str| path.rsplit('/').next() == Some(name);
    let has = |word: &str| package.text.lines().any(|line| line.starts_with(word));
    let is_here = [
        "source = { editable",
        "source = { virtual",
        "source = { directory",
    ];
    is_of("Cargo.lock") && !has("source = ") || is_of("uv.lock") && is_here.into_iter().any(has)
}

/// The new text, but with these packages as the old one has them; nothing where it is no such file.
pub(super) fn mixed(lock: Lock, old: &str, new: &str, kept: &BTreeSet<&str>) -> Option<String> {
    if lock == Lock::Npm {
        return mixed_json(old, new, kept);
    }
    let former = packages(lock, old);
    let is_kept = |name: &str| kept.contains(shown(name).as_str());
    let mut left: BTreeSet<&String> = former.keys().filter(|name| is_kept(name)).collect();
    let mut text = String::with_capacity(new.len());
    let (mut end, mut last) = (None, REQUIRE);
    for piece in pieces(lock, new) {
        let Some(name) = piece.name.filter(|name| is_kept(name)) else {
            text.push_str(piece.text);
            if !piece.version.is_empty() {
                (end, last) = (Some(text.len()), piece.text);
            }
            continue;
        };
        last = piece.text;
        if left.remove(&name) {
            text.push_str(&shaped(lock, &former[&name].text, last));
        }
        end = Some(text.len());
    }
    // what the new text has no more stands behind the last package
    let rest = left.iter().map(|name| &former[*name].text);
    let rest: String = rest.map(|one| shaped(lock, one, last)).collect();
    let end = end.unwrap_or(text.len());
    let is_cut = !rest.is_empty() && !text[..end].is_empty() && !text[..end].ends_with('\n');
    text.insert_str(end, &if is_cut { format!("\n{rest}") } else { rest });
    Some(text)
}

fn packages(lock: Lock, text: &str) -> BTreeMap<String, Package> {
    let mut found: BTreeMap<String, Package> = BTreeMap::new();
    let mut add = |name: String, version: String, identity: String, text: &str| {
        let package = found.entry(name).or_default();
        if !package.versions.contains(&version) {
            package.versions.push(version);
        }
        package.identity.insert(identity);
        package.text.push_str(text);
    };
    if lock == Lock::Npm {
        let tree: Value = serde_json::from_str(text).unwrap_or_default();
        for (name, entry) in entries(&tree) {
            let word = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
            add(
                name,
                word("version"),
                word("resolved") + &word("integrity"),
                "",
            );
        }
        return found;
    }
    for piece in pieces(lock, text) {
        if let Some(name) = piece.name {
            add(name, piece.version, piece.identity, piece.text);
        }
    }
    found
}

/// Packages of a lock file of npm, of either shape.
fn entries(tree: &Value) -> Vec<(String, &Value)> {
    let of = |key: &str| tree[key].as_object().into_iter().flatten();
    let flat: Vec<_> = of("packages")
        .filter_map(|(path, entry)| Some((npm_name(path)?.to_owned(), entry)))
        .collect();
    if flat.is_empty() {
        return of("dependencies")
            .map(|(name, entry)| (name.clone(), entry))
            .collect();
    }
    flat
}

fn npm_name(path: &str) -> Option<&str> {
    path.rsplit_once("node_modules/").map(|(_, name)| name)
}

fn mixed_json(old: &str, new: &str, kept: &BTreeSet<&str>) -> Option<String> {
    let old: Value = serde_json::from_str(old).ok()?;
    let mut new: Value = serde_json::from_str(new).ok()?;
    let is_kept = |name: &str| kept.contains(shown(name).as_str());
    for (section, is_flat) in [("packages", true), ("dependencies", false)] {
        let named = |key: &String| {
            is_kept(if is_flat {
                npm_name(key).unwrap_or("")
            } else {
                key
            })
        };
        let Some(Value::Object(map)) = new.get_mut(section) else {
            continue;
        };
        let mut whole: Map<String, Value> = std::mem::take(map);
        whole.retain(|key, _| !named(key));
        let former = old[section].as_object().into_iter().flatten();
        whole.extend(
            former
                .filter(|(key, _)| named(key))
                .map(|(key, entry)| (key.clone(), entry.clone())),
        );
        *map = whole;
    }
    serde_json::to_string_pretty(&new)
        .ok()
        .map(|text| text + "\n")
}

/// A word of a file as it is told: one line, not too long.
pub(super) fn shown(word: &str) -> String {
    let kept = word.chars().filter(|letter| !letter.is_control());
    kept.take(LONGEST).collect()
}

#[cfg(test)]
mod tests;
