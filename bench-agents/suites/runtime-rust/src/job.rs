//! One search from file discovery to the sorted first page, timed.

use std::{path::PathBuf, time::Instant};

use anyhow::Result;

use crate::{
    answer::Answer,
    cli::Handout,
    discovery::{json_lines_files, sized_files},
    engines::Engine,
    outcome::Outcome,
    pieces,
    search::Search,
    units::{Parsing, UnitEngine, UnitSearch},
};

/// What to search, for what, and how the work is handed out.
#[derive(Debug)]
pub struct Job {
    pub directory: PathBuf,
    pub query: String,
    pub handout: Handout,
}

impl Job {
    pub fn run(&self) -> Result<Outcome> {
        match self.handout {
            Handout::Files(engine) => self.files(engine),
            Handout::Units {
                engine,
                parsing,
                bytes,
                ..
            } => self.units(engine, parsing, bytes),
        }
    }

    fn files(&self, engine: Engine) -> Result<Outcome> {
        let start = Instant::now();
        let files = json_lines_files(&self.directory)?;
        let search = Search::new(&self.query, files.len());
        let file_count = files.len();
        let hits = engine.run(files, &search)?;
        let answer = Answer::of(hits, file_count);
        Ok(Outcome::new(answer, start.elapsed(), search.threads_peak()))
    }

    fn units(&self, engine: UnitEngine, parsing: Parsing, bytes: u64) -> Result<Outcome> {
        let start = Instant::now();
        let files = sized_files(&self.directory)?;
        let file_count = files.len();
        let units = pieces::plan(files, bytes);
        let unit_count = units.len();
        let search = UnitSearch::new(&self.query, unit_count, parsing);
        let hits = engine.run(units, &search)?;
        let answer = Answer::of(hits, file_count);
        let mut outcome = Outcome::new(answer, start.elapsed(), search.threads_peak());
        outcome.units = Some(unit_count);
        Ok(outcome)
    }
}
