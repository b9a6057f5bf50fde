//! The order server, built once for all tests of a program.

use std::{env, path::PathBuf, process::Command, sync::OnceLock};

/// The program `orders`, built as the suite builds it, so that neither builds it twice.
pub(crate) fn orders() -> &'static PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../order-server"));
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let built = Command::new(cargo)
            .args([
                "build",
                "--release",
                "--quiet",
                "--locked",
                "--target-dir",
                "target",
            ])
            .current_dir(&folder)
            .status();
        assert!(built.unwrap().success(), "the order server does not build");
        folder.join("target/release/orders")
    })
}
