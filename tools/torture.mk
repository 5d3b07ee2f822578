# `make torture`: tools/torture.sh says what it does, and how to add a kind. Here is what it builds.

.PHONY: torture torture-plain torture-asan torture-fuzzer

torture:
	$(NEED) compiler lua5.4 busted-lua5.4 memory asan $(if $(SHORT),,valgrind) \
	  $(if $(filter clang,$(WITHOUT)),,fuzzer) $(VAULT_NEEDS)
	@$(MAKE) $(PARALLEL) has-vault
	@MAKE="$(MAKE) --no-print-directory" BUILD=$(BUILD) JOBS=$(JOBS) tools/torture.sh

# The fixed searches and the fixed battle of spec/c/one_hash.c, for several processors.
.PHONY: one-hash
one-hash:
	$(NEED) compiler $(if $(filter processors,$(WITHOUT)),,processors)
	@BUILD=$(BUILD) WITHOUT="$(WITHOUT)" tools/one-hash.sh

# What must be as it was after a change that moves or deletes. BASE: the folder of another commit's run.
.PHONY: golden
golden:
	$(NEED) compiler $(LUA) valgrind
	@$(MAKE) $(PARALLEL) build $(BUILD)/spec/golden/work
	@BUILD=$(BUILD) LUA=$(LUA) WORK=$(BUILD)/spec/golden/work tools/golden.sh $(BASE)

# After a change of what units do, or of what is saved. What then differs in the sources is looked at.
.PHONY: hashes
hashes:
	$(NEED) $(TEST_NEEDS)
	@$(MAKE) $(PARALLEL) build
	@BUILD=$(BUILD) tools/lua.sh tools/hashes.lua

torture-plain:
	@$(MAKE) $(PARALLEL) build

torture-asan:
	@$(MAKE) $(PARALLEL) $(ASAN) build

# libFuzzer is told which branches are taken by the core, so this core is compiled for it: without
# optimizing, which takes a third of the time, and the cases of the short form ten seconds more.
FUZZER = CC=clang BUILD=$(BUILD)/fuzzer LUA=lua5.4 \
         CFLAGS="-g1 -O0 -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined \
                 -fno-sanitize-recover=undefined"

torture-fuzzer:
	@$(MAKE) $(PARALLEL) $(FUZZER) $(BUILD)/fuzzer/libastar.a

# A kind in C sees the core's headers too.
TORTURE_I = -Isrc -Ispec/c -Ispec/fuzz

torture-program-plain-%:
	@$(MAKE) $(PARALLEL) $(BUILD)/spec/torture/$*

torture-program-asan-%:
	@$(MAKE) $(PARALLEL) $(ASAN) $(BUILD)/asan/spec/torture/$*

torture-program-fuzzer-%:
	@$(MAKE) $(PARALLEL) $(FUZZER) LDFLAGS=-fsanitize=fuzzer $(BUILD)/fuzzer/spec/torture/$*

$(BUILD)/spec/torture/%: spec/torture/%.c $(STATIC) Makefile
	@mkdir -p $(@D) && rm -f $@
	$(call says,CC)$(COMPILE) -UNDEBUG $(TORTURE_I) $(LDFLAGS) -o $@ $< $(STATIC) -lm

LOADER = src/core/save/serialize.c src/core/save/load.c src/core/move/units_load.c

# The loader once more, with checks that count what they refuse; it takes the place of the library's.
$(BUILD)/torture/refusals.c: $(LOADER) tools/refusals.lua
	@mkdir -p $(@D)
	$(call says,GEN,$@)lua5.4 tools/refusals.lua $(LOADER) >$@

# Of two sources in one program, gcc notes the headers of the last one only.
$(BUILD)/spec/torture/refusals: spec/torture/refusals.c $(BUILD)/torture/refusals.c \
                                $(wildcard spec/fuzz/*.h spec/c/*.h) $(STATIC) Makefile
	@mkdir -p $(@D) && rm -f $@
	$(call says,CC)$(COMPILE) -UNDEBUG $(TORTURE_I) $(LDFLAGS) -o $@ $< $(BUILD)/torture/refusals.c $(STATIC) -lm

$(BUILD)/torture/capi_calls.h: $(HEADERS) spec/torture/capi.c tools/random-calls.lua tools/api-functions.sh
	@mkdir -p $(@D)
	$(call says,GEN,$@)lua5.4 tools/random-calls.lua spec/torture/capi.c >$@

$(BUILD)/spec/torture/capi: $(BUILD)/torture/capi_calls.h
$(BUILD)/spec/torture/capi: TORTURE_I += -I$(BUILD)

# The test programs in C, for kinds that run them.
.PHONY: torture-specs
torture-specs: $(PROGRAMS:%.c=$(BUILD)/%) ; @:
