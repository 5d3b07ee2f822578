# Programs that try the vault's machines, spec/vault/*.c, for spec/vault/machine_spec.lua. They have a
# guest of their own, which can be told to make mistakes: the vault's, and spec/vault/guest/*.c.
# It is made in build/vault/buggy, where what makes the vault's guest is there: not in a release.

BUGGY_OUT = $(VAULT_OUT)/buggy
BUGGY_C   = $(VAULT_NAMES:%=$(BUGGY_OUT)/%.c)
BUGGY_O   = $(patsubst %.c,$(VAULT_OUT)/o/%.o,$(wildcard spec/vault/guest/*.c))

$(BUGGY_O): $(VAULT_OUT)/o/%.o: %.c $(VAULT_OUT)/lua/ready src/sandbox/guest/configuration.h tools/vault_test.mk
	@mkdir -p $(@D)
	$(call says,CC)$(GUEST_CLANG) $(GUEST_FLAGS) -Wall -Wextra -c -o $@ $<

$(BUGGY_OUT)/guest.wasm: $(GUEST_O) $(BUGGY_O) tools/vault/link.sh
	@mkdir -p $(@D)
	$(call says,LD,$@)CLANG=$(GUEST_CLANG) LD=$(GUEST_LD) STACK=$(GUEST_STACK) MEMORY=$(GUEST_MEMORY) \
	  tools/vault/link.sh $@ "$(GUEST_IMPORTS)" $(GUEST_O) $(BUGGY_O)

$(VAULT_NAMES:%=$(BUGGY_OUT)/raw/%.c): $(BUGGY_OUT)/raw/%.c: $(BUGGY_OUT)/guest.wasm
	@mkdir -p $(@D)
	$(call says,WASM2C,$@)wasm2c $< -n $* -o $@

$(BUGGY_C): $(BUGGY_OUT)/%.c: $(BUGGY_OUT)/raw/%.c tools/vault/meter.lua
	$(call says,METER,$@)$(VAULT_LUA) tools/vault/meter.lua $* $(<D) $(@D)

# ---- the programs ------------------------------------------------------------------------------------

# Objects that all of them share. The guest is compiled with less care than the vault's: it is made
# again for every change of the guest.
BUGGY_B       = $(BUILD)/vault/buggy
BUGGY_OBJECTS = $(VAULT_NAMES:%=$(BUGGY_OUT)/o-$(GUEST_KEEP)/%.o)
BUGGY_SHARED  = $(BUGGY_OBJECTS) $(BUGGY_B)/engine.o $(BUGGY_B)/machine.o $(BUGGY_B)/addresses.o $(BUGGY_B)/pages.o $(BUGGY_B)/stack.o \
                $(BUGGY_B)/block_pool.o
BUGGY_BUILD   = $(COMPILE) -UNDEBUG -Isrc/sandbox/vault -I$(BUGGY_OUT)

$(BUGGY_OBJECTS): $(BUGGY_OUT)/o-$(GUEST_KEEP)/%.o: $(BUGGY_OUT)/%.c $(wildcard src/sandbox/vault/*.h) tools/vault_test.mk
	@mkdir -p $(@D)
	$(call says,CC)$(subst -O2,-O1,$(COMPILE_GUEST))

$(BUGGY_B)/engine.o: spec/vault/buggy.c $(BUGGY_C) Makefile tools/vault_test.mk
	@mkdir -p $(@D)
	$(call says,CC)$(BUGGY_BUILD) -c -o $@ $<

$(BUGGY_B)/machine.o $(BUGGY_B)/addresses.o $(BUGGY_B)/pages.o $(BUGGY_B)/stack.o: $(BUGGY_B)/%.o: src/sandbox/vault/%.c Makefile tools/vault_test.mk
	@mkdir -p $(@D)
	$(call says,CC)$(BUGGY_BUILD) -c -o $@ $<

$(BUGGY_B)/block_pool.o: src/sandbox/block_pool.c Makefile tools/vault_test.mk
	@mkdir -p $(@D)
	$(BUGGY_BUILD) -c -o $@ $<

MACHINE_PROGRAMS = $(filter-out buggy,$(basename $(notdir $(wildcard spec/vault/*.c))))
VAULT_PROGRAMS   = $(MACHINE_PROGRAMS:%=$(BUILD)/spec/vault/%)

$(VAULT_PROGRAMS): $(BUILD)/spec/vault/%: spec/vault/%.c $(BUGGY_SHARED)
	@mkdir -p $(@D) && rm -f $@
	$(call says,CC)$(BUGGY_BUILD) -Isrc $(LDFLAGS) -o $@ $< $(BUGGY_SHARED) -lm

# Where the vault's guest was made here, so can be this one.
ifeq ($(HAS_VAULT) $(VAULT_C),yes $(VAULT_OUT))
test-build: $(VAULT_PROGRAMS)
endif
