//! The sample line: what the server saw, what the client claims, and whether they agree.

use anyhow::Result;
use serde_json::{Map, Value, json};

use crate::{claim::Claim, course, histogram, percentiles::percentile, tally::Count};

/// Percentiles and the number of orders from which on each says something.
const PERCENTILES: [(&str, f64, usize); 5] = [
    ("latency_p50", 0.5, 1),
    ("latency_p90", 0.9, 1),
    ("latency_p99", 0.99, 1),
    ("latency_p999", 0.999, 1000),
    ("latency_max", 1.0, 1),
];
/// A lower share of the rate that was asked for is told as a finding, without the share itself:
/// equal sentences of many samples are counted together.
const KEPT_UP: f64 = 0.95;

/// Everything that is known when a client has ended.
#[derive(Debug)]
pub struct Evidence {
    pub claim: Claim,
    pub latencies: Vec<u64>,
    /// When each order of `latencies` ended, since the measured part began; empty if not told.
    pub ends: Vec<u64>,
    pub count: Count,
    /// CPU time of the server.
    pub server_cpu_seconds: f64,
}

impl Evidence {
    /// The sample line.
    pub fn line(mut self) -> Result<String> {
        let courses = course::courses(&self.ends, &self.latencies, self.speed())?;
        self.latencies.sort_unstable();
        let line = json!({
            "answer": self.answer(),
            "metrics": self.metrics(),
            "histograms": { "latency": histogram::encode(&self.latencies)? },
            "findings": self.findings(),
            "courses": courses,
        });
        Ok(line.to_string())
    }

    /// Depends on the orders alone, unless server and client disagree.
    #[must_use]
    pub fn answer(&self) -> String {
        let Claim { orders, errors, .. } = self.claim;
        let Count {
            measured,
            checksum,
            refused,
            ..
        } = self.count;
        let latencies = self.latencies.len() as u64;
        let mut answer = format!("orders={measured} errors={errors} checksum={checksum:016x}");
        let doubts = [
            (orders != measured, " claimed=", orders),
            (latencies != orders, " latencies=", latencies),
            (refused > 0, " refused=", refused),
        ];
        for (_, name, number) in doubts.into_iter().filter(|(is_so, ..)| *is_so) {
            answer.push_str(name);
            answer.push_str(&number.to_string());
        }
        answer
    }

    fn metrics(&self) -> Map<String, Value> {
        let mut metrics = self.claim.metrics.clone();
        metrics.insert("errors".to_owned(), self.claim.errors.into());
        metrics.insert(
            "connections_opened".to_owned(),
            self.count.connections.into(),
        );
        let numbers = self.percentiles().chain(self.mean()).chain(self.rates());
        metrics.extend(numbers.map(|(name, number)| (name.to_owned(), number.into())));
        metrics
    }

    /// In seconds.
    fn percentiles(&self) -> impl Iterator<Item = (&'static str, f64)> {
        PERCENTILES.into_iter().filter_map(|(name, share, least)| {
            let is_told = self.latencies.len() >= least;
            let nanoseconds = percentile(&self.latencies, share).filter(|_| is_told)?;
            Some((name, nanoseconds / 1e9))
        })
    }

    /// In seconds; not of none.
    fn mean(&self) -> Option<(&'static str, f64)> {
        let orders = to_float(self.latencies.len() as u64);
        let sum: f64 = self.latencies.iter().copied().map(to_float).sum();
        (orders > 0.0).then(|| ("latency_mean", sum / orders / 1e9))
    }

    /// What is divided by the number of orders, or by the time they took; not of none.
    fn rates(&self) -> impl Iterator<Item = (&'static str, f64)> {
        let orders = to_float(self.claim.orders);
        let served = to_float(self.count.measured + self.count.warm_up);
        [
            (self.speed(), orders / self.claim.seconds),
            ("cpu_per_order", self.claim.cpu_seconds / orders),
            ("server_cpu_per_order", self.server_cpu_seconds / served),
        ]
        .into_iter()
        .filter(|(_, number)| number.is_finite())
    }

    /// The metric of a closed loop, or of an open one.
    fn speed(&self) -> &'static str {
        match self.claim.rate {
            Some(_) => "achieved_rate",
            None => "requests_per_second",
        }
    }

    fn findings(&self) -> Vec<String> {
        let mut findings = self.claim.findings.clone();
        let achieved = to_float(self.claim.orders) / self.claim.seconds;
        if let Some(rate) = self.claim.rate.filter(|rate| achieved < KEPT_UP * rate) {
            findings.push(format!("saturated: fewer than 95 % of {rate} orders/s"));
        }
        findings
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "exact below 104 days of nanoseconds"
)]
fn to_float(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw;

    fn evidence(orders: u32) -> Evidence {
        Evidence {
            claim: Claim {
                orders: orders.into(),
                seconds: 0.5,
                cpu_seconds: 0.25,
                ..Claim::default()
            },
            latencies: (1..=orders)
                .rev()
                .map(|order| u64::from(order) * 1000)
                .collect(),
            ends: Vec::new(),
            count: Count {
                connections: 7,
                measured: orders.into(),
                warm_up: 100,
                refused: 0,
                checksum: draw::checksum(1, orders),
            },
            server_cpu_seconds: 0.11,
        }
    }

    fn sample(evidence: Evidence) -> Value {
        serde_json::from_str(&evidence.line().unwrap()).unwrap()
    }

    #[test]
    fn the_answer_of_an_honest_client_is_the_one_of_the_contract() {
        let expected = "orders=1000 errors=0 checksum=353668ea2dd1af65";
        assert_eq!(evidence(1000).answer(), expected);
    }

    #[test]
    fn every_disagreement_makes_another_answer() {
        let expected = evidence(100).answer();
        let lies: [fn(&mut Evidence); 6] = [
            |of| of.claim.orders = 99,
            |of| of.claim.errors = 1,
            |of| of.count.measured = 101,
            |of| of.count.checksum ^= 1,
            |of| of.count.refused = 1,
            |of| of.latencies.truncate(50),
        ];
        for lie in lies {
            let mut evidence = evidence(100);
            lie(&mut evidence);
            assert_ne!(evidence.answer(), expected);
        }
    }

    #[test]
    fn times_are_told_per_order_and_in_seconds() {
        let metrics = &sample(evidence(1000))["metrics"];
        assert_eq!(metrics["latency_p50"], json!(0.000_500_5));
        assert_eq!(metrics["latency_max"], json!(0.001));
        assert_eq!(metrics["latency_mean"], json!(0.000_500_5));
        assert_eq!(metrics["requests_per_second"], json!(2000.0));
        assert_eq!(metrics["cpu_per_order"], json!(0.000_25));
        assert_eq!(metrics["server_cpu_per_order"], json!(0.000_1));
        assert_eq!(metrics["connections_opened"], json!(7));
        assert!(metrics.get("achieved_rate").is_none());
        assert!(metrics.get("latency_p999").is_some());
        assert!(
            sample(evidence(999))["metrics"]
                .get("latency_p999")
                .is_none()
        );
    }

    #[test]
    fn the_course_is_told_of_clients_that_say_when_orders_ended() {
        let told = |ends| {
            let evidence = Evidence {
                ends,
                ..evidence(1000)
            };
            evidence.line()
        };
        assert_eq!(sample(evidence(1000))["courses"], json!({}));
        let ends = (1..=1000).map(|order| order * 500_000).collect();
        let sample: Value = serde_json::from_str(&told(ends).unwrap()).unwrap();
        let courses = &sample["courses"];
        let speeds = courses["requests_per_second"]["values"].as_array().unwrap();
        assert_eq!(speeds.len(), 20);
        assert!(speeds.iter().all(|speed| *speed == json!(2000.0)));
        // The first orders of this client were its slowest.
        assert_eq!(courses["latency_p50"]["values"][0], json!(0.000_975_5));
        assert_eq!(courses["latency_p50"]["seconds"][19], json!(0.5));
        let error = told(vec![1; 999]).unwrap_err().to_string();
        assert!(error.contains("999 ends of 1000 latencies"), "{error}");
    }

    #[test]
    fn an_open_loop_tells_what_it_achieved_and_that_it_fell_behind() {
        let at = |rate| {
            let mut evidence = evidence(100);
            evidence.claim.rate = Some(rate);
            sample(evidence)
        };
        assert_eq!(at(200.0)["metrics"]["achieved_rate"], json!(200.0));
        assert_eq!(at(205.0)["findings"], json!([]));
        assert_eq!(
            at(400.0)["findings"],
            json!(["saturated: fewer than 95 % of 400 orders/s"])
        );
    }

    #[test]
    fn metrics_of_the_client_are_passed_on_and_replace_none_of_ours() {
        let mut evidence = evidence(10);
        evidence
            .claim
            .metrics
            .insert("in_flight_limit".to_owned(), 8.into());
        evidence
            .claim
            .metrics
            .insert("latency_p99".to_owned(), 0.into());
        evidence
            .claim
            .findings
            .push("said by the client".to_owned());
        let sample = sample(evidence);
        assert_eq!(sample["metrics"]["in_flight_limit"], json!(8));
        assert_ne!(sample["metrics"]["latency_p99"], json!(0));
        assert_eq!(sample["findings"], json!(["said by the client"]));
    }

    #[test]
    fn without_orders_nothing_is_divided_by_them() {
        let mut evidence = evidence(0);
        evidence.claim.errors = 5000;
        let sample = sample(evidence);
        let metrics = sample["metrics"].as_object().unwrap();
        assert!(!metrics.contains_key("latency_mean") && !metrics.contains_key("cpu_per_order"));
        assert_eq!(
            sample["answer"],
            json!("orders=0 errors=5000 checksum=0000000000000000")
        );
    }
}
