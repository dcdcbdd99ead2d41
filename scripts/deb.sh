#!/bin/sh
# Packs an engine that was built for Debian, with what belongs to it:
#     scripts/deb.sh ENGINE [OPTION ...]
# The options are those of `cargo deb`, which `cargo install cargo-deb` installs. It prints the path
# of the package.
set -eu

engine=$1
shift
root=$(dirname "$0")/..
# Where Cargo.toml looks for it.
files=$root/target/deb
rm -rf "$files"
mkdir -p "$files"
cp "$engine" "$files/brudno"
"$root/scripts/share.sh" "$files" "$files/brudno"
cargo deb --manifest-path "$root/Cargo.toml" --no-build "$@"
