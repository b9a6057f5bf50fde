//! The bodies that the server sends back.

use crate::{
    order::{Order, Refusal},
    timestamp,
};

/// The order as it was taken. Nothing needs escaping: all texts were checked.
#[must_use]
pub fn accepted(order: &Order<'_>) -> String {
    format!(
        concat!(
            r#"{{"symbol":"{}","buy_sell":"{}","quantity":{},"price":{:.2},"status":"accepted","#,
            r#""client_timestamp":"{}","server_timestamp":"{}","user_def":"{}"}}"#
        ),
        order.symbol,
        order.buy_sell,
        order.quantity,
        order.price,
        order.client_timestamp,
        timestamp::now(),
        order.user_def,
    )
}

#[must_use]
pub fn refused(refusal: &Refusal) -> String {
    let reason = serde_json::Value::from(refusal.reason.as_str());
    let field = refusal.field;
    format!(r#"{{"status":"refused","field":"{field}","reason":{reason}}}"#)
}
