//! The strategies by the names under which they are compared.

/// A name, and what the server is told under it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Strategy {
    pub(crate) name: &'static str,
    /// What `serve.py` calls it.
    pub(crate) kind: &'static str,
    pub(crate) workers: usize,
}

const fn strategy(name: &'static str, kind: &'static str, workers: usize) -> Strategy {
    Strategy {
        name,
        kind,
        workers,
    }
}

/// In the order of the published ladder, then ours, then the controls.
pub(crate) const ALL: [Strategy; 12] = [
    strategy("run-1", "run-n", 1),
    strategy("ruc-1", "ruc", 1),
    strategy("ruc-140", "ruc", 140),
    strategy("run-1-checked", "run-n-checked", 1),
    strategy("nb-serial", "nb-serial", 1),
    strategy("run", "run", 1),
    strategy("nb", "nb", 1),
    strategy("nb-batch", "nb-batch", 1),
    strategy("bridge", "bridge", 1),
    strategy("bridge-eager", "bridge-eager", 1),
    strategy("sync", "sync", 1),
    strategy("sync-attach", "sync-attach", 1),
];

impl Strategy {
    pub(crate) fn named(name: &str) -> Option<Self> {
        ALL.into_iter().find(|strategy| strategy.name == name)
    }

    pub(crate) fn names() -> String {
        ALL.map(|strategy| strategy.name).join(", ")
    }
}
