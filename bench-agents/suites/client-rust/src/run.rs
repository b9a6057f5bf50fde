//! A whole run: warm-up, measured part, outcome.

use std::{net::SocketAddr, sync::Arc, time::Instant};

use anyhow::Result;
use tokio::{
    runtime::{Builder, Runtime},
    task::JoinSet,
};

use crate::{
    cpu_time::cpu_seconds,
    lane::Lane,
    order::{Kind, Order},
    outcome::{Outcome, Success},
    plan::{Mode, Plan},
    schedule::Schedule,
};

/// Runs the plan on a runtime of its own.
pub fn run(plan: Plan, address: SocketAddr) -> Result<Outcome> {
    runtime(plan.threads)?.block_on(async {
        let lanes = warm_up(plan, address).await?;
        measure(plan, lanes).await
    })
}

fn runtime(threads: usize) -> std::io::Result<Runtime> {
    let mut builder = match threads {
        1 => Builder::new_current_thread(),
        _ => Builder::new_multi_thread(),
    };
    builder.worker_threads(threads).enable_all().build()
}

/// Opens the lanes; each sends its part of the warm-up, and keeps its connection.
async fn warm_up(plan: Plan, address: SocketAddr) -> Result<Vec<Lane>> {
    let mut tasks = JoinSet::new();
    for first in (1..).take(plan.connections) {
        let mut lane = Lane::new(address, plan.reuse);
        tasks.spawn(async move {
            for number in (first..=plan.warm_up).step_by(plan.connections) {
                let order = Order::new(plan.seed, Kind::WarmUp, number);
                // Told when it happens to an order that counts.
                let _ = lane.send(&order).await;
            }
            lane
        });
    }
    joined(tasks).await
}

async fn measure(plan: Plan, lanes: Vec<Lane>) -> Result<Outcome> {
    let (began, cpu) = (Instant::now(), cpu_seconds());
    let schedule = Arc::new(Schedule::new(plan, began));
    let pacer = tokio::spawn(pace(Arc::clone(&schedule)));
    let mut tasks = JoinSet::new();
    for lane in lanes {
        tasks.spawn(drive(lane, Arc::clone(&schedule), began, plan.seed));
    }
    let mut successes: Vec<_> = joined(tasks).await?.into_iter().flatten().collect();
    let cpu_seconds = cpu_seconds() - cpu;
    pacer.abort();
    successes.sort_unstable();
    Ok(outcome(plan, successes, began, cpu_seconds))
}

async fn pace(schedule: Arc<Schedule>) {
    if let Err(error) = schedule.pace().await {
        eprintln!("client-rust: no timer for the open loop: {error}");
    }
}

/// Sends orders one after the other as long as there are any.
async fn drive(mut lane: Lane, schedule: Arc<Schedule>, began: Instant, seed: u32) -> Vec<Success> {
    let mut successes = Vec::new();
    while let Some((number, start)) = schedule.next().await {
        let order = Order::new(seed, Kind::Measured, number);
        match lane.send(&order).await {
            Ok(()) => successes.push(success(began, start)),
            Err(error) => schedule.fail(number, &error),
        }
    }
    successes
}

fn success(began: Instant, start: Instant) -> Success {
    let now = Instant::now();
    Success {
        end: now - began,
        latency: now - start,
    }
}

fn outcome(plan: Plan, successes: Vec<Success>, began: Instant, cpu_seconds: f64) -> Outcome {
    let ended = successes
        .last()
        .map_or_else(|| began.elapsed(), |last| last.end);
    let succeeded = u32::try_from(successes.len()).unwrap_or(u32::MAX);
    let rate = match plan.mode {
        Mode::Closed => None,
        Mode::Open { rate } => Some(rate),
    };
    Outcome {
        successes,
        errors: plan.orders.saturating_sub(succeeded),
        seconds: ended.as_secs_f64(),
        cpu_seconds,
        rate,
    }
}

async fn joined<T: 'static>(mut tasks: JoinSet<T>) -> Result<Vec<T>> {
    let mut values = Vec::with_capacity(tasks.len());
    while let Some(value) = tasks.join_next().await {
        values.push(value?);
    }
    Ok(values)
}
