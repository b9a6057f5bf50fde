//! One value of a parameter, a fingerprint or an environment: text, number or boolean.

use std::fmt;

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Scalar {
    Boolean(bool),
    Integer(i64),
    Float(f64),
    Text(String),
}

/// Named scalars in the order in which they are to be shown.
pub(crate) type Named = Vec<(String, Scalar)>;

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boolean(flag) => write!(f, "{flag}"),
            Self::Integer(number) => write!(f, "{number}"),
            Self::Float(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl From<&str> for Scalar {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Scalar {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<bool> for Scalar {
    fn from(flag: bool) -> Self {
        Self::Boolean(flag)
    }
}

impl From<u64> for Scalar {
    fn from(number: u64) -> Self {
        i64::try_from(number).map_or_else(|_| Self::Text(number.to_string()), Self::Integer)
    }
}

impl From<usize> for Scalar {
    fn from(number: usize) -> Self {
        Self::from(number as u64)
    }
}

impl From<f64> for Scalar {
    fn from(number: f64) -> Self {
        Self::Float(number)
    }
}

impl Scalar {
    /// Nothing for tables, lists and dates.
    pub(crate) fn from_toml(value: &toml::Value) -> Option<Self> {
        match value {
            toml::Value::String(text) => Some(Self::from(text.as_str())),
            toml::Value::Integer(number) => Some(Self::Integer(*number)),
            toml::Value::Float(number) => Some(Self::Float(*number)),
            toml::Value::Boolean(flag) => Some(Self::Boolean(*flag)),
            _ => None,
        }
    }
}

/// The scalars as a flat JSON object that keeps their order.
pub(crate) fn to_object(named: &[(String, Scalar)]) -> serde_json::Map<String, serde_json::Value> {
    named
        .iter()
        .map(|(name, scalar)| (name.clone(), to_json(scalar)))
        .collect()
}

fn to_json(scalar: &Scalar) -> serde_json::Value {
    match scalar {
        Scalar::Boolean(flag) => (*flag).into(),
        Scalar::Integer(number) => (*number).into(),
        Scalar::Float(number) => (*number).into(),
        Scalar::Text(text) => text.clone().into(),
    }
}
