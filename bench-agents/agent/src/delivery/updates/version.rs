//! Versions as they are compared.

use std::fmt;
use std::str::FromStr;

use crate::base::program::VERSION;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version {
    major: u32,
    minor: u32,
    patch: u32,
}

impl Version {
    /// Of this program.
    pub(crate) fn here() -> Self {
        VERSION.parse().unwrap_or(Self {
            major: 0,
            minor: 0,
            patch: 0,
        })
    }

    /// Whether agent and server of these versions understand each other.
    pub(crate) fn is_near(self, other: Self) -> bool {
        self.major == other.major && self.minor.abs_diff(other.minor) <= 1
    }
}

impl FromStr for Version {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let unread = || format!("“{text}” is no version");
        let mut parts = text.split('.').map(|part| {
            let is_number = part.bytes().all(|sign| sign.is_ascii_digit());
            part.parse().ok().filter(|_| is_number).ok_or_else(unread)
        });
        let mut next = || parts.next().unwrap_or_else(|| Err(unread()));
        let (major, minor, patch) = (next()?, next()?, next()?);
        match parts.next() {
            None => Ok(Self {
                major,
                minor,
                patch,
            }),
            Some(_) => Err(unread()),
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(text: &str) -> Version {
        text.parse().unwrap()
    }

    #[test]
    fn versions_are_numbers_and_not_text() {
        assert!(version("0.10.0") > version("0.9.9"));
        assert_eq!(version("1.2.3").to_string(), "1.2.3");
        for text in ["1.2", "1.2.3.4", "1.2.x", "", "1.2.+3", "v1.2.3"] {
            assert!(text.parse::<Version>().is_err(), "{text}");
        }
    }

    #[test]
    fn one_minor_version_apart_is_near() {
        assert!(version("0.2.0").is_near(version("0.1.7")));
        assert!(version("0.1.0").is_near(version("0.2.0")));
        assert!(!version("0.3.0").is_near(version("0.1.7")));
        assert!(!version("1.1.0").is_near(version("0.1.0")));
    }
}
