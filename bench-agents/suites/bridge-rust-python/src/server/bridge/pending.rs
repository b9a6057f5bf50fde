//! A request that Python has: ends with its answer, or tells Python that nobody waits.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use super::{exchange::Exchange, state::Key};
use crate::call::Answer;

pub(crate) struct Pending {
    exchange: Arc<Exchange>,
    key: Key,
    answered: bool,
}

impl Pending {
    pub(super) fn new(exchange: Arc<Exchange>, key: Key) -> Self {
        Self {
            exchange,
            key,
            answered: false,
        }
    }
}

impl Future for Pending {
    type Output = Answer;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Answer> {
        let Some(answer) = self.exchange.poll(self.key, context.waker()) else {
            return Poll::Pending;
        };
        self.answered = true;
        Poll::Ready(answer)
    }
}

impl Drop for Pending {
    /// hyper drops what it serves as soon as the client has gone.
    fn drop(&mut self) {
        if !self.answered {
            self.exchange.abandon(self.key);
        }
    }
}
