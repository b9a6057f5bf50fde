//! The service's log.

use crate::base::clock;

/// One line of the service's log, with the time.
pub(crate) fn log(sentence: &str) {
    eprintln!("{} {sentence}", clock::now());
}
