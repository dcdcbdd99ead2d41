//! Memory for large tables that are read here and there.

use std::{
    alloc::{Layout, handle_alloc_error},
    io,
    marker::PhantomData,
    ops::{Deref, DerefMut},
};

use bytemuck::Zeroable;
use memmap2::MmapMut;

/// What every system's pages are aligned to, bytes.
pub const PAGE: usize = 4096;
/// The usual huge page, bytes. Linux aligns a mapping to it where its length is a multiple, and only
/// whole ones within the mapping can be huge.
const HUGE_PAGE: usize = 2 << 20;

/// At least so many bytes of zeros, untouched until used. Where the system has huge pages they lie in
/// those, so that an access here and there misses the cache alone and not the TLB, too.
///
/// # Errors
///
/// The system's, where it refuses the memory.
pub fn map_zeroed(bytes: usize) -> io::Result<MmapMut> {
    let bytes = bytes
        .checked_next_multiple_of(HUGE_PAGE)
        .ok_or_else(|| io::Error::other("more than the address space"))?;
    let memory = MmapMut::map_anon(bytes)?;
    // No matter where the system has none.
    #[cfg(all(target_os = "linux", not(miri)))]
    drop(memory.advise(memmap2::Advice::HugePage));
    Ok(memory)
}

/// A large value, all zero at first, in memory of its own, in huge pages where there are any.
pub struct HugePageBox<T> {
    memory: MmapMut,
    value: PhantomData<T>,
}

impl<T: Zeroable> HugePageBox<T> {
    /// Returns a table of zeros, or the system's error if it refuses the memory.
    pub fn try_zeroed() -> io::Result<HugePageBox<T>> {
        const { assert!(size_of::<T>() > 0 && align_of::<T>() <= PAGE && !std::mem::needs_drop::<T>()) };
        Ok(HugePageBox { memory: map_zeroed(size_of::<T>())?, value: PhantomData })
    }

    /// Returns a table of zeros. Without memory for it the process ends, as for a `Box`.
    pub fn zeroed() -> HugePageBox<T> {
        HugePageBox::try_zeroed().unwrap_or_else(|_| handle_alloc_error(Layout::new::<T>()))
    }
}

/// Returns an empty vector with room for `length` values, or an error if there is no memory for it.
pub fn room_for<T>(length: usize) -> io::Result<Vec<T>> {
    let mut values = Vec::new();
    values.try_reserve_exact(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    Ok(values)
}

impl<T> Deref for HugePageBox<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the mapping is no shorter than a `T` and page aligned, which is enough for it. It
        // was zeroed, which is a `T`, and has since been written to as a `T` alone. It lives, and is
        // borrowed, as long as `self`.
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
    fn a_table_begins_with_zeros_and_keeps_what_is_written() {
        let mut table = HugePageBox::<[[u32; 1000]; 1000]>::zeroed();
        assert!(table.as_flattened().iter().all(|&value| value == 0));
        for (number, value) in (0..).zip(table.as_flattened_mut()) {
            *value = number;
        }
        assert_eq!(table[999][999], 999_999);
        assert_eq!(table[3][21], 3_021);
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri gives up where the system would refuse")]
    fn too_much_memory_is_an_error() {
        assert!(HugePageBox::<[u8; 1 << 47]>::try_zeroed().is_err());
        assert!(room_for::<u64>(1 << 47).is_err());
        assert_eq!(room_for::<u64>(10).unwrap().capacity(), 10);
    }
}
