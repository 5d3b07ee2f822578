# `make vault`: the machine in which mods run. Lua and the guest's files become WebAssembly, which
# becomes C, which is linked into the Lua module. docs/architecture.md says why.
#
#   src/sandbox/guest/*.c, Lua  --clang-->  guest.wasm  --wasm2c-->  raw/*.c  --meter.lua-->  *.c
#
# Everything is made in build/vault, whatever BUILD is; a release has the last step in vault/, and
# needs a C compiler only. VAULT=yes or VAULT=no says whether the module has the machine; otherwise it
# has one where `make vault` has been run, or where it is a release.

.PHONY: vault

VAULT     =# yes, no; empty: where it is there
VAULT_OUT = build/vault

# The header is written last.
VAULT_C := $(patsubst %/identity.h,%,$(firstword $(wildcard $(VAULT_OUT)/identity.h vault/identity.h)))
HAS_VAULT := $(or $(VAULT),$(if $(VAULT_C),yes,no))

ifeq ($(filter yes no,$(HAS_VAULT)),)
$(error VAULT is yes or no, not '$(VAULT)')
endif

VAULT_FILES = $(addprefix $(VAULT_OUT)/,guard.c guard.h bounds.c bounds.h identity.h)

vault: $(VAULT_FILES) ; @:

# ---- the guest -------------------------------------------------------------------------------------

# Files of the module that the guest has, too; they are compiled with LA_GUEST.
GUEST_SHARED = $(addprefix src/sandbox/,inside.c library.c plain.c report.c wire.c) src/binding/keys.c

GUEST     := $(sort $(wildcard src/sandbox/guest/*.c)) $(GUEST_SHARED)
GUEST_LUA  = lapi lcode lctype ldebug ldo ldump lfunc lgc llex lmem lobject lopcodes lparser lstate \
             lstring ltable ltm lundump lvm lzio lauxlib lbaselib lcorolib lmathlib lstrlib ltablib \
             lutf8lib

# What it may ask of the host: functions of the module `h`.
GUEST_IMPORTS = try throw ask fetch

GUEST_STACK  = 262144# too small a one would end before Lua's own limit of 200 C calls
GUEST_MEMORY = 1073741824# no machine is larger, whatever its limit is

GUEST_O = $(GUEST:%.c=$(VAULT_OUT)/o/%.o) $(GUEST_LUA:%=$(VAULT_OUT)/o/lua/%.o)

VAULT_CLANG = clang-16
VAULT_LD    = wasm-ld-16

# The same bytes in every folder: no path gets in.
GUEST_FLAGS = --target=wasm32-wasi --sysroot=/usr -isystem /usr/include/wasm32-wasi \
              -I$(VAULT_OUT)/lua/src -include src/sandbox/guest/configuration.h \
              -O2 -mbulk-memory -msign-ext -mnontrapping-fptoint -ffp-contract=off \
              -ffunction-sections -fdata-sections -fno-strict-aliasing -ffile-prefix-map=$(CURDIR)=. -DNDEBUG -MMD -MP

# Flags of one file, by its name: FLAGS_lstrlib = -Dname=other
FLAGS_libc = -fno-builtin# its memcpy must not call memcpy
FLAGS_lbaselib = -DluaL_tolstring=guest_tolstring
FLAGS_lstrlib  = -DluaL_tolstring=guest_tolstring -Dlua_topointer=guest_no_pointer -DluaL_checknumber=guest_checknumber
FLAGS_lcorolib = -Dlua_resume=guest_resume

$(VAULT_OUT)/lua/ready: tools/vault/lua.sh tools/lua-source.sh
	tools/vault/lua.sh $(VAULT_OUT)/lua

$(VAULT_OUT)/o/lua/%.o: $(VAULT_OUT)/lua/ready src/sandbox/guest/configuration.h tools/vault.mk
	@mkdir -p $(@D)
	$(VAULT_CLANG) $(GUEST_FLAGS) $(FLAGS_$*) -c -o $@ $(VAULT_OUT)/lua/src/$*.c

$(VAULT_OUT)/o/%.o: %.c $(VAULT_OUT)/lua/ready src/sandbox/guest/configuration.h tools/vault.mk
	@mkdir -p $(@D)
	$(VAULT_CLANG) $(GUEST_FLAGS) -DLA_GUEST=1 -Wall -Wextra -Wno-unused-parameter $(FLAGS_$(*F)) -c -o $@ $<

# The folder, too: a file that is gone must go from the guest.
$(VAULT_OUT)/guest.wasm: $(GUEST_O) tools/vault/link.sh src/sandbox/guest
	CLANG=$(VAULT_CLANG) LD=$(VAULT_LD) STACK=$(GUEST_STACK) MEMORY=$(GUEST_MEMORY) \
	  tools/vault/link.sh $@ "$(GUEST_IMPORTS)" $(GUEST_O)

# ---- from WebAssembly to C ---------------------------------------------------------------------------

VAULT_LUA = $(firstword $(shell command -v $(LUA) $(LUAS)))

VAULT_NAMES = guard bounds

$(VAULT_NAMES:%=$(VAULT_OUT)/raw/%.c): $(VAULT_OUT)/raw/%.c: $(VAULT_OUT)/guest.wasm
	@mkdir -p $(@D)
	wasm2c $< -n $* -o $@

$(VAULT_NAMES:%=$(VAULT_OUT)/%.c): $(VAULT_OUT)/%.c: $(VAULT_OUT)/raw/%.c tools/vault/meter.lua
	$(VAULT_LUA) tools/vault/meter.lua $* $(<D) $(@D)

$(VAULT_OUT)/guard.h: $(VAULT_OUT)/guard.c ; @:
$(VAULT_OUT)/bounds.h: $(VAULT_OUT)/bounds.c ; @:

# Two machines with one identity behave the same: one guest, and one account of fuel.
$(VAULT_OUT)/identity.h: $(VAULT_OUT)/guard.c $(VAULT_OUT)/bounds.c
	{ cat $(VAULT_OUT)/guest.wasm; $(VAULT_LUA) tools/vault/meter.lua --edition; } | sha256sum | \
	  sed 's/^\(.\{16\}\).*/#define LA_VAULT_IDENTITY "\1"/' >$@

-include $(shell find $(VAULT_OUT)/o -name '*.d' 2>/dev/null)
