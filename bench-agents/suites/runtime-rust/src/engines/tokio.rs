//! A multi-thread runtime; each file is one `spawn_blocking`, two per core at a time.

use std::{future::Future, path::PathBuf, sync::Arc};

use ::tokio::{
    runtime::Builder,
    sync::{
        Semaphore,
        mpsc::{self, Sender},
    },
    task::{JoinHandle, spawn_blocking},
};

use super::{BUFFER, cores};
use crate::{
    hit::Hit,
    search::{Search, SearchError},
};

/// Hits that may wait for the collector.
const CHANNEL: usize = 100;

pub(super) fn run(files: Vec<PathBuf>, search: &Search) -> Result<Vec<Hit>, SearchError> {
    run_with(files, search, |file, search| async move {
        spawn_blocking(move || search.file(file, BUFFER))
            .await
            .map_err(|_| SearchError::BrokenOff)?
    })
}

/// Starts a runtime and searches every file with `search_file`, which both tokio engines share.
pub(super) fn run_with<F, Fut>(
    files: Vec<PathBuf>,
    search: &Search,
    search_file: F,
) -> Result<Vec<Hit>, SearchError>
where
    F: Fn(PathBuf, Search) -> Fut,
    Fut: Future<Output = Result<Vec<Hit>, SearchError>> + Send + 'static,
{
    let runtime = Builder::new_multi_thread()
        .worker_threads(cores())
        .build()
        .map_err(SearchError::Start)?;
    runtime.block_on(async {
        let permits = Arc::new(Semaphore::new(2 * cores()));
        let (sender, mut receiver) = mpsc::channel(CHANNEL);
        let tasks: Vec<_> = files
            .into_iter()
            .map(|file| {
                let hits = search_file(file, search.clone());
                ::tokio::spawn(with_permit(hits, Arc::clone(&permits), sender.clone()))
            })
            .collect();
        drop(sender);
        let mut hits = Vec::new();
        while let Some(hit) = receiver.recv().await {
            hits.push(hit);
        }
        join(tasks).await.map(|()| hits)
    })
}

async fn with_permit(
    hits: impl Future<Output = Result<Vec<Hit>, SearchError>> + Send,
    permits: Arc<Semaphore>,
    sender: Sender<Hit>,
) -> Result<(), SearchError> {
    let permit = permits
        .acquire()
        .await
        .map_err(|_| SearchError::BrokenOff)?;
    let hits = hits.await?;
    drop(permit);
    for hit in hits {
        sender.send(hit).await.map_err(|_| SearchError::BrokenOff)?;
    }
    Ok(())
}

async fn join(tasks: Vec<JoinHandle<Result<(), SearchError>>>) -> Result<(), SearchError> {
    for task in tasks {
        task.await.map_err(|_| SearchError::BrokenOff)??;
    }
    Ok(())
}
