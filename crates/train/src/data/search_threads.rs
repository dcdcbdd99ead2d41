//! Threads that search positions.

use std::io;

use brudno::search::STACK_SIZE;
use rayon::{ThreadPool, ThreadPoolBuilder, prelude::*};

use super::error::DataError;

/// Starts threads with the stack that a search needs.
///
/// # Errors
///
/// The system refuses the threads.
pub fn search_threads(threads: usize) -> Result<ThreadPool, DataError> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK_SIZE)
        .build()
        .map_err(|error| DataError::Io("threads".into(), io::Error::other(error)))
}

/// Calls `make` for each item, with a state of the search that items of one thread share. Returns
/// the results in the order of the items; [`DataError::Io`] where the system refuses the memory of
/// the state.
pub fn map_searched<T: Sync, S, R: Send>(
    items: &[T],
    new_state: impl Fn() -> io::Result<S> + Sync + Send,
    make: impl Fn(&mut S, &T) -> Result<R, DataError> + Sync + Send,
) -> Vec<Result<R, DataError>> {
    let make = |state: &mut io::Result<S>, item: &T| match state {
        Ok(state) => make(state, item),
        Err(error) => {
            let error = io::Error::new(error.kind(), error.to_string());
            Err(DataError::Io("transposition table".into(), error))
        }
    };
    items.par_iter().map_init(new_state, make).collect()
}
