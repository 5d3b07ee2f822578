# `make coverage`: tools/coverage.sh says what it does.

.PHONY: coverage coverage-build

COVERAGE = CC=gcc BUILD=$(BUILD)/coverage LUA=lua5.4 LDFLAGS=--coverage \
           CFLAGS="-g -O0 -DNDEBUG --coverage"

coverage:
	$(NEED) coverage lua5.4 busted-lua5.4 memory
	@MAKE="$(MAKE) --no-print-directory" BUILD=$(BUILD) JOBS=$(JOBS) tools/coverage.sh

coverage-build:
	@$(MAKE) $(PARALLEL) $(COVERAGE) test-build
