//! Reading and changing one value of the kernel: a file, or a swap device.

use std::ffi::CString;
use std::io;

use crate::machine::files::chosen;
use crate::machine::root::Root;

use super::record::Change;

/// Of `linux/swap.h`.
const SWAP_FLAG_PREFER: i32 = 0x8000;
const SWAP_FLAG_PRIO_MASK: i32 = 0x7fff;

/// What the value of a change is now, in the form in which it is written.
pub(super) fn read(root: &Root, change: &Change) -> Option<String> {
    if change.name == "swap" {
        return Some(swap_state(root, &change.file));
    }
    let text = root.text(&change.file)?;
    Some(chosen(&text).to_owned())
}

pub(super) fn write(root: &Root, change: &Change, value: &str) -> io::Result<()> {
    if change.name == "swap" {
        return swap(root, &change.file, value);
    }
    root.write(&change.file, value)
}

/// The kernel writes masks and lists in its own way; `00000003` and `3` are the same.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let plain = |text: &str| text.trim_start_matches(['0', ',']).to_owned();
    one == other || (one.len().max(other.len()) >= 8 && plain(one) == plain(other))
}

/// Devices and files that are swapped to, with `on <priority>`.
pub(super) fn swaps(root: &Root) -> Vec<(String, String)> {
    let table = root.text("/proc/swaps").unwrap_or_default();
    let rows = table.lines().skip(1).filter_map(|row| {
        let fields: Vec<&str> = row.split_whitespace().collect();
        Some((
            (*fields.first()?).to_owned(),
            format!("on {}", fields.get(4)?),
        ))
    });
    rows.collect()
}

fn swap_state(root: &Root, device: &str) -> String {
    let found = swaps(root).into_iter().find(|(name, _)| name == device);
    found.map_or_else(|| "off".to_owned(), |(_, state)| state)
}

#[allow(unsafe_code, reason = "no safe crate in use offers swapon and swapoff")]
fn swap(root: &Root, device: &str, state: &str) -> io::Result<()> {
    if !root.is_real() {
        return Err(io::Error::from(io::ErrorKind::Unsupported));
    }
    let path = CString::new(device)?;
    let priority = state.strip_prefix("on ").map(str::parse::<i32>);
    let result = match priority {
        // SAFETY: the pointer is to a string that ends with NUL and outlives the call.
        None => unsafe { libc::swapoff(path.as_ptr()) },
        // A negative priority is the kernel's own choice and cannot be asked for.
        Some(priority) => {
            let flags = priority
                .ok()
                .filter(|priority| *priority >= 0)
                .map_or(0, |priority| {
                    SWAP_FLAG_PREFER | (priority & SWAP_FLAG_PRIO_MASK)
                });
            // SAFETY: as above.
            unsafe { libc::swapon(path.as_ptr(), flags) }
        }
    };
    if result == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

#[cfg(test)]
mod tests {
    use super::is_same;

    #[test]
    fn masks_are_the_same_with_and_without_leading_zeros() {
        assert!(is_same("00000003", "3"));
        assert!(is_same("00000001,00000000", "1,00000000"));
        assert!(!is_same("0", "00000001"));
        assert!(!is_same("never", "madvise"));
    }
}
