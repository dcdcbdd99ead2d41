# Builds the fastest binary for this machine; `cargo build --release` builds one for any machine.
#
#   make                            builds ./brudno-native
#   make EXE=name [EVALFILE=path]   builds ./name, as OpenBench calls it
#
# EVALFILE is handed to cargo as an environment variable: the network that becomes part of the
# binary, network/brudno.nnue without.

EXE ?= brudno-native
ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif
ifdef EVALFILE
    export EVALFILE
endif
# A folder of its own keeps these flags from rebuilding what plain cargo has built.
TARGET := target/native

.PHONY: all test clean

all:
	RUSTFLAGS="-C target-cpu=native" cargo build --release --locked --bin brudno --target-dir $(TARGET)
	cp $(TARGET)/release/brudno$(SUFFIX) $(EXE:$(SUFFIX)=)$(SUFFIX)

test:
	cargo test --release

clean:
	cargo clean
	rm -rf $(TARGET)
	rm -f brudno-native$(SUFFIX)
