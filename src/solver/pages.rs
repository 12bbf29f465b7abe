//! Large pages for what z3 fills with tables when a context is made.
//!
//! These are 16 MiB, and to get them from the system in pages of 4 KiB takes as
//! long as many queries. The heap of the thread is made to keep a piece of that
//! size, for which large pages are asked. Nothing depends on it: where the heap
//! or the system does otherwise, it only takes longer.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(super) fn prefer_large() {
    /// The tables, and what else a context needs.
    const SIZE: usize = 20 << 20;
    const LARGE: usize = 2 << 20;
    use rustix::mm::{Advice, madvise};
    use std::hint::black_box;
    // Blocks this large come from the heap, once one was given back.
    drop(black_box(Vec::<u8>::with_capacity(SIZE)));
    let mut block = black_box(Vec::<u8>::with_capacity(SIZE));
    let start = block.as_mut_ptr();
    let start = start.wrapping_add(start.align_offset(LARGE));
    // SAFETY: whole pages within the block, whose contents this advice does not change. It may be refused.
    let _ = unsafe { madvise(start.cast(), SIZE - LARGE, Advice::LinuxHugepage) };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn prefer_large() {}
