//! What the environment says of the terminal.

use std::env;

/// Returns true if a terminal shows Unicode, according to the environment.
pub fn has_unicode() -> bool {
    if cfg!(target_os = "macos") {
        return true;
    }
    if cfg!(windows) {
        // The old console's fonts lack chess pieces; Windows Terminal's have them.
        return env::var_os("WT_SESSION").is_some();
    }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
    locale.is_some_and(|locale| is_utf8(&locale))
}

/// Returns true if the encoding of a locale such as `en_GB.UTF-8` or `C.utf8@euro` is UTF-8.
fn is_utf8(locale: &str) -> bool {
    let name = locale.split('@').next().unwrap_or_default().to_ascii_lowercase();
    name.ends_with("utf-8") || name.ends_with("utf8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoding_is_a_part_of_the_locale() {
        for name in ["en_GB.UTF-8", "C.utf8", "sr_RS.UTF-8@latin"] {
            assert!(is_utf8(name), "{name}");
        }
        for name in ["C", "POSIX", "", "de_DE.ISO-8859-1", "de_DE@euro"] {
            assert!(!is_utf8(name), "{name}");
        }
    }
}
