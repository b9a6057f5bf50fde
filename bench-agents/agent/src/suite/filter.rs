//! `--only benchmark/parameter=value,parameter=value`: which variants to run.

use std::str::FromStr;

use serde::Deserialize;

use super::Manifest;
use super::matrix::Variant;

/// One pattern; a variant is chosen when it fits any of several.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Only {
    benchmark: String,
    parameters: Vec<(String, String)>,
}

impl FromStr for Only {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (benchmark, list) = text.split_once('/').unwrap_or((text, ""));
        if benchmark.is_empty() {
            return Err("the benchmark goes first: benchmark/parameter=value".to_owned());
        }
        let pairs = list.split(',').filter(|pair| !pair.is_empty());
        let parameters = pairs.map(|pair| {
            let (name, value) = pair
                .split_once('=')
                .ok_or_else(|| format!("'{pair}' is not of the form parameter=value"))?;
            Ok((name.to_owned(), value.to_owned()))
        });
        Ok(Self {
            benchmark: benchmark.to_owned(),
            parameters: parameters.collect::<Result<_, String>>()?,
        })
    }
}

impl TryFrom<String> for Only {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl std::fmt::Display for Only {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let pairs: Vec<String> = self
            .parameters
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let slash = if pairs.is_empty() { "" } else { "/" };
        write!(f, "{}{slash}{}", self.benchmark, pairs.join(","))
    }
}

impl Only {
    pub(crate) fn fits(&self, manifest: &Manifest, variant: &Variant) -> bool {
        let is_benchmark = manifest.benchmarks[variant.benchmark].name == self.benchmark;
        is_benchmark
            && self.parameters.iter().all(|(name, value)| {
                variant
                    .parameters
                    .iter()
                    .any(|(known, has)| known == name && has.to_string() == *value)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Mode;
    use crate::suite::matrix::variants;

    #[test]
    fn patterns_choose_variants() {
        let text = "name = \"toy\"\n[version]\ncommand = [\"true\"]\n[[benchmark]]\nname = \"b\"\n\
                    command = [\"true\"]\nmetrics = [\"wall_time\"]\nparameters = { n = [1, 2], e = [\"x\", \"y\"] }\n";
        let manifest = Manifest::parse(text, std::path::Path::new("toy")).unwrap();
        let all = variants(&manifest, Mode::Quick, 2);
        let count = |pattern: &str| {
            let only: Only = pattern.parse().unwrap();
            all.iter()
                .filter(|variant| only.fits(&manifest, variant))
                .count()
        };
        for (pattern, expected) in [
            ("b", 4),
            ("b/n=1", 2),
            ("b/n=1,e=y", 1),
            ("b/n=3", 0),
            ("c", 0),
        ] {
            assert_eq!(count(pattern), expected, "{pattern}");
        }
    }

    #[test]
    fn a_pattern_without_value_is_refused() {
        assert!("b/n".parse::<Only>().is_err());
        assert!("/n=1".parse::<Only>().is_err());
    }
}
