#!/bin/sh
# Builds the engine with a profile of its own `bench` (profile-guided optimisation):
#     scripts/pgo.sh OUTPUT [TARGET]
# With STUDY=path it builds brudno-study with the same profile, too. TARGET is a target triple; the
# default is this machine's. If no llvm-profdata matches rustc, or the
# target has no profiler runtime or does not run here, the script prints the reason and builds without a
# profile. LLVM_PROFDATA names the tool, RUSTFLAGS further flags.
set -eu
cd "$(dirname "$0")/.."

output=$1
host=$(rustc --print host-tuple)
target=${2:-$host}
# rustc does not accept the paths of Git's shell on Windows.
root=$(cygpath -m "$PWD" 2>/dev/null || pwd)
raw=$root/target/pgo/raw
profile=$root/target/pgo/brudno.profdata
suffix=
case $target in *-windows-*) suffix=.exe ;; esac

# The first llvm-profdata whose LLVM has the major version of rustc's.
find_profdata() {
    major=$(rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
    for tool in "${LLVM_PROFDATA:-}" \
        "$(rustc --print sysroot)/lib/rustlib/$host/bin/llvm-profdata" \
        "llvm-profdata-$major" llvm-profdata; do
        case $("$tool" --version 2>/dev/null) in
            *"LLVM version $major."*) echo "$tool" && return ;;
        esac
    done
    echo "No llvm-profdata of LLVM $major; 'rustup component add llvm-tools' installs it." >&2
    return 1
}

# build NAME FOLDER [FLAG]: builds the binary NAME in target/FOLDER with an additional flag for rustc;
# prints its path.
build() {
    name=$1
    folder=target/$2
    shift 2
    # Cargo's separator, because paths may have spaces. Words of RUSTFLAGS are flags.
    # shellcheck disable=SC2086
    flags=$(printf '%s\037' ${RUSTFLAGS:-} "$@")
    # A named target keeps the flags from build scripts and procedural macros.
    CARGO_ENCODED_RUSTFLAGS=${flags%?} cargo build --release --locked --package "$name" --bin "$name" \
        --target "$target" --target-dir "$folder" >&2 &&
        echo "$folder/$target/release/$name$suffix"
}

build_with_profile() {
    profdata=$(find_profdata) &&
        instrumented=$(build brudno pgo/instrumented "-Cprofile-generate=$raw") &&
        rm -rf "$raw" &&
        "$instrumented" bench >&2 &&
        "$profdata" merge -o "$profile" "$raw" &&
        build brudno pgo "-Cprofile-use=$profile"
}

use="-Cprofile-use=$profile"
if ! binary=$(build_with_profile); then
    echo "Building without a profile: the engine is the same, but slower." >&2
    use=
    binary=$(build brudno pgo)
fi
cp "$binary" "$output"
if [ -n "${STUDY:-}" ]; then
    cp "$(build brudno-study pgo ${use:+"$use"})" "$STUDY"
fi
