//! Work that the kernel does for a program: fresh pages.

use std::io;

use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous, munmap};

const PAGE: usize = 4096;

/// Maps so many pages, writes to each, and gives them back.
#[allow(unsafe_code, reason = "fresh pages need a mapping of their own")]
pub(super) fn touch_pages(pages: usize) -> io::Result<()> {
    let length = pages * PAGE;
    // SAFETY: a new private mapping at an address of the kernel's choice aliases nothing.
    let start = unsafe {
        mmap_anonymous(
            std::ptr::null_mut(),
            length,
            ProtFlags::READ | ProtFlags::WRITE,
            MapFlags::PRIVATE,
        )?
    };
    // SAFETY: the range is exactly the mapping made above. A kernel without huge pages refuses the
    // advice, which is as well.
    let _ = unsafe { madvise(start, length, Advice::LinuxNoHugepage) };
    for page in 0..pages {
        // SAFETY: the offset is inside the mapping, which is writable and seen by nobody else.
        unsafe { start.cast::<u8>().add(page * PAGE).write_volatile(1) };
    }
    // SAFETY: the mapping made above, and no reference into it is left.
    unsafe { munmap(start, length) }?;
    Ok(())
}
