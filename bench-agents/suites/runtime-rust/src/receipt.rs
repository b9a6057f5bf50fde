//! The line that tells two builds of this suite apart.

/// Crate, compiler, flags, allocator and engine versions on one line.
///
/// `allocator` comes from the program, because only a linked allocator can be asked.
#[must_use]
pub fn text(allocator: &str) -> String {
    format!(
        "{} {} ({}; {}; {}; {allocator}; {})",
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
        env!("SUITE_RUSTC"),
        env!("SUITE_TARGET"),
        env!("SUITE_RUSTFLAGS"),
        env!("SUITE_ENGINES"),
    )
}
