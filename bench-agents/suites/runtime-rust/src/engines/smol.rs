//! One task per file on smol's global executor, each file searched by the `blocking` pool.
//!
//! This is where `BLOCKING_MAX_THREADS` acts. The pool reads it once, adds a thread while more than
//! five files wait per idle thread, and so grows with the number of files, up to the limit.

use std::path::PathBuf;

use ::smol::{
    channel::{self, Receiver, Sender},
    future, unblock,
};

use super::BUFFER;
use crate::{
    hit::Hit,
    search::{Search, SearchError},
};

/// Hits that may wait for the collector.
pub(super) const CHANNEL: usize = 1024;

pub(super) fn run(files: Vec<PathBuf>, search: &Search) -> Result<Vec<Hit>, SearchError> {
    let (sender, receiver) = channel::bounded(CHANNEL);
    ::smol::block_on(async {
        let tasks: Vec<_> = files
            .into_iter()
            .map(|file| ::smol::spawn(search_file(file, search.clone(), sender.clone())))
            .collect();
        drop(sender);
        let (hits, outcome) = future::zip(collect(receiver), join(tasks)).await;
        outcome.map(|()| hits)
    })
}

async fn search_file(
    file: PathBuf,
    search: Search,
    sender: Sender<Hit>,
) -> Result<(), SearchError> {
    let hits = unblock(move || search.file(file, BUFFER)).await?;
    send(hits, &sender).await
}

pub(super) async fn send(hits: Vec<Hit>, sender: &Sender<Hit>) -> Result<(), SearchError> {
    for hit in hits {
        sender.send(hit).await.map_err(|_| SearchError::BrokenOff)?;
    }
    Ok(())
}

pub(super) async fn collect(receiver: Receiver<Hit>) -> Vec<Hit> {
    let mut hits = Vec::new();
    while let Ok(hit) = receiver.recv().await {
        hits.push(hit);
    }
    hits
}

pub(super) async fn join(
    tasks: Vec<::smol::Task<Result<(), SearchError>>>,
) -> Result<(), SearchError> {
    for task in tasks {
        task.await?;
    }
    Ok(())
}
