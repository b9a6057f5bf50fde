//! Where the results of a run belong: suite folder, commit, branch, testbed, machine.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{Commit, git};
use crate::machine;
use crate::suite::{Manifest, sources};

const DEFAULT_BRANCH: &str = "main";

/// The place of a run in the history.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) commit: Commit,
    pub(crate) branch: String,
    pub(crate) testbed: String,
    pub(crate) machine: String,
    pub(crate) tags: BTreeMap<String, String>,
    /// The hash of the suite's sources.
    pub(crate) sources: String,
}

/// What the user says instead of the checkout.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct Overrides {
    /// Commit id to report instead of the checkout's
    #[arg(long)]
    pub(crate) commit: Option<String>,
    /// Branch to report instead of the checkout's
    #[arg(long)]
    pub(crate) branch: Option<String>,
    /// Testbed that the results belong to [default: the machine's name]
    #[arg(long)]
    pub(crate) testbed: Option<String>,
}

/// Finds the place of a run of `manifest`. The suite's content stands in for a commit without git.
pub(crate) fn place(manifest: &Manifest, overrides: &Overrides) -> std::io::Result<Place> {
    let sources = sources::hash(&manifest.folder, &manifest.sources)?;
    let checkout = git::checkout(&manifest.folder, &manifest.sources);
    Ok(placed(sources, checkout, &manifest.name, overrides))
}

/// The place of a run that has no suite: that of the checkout around the current folder.
pub(crate) fn place_here(sources: String, suite: &str, overrides: &Overrides) -> Place {
    placed(sources, git::around(Path::new(".")), suite, overrides)
}

fn placed(
    sources: String,
    checkout: Option<git::Checkout>,
    suite: &str,
    overrides: &Overrides,
) -> Place {
    let mut tags = BTreeMap::new();
    if overrides.commit.is_none() && checkout.as_ref().is_some_and(|found| found.is_dirty) {
        tags.insert("checkout".to_owned(), "changed since the commit".to_owned());
    }
    let (known, branch) = checkout.map_or((None, None), |found| (Some(found.commit), found.branch));
    let commit = match (&overrides.commit, known) {
        (Some(id), Some(known)) if known.id.starts_with(id.as_str()) => known,
        (Some(id), _) => Commit {
            id: id.clone(),
            ..Commit::default()
        },
        (None, Some(known)) => known,
        (None, None) => from_content(suite, &sources),
    };
    let machine = machine::host_name();
    let testbed = overrides.testbed.clone().unwrap_or_else(|| machine.clone());
    let branch = overrides
        .branch
        .clone()
        .or(branch)
        .unwrap_or_else(|| DEFAULT_BRANCH.to_owned());
    Place {
        commit,
        branch,
        testbed,
        machine,
        tags,
        sources,
    }
}

fn from_content(suite: &str, sources: &str) -> Commit {
    let id = format!("content-{}", &sources[..16]);
    let subject = format!("Content of the suite {suite}");
    Commit {
        id,
        subject: Some(subject),
        ..Commit::default()
    }
}

#[derive(Debug, thiserror::Error)]
#[error(
    "no suite '{name}': neither a folder with a suite.toml nor a suite in {searched}. \
     Name a folder, or the folder that holds the suites with --suites"
)]
pub(crate) struct NoSuchSuite {
    name: String,
    searched: String,
}

/// The folder of a suite named by its folder, its suite.toml, or its name within `folders`.
pub(crate) fn find(name: &str, folders: &[PathBuf]) -> Result<PathBuf, NoSuchSuite> {
    let given = Path::new(name);
    let candidates = [
        given.to_owned(),
        given.parent().map(Path::to_owned).unwrap_or_default(),
    ];
    let direct = if given.ends_with("suite.toml") {
        &candidates[1]
    } else {
        &candidates[0]
    };
    let named = folders.iter().map(|folder| folder.join(name));
    let found = std::iter::once(absolute(direct))
        .chain(named)
        .find(|c| c.join("suite.toml").is_file());
    found
        .map(|folder| absolute(&folder))
        .ok_or_else(|| NoSuchSuite::among(name, folders))
}

impl NoSuchSuite {
    fn among(name: &str, folders: &[PathBuf]) -> Self {
        let searched: Vec<String> = folders.iter().map(|f| f.display().to_string()).collect();
        Self {
            name: name.to_owned(),
            searched: searched.join(", "),
        }
    }
}

/// Every suite in `folders`, by name; the same folder counts once.
pub(crate) fn all(folders: &[PathBuf]) -> Result<Vec<PathBuf>, NoSuchSuite> {
    let entries = folders.iter().filter_map(|folder| folder.read_dir().ok());
    let inside = entries.flatten().flatten().map(|entry| entry.path());
    let suites = inside.filter(|folder| folder.join("suite.toml").is_file());
    let mut found: Vec<PathBuf> = suites
        .filter_map(|folder| folder.canonicalize().ok())
        .collect();
    found.sort_by(|one, other| one.file_name().cmp(&other.file_name()).then(one.cmp(other)));
    found.dedup();
    if found.is_empty() {
        return Err(NoSuchSuite::among("*", folders));
    }
    Ok(found)
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
