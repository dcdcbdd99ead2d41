#!/bin/sh
# Makes a Debian package of the built programs, with manual pages and completions:
#     scripts/deb.sh FOLDER [OPTION ...]
# FOLDER has brudno and brudno-study. The options are those of `cargo deb`, which `cargo install
# cargo-deb` installs. It prints the path of the package.
set -eu

programs=$1
shift
root=$(dirname "$0")/..
# Cargo.toml takes the files from here.
files=$root/target/deb
rm -rf "$files"
mkdir -p "$files"
cp "$programs/brudno" "$programs/brudno-study" "$files"
"$root/scripts/share.sh" "$files" "$files/brudno-study"
cargo deb --manifest-path "$root/Cargo.toml" --no-build "$@"
