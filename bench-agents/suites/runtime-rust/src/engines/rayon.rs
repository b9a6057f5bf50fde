//! Work stealing over a fixed pool of one thread per core; hits go through a standard channel.

use std::{io, path::PathBuf, sync::mpsc};

use ::rayon::{
    ThreadPoolBuilder,
    iter::{IntoParallelIterator, ParallelIterator},
};

use super::{BUFFER, cores};
use crate::{
    hit::Hit,
    search::{Search, SearchError},
};

pub(super) fn run(files: Vec<PathBuf>, search: &Search) -> Result<Vec<Hit>, SearchError> {
    // The size is given, so that RAYON_NUM_THREADS in a user's shell changes nothing.
    let pool = ThreadPoolBuilder::new()
        .num_threads(cores())
        .build()
        .map_err(|error| SearchError::Start(io::Error::other(error)))?;
    let (sender, receiver) = mpsc::channel();
    pool.install(|| {
        files
            .into_par_iter()
            .try_for_each_with(sender, |sender, file| {
                for hit in search.file(file, BUFFER)? {
                    sender.send(hit).map_err(|_| SearchError::BrokenOff)?;
                }
                Ok(())
            })
    })?;
    Ok(receiver.into_iter().collect())
}
