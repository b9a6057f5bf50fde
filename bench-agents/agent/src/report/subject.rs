//! Where the results of a run belong: suite folder, commit, branch, testbed, machine.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::ci::{self, Job};
use super::{Commit, ForkPoint, PullRequest, git};
use crate::base::clock;
use crate::base::git::Place as GitPlace;
use crate::base::hashing::Hasher;
use crate::machine;
use crate::suite::{Manifest, sources};

/// The only line of history that there is where no repository has branches.
const ONLY_BRANCH: &str = "main";

/// The place of a run in the history.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) commit: Commit,
    pub(crate) branch: String,
    pub(crate) base: Option<ForkPoint>,
    pub(crate) pull_request: Option<PullRequest>,
    pub(crate) testbed: String,
    pub(crate) machine: String,
    pub(crate) tags: BTreeMap<String, String>,
    /// The hash of the suite's sources.
    pub(crate) sources: String,
    /// Which work each benchmark measures, by its name.
    pub(crate) versions: BTreeMap<String, String>,
}

/// What the user says instead of the checkout.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct Overrides {
    /// Commit id to report instead of the CI job's or the checkout's
    #[arg(long, env = "TIDEMARK_COMMIT")]
    pub(crate) commit: Option<String>,
    /// Branch to report instead of the CI job's or the checkout's
    #[arg(long, env = "TIDEMARK_BRANCH")]
    pub(crate) branch: Option<String>,
    /// Testbed that the results belong to [default: the machine's name]
    #[arg(long, env = "TIDEMARK_TESTBED")]
    pub(crate) testbed: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum PlaceError {
    #[error("the sources cannot be read: {0}")]
    Sources(#[from] std::io::Error),
    #[error(
        "no branch is checked out in {folder} (it stands at commit {commit}), and {others}: \
         say which branch is measured with --branch NAME or TIDEMARK_BRANCH"
    )]
    NoBranch {
        folder: String,
        commit: String,
        others: String,
    },
}

impl Place {
    /// A new name for a run of a suite, unlike any other.
    pub(crate) fn run_id(&self, suite: &str, seed: u64) -> String {
        let moment = clock::unix_now().as_nanos().to_string();
        let parts = [
            suite,
            &self.commit.id,
            &self.testbed,
            &self.machine,
            &moment,
        ];
        let hasher = parts.iter().fold(Hasher::default(), |hasher, part| {
            hasher.part(part.as_bytes())
        });
        let mut id = hasher.part(&seed.to_le_bytes()).finish();
        id.truncate(32);
        id
    }
}

/// Finds the place of a run of `manifest`. The suite's content stands in for a commit without git.
pub(crate) fn place(manifest: &Manifest, overrides: &Overrides) -> Result<Place, PlaceError> {
    let finding = Finding {
        at: manifest.place(),
        suite: &manifest.name,
        sources: sources::hash(manifest.place(), &manifest.sources)?,
        checkout: git::checkout(manifest.place(), &manifest.sources),
        job: ci::job(),
    };
    let mut place = finding.place(overrides)?;
    place.versions = versions(manifest)?;
    Ok(place)
}

/// Which work each benchmark of the suite measures.
pub(crate) fn versions(manifest: &Manifest) -> std::io::Result<BTreeMap<String, String>> {
    let each = manifest.benchmarks.iter().map(|benchmark| {
        let version = sources::version_hash(manifest, benchmark)?;
        Ok((benchmark.name.clone(), version))
    });
    each.collect()
}

/// The place of a run that has no suite: that of the checkout around the current folder.
pub(crate) fn place_here(
    sources: String,
    suite: &str,
    overrides: &Overrides,
) -> Result<Place, PlaceError> {
    let at = GitPlace::of(Path::new("."));
    let finding = Finding {
        at,
        suite,
        sources,
        checkout: git::around(at),
        job: ci::job(),
    };
    finding.place(overrides)
}

/// What is known before it is decided whom to believe: the user, then the CI job, then git.
struct Finding<'a> {
    at: GitPlace<'a>,
    suite: &'a str,
    sources: String,
    checkout: Option<git::Checkout>,
    job: Option<Job>,
}

impl Finding<'_> {
    fn place(self, overrides: &Overrides) -> Result<Place, PlaceError> {
        let job = self.job_of_checkout().cloned().unwrap_or_default();
        let commit = self.commit(overrides, &job);
        let branch = self.branch(overrides, &job)?;
        let mut tags = BTreeMap::new();
        let is_dirty = self.checkout.as_ref().is_some_and(|found| found.is_dirty);
        if overrides.commit.is_none() && is_dirty {
            tags.insert("checkout".to_owned(), "changed since the commit".to_owned());
        }
        let machine = machine::host_name();
        Ok(Place {
            base: self.base(&job, &commit.id),
            pull_request: pull_request(&job),
            commit,
            branch,
            testbed: overrides.testbed.clone().unwrap_or_else(|| machine.clone()),
            machine,
            tags,
            sources: self.sources,
            versions: BTreeMap::new(),
        })
    }

    /// The CI job, unless it speaks of another commit than the one that is checked out around the
    /// suite: then the suite lies in another repository, or the job went to another commit.
    fn job_of_checkout(&self) -> Option<&Job> {
        let job = self.job.as_ref()?;
        let Some(checkout) = &self.checkout else {
            return Some(job);
        };
        let head = checkout.commit.id.as_str();
        let names_none = job.checked_out.is_empty() && job.commit.is_empty();
        (names_none || [&job.checked_out, &job.commit].contains(&&head.to_owned())).then_some(job)
    }

    fn commit(&self, overrides: &Overrides, job: &Job) -> Commit {
        let head = self.checkout.as_ref().map(|found| &found.commit);
        let said = overrides.commit.clone();
        let wanted = said.or_else(|| Some(job.commit.clone()).filter(|id| !id.is_empty()));
        match (wanted, head) {
            (Some(id), Some(head)) if head.id.starts_with(id.as_str()) => head.clone(),
            (Some(id), head) => {
                let known = head.and_then(|_| git::commit(self.at, &id));
                // A release that is called as a tag is not the commit that the tag names.
                known.filter(|known| known.id == id).unwrap_or(Commit {
                    id,
                    ..Commit::default()
                })
            }
            (None, Some(head)) => head.clone(),
            (None, None) => from_content(self.suite, &self.sources),
        }
    }

    fn branch(&self, overrides: &Overrides, job: &Job) -> Result<String, PlaceError> {
        let said = overrides.branch.clone();
        let said = said.or_else(|| Some(job.branch.clone()).filter(|name| !name.is_empty()));
        let Some(checkout) = &self.checkout else {
            return Ok(said.unwrap_or_else(|| ONLY_BRANCH.to_owned()));
        };
        let known = said.or_else(|| checkout.branch.clone());
        known.ok_or_else(|| PlaceError::NoBranch {
            folder: absolute(self.at.folder).display().to_string(),
            commit: checkout.commit.id.chars().take(12).collect(),
            others: self.what_the_job_says(),
        })
    }

    fn what_the_job_says(&self) -> String {
        match &self.job {
            None => "no CI system that is known here has set its variables".to_owned(),
            Some(job) if self.job_of_checkout().is_some() => {
                format!(
                    "{} names no branch for this job (a tag, perhaps)",
                    job.system
                )
            }
            Some(job) => format!("{} speaks of another commit, {}", job.system, job.commit),
        }
    }

    fn base(&self, job: &Job, commit: &str) -> Option<ForkPoint> {
        let branch = Some(job.base.clone()).filter(|name| !name.is_empty())?;
        let said = Some(job.merge_base.clone()).filter(|id| !id.is_empty());
        let by_git = || git::merge_base(self.at, commit, &branch);
        Some(ForkPoint {
            commit: said.or_else(by_git),
            branch,
        })
    }
}

fn pull_request(job: &Job) -> Option<PullRequest> {
    Some(PullRequest {
        number: job.pull_request?,
        url: Some(job.pull_request_url.clone()).filter(|url| !url.is_empty()),
    })
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
