//! What a place on a stack is called.

use super::script::Frame;

/// Suffixes that tell kernel and inlined frames from others, as flame graph tools know them.
pub(super) const KERNEL: &str = "_[k]";
pub(super) const INLINED: &str = "_[i]";

/// What perf writes as the module of a function that it found to be inlined.
const INLINED_MODULE: &str = "inlined";

/// The name of one frame; `;` separates frames, so none has it in its name.
pub(super) fn name(frame: &Frame) -> String {
    let name = match (&frame.symbol, is_kernel(frame)) {
        (Some(symbol), true) => demangled(symbol) + KERNEL,
        (Some(symbol), false) if frame.module.as_deref() == Some(INLINED_MODULE) => {
            demangled(symbol) + INLINED
        }
        (Some(symbol), false) => demangled(symbol),
        (None, true) => "[unknown kernel]".to_owned(),
        (None, false) => nameless(frame.module.as_deref()),
    };
    on_one_line(&name)
}

pub(super) fn inlined(function: &str) -> String {
    on_one_line(&(demangled(function) + INLINED))
}

/// A function without the marks of kernel and inlined frames.
pub(super) fn function(name: &str) -> &str {
    let name = name.strip_suffix(KERNEL).unwrap_or(name);
    name.strip_suffix(INLINED).unwrap_or(name)
}

pub(super) fn is_nameless(name: &str) -> bool {
    name.starts_with("[unknown")
}

fn nameless(module: Option<&str>) -> String {
    let Some(module) = module else {
        return "[unknown]".to_owned();
    };
    let file = module.trim_end_matches(" (deleted)");
    let file = file.rsplit('/').next().unwrap_or(file);
    format!("[unknown {}]", file.trim_matches(['[', ']']))
}

/// Kernels live in the upper half of the address space.
fn is_kernel(frame: &Frame) -> bool {
    frame.address >> 63 == 1
}

/// The name as it stands in the source, of Rust and of C++; other names as they are.
fn demangled(symbol: &str) -> String {
    if let Ok(rust) = rustc_demangle::try_demangle(symbol) {
        return format!("{rust:#}");
    }
    let parts = symbol.split_once('.');
    let (stem, part) = parts.map_or((symbol, None), |(stem, part)| (stem, Some(part)));
    let cpp = cpp_demangle::Symbol::new(stem).ok();
    let Some(name) = cpp.and_then(|symbol| symbol.demangle().ok()) else {
        return symbol.to_owned();
    };
    // Compilers put rarely used parts of a function elsewhere and give them such names.
    part.map_or(name.clone(), |part| format!("{name} [{part}]"))
}

fn on_one_line(name: &str) -> String {
    let line = name.replace(';', ":");
    line.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(address: u64, symbol: Option<&str>, module: Option<&str>) -> String {
        name(&Frame {
            address,
            symbol: symbol.map(str::to_owned),
            module: module.map(str::to_owned),
        })
    }

    #[test]
    fn names_are_those_of_the_source() {
        let table = [
            (
                "_ZN86_$LT$core..marker..PhantomData$LT$T$GT$$u20$as$u20$serde_core..de..DeserializeSeed$GT$11deserialize17hfd7824f6cd1c9de9E",
                "<core::marker::PhantomData<T> as serde_core::de::DeserializeSeed>::deserialize",
            ),
            (
                "_RNvNvMs0_NtNtNtCsjrHSEGnQ3l9_3std3sys6thread4unixNtB7_6Thread3new12thread_start",
                "<std::sys::thread::unix::Thread>::new::thread_start",
            ),
            ("_ZN5store4findEi", "store::find(int)"),
            ("_ZN5store4findEi.cold", "store::find(int) [cold]"),
            ("read_page.constprop.0", "read_page.constprop.0"),
            ("odd;name", "odd:name"),
        ];
        for (symbol, expected) in table {
            assert_eq!(named(1, Some(symbol), Some("/srv/toy")), expected);
        }
    }

    #[test]
    fn kernel_inlined_and_unknown_frames_are_marked() {
        let kernel = 0xffff_ffff_8100_0000;
        assert_eq!(
            named(kernel, Some("vfs_read"), Some("[kernel.kallsyms]")),
            "vfs_read_[k]"
        );
        assert_eq!(named(kernel, None, None), "[unknown kernel]");
        assert_eq!(named(1, Some("peek"), Some("inlined")), "peek_[i]");
        assert_eq!(
            named(1, None, Some("/usr/lib/libm.so.6")),
            "[unknown libm.so.6]"
        );
        assert_eq!(named(1, None, Some("/srv/a (deleted)")), "[unknown a]");
        assert_eq!(named(1, None, Some("[vdso]")), "[unknown vdso]");
        assert_eq!(named(1, None, None), "[unknown]");
    }

    #[test]
    fn marks_are_no_part_of_a_function() {
        assert_eq!(function("vfs_read_[k]"), "vfs_read");
        assert_eq!(function("peek_[i]"), "peek");
        assert_eq!(function("main"), "main");
    }
}
