//! The stack of the main thread.

use thiserror::Error;

/// Smallest stack, bytes. The deepest calls take a third, the environment up to a quarter.
const LEAST: u64 = 512 << 10;

/// The main thread has too small a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a stack of {} KiB is too small; set at least {} KiB (ulimit -s)", .0 >> 10, LEAST >> 10)]
pub struct SmallStack(u64);

/// Checks that the system gives the main thread enough stack. Other threads have their own sizes.
///
/// # Errors
///
/// The limit of the process is too small.
pub fn check_stack() -> Result<(), SmallStack> {
    #[cfg(unix)]
    if let Ok((limit, _)) =
        nix::sys::resource::getrlimit(nix::sys::resource::Resource::RLIMIT_STACK)
        && limit < LEAST
    {
        return Err(SmallStack(limit));
    }
    Ok(())
}
