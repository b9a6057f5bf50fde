//! Checkouts with what was built in them: which one serves a commit, and which are removed.
//!
//! A commit is built where its sources were built before: the same tree of git, with the same sandbox,
//! variables and tools. The oldest go when there are more than the agent keeps, or when they take more
//! room than it gives them.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::confinement::Confinement;
use crate::base::hashing::Hasher;
use crate::base::units;
use crate::process::sandbox::Kind;

const TREES: &str = "trees";
/// Ends of the names of mirrors that take of the room: of submodules, and what forks have.
const MIRRORS: [&str; 2] = ["-module.git", "-fork-apart.git"];
/// A checkout that is being removed: whoever is killed meanwhile leaves nothing that looks whole.
const GONE: &str = "gone";
/// Bytes of a block, as the kernel counts those of a file.
const BLOCK: u64 = 512;
/// Variables that choose tools or tell them what to do, and beginnings of such names.
const VARIABLES: [&str; 16] = [
    "PATH",
    "CC",
    "CXX",
    "CPP",
    "AR",
    "LD",
    "CFLAGS",
    "CXXFLAGS",
    "CPPFLAGS",
    "LDFLAGS",
    "CPATH",
    "LIBRARY_PATH",
    "MAKEFLAGS",
    "JAVA_HOME",
    "PYTHONPATH",
    "VIRTUAL_ENV",
];
const GROUPS: [&str; 5] = ["CARGO_", "RUST", "GO", "CMAKE_", "PKG_CONFIG"];
/// Tools whose update makes what they built another thing.
const TOOLS: [&str; 17] = [
    "cc", "c++", "gcc", "g++", "clang", "clang++", "ld", "rustc", "cargo", "go", "javac",
    "python3", "node", "npm", "make", "cmake", "ninja",
];

/// The name of what is built of a tree under these settings.
pub(super) fn name(tree: &str, confinement: &Confinement) -> String {
    let kept = |name: &str| {
        VARIABLES.contains(&name)
            || GROUPS.iter().any(|group| name.starts_with(group))
            || confinement.sandbox_keep.iter().any(|kept| kept == name)
    };
    let mut variables: Vec<_> = std::env::vars_os()
        .filter(|(name, _)| name.to_str().is_some_and(kept))
        .collect();
    variables.sort();
    let mut hash = Hasher::default()
        .part(tree.as_bytes())
        .part(confinement.kind().name().as_bytes())
        .part(confinement.image().unwrap_or_default().as_bytes());
    for folder in &confinement.sandbox_read {
        hash = hash.part(folder.as_os_str().as_encoded_bytes());
    }
    for (name, value) in variables {
        let (name, value) = (name.as_encoded_bytes(), value.as_encoded_bytes());
        hash = hash.part(name).part(value);
    }
    if confinement.kind() != Kind::Container {
        for tool in TOOLS {
            hash = hash.part(version(tool).as_bytes());
        }
    }
    hash.finish()
}

/// What tells a tool of the machine from a later one.
fn version(tool: &str) -> String {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&path).map(|place| place.join(tool));
    let found = places.find_map(|place| place.canonicalize().ok());
    let file = found.and_then(|path| Some((path.metadata().ok()?, path)));
    file.map_or_else(String::new, |(file, path)| {
        let (seconds, nanoseconds) = (file.mtime(), file.mtime_nsec());
        format!("{} {} {seconds}.{nanoseconds}", path.display(), file.len())
    })
}

/// Removes a checkout; what is there by its name is always a whole one.
pub(super) fn remove(place: &Path) -> io::Result<()> {
    let gone = place.with_extension(GONE);
    remove_all(&gone)?;
    match fs::rename(place, &gone) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        renamed => renamed.and_then(|()| remove_all(&gone)),
    }
}

/// Used now: it goes last.
pub(super) fn touch(place: &Path) {
    let _ = fs::File::open(place).and_then(|file| file.set_modified(SystemTime::now()));
}

pub(super) fn remove_all(place: &Path) -> io::Result<()> {
    match fs::remove_dir_all(place) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// How much is kept.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    /// Checkouts of one repository.
    pub(super) most: usize,
    /// Of all together, and of the mirrors that others fill.
    pub(super) bytes: u64,
}

struct Stored {
    used: SystemTime,
    place: PathBuf,
    bytes: u64,
}

impl Stored {
    fn at(place: PathBuf) -> Self {
        let used = fs::symlink_metadata(&place).and_then(|place| place.modified());
        Self {
            used: used.unwrap_or(SystemTime::UNIX_EPOCH),
            bytes: size(&place),
            place,
        }
    }
}

impl Room {
    /// Removes the oldest of the checkouts and mirrors in a folder, and none of those in use. What
    /// there is to say about it.
    pub(super) fn make(self, folder: &Path, in_use: &[PathBuf]) -> Vec<String> {
        let mut said = Vec::new();
        let mut kept = Vec::new();
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let (place, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            if place.extension().is_some_and(|kind| kind == TREES) {
                kept.extend(self.fewer(&place, in_use, &mut said));
            } else if place.extension().is_some_and(|kind| kind == GONE) {
                let _ = remove_all(&place);
            } else if MIRRORS.iter().any(|end| name.ends_with(end)) {
                kept.push(Stored::at(place));
            }
        }
        kept.sort_by_key(|one| one.used);
        let mut bytes: u64 = kept.iter().map(|one| one.bytes).sum();
        for one in kept.iter().filter(|one| !in_use.contains(&one.place)) {
            if bytes <= self.bytes {
                break;
            }
            let why = format!(
                "builds and submodules take {}, and `checkouts_size` is {}",
                shown(bytes),
                shown(self.bytes)
            );
            if forget(&one.place, &why, &mut said) {
                bytes -= one.bytes;
            }
        }
        said
    }

    /// What is left of one repository's when there are no more than its number.
    fn fewer(self, trees: &Path, in_use: &[PathBuf], said: &mut Vec<String>) -> Vec<Stored> {
        let mut kept: Vec<Stored> = Vec::new();
        for entry in fs::read_dir(trees).into_iter().flatten().flatten() {
            let place = entry.path();
            if place.extension().is_some_and(|end| end == GONE) {
                let _ = remove_all(&place);
                continue;
            }
            kept.push(Stored::at(place));
        }
        kept.sort_by_key(|one| one.used);
        let mut surplus = kept.len().saturating_sub(self.most);
        let why = format!("`checkouts` is {}", self.most);
        kept.retain(|one| {
            let goes = surplus > 0 && !in_use.contains(&one.place);
            surplus -= usize::from(goes);
            !(goes && forget(&one.place, &why, said))
        });
        kept
    }
}

/// Whether it is gone, which is said.
fn forget(place: &Path, why: &str, said: &mut Vec<String>) -> bool {
    let removed = remove(place);
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    let is_mirror = MIRRORS.iter().any(|end| name.ends_with(end));
    let what = if is_mirror { "mirror" } else { "build" };
    let name: String = name.chars().take(12).collect();
    said.push(match &removed {
        Ok(()) => format!("the {what} {name} is removed: {why}"),
        Err(error) => format!("the {what} {name} cannot be removed: {error}"),
    });
    removed.is_ok()
}

#[allow(clippy::cast_precision_loss, reason = "three digits are shown")]
fn shown(bytes: u64) -> String {
    units::text(bytes as f64, "B")
}

/// What a folder takes on the disk, files with several names once.
pub(super) fn size(folder: &Path) -> u64 {
    let (mut bytes, mut seen) = (0, HashSet::new());
    let mut waiting = vec![folder.to_owned()];
    while let Some(place) = waiting.pop() {
        let Ok(file) = fs::symlink_metadata(&place) else {
            continue;
        };
        if file.is_dir() {
            let entries = fs::read_dir(&place).into_iter().flatten().flatten();
            waiting.extend(entries.map(|entry| entry.path()));
        } else if file.nlink() > 1 && !seen.insert((file.dev(), file.ino())) {
            continue;
        }
        bytes += file.blocks() * BLOCK;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const MIB: usize = 1 << 20;

    /// A build of so many MiB that was last used at this second.
    fn build(folder: &Path, name: &str, size: usize, second: u64) -> PathBuf {
        let place = folder.join(name);
        fs::create_dir_all(place.join("target")).unwrap();
        fs::write(place.join("target/product"), vec![7; size * MIB]).unwrap();
        let used = SystemTime::UNIX_EPOCH + Duration::from_secs(second);
        fs::File::open(&place).unwrap().set_modified(used).unwrap();
        place
    }

    fn names(trees: &Path) -> Vec<String> {
        let entries = fs::read_dir(trees).unwrap().flatten();
        let names = entries.map(|entry| entry.file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn the_oldest_go_until_the_rest_has_room_and_none_in_use() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (folder.path().join("a.trees"), folder.path().join("b.trees"));
        let oldest = build(&one, "oldest", 3, 1);
        build(&one, "older", 3, 2);
        build(&other, "newer", 3, 3);
        build(&other, "newest", 3, 4);
        build(&other, "half.gone", 3, 5);
        let bytes = 7 * MIB as u64;
        let room = Room { most: 8, bytes };
        let said = room.make(folder.path(), std::slice::from_ref(&oldest));
        assert_eq!(names(&one), ["oldest"]);
        assert_eq!(names(&other), ["newest"]);
        assert_eq!(said.len(), 2, "{said:?}");
        assert!(said[0].contains("`checkouts_size` is 7"), "{said:?}");
        assert!(room.make(folder.path(), &[]).is_empty(), "there is room");
        // Not even where what is in use has no room.
        let none = Room { most: 8, bytes: 1 };
        none.make(folder.path(), std::slice::from_ref(&oldest));
        assert_eq!(names(&one), ["oldest"]);
        assert_eq!(names(&other), [""; 0]);
        none.make(folder.path(), &[]);
        assert_eq!(names(&one), [""; 0]);
    }

    #[test]
    fn mirrors_of_submodules_and_of_forks_take_of_the_room_and_those_of_repositories_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let used = build(folder, "a-module.git", 3, 1);
        build(folder, "b-module.git", 3, 2);
        build(folder, "c-fork-apart.git", 3, 3);
        build(folder, "d-own.git", 9, 4);
        build(&folder.join("d-own.trees"), "newest", 3, 5);
        build(folder, "e-module.gone", 3, 6);
        let room = Room {
            most: 8,
            bytes: 7 * MIB as u64,
        };
        let said = room.make(folder, std::slice::from_ref(&used));
        let left = ["a-module.git", "d-own.git", "d-own.trees"];
        assert_eq!(names(folder), left);
        assert_eq!(names(&folder.join("d-own.trees")), ["newest"]);
        assert_eq!(said.len(), 2, "{said:?}");
        assert!(
            said[0].contains("the mirror b-module.git is removed"),
            "{said:?}"
        );
    }

    #[test]
    fn of_each_repository_as_many_stay_as_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let trees = folder.path().join("a.trees");
        let places = [1, 2, 3, 4].map(|at| build(&trees, &at.to_string(), 0, at));
        let room = Room {
            most: 2,
            bytes: u64::MAX,
        };
        room.make(folder.path(), &places[..1]);
        assert_eq!(names(&trees), ["1", "4"]);
    }

    #[test]
    fn another_tree_sandbox_image_or_variable_is_another_build() {
        let with = |kind, image: &str, keep: &[&str]| Confinement {
            sandbox: Some(kind),
            sandbox_image: Some(image.to_owned()),
            sandbox_keep: keep.iter().map(ToString::to_string).collect(),
            ..Confinement::default()
        };
        let plain = with(Kind::Container, "one", &[]);
        let all = [
            name("a", &plain),
            name("b", &plain),
            name("a", &with(Kind::Container, "two", &[])),
            name("a", &with(Kind::Namespaces, "one", &[])),
            name("a", &with(Kind::None, "one", &[])),
            // Whatever this variable has: tests run with it.
            name("a", &with(Kind::Container, "one", &["HOME"])),
        ];
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
        assert_eq!(all[0], name("a", &plain));
    }
}
