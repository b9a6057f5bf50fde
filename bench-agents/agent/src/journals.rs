//! Journals of runs under way, in the spool: whose each is, and whether it still fits.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::assembly::AGENT;
use crate::clock;
use crate::hashing::Hasher;
use crate::machine::{Fingerprint, Root};
use crate::measure::{Journal, Line};
use crate::session::Session;
use crate::spool;

/// Keeps git from taking for new files what is gone soon.
const IGNORED: &str = ".gitignore";

/// After a longer break a run says too little about any one moment.
pub(crate) const LONGEST_BREAK: Duration = Duration::from_secs(24 * 3600);

/// What must be the same for a run to go on; the words are those of the sentence that says what
/// is not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Identity {
    agent: String,
    sources: String,
    commit: String,
    place: String,
    plan: String,
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
    pub(crate) sentence: Option<String>,
}

/// The folder of all journals of one spool.
pub(crate) struct Journals(PathBuf);

impl Journals {
    pub(crate) fn new(folder: PathBuf) -> io::Result<Self> {
        fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }

    /// Those in a folder whose own place must be there already.
    pub(crate) fn within(around: &Path) -> io::Result<Self> {
        match fs::create_dir(around) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        // In a suite's own folder it is no source of the suite.
        fs::write(around.join(IGNORED), "*\n")?;
        Self::new(around.join("journal"))
    }

    /// Goes on with the journal of an earlier life of this run, if it fits; begins one otherwise.
    /// The session takes over seed, id and beginning of the run that goes on; any other run begins
    /// now, when its turn has come.
    pub(crate) fn open(&self, session: &mut Session, is_fresh: bool) -> io::Result<Opened> {
        let path = self.path(session);
        let name = session.manifest.name.clone();
        let identity = identity(session);
        let sentence = match Earlier::read(&path) {
            _ if is_fresh => None,
            Found::Nothing => None,
            Found::Broken => Some(format!(
                "{name}: cut short; begins anew, since its journal cannot be read"
            )),
            Found::Earlier(earlier) => match earlier.hindrance(&identity, session.asked_seed) {
                None => return earlier.go_on(&path, session),
                Some(why) => Some(format!(
                    "{name}: begun at {} and cut short; begins anew, since {why}",
                    earlier.header.started_at
                )),
            },
        };
        session.started_at = clock::now();
        let journal = begin(&path, session, identity)?;
        Ok(Opened { journal, sentence })
    }

    /// The run's report is safe: its journal has done its work.
    pub(crate) fn remove(&self, session: &Session) -> io::Result<()> {
        match fs::remove_file(self.path(session)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Removes the folder, and the one around it, if they hold nothing any more.
    pub(crate) fn remove_if_empty(&self) {
        // A folder that holds something cannot be removed, and is of use.
        let is_gone = fs::remove_dir(&self.0).is_ok();
        if let Some(around) = self.0.parent().filter(|_| is_gone) {
            let left = fs::read_dir(around).map_or(0, Iterator::count);
            if left == 1 {
                let _ = fs::remove_file(around.join(IGNORED));
            }
            let _ = fs::remove_dir(around);
        }
    }

    fn path(&self, session: &Session) -> PathBuf {
        let mode = session.plan.mode.name();
        self.0
            .join(format!("{}-{mode}.jsonl", session.manifest.name))
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
                then.place != now.place,
                "branch, testbed or machine are others",
            ),
            (then.plan != now.plan, "what is to be measured has changed"),
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
            sentence: (count > 0).then_some(sentence),
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
    spool::write_whole(path, &line)?;
    let file: File = OpenOptions::new().append(true).open(path)?;
    Ok(Journal::in_file(file, Vec::new()))
}

fn identity(session: &Session) -> Identity {
    let Session { plan, place, .. } = session;
    let mut same_seed = plan.clone();
    same_seed.seed = 0;
    let plan = Hasher::default().part(format!("{same_seed:?}").as_bytes());
    let place_of = [&place.branch, &place.testbed, &place.machine].map(String::as_str);
    let precautions = &session.precautions;
    Identity {
        agent: build(),
        sources: place.sources.clone(),
        commit: place.commit.id.clone(),
        place: place_of.join(" "),
        plan: plan.finish(),
        pinning: session.pinning.place(),
        precautions: format!(
            "{:?} {:?} {:?}",
            precautions.tune,
            precautions.skip,
            precautions.veto()
        ),
        machine: machine(),
        boot: Root::of_this_machine()
            .text("/proc/sys/kernel/random/boot_id")
            .unwrap_or_default(),
    }
}

/// The version, and which program file it is: two builds of one version may measure differently.
fn build() -> String {
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
