//! A repository whose own configuration git does not read, so that no program that it names runs.
//!
//! Git takes the configuration from the common folder of a repository. It is told another one, which
//! holds a few settings of how files are stored, and links to the references.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{DirBuilderExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use ring::rand::{SecureRandom as _, SystemRandom};
use rustix::fs::{FlockOperation, Mode, OFlags, flock};

const NAME: &str = "tidemark-disarmed-";
/// How commits and files are stored, by which they are read and compared; none names a program.
const HARMLESS: [&str; 9] = [
    "core.repositoryformatversion",
    "core.filemode",
    "core.symlinks",
    "core.ignorecase",
    "core.precomposeunicode",
    "core.autocrlf",
    "core.eol",
    "extensions.objectformat",
    "extensions.refstorage",
];
const LINKED: [&str; 5] = ["refs", "packed-refs", "reftable", "shallow", "info"];

/// What git is told instead of being let look; its own folder goes with it.
#[derive(Debug)]
pub(crate) struct Disarmed {
    common: Folder,
    variables: Vec<(&'static str, OsString)>,
}

impl Disarmed {
    /// The repository around a folder, found without asking git; nothing where there is none.
    pub(crate) fn around(folder: &Path) -> io::Result<Option<Self>> {
        let folder = folder.canonicalize()?;
        let mut around = folder.ancestors();
        let Some(top) = around.find(|place| place.join(".git").exists()) else {
            return Ok(None);
        };
        let common = new_folder(&std::path::absolute(std::env::temp_dir())?)?;
        let own = match led_to(&top.join(".git"), "gitdir:") {
            Ok(own) => own,
            Err(error) if is_absence(&error) => return Ok(Some(Self::of_none(common))),
            Err(error) => return Err(error),
        };
        let shared = led_to(&own.join("commondir"), "").unwrap_or_else(|_| own.clone());
        let variables = [
            ("GIT_DIR", own.into_os_string()),
            ("GIT_COMMON_DIR", common.path.clone().into_os_string()),
            (
                "GIT_OBJECT_DIRECTORY",
                shared.join("objects").into_os_string(),
            ),
            ("GIT_WORK_TREE", top.as_os_str().to_owned()),
            // Nothing is fetched, and no index is rewritten.
            ("GIT_NO_LAZY_FETCH", "1".into()),
            ("GIT_OPTIONAL_LOCKS", "0".into()),
        ];
        let made = Self {
            common,
            variables: variables.into(),
        };
        fs::write(
            made.common.path.join("config"),
            harmless(&shared.join("config"))?,
        )?;
        for name in LINKED {
            if shared.join(name).exists() {
                symlink(shared.join(name), made.common.path.join(name))?;
            }
        }
        Ok(Some(made))
    }

    /// Where a file names a repository that is not there, such as one that is not mounted: git finds
    /// none in an empty folder, and looks for no other.
    fn of_none(common: Folder) -> Self {
        let variables = [("GIT_DIR", common.path.clone().into_os_string())];
        Self {
            common,
            variables: variables.into(),
        }
    }

    pub(crate) fn variables(&self) -> impl Iterator<Item = (&'static str, OsString)> {
        self.variables.iter().cloned()
    }
}

/// A folder that goes with this value. It is locked as long, which also ends with a killed agent.
#[derive(Debug)]
struct Folder {
    path: PathBuf,
    #[allow(dead_code, reason = "closing it ends the lock")]
    lock: OwnedFd,
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

fn is_absence(error: &io::Error) -> bool {
    use io::ErrorKind::{NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory)
}

/// Where a file of git leads that names a folder, after a word; a folder leads to itself.
fn led_to(place: &Path, word: &str) -> io::Result<PathBuf> {
    if place.is_dir() {
        return place.canonicalize();
    }
    let text = fs::read_to_string(place)?;
    let named = text.strip_prefix(word).map(str::trim);
    let named = named.ok_or_else(|| io::Error::other("its .git names no folder"))?;
    let from = place.parent().unwrap_or(place);
    from.join(named).canonicalize()
}

/// A configuration with the harmless settings of another one.
fn harmless(file: &Path) -> io::Result<String> {
    let mut git = Command::new("git");
    // Nowhere in a repository, whose configuration would be read as well.
    let git = git.current_dir("/").args(["config", "--no-includes", "-z"]);
    let output = git.arg("--file").arg(file).arg("--list").output()?;
    let listed = String::from_utf8_lossy(&output.stdout).into_owned();
    let entries = listed
        .split('\0')
        .filter_map(|entry| entry.split_once('\n'));
    let is_plain = |value: &str| value.chars().all(|sign| sign.is_ascii_alphanumeric());
    let kept = entries.filter(|(name, value)| HARMLESS.contains(name) && is_plain(value));
    Ok(kept
        .filter_map(|(name, value)| {
            let (section, name) = name.split_once('.')?;
            Some(format!("[{section}]\n\t{name} = {value}\n"))
        })
        .collect())
}

/// A folder that only this user can enter. Those of agents that were killed go.
fn new_folder(parent: &Path) -> io::Result<Folder> {
    for entry in fs::read_dir(parent)?.flatten() {
        if entry.file_name().to_string_lossy().starts_with(NAME) {
            remove_unused(&entry.path());
        }
    }
    folder_named(parent, random_name)
}

/// Process ids say nothing of whether one is in use: containers that share the folder have their
/// own, and give out the same ones at each start.
fn remove_unused(folder: &Path) {
    let Ok(lock) = opened(folder) else {
        return;
    };
    if flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok() {
        let _ = fs::remove_dir_all(folder);
    }
}

/// The first folder that can be made under one of these names.
fn folder_named(
    parent: &Path,
    mut next_name: impl FnMut() -> io::Result<String>,
) -> io::Result<Folder> {
    let mut private = fs::DirBuilder::new();
    private.mode(0o700);
    loop {
        let path = parent.join(next_name()?);
        match private.create(&path) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(error),
        }
        // An agent that cleans up may have come in between, and then has removed it.
        let lock = match opened(&path) {
            Ok(lock) => lock,
            Err(error) if is_absence(&error) => continue,
            Err(error) => return Err(error),
        };
        // Where a file system has no locks, no agent gets one to remove it.
        let _ = rustix::io::retry_on_intr(|| flock(&lock, FlockOperation::LockExclusive));
        if path.exists() {
            return Ok(Folder { path, lock });
        }
    }
}

fn opened(folder: &Path) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(rustix::fs::open(folder, flags, Mode::empty())?)
}

fn random_name() -> io::Result<String> {
    let mut bytes = [0; 8];
    let filled = SystemRandom::new().fill(&mut bytes);
    filled.map_err(|_| io::Error::other("the system gives no random numbers"))?;
    Ok(format!("{NAME}{:016x}", u64::from_ne_bytes(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_in_use_stays_and_one_of_a_killed_agent_goes() {
        let parent = tempfile::tempdir().unwrap();
        // Its process seems to live: another one has its id, as in a container that restarted.
        let left = parent.path().join(format!("{NAME}{}", std::process::id()));
        fs::create_dir(&left).unwrap();
        fs::write(left.join("config"), "").unwrap();
        let used = new_folder(parent.path()).unwrap();
        assert!(!left.exists());
        let further = new_folder(parent.path()).unwrap();
        assert!(used.path.exists() && further.path.exists());
        let paths = [used.path.clone(), further.path.clone()];
        drop((used, further));
        assert!(paths.iter().all(|path| !path.exists()));
    }

    #[test]
    fn a_name_that_is_taken_is_passed_over() {
        let parent = tempfile::tempdir().unwrap();
        fs::create_dir(parent.path().join("taken")).unwrap();
        let mut names = ["taken", "free"].into_iter();
        let next_name = || Ok(names.next().unwrap().to_owned());
        let made = folder_named(parent.path(), next_name).unwrap();
        assert_eq!(made.path, parent.path().join("free"));
        assert!(parent.path().join("taken").exists());
    }
}
