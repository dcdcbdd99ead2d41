//! Selects the embedded network, and records the compiler and the target for the `compiler`
//! command.

use std::{env, path::Path, process::Command};

/// Embedded network if `EVALFILE` is not set, relative to the repository's root.
const NETWORK: &str = "network/brudno.nnue";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    choose_network();
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc)
        .arg("--version")
        .output()
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .unwrap_or_else(|| "an unknown rustc".to_owned());
    println!("cargo::rustc-env=BRUDNO_RUSTC={}", version.trim());
    let target = env::var("TARGET").unwrap_or_else(|_| "an unknown target".to_owned());
    println!("cargo::rustc-env=BRUDNO_TARGET={target}");
}

/// Selects the network: `EVALFILE` overrides the default, relative to the repository's root or
/// absolute.
fn choose_network() {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let file = env::var("EVALFILE").ok().filter(|file| !file.is_empty());
    let file = file.as_deref().unwrap_or(NETWORK);
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo tells where the package is");
    let path = Path::new(&root).join(file);
    if !path.is_file() {
        println!("cargo::error=there is no network {}; EVALFILE names one", path.display());
    }
    println!("cargo::rerun-if-changed={}", path.display());
    println!("cargo::rustc-env=BRUDNO_NETWORK={}", path.display());
}
