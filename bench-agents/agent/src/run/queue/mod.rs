//! Several suites, one after the other, each report kept or sent before the next suite begins.
//! `ledger` remembers what is done, so that a killed queue goes on; `row` is a line of the last table.

mod ledger;
mod row;

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;

use crate::base::files::write_whole;

pub(crate) use ledger::{Asked, Ledger};
pub(crate) use row::{Row, State, table};

use crate::base::error_chain::with_causes;
use crate::base::progress::Progress;
use crate::delivery::spool::Spool;
use crate::process::Stop;
use crate::report::Trigger;
use crate::run::journals::Journals;
use crate::run::run_lock::RunLock;
use crate::run::session::{Completed, Request, Session, SessionError};

/// Everything that the suites of a queue share.
pub(crate) struct Queue<'a> {
    pub(crate) request: Request,
    pub(crate) trigger: Trigger,
    pub(crate) is_fresh: bool,
    pub(crate) stop: &'a Stop,
    pub(crate) spool: &'a Spool,
    pub(crate) journals: Journals,
    pub(crate) ledger: Ledger,
    /// Where each report is written, if it is.
    pub(crate) folder: Option<PathBuf>,
    pub(crate) is_sending: bool,
}

impl Queue<'_> {
    /// Measures one suite, or takes from the ledger what became of it; `show` sees the results
    /// before the report is kept. An error other than a stop is a row.
    pub(crate) fn suite(
        &mut self,
        folder: &Path,
        progress: &mut Progress,
        show: impl FnOnce(&Session, &Completed) -> anyhow::Result<()>,
    ) -> anyhow::Result<Row> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        match self.measured(folder, progress, show) {
            Ok(row) => Ok(row),
            Err(error) if is_stop(&error) => Err(error),
            Err(error) => {
                progress.finished();
                let text = with_causes(&error);
                progress.say(&format!("{name}: {text}"));
                Ok(Row::broken(&name, text))
            }
        }
    }

    fn measured(
        &mut self,
        folder: &Path,
        progress: &mut Progress,
        show: impl FnOnce(&Session, &Completed) -> anyhow::Result<()>,
    ) -> anyhow::Result<Row> {
        let mut session = Session::prepare(folder, &self.request)?;
        let name = session.manifest.name.clone();
        if let Some(row) = self.ledger.done(&name, &session.place.sources) {
            progress.say(&format!("{name}: done before the run was cut short"));
            return Ok(row.clone());
        }
        let _lock = RunLock::of_machine()
            .acquire(&session.shown(), self.stop, |sentence| {
                progress.say(sentence);
            })
            .map_err(SessionError::Stopped)?;
        let mut opened = self
            .journals
            .open(&mut session, self.is_fresh)
            .context("cannot write the journal")?;
        for sentence in &opened.said {
            progress.say(sentence);
        }
        let began = Instant::now();
        let completed = session.run(self.trigger, self.stop, progress, &mut opened.journal)?;
        let row = Row::measured(&session, &completed, began.elapsed().as_secs_f64());
        show(&session, &completed)?;
        self.save(&session, &completed)?;
        self.ledger.add(row.clone())?;
        self.journals.remove(&session)?;
        Ok(row)
    }

    fn save(&self, session: &Session, completed: &Completed) -> anyhow::Result<()> {
        if let Some(vetoed) = &completed.vetoed {
            let aside = self.spool.set_aside(&session.run_id, &vetoed.document);
            let aside = aside.context("cannot save the samples of a vetoed run")?;
            eprintln!("the samples are kept in {}", aside.display());
        }
        if let Some(folder) = &self.folder {
            let mode = session.plan.mode.name();
            let path = folder.join(format!("{}-{mode}.json", session.manifest.name));
            write_whole(&path, &serde_json::to_vec_pretty(&completed.report)?)
                .with_context(|| format!("cannot write the report {}", path.display()))?;
        }
        if self.is_sending {
            let document = serde_json::to_vec(&completed.report)?;
            self.spool.add(&session.run_id, &document)?;
            if let Some(control) = &completed.control {
                let document = serde_json::to_vec(control)?;
                self.spool.add(&control.idempotency_key, &document)?;
            }
        }
        Ok(())
    }
}

pub(crate) fn is_stop(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<SessionError>();
    error.is_some_and(|error| matches!(error, SessionError::Stopped(_)))
}
