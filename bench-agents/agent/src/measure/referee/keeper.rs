//! A folder that every program finds as the build left it: what another one wrote is taken back.
//!
//! A program may write what it likes and set any time but that of the last change, by which the
//! kernel tells; so a file counts as the same only with the same number, size and change.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use crate::base::hashing;

pub(super) struct Keeper {
    folder: PathBuf,
    copy: PathBuf,
    known: BTreeMap<PathBuf, Known>,
}

struct Known {
    mark: Mark,
    /// Of the bytes of a file, or of where a link leads.
    hash: String,
}

/// By what a changed file is known; of a folder only its rights.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Mark {
    Folder(u32),
    Other {
        number: u64,
        mode: u32,
        size: u64,
        changed: (i64, i64),
    },
}

impl Mark {
    fn of(metadata: &Metadata) -> Self {
        if metadata.is_dir() {
            return Self::Folder(metadata.mode());
        }
        Self::Other {
            number: metadata.ino(),
            mode: metadata.mode(),
            size: metadata.size(),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }
}

impl Keeper {
    /// Copies the folder as it is; `copy` is emptied before.
    pub(super) fn of(folder: &Path, copy: &Path) -> io::Result<Self> {
        remove(copy)?;
        fs::create_dir_all(copy)?;
        let mut keeper = Self {
            folder: folder.to_owned(),
            copy: copy.to_owned(),
            known: BTreeMap::new(),
        };
        for (path, mark) in scan(folder)? {
            let hash = put(&folder.join(&path), &copy.join(&path))?;
            keeper.known.insert(path, Known { mark, hash });
        }
        Ok(keeper)
    }

    /// What differs from how it was, relative to the folder.
    pub(super) fn changed(&self) -> io::Result<BTreeSet<PathBuf>> {
        let found = scan(&self.folder)?;
        let is_same = |path: &PathBuf, mark: &Mark| {
            let known = self.known.get(path);
            known.is_some_and(|known| known.mark == *mark)
        };
        let new = found.iter().filter(|(path, mark)| !is_same(path, mark));
        let mut changed: BTreeSet<PathBuf> = new.map(|(path, _)| path.clone()).collect();
        let lost = self.known.keys().filter(|path| !found.contains_key(*path));
        changed.extend(lost.cloned());
        Ok(changed)
    }

    /// Brings back what differs. An error where the copy is not what it was either.
    pub(super) fn restore(&mut self, changed: &BTreeSet<PathBuf>) -> io::Result<()> {
        for path in changed {
            let place = self.folder.join(path);
            let Some(known) = self.known.get_mut(path) else {
                remove(&place)?;
                continue;
            };
            if let Mark::Folder(mode) = known.mark {
                if !fs::symlink_metadata(&place).is_ok_and(|found| found.is_dir()) {
                    remove(&place)?;
                    fs::create_dir(&place)?;
                }
                fs::set_permissions(&place, fs::Permissions::from_mode(mode))?;
                continue;
            }
            remove(&place)?;
            if put(&self.copy.join(path), &place)? != known.hash {
                let reason = format!("the agent's copy of {} was changed", path.display());
                return Err(io::Error::other(reason));
            }
            known.mark = Mark::of(&fs::symlink_metadata(&place)?);
        }
        Ok(())
    }
}

/// Everything below a folder, parents first.
fn scan(folder: &Path) -> io::Result<BTreeMap<PathBuf, Mark>> {
    let mut found = BTreeMap::new();
    let mut waiting = vec![PathBuf::new()];
    while let Some(here) = waiting.pop() {
        for entry in fs::read_dir(folder.join(&here))? {
            let path = here.join(entry?.file_name());
            let metadata = fs::symlink_metadata(folder.join(&path))?;
            if metadata.is_dir() {
                waiting.push(path.clone());
            }
            found.insert(path, Mark::of(&metadata));
        }
    }
    Ok(found)
}

/// Copies one file, link or empty folder; the hash of what was copied. Pipes and the like are left
/// out.
fn put(from: &Path, to: &Path) -> io::Result<String> {
    let metadata = fs::symlink_metadata(from)?;
    if metadata.is_dir() {
        fs::create_dir(to)?;
        return Ok(String::new());
    }
    if metadata.is_symlink() {
        let target = fs::read_link(from)?;
        symlink(&target, to)?;
        return Ok(target.to_string_lossy().into_owned());
    }
    if !metadata.is_file() {
        return Ok(String::new());
    }
    fs::copy(from, to)?;
    // Interpreters hold what they compiled against this time.
    if let (Ok(file), Ok(time)) = (fs::File::open(to), metadata.modified()) {
        file.set_modified(time)?;
    }
    hashing::file(to)
}

pub(super) fn remove(place: &Path) -> io::Result<()> {
    let removed = match fs::symlink_metadata(place) {
        Ok(found) if found.is_dir() => fs::remove_dir_all(place),
        Ok(_) => fs::remove_file(place),
        Err(error) => Err(error),
    };
    match removed {
        // Its folder may be a file again by now.
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ) =>
        {
            Ok(())
        }
        other => other,
    }
}

/// Removes all that a folder holds but entries of these names.
pub(super) fn empty(folder: &Path, kept: &[&str]) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !kept.iter().any(|name| entry.file_name() == *name) {
            remove(&entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_changed_or_removed_is_as_it_was_again() {
        let scratch = tempfile::tempdir().unwrap();
        let (folder, copy) = (scratch.path().join("tree"), scratch.path().join("copy"));
        fs::create_dir_all(folder.join("src")).unwrap();
        for (name, text) in [("src/data", "one"), ("lost", "two"), ("same", "three")] {
            fs::write(folder.join(name), text).unwrap();
        }
        let mut keeper = Keeper::of(&folder, &copy).unwrap();
        assert!(keeper.changed().unwrap().is_empty());
        let time = fs::metadata(folder.join("src/data")).unwrap().modified();
        fs::write(folder.join("src/data"), "1ne").unwrap();
        let file = fs::File::options()
            .write(true)
            .open(folder.join("src/data"));
        file.unwrap().set_modified(time.unwrap()).unwrap();
        fs::remove_file(folder.join("lost")).unwrap();
        fs::create_dir(folder.join("cache")).unwrap();
        fs::write(folder.join("cache/sums"), "4").unwrap();
        let changed = keeper.changed().unwrap();
        let names: Vec<_> = changed.iter().map(|path| path.to_str().unwrap()).collect();
        assert_eq!(names, ["cache", "cache/sums", "lost", "src/data"]);
        keeper.restore(&changed).unwrap();
        assert!(keeper.changed().unwrap().is_empty());
        assert_eq!(fs::read_to_string(folder.join("src/data")).unwrap(), "one");
        assert!(folder.join("lost").exists() && !folder.join("cache").exists());
    }

    #[test]
    fn a_file_that_became_a_folder_is_a_file_again() {
        let scratch = tempfile::tempdir().unwrap();
        let (folder, copy) = (scratch.path().join("tree"), scratch.path().join("copy"));
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("data"), "one").unwrap();
        let mut keeper = Keeper::of(&folder, &copy).unwrap();
        fs::remove_file(folder.join("data")).unwrap();
        fs::create_dir_all(folder.join("data/deep")).unwrap();
        fs::write(folder.join("data/deep/sums"), "4").unwrap();
        let changed = keeper.changed().unwrap();
        keeper.restore(&changed).unwrap();
        assert_eq!(fs::read_to_string(folder.join("data")).unwrap(), "one");
    }

    #[test]
    fn a_folder_is_emptied_but_for_what_is_kept() {
        let scratch = tempfile::tempdir().unwrap();
        for name in ["own", "kept", "home"] {
            fs::create_dir_all(scratch.path().join(name).join("deep")).unwrap();
        }
        empty(scratch.path(), &["own"]).unwrap();
        let left = fs::read_dir(scratch.path()).unwrap().flatten();
        let left: Vec<_> = left.map(|entry| entry.file_name()).collect();
        assert_eq!(left, ["own"]);
    }

    #[test]
    fn a_copy_that_somebody_changed_is_not_taken_for_what_was() {
        let scratch = tempfile::tempdir().unwrap();
        let (folder, copy) = (scratch.path().join("tree"), scratch.path().join("copy"));
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("data"), "one").unwrap();
        let mut keeper = Keeper::of(&folder, &copy).unwrap();
        fs::write(folder.join("data"), "two").unwrap();
        fs::write(copy.join("data"), "two").unwrap();
        let changed = keeper.changed().unwrap();
        assert!(keeper.restore(&changed).is_err());
    }
}
