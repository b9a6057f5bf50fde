//! One order: the bytes that are sent, and whether an answer accepts it.

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::timestamp;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Measured,
    WarmUp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    quantity: u32,
    user_def: String,
}

/// What must be true of an answer; its other fields are free.
#[derive(Deserialize)]
struct Answer<'a> {
    status: &'a str,
    quantity: u32,
    user_def: &'a str,
}

impl Order {
    #[must_use]
    pub fn new(seed: u32, kind: Kind, number: u32) -> Self {
        let letter = match kind {
            Kind::Measured => 'o',
            Kind::WarmUp => 'w',
        };
        Self {
            quantity: quantity(seed, number),
            user_def: format!("{letter}{number:07}"),
        }
    }

    #[must_use]
    pub fn body(&self) -> String {
        format!(
            concat!(
                r#"{{"buy_sell":"buy","symbol":"2881","price":66.00,"quantity":{},"#,
                r#""market_type":"common","price_type":"limit","time_in_force":"rod","#,
                r#""order_type":"stock","client_timestamp":"{}","user_def":"{}"}}"#
            ),
            self.quantity,
            timestamp::now(),
            self.user_def
        )
    }

    /// Says why, if this is not an answer that accepts this very order.
    pub fn check(&self, body: &[u8]) -> Result<()> {
        let answer: Answer<'_> = serde_json::from_slice(body).with_context(|| {
            let body = String::from_utf8_lossy(body);
            format!("the answer is no acceptance: {body}")
        })?;
        let is_mine = answer.quantity == self.quantity && answer.user_def == self.user_def;
        if answer.status != "accepted" || !is_mine {
            bail!(
                "asked for {} of {}, answered {} of {}: {}",
                self.quantity,
                self.user_def,
                answer.quantity,
                answer.user_def,
                answer.status
            );
        }
        Ok(())
    }
}

/// Four digits always, so that all orders have the same length.
fn quantity(seed: u32, number: u32) -> u32 {
    let stream = u64::from(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let drawn = mix(stream.wrapping_add(u64::from(number))) % 9000;
    1000 + u32::try_from(drawn).unwrap_or_default()
}

fn mix(mut bits: u64) -> u64 {
    bits ^= bits >> 30;
    bits = bits.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits ^= bits >> 27;
    bits = bits.wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::{Kind, Order, quantity};

    #[test]
    fn the_contract_names_these_quantities_and_this_length() {
        assert_eq!(
            [1, 2, 3, 42].map(|number| quantity(1, number)),
            [9465, 3110, 2053, 3413]
        );
        let body = Order::new(1, Kind::WarmUp, 42).body();
        assert_eq!(body.len(), 219);
        assert!(body.contains(r#""quantity":3413,"#) && body.ends_with(r#""w0000042"}"#));
    }

    #[test]
    fn only_an_acceptance_of_this_very_order_is_success() {
        let order = Order::new(1, Kind::Measured, 1);
        let good = r#"{"quantity":9465,"status":"accepted","user_def":"o0000001"}"#;
        assert!(order.check(good.as_bytes()).is_ok());
        for (part, other) in [
            ("9465", "9466"),
            ("accepted", "refused"),
            ("o0000001", "o0000002"),
            (r#""quantity":9465,"#, ""),
            ("}", ""),
        ] {
            let bad = good.replace(part, other);
            assert!(order.check(bad.as_bytes()).is_err(), "{bad}");
        }
    }
}
