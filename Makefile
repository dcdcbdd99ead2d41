# Builds the engine with profile-guided optimisation, see scripts/pgo.sh; `cargo build --release`
# builds it without.
#
#   make                            builds ./brudno
#   make EXE=name [EVALFILE=path]   builds ./name, as OpenBench calls it
#   make STUDY=brudno-study         builds ./brudno-study, too, the program of the commands for people
#
# EVALFILE is the network that becomes part of the binary, network/brudno.nnue by default.

EXE ?= brudno
ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif
ifdef EVALFILE
    export EVALFILE
endif
ifdef STUDY
    export STUDY := $(STUDY:$(SUFFIX)=)$(SUFFIX)
endif

.PHONY: all test clean

all:
	sh scripts/pgo.sh "$(EXE:$(SUFFIX)=)$(SUFFIX)"

test:
	cargo test --workspace --profile test-release

clean:
	cargo clean
	rm -f brudno$(SUFFIX) brudno-study$(SUFFIX)
