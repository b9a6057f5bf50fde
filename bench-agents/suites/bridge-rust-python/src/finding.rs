//! What a sample shows that its figures alone would hide.

use crate::{experiment::Experiment, load::Measured};

/// In line for one: at most so many requests are inside the handler at a time...
const ONE_AT_A_TIME: f64 = 1.25;
/// ...and at least so many, or it is not the handler that holds them up.
const HELD_UP: f64 = 0.3;
/// Little's law: so much of the connections must be found waiting at the median.
const ALL_WAIT: f64 = 0.5;
/// A request that waits for others waits for several of them.
const SEVERAL: f64 = 4.0;
/// An open loop below this share of its rate does not keep up.
const KEEPS_UP: f64 = 0.95;

/// Mean number of requests inside the handler at a time: Little's law for the handler alone.
pub(crate) fn handlers_at_once(requests_per_second: f64, alone_s: f64) -> f64 {
    requests_per_second * alone_s
}

pub(crate) fn findings(
    experiment: &Experiment,
    measured: &Measured,
    alone_s: Option<f64>,
) -> Vec<String> {
    let serialised = alone_s.and_then(|alone| serialised(experiment, measured, alone));
    serialised
        .into_iter()
        .chain(saturated(experiment, measured))
        .collect()
}

/// Requests that stand in line although their handler only waits.
///
/// In a closed loop requests/s × latency is always about the connections. What tells a line from
/// requests served at once is how many of them are inside the handler meanwhile.
fn serialised(experiment: &Experiment, measured: &Measured, alone_s: f64) -> Option<String> {
    let (rate, p50) = (measured.requests_per_second(), measured.percentile(50.0));
    let inside = handlers_at_once(rate, alone_s);
    let connections = experiment.load.connections;
    let waiting = rate * p50;
    let in_line = (HELD_UP..=ONE_AT_A_TIME).contains(&inside)
        && p50 >= SEVERAL * alone_s
        && waiting >= ALL_WAIT * f64::from(u32::try_from(connections).unwrap_or(u32::MAX));
    (experiment.load.rate.is_none() && in_line).then(|| {
        // No measured figure: the agent counts samples that say the same.
        format!(
            "serialised: requests/s × P50 comes near the {connections} connections, while one \
             request at a time is inside the handler: they wait for one another"
        )
    })
}

fn saturated(experiment: &Experiment, measured: &Measured) -> Option<String> {
    let offered = experiment.load.rate?;
    let rate = measured.requests_per_second();
    (rate < KEEPS_UP * offered).then(|| {
        let share = KEEPS_UP * 100.0;
        format!("saturated: fewer than {share:.0} % of {offered:.0} requests/s were answered")
    })
}
