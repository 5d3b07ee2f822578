# Every Lua: one source, the same tests under each of LUAS.

.PHONY: test-all test-luas

# All tests under one Lua after the other, and a summary. Luas that cannot be had are named.
test-all:
	@LUAS="$(LUAS)" BUILD=$(BUILD) MAKE="$(MAKE)" SPEC="$(SPEC)" JOBS=$(JOBS) tools/test-all.sh

# What tells most in little time, under the Luas that `make test` and `make check` leave out: the
# module loads, mods are contained, and a battle comes to its hash. .ci/run runs this.
TELLING = spec/lua/world/one_hash_spec.lua spec/mods/play_spec.lua spec/binding/sandbox_spec.lua \
          spec/mods/yielding_spec.lua spec/lua/sandbox spec/lua/arguments/blame_spec.lua

test-luas:
	@LUAS="lua5.3 lua5.1" BUILD=$(BUILD) MAKE="$(MAKE)" SPEC="$(TELLING)" JOBS=$(JOBS) \
	  tools/test-all.sh
