//! The answer that a benchmark must give before its time counts.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::base::scalar::Scalar;

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(untagged)]
pub(crate) enum Check {
    /// Nothing to compare with.
    #[default]
    Absent,
    /// The same answer for every variant.
    Same(String),
    /// An answer per value of one parameter.
    By {
        by: String,
        #[serde(flatten)]
        answers: BTreeMap<String, String>,
    },
}

impl Check {
    /// The answer expected of a variant, if one is.
    pub(crate) fn expected(&self, parameters: &[(String, Scalar)]) -> Option<&str> {
        match self {
            Self::Absent => None,
            Self::Same(answer) => Some(answer),
            Self::By { by, answers } => {
                let value = parameters
                    .iter()
                    .find(|(name, _)| name == by)?
                    .1
                    .to_string();
                answers.get(&value).map(String::as_str)
            }
        }
    }
}
