//! An order as it comes in, checked field by field.

use std::borrow::Cow;

use serde::Deserialize;
use thiserror::Error;

use crate::timestamp;

const SIDES: &[&str] = &["buy", "sell"];
const MARKETS: &[&str] = &["common", "fixing", "odd"];
const PRICE_TYPES: &[&str] = &["limit", "market"];
const TIMES_IN_FORCE: &[&str] = &["rod", "ioc", "fok"];
const ORDER_TYPES: &[&str] = &["stock", "margin", "short"];
const LARGEST_QUANTITY: u32 = 499_000;
const LARGEST_PRICE: f64 = 99_999.0;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "the names are those on the wire")]
pub struct Order<'a> {
    #[serde(borrow)]
    pub buy_sell: Cow<'a, str>,
    #[serde(borrow)]
    pub symbol: Cow<'a, str>,
    pub price: f64,
    pub quantity: u32,
    #[serde(borrow)]
    market_type: Cow<'a, str>,
    #[serde(borrow)]
    price_type: Cow<'a, str>,
    #[serde(borrow)]
    time_in_force: Cow<'a, str>,
    #[serde(borrow)]
    order_type: Cow<'a, str>,
    #[serde(borrow)]
    pub client_timestamp: Cow<'a, str>,
    #[serde(borrow)]
    pub user_def: Cow<'a, str>,
}

/// Which order it is: one that counts, or one that warms up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    Measured(u32),
    WarmUp(u32),
}

/// Why an order is not taken.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{field}: {reason}")]
pub struct Refusal {
    pub field: &'static str,
    pub reason: String,
}

impl<'a> Order<'a> {
    /// The order in these bytes and its number, if every field is as it should be.
    pub fn read(body: &'a [u8]) -> Result<(Self, Number), Refusal> {
        let order: Self = serde_json::from_slice(body).map_err(|error| Refusal {
            field: "body",
            reason: error.to_string(),
        })?;
        let number = order.check()?;
        Ok((order, number))
    }

    fn check(&self) -> Result<Number, Refusal> {
        one_of("buy_sell", &self.buy_sell, SIDES)?;
        one_of("market_type", &self.market_type, MARKETS)?;
        one_of("price_type", &self.price_type, PRICE_TYPES)?;
        one_of("time_in_force", &self.time_in_force, TIMES_IN_FORCE)?;
        one_of("order_type", &self.order_type, ORDER_TYPES)?;
        check_symbol(&self.symbol)?;
        check_price(self.price)?;
        check_quantity(self.quantity)?;
        check_timestamp(&self.client_timestamp)?;
        number(&self.user_def)
    }
}

fn refuse(field: &'static str, reason: impl Into<String>) -> Refusal {
    Refusal {
        field,
        reason: reason.into(),
    }
}

fn one_of(field: &'static str, value: &str, allowed: &[&str]) -> Result<(), Refusal> {
    if allowed.contains(&value) {
        return Ok(());
    }
    Err(refuse(field, format!("one of {}", allowed.join(", "))))
}

fn check_symbol(symbol: &str) -> Result<(), Refusal> {
    let is_plain = symbol.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if (4..=6).contains(&symbol.len()) && is_plain {
        return Ok(());
    }
    Err(refuse("symbol", "four to six letters or digits"))
}

fn check_price(price: f64) -> Result<(), Refusal> {
    let cents = price * 100.0;
    let is_whole = (cents - cents.round()).abs() < 1e-6;
    if price > 0.0 && price <= LARGEST_PRICE && is_whole {
        return Ok(());
    }
    Err(refuse(
        "price",
        format!("above 0, at most {LARGEST_PRICE}, two decimals"),
    ))
}

fn check_quantity(quantity: u32) -> Result<(), Refusal> {
    if (1..=LARGEST_QUANTITY).contains(&quantity) {
        return Ok(());
    }
    Err(refuse("quantity", format!("1 to {LARGEST_QUANTITY}")))
}

fn check_timestamp(text: &str) -> Result<(), Refusal> {
    if timestamp::has_its_shape(text) {
        return Ok(());
    }
    Err(refuse("client_timestamp", "like 2026-11-20T21:51:21.123Z"))
}

fn number(user_def: &str) -> Result<Number, Refusal> {
    parse_number(user_def).ok_or_else(|| {
        refuse(
            "user_def",
            "o (or w, warm-up) and seven digits, from 0000001",
        )
    })
}

fn parse_number(user_def: &str) -> Option<Number> {
    let (kind, digits) = user_def.split_at_checked(1)?;
    let is_number = digits.len() == 7 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits
        .parse()
        .ok()
        .filter(|&number| is_number && number > 0)?;
    match kind {
        "o" => Some(Number::Measured(number)),
        "w" => Some(Number::WarmUp(number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Number, Order};

    const GOOD: &str = r#"{"buy_sell":"buy","symbol":"2881","price":66.00,"quantity":9465,"market_type":"common","price_type":"limit","time_in_force":"rod","order_type":"stock","client_timestamp":"2026-11-20T21:51:21.123Z","user_def":"o0000001"}"#;

    #[test]
    fn the_order_of_the_contract_is_taken() {
        assert_eq!(GOOD.len(), 219);
        let (order, number) = Order::read(GOOD.as_bytes()).unwrap();
        assert_eq!(number, Number::Measured(1));
        assert_eq!((order.quantity, &*order.symbol), (9465, "2881"));
        let warm_up = GOOD.replace("o0000001", "w0000100");
        let (_, number) = Order::read(warm_up.as_bytes()).unwrap();
        assert_eq!(number, Number::WarmUp(100));
    }

    #[test]
    fn each_field_is_checked_and_the_refusal_names_it() {
        let table = [
            (r#""buy""#, r#""hold""#, "buy_sell"),
            (r#""2881""#, r#""28 81""#, "symbol"),
            ("66.00", "66.005", "price"),
            ("66.00", "-1", "price"),
            (":9465", ":0", "quantity"),
            (":9465", ":499001", "quantity"),
            (r#""common""#, r#""rare""#, "market_type"),
            (r#""limit""#, r#""""#, "price_type"),
            (r#""rod""#, r#""gtc""#, "time_in_force"),
            (r#""stock""#, r#""bond""#, "order_type"),
            (".123Z", ".123+", "client_timestamp"),
            ("o0000001", "x0000001", "user_def"),
            ("o0000001", "o0000000", "user_def"),
            ("o0000001", "o+000001", "user_def"),
            ("o0000001", "", "user_def"),
            (":9465", r#":"9465""#, "body"),
            (r#","user_def":"o0000001""#, "", "body"),
            (r#""buy_sell""#, r#""side""#, "body"),
            ("}", "", "body"),
        ];
        for (part, other, field) in table {
            let body = GOOD.replace(part, other);
            let refusal = Order::read(body.as_bytes()).unwrap_err();
            assert_eq!(refusal.field, field, "{other}: {refusal}");
        }
    }
}
