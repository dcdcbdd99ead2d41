//! The network inside the binary.

use std::sync::{Arc, LazyLock};

use super::{
    error::{EmbeddedError, NetworkError},
    file::NamedNetwork,
};

type Embedded = Result<Arc<NamedNetwork>, NetworkError>;
static EMBEDDED: LazyLock<Embedded> =
    LazyLock::new(|| NamedNetwork::decode(include_bytes!(env!("BRUDNO_NETWORK"))).map(Arc::new));

/// Checks the embedded network.
///
/// # Errors
///
/// `EVALFILE` was not a network for this build.
pub fn check_embedded() -> Result<(), EmbeddedError> {
    EMBEDDED.as_ref().map(|_| ()).map_err(EmbeddedError)
}

/// Returns the embedded network.
///
/// # Panics
///
/// If [`check_embedded`] fails. Programs check it before they search.
pub fn embedded() -> Arc<NamedNetwork> {
    match &*EMBEDDED {
        Ok(network) => Arc::clone(network),
        Err(error) => panic!("the embedded network cannot be used: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_of_this_build_can_be_used() {
        assert!(check_embedded().is_ok());
        assert!(!embedded().name.is_empty());
    }

    #[test]
    fn the_embedded_network_is_encoded_as_its_file() {
        assert!(embedded().encode().unwrap() == include_bytes!(env!("BRUDNO_NETWORK")));
    }
}
