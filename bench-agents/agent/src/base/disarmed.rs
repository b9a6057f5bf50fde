//! A repository whose own configuration git does not read, so that no program that it names runs.
//!
//! Git takes the configuration from the common folder of a repository. It is told another one, which
//! holds a few settings of how files are stored, and links to the references.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

const NAME: &str = "tidemark-git-";
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
    common: PathBuf,
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
        let own = led_to(&top.join(".git"), "gitdir:")?;
        let shared = led_to(&own.join("commondir"), "").unwrap_or_else(|_| own.clone());
        let common = new_folder()?;
        let variables = [
            ("GIT_DIR", own.into_os_string()),
            ("GIT_COMMON_DIR", common.clone().into_os_string()),
            (
                "GIT_OBJECT_DIRECTORY",
                shared.join("objects").into_os_string(),
            ),
            ("GIT_WORK_TREE", top.as_os_str().to_owned()),
            // Nothing is fetched, and no index is written anew.
            ("GIT_NO_LAZY_FETCH", "1".into()),
            ("GIT_OPTIONAL_LOCKS", "0".into()),
        ];
        let made = Self {
            common,
            variables: variables.into(),
        };
        fs::write(
            made.common.join("config"),
            harmless(&shared.join("config"))?,
        )?;
        for name in LINKED {
            if shared.join(name).exists() {
                symlink(shared.join(name), made.common.join(name))?;
            }
        }
        Ok(Some(made))
    }

    pub(crate) fn variables(&self) -> impl Iterator<Item = (&'static str, OsString)> {
        self.variables.iter().cloned()
    }
}

impl Drop for Disarmed {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.common);
    }
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
fn new_folder() -> io::Result<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let parent = std::path::absolute(std::env::temp_dir())?;
    for entry in fs::read_dir(&parent)?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let owner = name
            .strip_prefix(NAME)
            .and_then(|rest| rest.split('-').next());
        if owner.is_some_and(|owner| !Path::new("/proc").join(owner).exists()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = parent.join(format!("{NAME}{}-{count}", std::process::id()));
    let mut private = fs::DirBuilder::new();
    private.mode(0o700).create(&folder)?;
    Ok(folder)
}
