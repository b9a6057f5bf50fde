//! Journals of runs under way: whose each is, and whether it still fits.
//!
//! Those of runs by hand have one place for each user of a machine, found whatever a run's flags are;
//! those of the service lie in its spool.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::precautions;
use super::session::Session;
use crate::base::AGENT;
use crate::base::files::write_whole;
use crate::base::hashing::Hasher;
use crate::machine::{Fingerprint, Root};
use crate::measure::{Journal, Line};
use crate::suite::Mode;

const UNFINISHED: &str = "unfinished";
/// Enough to tell the folders of one user's suites apart.
const SHORT_HASH: usize = 8;

/// After a longer break a run says too little about any one moment.
pub(crate) const LONGEST_BREAK: Duration = Duration::from_secs(24 * 3600);

/// What must be the same for a run to go on; the words are those of the sentence that says what
/// is not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Identity {
    agent: String,
    sources: String,
    commit: String,
    variants: String,
    pace: String,
    pinning: String,
    precautions: String,
    machine: String,
    boot: String,
}

/// The first line of a journal.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Header {
    identity: Identity,
    run_id: String,
    seed: u64,
    started_at: String,
}

/// A journal ready for a run, and what is to be said about it.
pub(crate) struct Opened {
    pub(crate) journal: Journal,
    /// The run whose journal this one takes the place of: it will not go on.
    pub(crate) given_up: Option<String>,
    pub(crate) said: Vec<String>,
}

/// A folder of journals.
pub(crate) struct Journals(PathBuf);

impl Journals {
    pub(crate) fn new(folder: PathBuf) -> io::Result<Self> {
        fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }

    /// Those of all runs that this user starts by hand.
    pub(crate) fn of_user() -> io::Result<Self> {
        let state = precautions::state_folder().unwrap_or_else(|| PathBuf::from(".tidemark-agent"));
        Self::new(state.join(UNFINISHED))
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.0
    }

    /// Goes on with the journal of an earlier life of this run, if it fits; begins one otherwise.
    /// The session takes over seed, id and beginning of the run that goes on; any other run begins
    /// now, when its turn has come.
    pub(crate) fn open(&self, session: &mut Session, is_fresh: bool) -> io::Result<Opened> {
        let path = self.path(session, session.plan.mode);
        let name = session.manifest.name.clone();
        let identity = identity(session);
        let mut said = self.of_other_modes(session);
        let found = Earlier::read(&path);
        let given_up = found.run_id();
        match found {
            _ if is_fresh => said.clear(),
            Found::Nothing => {}
            Found::Earlier(earlier) if !earlier.has_rounds() => {}
            Found::Broken => said.push(format!(
                "{name}: cut short; begins again, since its journal cannot be read"
            )),
            Found::Earlier(earlier) => match earlier.hindrance(&identity, session.asked_seed) {
                None => return earlier.go_on(&path, session),
                Some(why) => said.push(format!(
                    "{name}: begun at {} and cut short; begins again, since {why}",
                    earlier.header.started_at
                )),
            },
        }
        session.start_now();
        let journal = begin(&path, session, identity)?;
        Ok(Opened {
            journal,
            given_up,
            said,
        })
    }

    /// Runs of the same suite that were cut short in another mode, which this one does not touch.
    fn of_other_modes(&self, session: &Session) -> Vec<String> {
        let others = Mode::value_variants().iter();
        let others = others.filter(|mode| **mode != session.plan.mode);
        let waiting = others.filter_map(|mode| {
            let path = self.path(session, *mode);
            let Found::Earlier(earlier) = Earlier::read(&path) else {
                return None;
            };
            (earlier.has_rounds() && earlier.age <= LONGEST_BREAK).then(|| {
                format!(
                    "{}: begins in {} mode; the {mode} run begun at {} and cut short waits for --{mode}",
                    session.manifest.name,
                    session.plan.mode.name(),
                    earlier.header.started_at,
                    mode = mode.name()
                )
            })
        });
        waiting.collect()
    }

    /// The run's report is safe: its journal has done its work.
    pub(crate) fn remove(&self, session: &Session) -> io::Result<()> {
        match fs::remove_file(self.path(session, session.plan.mode)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Removes what is too old to be gone on with, then the folder, if it holds nothing any more.
    pub(crate) fn tidy(&self) {
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            if age(&path) > LONGEST_BREAK {
                let _ = fs::remove_file(path);
            }
        }
        // A folder that holds something cannot be removed, and is of use.
        if fs::remove_dir(&self.0).is_ok() {
            let _ = self.0.parent().map(fs::remove_dir);
        }
    }

    /// Of suites of one name in several checkouts each has its own.
    fn path(&self, session: &Session, mode: Mode) -> PathBuf {
        let folder = &session.manifest.folder;
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.clone());
        let mut hash = Hasher::default()
            .part(folder.as_os_str().as_encoded_bytes())
            .finish();
        hash.truncate(SHORT_HASH);
        let name = &session.manifest.name;
        self.0.join(format!("{name}-{}-{hash}.jsonl", mode.name()))
    }
}

/// What an earlier life of the agent left.
struct Earlier {
    header: Header,
    lines: Vec<Line>,
    /// The length of the lines that are whole.
    length: u64,
    /// Time since the last line was written.
    age: Duration,
}

/// What lies where a journal would.
enum Found {
    Nothing,
    Broken,
    Earlier(Box<Earlier>),
}

impl Found {
    fn run_id(&self) -> Option<String> {
        match self {
            Self::Earlier(earlier) => Some(earlier.header.run_id.clone()),
            Self::Nothing | Self::Broken => None,
        }
    }
}

impl Earlier {
    fn read(path: &Path) -> Found {
        match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Found::Nothing,
            Err(_) => Found::Broken,
            Ok(text) => Self::parse(&text, path)
                .map_or(Found::Broken, |earlier| Found::Earlier(Box::new(earlier))),
        }
    }

    /// Reads up to the first line that is not whole: the round in which the agent was killed.
    fn parse(text: &[u8], path: &Path) -> Option<Self> {
        let mut whole = text
            .split_inclusive(|byte| *byte == b'\n')
            .filter(|line| line.ends_with(b"\n"));
        let first = whole.next()?;
        let header = serde_json::from_slice(first).ok()?;
        let mut length = first.len();
        let mut lines = Vec::new();
        for line in whole {
            let Ok(read) = serde_json::from_slice(line) else {
                break;
            };
            lines.push(read);
            length += line.len();
        }
        Some(Self {
            header,
            lines,
            length: length as u64,
            age: age(path),
        })
    }

    /// What was cut short before its first round left nothing.
    fn has_rounds(&self) -> bool {
        self.lines.iter().any(|line| matches!(line, Line::Round(_)))
    }

    fn hindrance(&self, now: &Identity, seed: Option<u64>) -> Option<&'static str> {
        let then = &self.header.identity;
        let reasons = [
            (then.agent != now.agent, "the agent is another build"),
            (
                then.sources != now.sources,
                "the suite's files have changed",
            ),
            (then.commit != now.commit, "the commit is another"),
            (
                then.variants != now.variants,
                "other variants are to be measured",
            ),
            (then.pace != now.pace, "it is to end after other rounds"),
            (
                seed.is_some_and(|seed| seed != self.header.seed),
                "another seed is asked for",
            ),
            (
                then.pinning != now.pinning,
                "programs are pinned to other processors",
            ),
            (
                then.precautions != now.precautions,
                "other tuning, checks or limits of a veto are asked for",
            ),
            (then.boot != now.boot, "the machine was restarted meanwhile"),
            (
                then.machine != now.machine,
                "the machine's kernel or settings have changed",
            ),
            (self.age > LONGEST_BREAK, "that is more than a day ago"),
        ];
        let found = reasons.iter().find(|(is_so, _)| *is_so);
        found.map(|(_, reason)| *reason)
    }

    fn go_on(self, path: &Path, session: &mut Session) -> io::Result<Opened> {
        let file = OpenOptions::new().append(true).open(path)?;
        file.set_len(self.length)?;
        session.plan.seed = self.header.seed;
        session.run_id = self.header.run_id;
        session.started_at = self.header.started_at;
        let journal = Journal::in_file(file, self.lines);
        let count = journal.finished_rounds();
        let sentence = format!(
            "{}: goes on after {count} finished rounds of the run begun at {}",
            session.manifest.name, session.started_at
        );
        Ok(Opened {
            journal,
            given_up: None,
            said: vec![sentence],
        })
    }
}

/// Time since a file was last written.
pub(crate) fn age(path: &Path) -> Duration {
    let modified = fs::metadata(path).and_then(|facts| facts.modified()).ok();
    modified
        .and_then(|time| time.elapsed().ok())
        .unwrap_or_default()
}

fn begin(path: &Path, session: &Session, identity: Identity) -> io::Result<Journal> {
    let header = Header {
        identity,
        run_id: session.run_id.clone(),
        seed: session.plan.seed,
        started_at: session.started_at.clone(),
    };
    let mut line = serde_json::to_vec(&header)?;
    line.push(b'\n');
    write_whole(path, &line)?;
    let file: File = OpenOptions::new().append(true).open(path)?;
    Ok(Journal::in_file(file, Vec::new()))
}

fn identity(session: &Session) -> Identity {
    let Session { plan, place, .. } = session;
    // The time that is left may change between two lives; the rounds are good for any.
    let pace = (plan.rounds, plan.warmup, &plan.narrowing);
    let variants = format!("{:?} {}", plan.variants, plan.layouts);
    let variants = Hasher::default().part(variants.as_bytes());
    let precautions = &session.precautions;
    Identity {
        agent: build(),
        sources: place.sources.clone(),
        commit: place.commit.id.clone(),
        variants: variants.finish(),
        pace: format!("{pace:?}"),
        pinning: session.pinning.place(),
        precautions: format!(
            "{:?} {:?} {:?} {:?} {:?}",
            precautions.tune,
            precautions.skip,
            precautions.veto(),
            precautions.confinement.kind(),
            precautions.confinement.image()
        ),
        machine: machine(),
        boot: Root::of_this_machine()
            .text("/proc/sys/kernel/random/boot_id")
            .unwrap_or_default(),
    }
}

/// The version, and which program file it is: two builds of one version may measure differently.
pub(crate) fn build() -> String {
    let facts = fs::metadata("/proc/self/exe");
    let file = facts.and_then(|facts| Ok((facts.len(), facts.modified()?)));
    format!("{AGENT} {:?}", file.ok())
}

fn machine() -> String {
    let facts = Fingerprint::take().flat();
    let hasher = facts
        .iter()
        .fold(Hasher::default(), |hasher, (name, fact)| {
            hasher
                .part(name.as_bytes())
                .part(fact.to_string().as_bytes())
        });
    hasher.finish()
}
