//! Parameters → variants: every combination of a benchmark's values in a mode.

use super::{Benchmark, CORES, Manifest, Mode};
use crate::base::scalar::{Named, Scalar};
use crate::machine;

/// One full assignment of values to the parameters of one benchmark.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Variant {
    /// Index into the manifest's benchmarks.
    pub(crate) benchmark: usize,
    pub(crate) parameters: Named,
}

impl Variant {
    /// `name=value, name=value`, for people.
    pub(crate) fn label(&self) -> String {
        let pairs: Vec<String> = self
            .parameters
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        pairs.join(", ")
    }

    /// Whether a parameter has this value; "cores" stands for the machine's core count.
    pub(crate) fn has(&self, name: &str, value: &Scalar) -> bool {
        let cores = (*value == Scalar::from(CORES)).then(|| Scalar::from(machine::cores()));
        let value = cores.as_ref().unwrap_or(value);
        self.parameters
            .iter()
            .any(|(known, has)| known == name && has == value)
    }
}

/// Every variant of the suite in `mode`, in manifest order; the last parameter changes fastest.
pub(crate) fn variants(manifest: &Manifest, mode: Mode, cores: usize) -> Vec<Variant> {
    let indexed = manifest.benchmarks.iter().enumerate();
    indexed
        .filter(|(_, benchmark)| benchmark.is_for(mode))
        .flat_map(|(index, benchmark)| {
            let axes = axes(benchmark, manifest, mode, cores);
            combinations(&axes)
                .into_iter()
                .map(move |parameters| Variant {
                    benchmark: index,
                    parameters,
                })
        })
        .collect()
}

fn axes(
    benchmark: &Benchmark,
    manifest: &Manifest,
    mode: Mode,
    cores: usize,
) -> Vec<(String, Vec<Scalar>)> {
    let limits = manifest.pace(mode).only;
    let declared = benchmark.parameters.iter();
    declared
        .map(|(name, values)| {
            let values = values.as_array().map_or(&[][..], Vec::as_slice);
            let mut values = resolved(values, cores);
            if let Some(allowed) = limits.get(name) {
                values.retain(|value| allowed.contains(value));
            }
            (name.clone(), values)
        })
        .collect()
}

/// The values with "cores" replaced by the core count; each value once.
fn resolved(values: &[toml::Value], cores: usize) -> Vec<Scalar> {
    let mut list: Vec<Scalar> = Vec::with_capacity(values.len());
    for value in values {
        let scalar = match Scalar::from_toml(value) {
            Some(Scalar::Text(text)) if text == CORES => Scalar::from(cores),
            Some(scalar) => scalar,
            None => continue,
        };
        if !list.contains(&scalar) {
            list.push(scalar);
        }
    }
    list
}

fn combinations(axes: &[(String, Vec<Scalar>)]) -> Vec<Named> {
    axes.iter()
        .fold(vec![Vec::new()], |partial, (name, values)| {
            partial
                .iter()
                .flat_map(|chosen| {
                    values.iter().map(move |value| {
                        let mut extended = chosen.clone();
                        extended.push((name.clone(), value.clone()));
                        extended
                    })
                })
                .collect()
        })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn manifest(parameters: &str) -> Manifest {
        let text = format!(
            "name = \"toy\"\n[version]\ncommand = [\"true\"]\n\
             [modes.quick]\nrounds = 1\nonly = {{ set = [\"tiny\"] }}\n\
             [[benchmark]]\nname = \"b\"\ncommand = [\"true\"]\nmetrics = [\"wall_time\"]\n\
             parameters = {parameters}\n"
        );
        Manifest::parse(&text, Path::new("toy")).unwrap()
    }

    fn labels(parameters: &str, mode: Mode, cores: usize) -> Vec<String> {
        variants(&manifest(parameters), mode, cores)
            .iter()
            .map(Variant::label)
            .collect()
    }

    #[test]
    fn every_combination_comes_once_and_the_last_parameter_changes_fastest() {
        let found = labels("{ set = [\"tiny\", \"big\"], n = [1, 2] }", Mode::Full, 2);
        assert_eq!(
            found,
            [
                "set=tiny, n=1",
                "set=tiny, n=2",
                "set=big, n=1",
                "set=big, n=2"
            ]
        );
    }

    #[test]
    fn cores_becomes_the_core_count_and_is_not_repeated() {
        let list = "{ set = [\"tiny\"], n = [1, 2, 4, \"cores\"] }";
        assert_eq!(labels(list, Mode::Full, 4).len(), 3);
        assert_eq!(labels(list, Mode::Full, 6).last().unwrap(), "set=tiny, n=6");
    }

    #[test]
    fn a_mode_limits_values() {
        let found = labels("{ set = [\"tiny\", \"big\"] }", Mode::Quick, 2);
        assert_eq!(found, ["set=tiny"]);
    }

    #[test]
    fn a_benchmark_without_parameters_is_one_variant() {
        let text = manifest("{ set = [\"tiny\"] }");
        let mut bare = text;
        bare.benchmarks[0].parameters.clear();
        assert_eq!(variants(&bare, Mode::Full, 2).len(), 1);
    }
}
