//! Tells the `compiler` command what the binary was built with.

use std::{env, process::Command};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
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
