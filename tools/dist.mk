# `make dist`: a release as one file, build/dist/astar-VERSION.tar.gz. It holds what git holds, and in
# vault/ the C of the vault, so that building from it takes a C compiler only: no clang, no wabt.
# `make test-dist` builds from it that way, in a folder where nothing else is.

.PHONY: dist dist-archive test-dist

DIST = $(BUILD)/dist/astar-$(VERSION).tar.gz

dist: vault
	@$(MAKE) --no-print-directory dist-archive

dist-archive:
	tools/dist.sh $(VAULT_OUT) $(DIST)

test-dist: dist
	$(NEED) compiler $(LUA)
	LUA=$(LUA) JOBS=$(JOBS) tools/test-dist.sh $(DIST)
