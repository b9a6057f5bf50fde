//! `run` with several suites, or with a server: each report is kept or sent before the next suite.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;

use super::cli::RunArguments;
use super::completed::{GOES_ON, save_profiles, show, wanted};
use super::{NOT_DONE, VETOED, exit_code, named_server, print, suites};
use crate::base::progress::{Progress, SharedStatus};
use crate::delivery::spool::Spool;
use crate::process::Stop;
use crate::report::ci;
use crate::run::config::Config;
use crate::run::journals::Journals;
use crate::run::queue::{self, Asked, Ledger, Queue, Row, State};
use crate::run::run_lock::{RunLock, RunLockGuard};
use crate::run::session::{Request, SessionError};
use crate::serve::Courier;

const DEFAULT_FOLDER: &str = "reports";
/// Within the folder of the reports; gone as soon as it holds nothing.
const SPOOL: &str = ".spool";
/// Within the configured spool, which belongs to the service.
const OWN_SPOOL: &str = "run";
/// How often a server that does not answer is asked at the end.
const ATTEMPTS: usize = 5;

/// Where reports go.
struct Places {
    folder: Option<PathBuf>,
    spool: PathBuf,
    courier: Option<Courier>,
}

pub(super) fn execute(arguments: &RunArguments) -> anyhow::Result<ExitCode> {
    let (config, file) = arguments.server.configuration()?;
    let folders = suites(&arguments.suite, &config)?;
    let stop = Stop::on_signals()?;
    let mut progress = Progress::new(SharedStatus::default());
    let request = wanted(arguments, &config);
    let _queue = lock(&folders, &request, &stop, &mut progress)?;
    let mut places = places(arguments, &config, file.as_deref())?;
    let spool = Spool::open(&places.spool)?;
    let journals = Journals::of_user().context("cannot write the journal")?;
    let asked = Asked::new(&request, &folders, &places.text());
    let is_fresh = arguments.queue.fresh;
    let mut queue = Queue {
        ledger: Ledger::open(journals.folder(), request.mode, asked, is_fresh),
        request,
        trigger: arguments.trigger.unwrap_or_else(ci::trigger),
        is_fresh,
        stop: &stop,
        spool: &spool,
        journals,
        folder: places.folder.clone(),
        is_sending: places.courier.is_some(),
    };
    if let Some(sentence) = queue.ledger.said() {
        progress.say(sentence);
    }
    let mut rows = Vec::new();
    for (index, folder) in folders.iter().enumerate() {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        progress.say(&format!("suite {} of {}: {name}", index + 1, folders.len()));
        let shown = |session: &_, completed: &_| {
            show(session, completed, arguments.metrics)?;
            save_profiles(arguments, completed)
        };
        match queue.suite(folder, &mut progress, shown) {
            Err(error) if queue::is_stop(&error) => {
                eprintln!("{GOES_ON}");
                return Ok(ExitCode::from(crate::base::STOPPED));
            }
            row => rows.push(row?),
        }
        if let Some(courier) = &mut places.courier {
            courier.hurry();
            courier.deliver(&spool, &stop)?;
        }
    }
    queue.ledger.remove()?;
    queue.journals.tidy();
    let waiting = deliver_rest(&spool, &mut places, &stop)?;
    print(&format!("\n{}", queue::table(&rows)))?;
    let refused = places.courier.as_ref().map_or(0, Courier::refused);
    say_where(&places, waiting, refused)?;
    spool.remove_if_empty();
    Ok(code(&rows, waiting + refused))
}

/// One run of several suites at a time: a second one would take the first for one that was cut short.
fn lock(
    folders: &[PathBuf],
    request: &Request,
    stop: &Stop,
    progress: &mut Progress,
) -> anyhow::Result<Option<RunLockGuard>> {
    let count = folders.len();
    if count < 2 {
        return Ok(None);
    }
    let what = format!("{count} suites ({})", request.mode.name());
    let guard = RunLock::of_queues().acquire(&what, stop, |sentence| progress.say(sentence));
    Ok(Some(guard.map_err(SessionError::Stopped)?))
}

impl Places {
    /// Where the reports of suites that are done have gone.
    fn text(&self) -> String {
        let folder = self.folder.as_ref().map(std::path::absolute);
        let server = self.courier.as_ref().map(Courier::address);
        format!("{folder:?} {server:?}")
    }
}

fn places(
    arguments: &RunArguments,
    config: &Config,
    file: Option<&Path>,
) -> anyhow::Result<Places> {
    let wanted = &arguments.queue;
    let is_sending = wanted.upload || (!wanted.no_upload && config.server.is_some());
    let mut courier = None;
    if is_sending {
        let server = named_server(&arguments.server, config)?;
        let source = file.map_or_else(String::new, |file| format!(" (from {})", file.display()));
        eprintln!("reports go to {}{source}", server.address());
        let first_retry = Duration::from_millis(arguments.server.first_retry_ms);
        courier = Some(Courier::new(server, first_retry));
    }
    let named = wanted.output_folder.clone();
    let folder = named.or_else(|| (!is_sending).then(|| PathBuf::from(DEFAULT_FOLDER)));
    if let Some(folder) = &folder {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let own = config.spool.as_ref().map(|spool| spool.join(OWN_SPOOL));
    let beside = folder.as_deref().unwrap_or(Path::new(".")).join(SPOOL);
    let spool = wanted.spool.clone().or(own).unwrap_or(beside);
    std::fs::create_dir_all(&spool)
        .with_context(|| format!("cannot make the folder {}", spool.display()))?;
    Ok(Places {
        folder,
        spool,
        courier,
    })
}

/// Sends what is left; how many reports still wait afterwards.
fn deliver_rest(spool: &Spool, places: &mut Places, stop: &Stop) -> anyhow::Result<usize> {
    let Some(courier) = &mut places.courier else {
        return Ok(0);
    };
    for _ in 0..ATTEMPTS {
        if spool.pending()?.is_empty() || stop.wait(courier.until_due()) {
            break;
        }
        courier.deliver(spool, stop)?;
    }
    Ok(spool.pending()?.len())
}

fn say_where(places: &Places, waiting: usize, refused: usize) -> anyhow::Result<()> {
    if let Some(folder) = &places.folder {
        print(&format!("reports: {}\n", folder.display()))?;
    }
    if waiting > 0 {
        let pending = places.spool.join("pending");
        let (subject, verb, them) = if waiting == 1 {
            ("report", "waits", "it")
        } else {
            ("reports", "wait", "them")
        };
        print(&format!(
            "{waiting} {subject} could not be sent and {verb} in {}; the next run sends {them}, or \
             tidemark-agent upload\n",
            pending.display()
        ))?;
    }
    if refused > 0 {
        let kept = places.spool.join("refused");
        let said = if refused == 1 {
            "report was refused for good; it is kept in"
        } else {
            "reports were refused for good; they are kept in"
        };
        print(&format!(
            "{refused} {said} {} with the reasons\n",
            kept.display()
        ))?;
    }
    Ok(())
}

fn code(rows: &[Row], unsent: usize) -> ExitCode {
    if unsent > 0 || rows.iter().any(|row| row.state == State::Broken) {
        ExitCode::from(NOT_DONE)
    } else if rows.iter().any(|row| row.state == State::Vetoed) {
        ExitCode::from(VETOED)
    } else {
        exit_code(rows.iter().any(Row::has_failed))
    }
}
