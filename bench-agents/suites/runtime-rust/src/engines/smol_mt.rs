//! An executor run by one thread per core, with a semaphore that keeps the `blocking` pool small.

use std::{
    future::pending,
    io,
    path::PathBuf,
    sync::{Arc, OnceLock},
    thread,
};

use ::smol::{
    Executor,
    channel::{self, Sender},
    future,
    lock::Semaphore,
    unblock,
};

use super::{
    cores,
    smol::{CHANNEL, collect, join, send},
};
use crate::{
    hit::Hit,
    search::{Search, SearchError},
};

/// Twice that of the other engines.
const BUFFER: usize = 128 * 1024;

static EXECUTOR: Executor<'static> = Executor::new();

pub(super) fn run(files: Vec<PathBuf>, search: &Search) -> Result<Vec<Hit>, SearchError> {
    start_threads().map_err(SearchError::Start)?;
    let permits = Arc::new(Semaphore::new(2 * cores()));
    let (sender, receiver) = channel::bounded(CHANNEL);
    ::smol::block_on(async {
        let tasks: Vec<_> = files
            .into_iter()
            .map(|file| {
                let permits = Arc::clone(&permits);
                EXECUTOR.spawn(search_file(file, search.clone(), permits, sender.clone()))
            })
            .collect();
        drop(sender);
        let (hits, outcome) = future::zip(collect(receiver), join(tasks)).await;
        outcome.map(|()| hits)
    })
}

async fn search_file(
    file: PathBuf,
    search: Search,
    permits: Arc<Semaphore>,
    sender: Sender<Hit>,
) -> Result<(), SearchError> {
    let permit = permits.acquire().await;
    let hits = unblock(move || search.file(file, BUFFER)).await?;
    drop(permit);
    send(hits, &sender).await
}

/// Starts the executor's threads once per process; they end with it.
fn start_threads() -> io::Result<()> {
    static STARTED: OnceLock<()> = OnceLock::new();
    if STARTED.set(()).is_err() {
        return Ok(());
    }
    for number in 0..cores() {
        thread::Builder::new()
            .name(format!("smol-mt-{number}"))
            .spawn(|| ::smol::block_on(EXECUTOR.run(pending::<()>())))?;
    }
    Ok(())
}
