#!/bin/sh
# Writes the manual pages and the shell completions, which brudno-study generates:
#     scripts/share.sh FOLDER PROGRAM [ARGUMENT ...]
# The pages go to FOLDER/man, the completions to FOLDER/completions.
set -eu

folder=$1
shift
mkdir -p "$folder/completions"
"$@" man "$folder/man"
"$@" completions bash >"$folder/completions/brudno.bash"
"$@" completions elvish >"$folder/completions/brudno.elv"
"$@" completions fish >"$folder/completions/brudno.fish"
"$@" completions powershell >"$folder/completions/_brudno.ps1"
"$@" completions zsh >"$folder/completions/_brudno"
