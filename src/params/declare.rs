//! Declaration of tunable parameters.

/// Declares parameters: a function for each, and a constant that lists them. The functions are
/// constant, except in a build with the `tune` feature, where UCI options set their values.
macro_rules! params {
    ($list:ident: $($(#[$doc:meta])* $name:ident = $value:literal in $min:literal ..= $max:literal;)*) => {
        $(
            $(#[$doc])*
            #[cfg(not(feature = "tune"))]
            #[inline]
            pub const fn $name() -> i32 {
                $value
            }

            $(#[$doc])*
            #[cfg(feature = "tune")]
            #[inline]
            pub fn $name() -> i32 {
                values::$name.load(std::sync::atomic::Ordering::Relaxed)
            }
        )*

        #[cfg(feature = "tune")]
        #[expect(non_upper_case_globals, reason = "each has the name of its function")]
        mod values {
            use std::sync::atomic::AtomicI32;

            $(pub static $name: AtomicI32 = AtomicI32::new($value);)*
        }

        /// The parameters of this group.
        pub(super) const $list: &[crate::params::Param] = &[$(crate::params::Param {
            name: stringify!($name),
            default: $value,
            range: $min..=$max,
            #[cfg(feature = "tune")]
            value: &values::$name,
        }),*];
    };
}

pub(super) use params;
