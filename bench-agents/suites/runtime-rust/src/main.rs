//! Makes the data sets, or runs one search and prints its outcome as one JSON line.

use std::{process::ExitCode, time::Instant};

use anyhow::{Context, Result};
use runtime_rust::{
    answer::Answer,
    cli::{self, Action, Source},
    data_set::{self, Spec},
    discovery,
    engines::Engine,
    outcome::Outcome,
    receipt,
    search::Search,
};

#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("runtime-rust: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    match cli::parse(std::env::args().skip(1))? {
        Action::Help => print!("{}", cli::USAGE),
        Action::Version => println!("{}", receipt::text(&allocator())),
        Action::Prepare(specs) => prepare(&specs)?,
        Action::Search {
            engine,
            source,
            query,
        } => println!("{}", search(engine, &source, &query)?),
    }
    Ok(())
}

fn prepare(specs: &[&Spec]) -> Result<()> {
    let root = data_set::root();
    for spec in specs {
        let state = data_set::prepare(spec, &root)
            .with_context(|| format!("data set {} is not ready", spec.name))?;
        println!(
            "{}: {} files, {:.1} MB, {state}",
            spec.name,
            spec.files,
            spec.megabytes()
        );
    }
    Ok(())
}

fn search(engine: Engine, source: &Source, query: &str) -> Result<Outcome> {
    let directory = match source {
        Source::DataSet(spec) => data_set::find(spec, &data_set::root())?,
        Source::Directory(path) => path.clone(),
    };
    let start = Instant::now();
    let files = discovery::json_lines_files(&directory)?;
    let search = Search::new(query, files.len());
    let file_count = files.len();
    let hits = engine.run(files, &search)?;
    let answer = Answer::of(hits, file_count);
    let search_time = start.elapsed();
    Ok(Outcome {
        answer,
        search_time,
        threads_peak: search.threads_peak(),
    })
}

/// The number of arenas the allocator really has: those asked for and one for huge allocations.
fn allocator() -> String {
    tikv_jemalloc_ctl::arenas::narenas::read().map_or_else(
        |_| "jemalloc".to_owned(),
        |arenas| format!("jemalloc with {arenas} arenas"),
    )
}
