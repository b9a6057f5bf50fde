//! Why measuring ended.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum End {
    Narrow,
    #[default]
    Rounds,
    Budget,
    /// A layout was not built: to those who read reports, no time was left for more rounds.
    #[serde(rename = "budget")]
    Unbuilt,
}

impl End {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Narrow => "narrow",
            Self::Rounds => "rounds",
            Self::Budget | Self::Unbuilt => "budget",
        }
    }
}
