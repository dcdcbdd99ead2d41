#!/bin/sh
# Makes a Debian package of a built engine, with manual pages and completions:
#     scripts/deb.sh ENGINE [OPTION ...]
# The options are those of `cargo deb`, which `cargo install cargo-deb` installs. It prints the path
# of the package.
set -eu

engine=$1
shift
root=$(dirname "$0")/..
# Cargo.toml takes the files from here.
files=$root/target/deb
rm -rf "$files"
mkdir -p "$files"
cp "$engine" "$files/brudno"
"$root/scripts/share.sh" "$files" "$files/brudno"
cargo deb --manifest-path "$root/Cargo.toml" --no-build "$@"
