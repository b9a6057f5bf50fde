//! A place for one order in flight, with the connection that it keeps.

use std::{net::SocketAddr, time::Duration};

use anyhow::{Context, Result};
use tokio::time::timeout;

use crate::{connection::Connection, order::Order, plan::Reuse};

/// An order without answer for so long has failed.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub struct Lane {
    address: SocketAddr,
    reuse: Reuse,
    kept: Option<Connection>,
}

impl Lane {
    #[must_use]
    pub fn new(address: SocketAddr, reuse: Reuse) -> Self {
        Self {
            address,
            reuse,
            kept: None,
        }
    }

    /// Sends one order and establishes that it was accepted.
    pub async fn send(&mut self, order: &Order) -> Result<()> {
        let answered = timeout(PATIENCE, self.exchange(order)).await;
        answered.with_context(|| format!("no answer in {} s", PATIENCE.as_secs()))?
    }

    /// A connection is kept only if the order on it was accepted.
    async fn exchange(&mut self, order: &Order) -> Result<()> {
        let mut connection = match self.kept.take() {
            Some(kept) => kept,
            None => Connection::open(self.address, self.reuse).await?,
        };
        let answer = connection.exchange(order.body()).await?;
        order.check(&answer)?;
        if self.reuse == Reuse::KeepAlive {
            self.kept = Some(connection);
        }
        Ok(())
    }
}
