# What OpenBench's clients call: make EXE=path EVALFILE=path, in a folder without git history.
EXE ?= lupa
EVALFILE ?=

ifneq ($(EVALFILE),)
export LUPA_EVALFILE := $(abspath $(EVALFILE))
endif

ifeq ($(OS),Windows_NT)
SUFFIX := .exe
endif
OUT := $(patsubst %$(SUFFIX),%,$(EXE))$(SUFFIX)

.PHONY: all
all:
	cargo rustc --release --bin lupa -- --emit link=$(OUT)
