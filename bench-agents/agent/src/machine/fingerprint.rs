//! The fingerprint: what a machine is, in flat scalars that stay the same while nothing changes.
//!
//! `identity` is a hash of the hardware alone: a new kernel or governor changes the fingerprint
//! but not the identity. What moves from minute to minute (load, free memory) is in neither.

use super::root::Root;
use super::{capabilities, cpu, limits, settings, system};
use crate::base::hashing::Hasher;
use crate::base::scalar::{Named, Scalar};

pub(crate) struct Fingerprint {
    /// The hardware: the part that makes the identity.
    pub(crate) hardware: Named,
    /// Kernel, distribution, settings, limits: may change by an upgrade or an administrator.
    pub(crate) configuration: Named,
    pub(crate) identity: String,
}

impl Fingerprint {
    pub(crate) fn take() -> Self {
        let hardware = hardware();
        let identity = identity(&hardware);
        Self {
            hardware,
            configuration: configuration(),
            identity,
        }
    }

    /// Everything in one flat list, as reports and registrations carry it.
    pub(crate) fn flat(&self) -> Named {
        let mut flat = self.hardware.clone();
        flat.extend(self.configuration.iter().cloned());
        flat.push(("identity".to_owned(), Scalar::from(self.identity.as_str())));
        flat
    }
}

fn hardware() -> Named {
    let mut facts = cpu::facts();
    if let Some(bytes) = system::memory_bytes() {
        facts.push(("memory_bytes".to_owned(), Scalar::from(bytes)));
    }
    facts.push((
        "virtualisation".to_owned(),
        Scalar::from(limits::virtualisation()),
    ));
    facts
}

fn configuration() -> Named {
    let root = Root::of_this_machine();
    let mut facts = vec![("kernel".to_owned(), Scalar::from(system::kernel()))];
    let named = [
        ("os", system::distribution()),
        ("libc", system::c_library()),
    ];
    facts.extend(
        named
            .into_iter()
            .filter_map(|(name, text)| Some((name.to_owned(), text?.into()))),
    );
    facts.extend(settings::facts());
    facts.push((
        "container".to_owned(),
        Scalar::from(limits::container(&root)),
    ));
    if let Some(limit) = limits::cpu_limit(&root) {
        facts.push(("cpu_limit".to_owned(), Scalar::from(limit)));
    }
    if let Some(bytes) = limits::memory_limit_bytes(&root) {
        facts.push(("memory_limit_bytes".to_owned(), Scalar::from(bytes)));
    }
    facts.extend(capabilities::facts());
    facts
}

/// Memory counts in whole gibibytes: kernels reserve a little more or less of the same modules.
fn identity(hardware: &[(String, Scalar)]) -> String {
    let mut hasher = Hasher::default();
    for (name, fact) in hardware {
        let fact = match (name.as_str(), fact) {
            ("memory_bytes", Scalar::Integer(bytes)) => (bytes >> 30).to_string(),
            _ => fact.to_string(),
        };
        hasher = hasher.part(name.as_bytes()).part(fact.as_bytes());
    }
    let mut identity = hasher.finish();
    identity.truncate(16);
    identity
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hardware_with(memory: i64, cores: i64) -> Named {
        vec![
            ("cores".to_owned(), Scalar::Integer(cores)),
            ("memory_bytes".to_owned(), Scalar::Integer(memory)),
        ]
    }

    #[test]
    fn the_identity_sees_hardware_and_not_the_kernels_reserve() {
        let gibibyte = 1 << 30;
        let here = identity(&hardware_with(24 * gibibyte + 5, 2));
        assert_eq!(here, identity(&hardware_with(24 * gibibyte + 4096, 2)));
        assert_ne!(here, identity(&hardware_with(25 * gibibyte, 2)));
        assert_ne!(here, identity(&hardware_with(24 * gibibyte + 5, 4)));
    }

    #[test]
    fn two_fingerprints_of_one_machine_agree() {
        assert_eq!(Fingerprint::take().flat(), Fingerprint::take().flat());
    }
}
