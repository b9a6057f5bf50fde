//! Makes the data sets, sweeps the pool, or runs one search and prints its outcome as a JSON line.

use std::process::ExitCode;

use anyhow::{Context, Result};
use runtime_rust::{
    cli::{self, Action, Handout, Source},
    data_set::{self, Spec},
    job::Job,
    pool::{Choice, Limit, VARIABLE},
    receipt, sweep,
    units::UnitEngine,
};

// A sanitizer sees only what the system's malloc gives out.
#[cfg(not(sanitized))]
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
        Action::Sweep {
            specs,
            again,
            rounds,
        } => sweep(&specs, again, rounds)?,
        Action::Search {
            handout,
            source,
            query,
        } => search(handout, &source, query)?,
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

fn sweep(specs: &[&Spec], again: bool, rounds: usize) -> Result<()> {
    let (root, receipt) = (data_set::root(), receipt::text(&allocator()));
    for spec in specs {
        data_set::find(spec, &root)?;
        let kept = Choice::read(&root, spec, &receipt).filter(|_| !again);
        let state = if kept.is_some() { "kept" } else { "swept" };
        let choice = match kept {
            Some(choice) => choice,
            None => sweep::sweep(spec, &root, &receipt, rounds)?,
        };
        choice
            .write(&root, spec)
            .with_context(|| format!("cannot keep the sweep in {}", root.display()))?;
        println!("{}: {state}, {choice}", spec.name);
    }
    Ok(())
}

fn search(handout: Handout, source: &Source, query: String) -> Result<()> {
    let directory = match source {
        Source::DataSet(spec) => data_set::find(spec, &data_set::root())?,
        Source::Directory(path) => path.clone(),
    };
    let limit = limit(handout, source);
    let job = Job {
        directory,
        query,
        handout,
    };
    let mut outcome = job.run()?;
    if uses_smols_pool(handout) {
        outcome.pool_limit = limit.threads();
        outcome.finding = limit.finding();
    }
    println!("{outcome}");
    Ok(())
}

/// Sets the limit that the last sweep chose, if that is wanted.
fn limit(handout: Handout, source: &Source) -> Limit {
    let (Handout::Units { swept: true, .. }, Source::DataSet(spec)) = (handout, source) else {
        return Limit::given();
    };
    let choice = Choice::read(&data_set::root(), spec, &receipt::text(&allocator()));
    let limit = Limit::swept(choice);
    if let Some(threads) = limit.threads() {
        set_limit(threads);
    }
    limit
}

/// The pool can be told its size by the environment only.
#[expect(unsafe_code, reason = "the environment is the pool's only setting")]
fn set_limit(threads: usize) {
    // SAFETY: the process has one thread yet: no engine was started, and the allocator has no
    // background threads, so nobody reads the environment meanwhile.
    unsafe { std::env::set_var(VARIABLE, threads.to_string()) };
}

fn uses_smols_pool(handout: Handout) -> bool {
    matches!(
        handout,
        Handout::Units {
            engine: UnitEngine::Smol,
            ..
        }
    )
}

/// The number of arenas the allocator really has: those asked for and one for huge allocations.
fn allocator() -> String {
    tikv_jemalloc_ctl::arenas::narenas::read().map_or_else(
        |_| "jemalloc".to_owned(),
        |arenas| format!("jemalloc with {arenas} arenas"),
    )
}
