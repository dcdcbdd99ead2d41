//! Memory in huge pages, for large tables with random access.

use std::{
    alloc::{Layout, handle_alloc_error},
    io,
    marker::PhantomData,
    ops::{Deref, DerefMut},
};

use bytemuck::Zeroable;
use memmap2::MmapMut;

/// Smallest page size of the supported systems, bytes.
pub const PAGE: usize = 4096;
/// Usual size of a huge page, bytes. Linux aligns a mapping to it if the length is a multiple.
const HUGE_PAGE: usize = 2 << 20;

/// Maps at least `bytes` zeros, which take no memory before they are used. Uses huge pages where the
/// system has them, which avoids TLB misses.
///
/// # Errors
///
/// The system's, if it refuses the memory.
pub(crate) fn map_zeroed(bytes: usize) -> io::Result<MmapMut> {
    let bytes = bytes
        .checked_next_multiple_of(HUGE_PAGE)
        .ok_or_else(|| io::Error::other("more than the address space"))?;
    let memory = MmapMut::map_anon(bytes)?;
    // Advice only: a system without huge pages may refuse it.
    #[cfg(all(target_os = "linux", not(miri)))]
    drop(memory.advise(memmap2::Advice::HugePage));
    Ok(memory)
}

/// A zero-initialised value in huge pages, where the system has them.
pub struct HugePageBox<T> {
    memory: MmapMut,
    value: PhantomData<T>,
}

impl<T: Zeroable> HugePageBox<T> {
    /// Returns zeros, or the system's error if it refuses the memory.
    pub(crate) fn try_zeroed() -> io::Result<HugePageBox<T>> {
        const { assert!(size_of::<T>() > 0 && align_of::<T>() <= PAGE && !std::mem::needs_drop::<T>()) };
        Ok(HugePageBox { memory: map_zeroed(size_of::<T>())?, value: PhantomData })
    }

    /// Returns zeros. Aborts if out of memory, as `Box` does.
    pub fn zeroed() -> HugePageBox<T> {
        HugePageBox::try_zeroed().unwrap_or_else(|_| handle_alloc_error(Layout::new::<T>()))
    }
}

/// Returns an empty vector with room for `length` values, or an error if there is no memory for it.
pub(crate) fn room_for<T>(length: usize) -> io::Result<Vec<T>> {
    let mut values = Vec::new();
    values.try_reserve_exact(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    Ok(values)
}

impl<T> Deref for HugePageBox<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the mapping is at least as long as a `T` and page-aligned, which suffices for `T`.
        // Zeros are a valid `T`, and it is written only as a `T`. It lives as long as `self`.
        unsafe { &*self.memory.as_ptr().cast() }
    }
}

impl<T> DerefMut for HugePageBox<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as above, and `self` is borrowed mutably.
        unsafe { &mut *self.memory.as_mut_ptr().cast() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_starts_with_zeros_and_keeps_its_content() {
        let mut values = HugePageBox::<[[u32; 1000]; 1000]>::zeroed();
        assert!(values.as_flattened().iter().all(|&value| value == 0));
        for (number, value) in (0..).zip(values.as_flattened_mut()) {
            *value = number;
        }
        assert_eq!(values[999][999], 999_999);
        assert_eq!(values[3][21], 3_021);
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri aborts instead of refusing the memory")]
    fn too_much_memory_is_an_error() {
        assert!(HugePageBox::<[u8; 1 << 47]>::try_zeroed().is_err());
        assert!(room_for::<u64>(1 << 47).is_err());
        assert_eq!(room_for::<u64>(10).unwrap().capacity(), 10);
    }
}
