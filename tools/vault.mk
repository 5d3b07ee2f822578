# `make vault`: the machine in which mods run. Lua and the guest's files become WebAssembly, which
# becomes C, which is linked into the Lua module.
#
#   src/sandbox/guest/*.c, Lua  --clang-->  guest.wasm  --wasm2c-->  raw/*.c  --meter.lua-->  *.c
#
# All of it is made in build/vault, whatever BUILD is. A release has the last step in vault/, and
# needs a C compiler only (tools/dist.mk). VAULT=yes or VAULT=no says whether the module has the
# machine. Otherwise it has one where `make vault` has been run, and in a release.

.PHONY: vault has-vault

VAULT     =# yes, no; empty: as said above
VAULT_OUT = build/vault

# Where the C is: what was made here comes before what a release has. The header is written last.
VAULT_C := $(patsubst %/identity.h,%,$(firstword $(wildcard $(VAULT_OUT)/identity.h vault/identity.h)))
HAS_VAULT := $(or $(VAULT),$(if $(VAULT_C),$(call HAS,MODS,yes,no),no))
VAULT_C := $(or $(VAULT_C),$(VAULT_OUT))

ifeq ($(filter yes no,$(HAS_VAULT)),)
$(error VAULT is yes or no, not '$(VAULT)')
endif
ifeq ($(HAS_VAULT)$(call HAS,MODS,,-),yes-)
$(error VAULT=yes: the vault is of mods, which PARTS=$(PARTS) leaves out)
endif

# For tools/need.sh, in targets that install what they miss: what making the C takes.
VAULT_NEEDS = $(if $(filter no,$(VAULT))$(filter vault,$(VAULT_C)),,vault)

VAULT_NAMES = guard bounds
VAULT_FILES = $(VAULT_NAMES:%=$(VAULT_OUT)/%.c) $(VAULT_NAMES:%=$(VAULT_OUT)/%.h) $(VAULT_OUT)/library.c \
              $(VAULT_OUT)/identity.h

vault:
	$(NEED) $(LUA) vault
	@$(MAKE) $(PARALLEL) $(VAULT_FILES)

# For tools/cross: the C, unless this is a release, which has it.
has-vault: $(if $(filter vault,$(VAULT_C)),,vault) ; @:

# ---- the guest -------------------------------------------------------------------------------------

# Its own files, and files of the module, which are compiled with LA_GUEST for it.
GUEST     := $(call sources,src/.*,c,guest)
GUEST_LUA  = lapi lcode lctype ldebug ldo ldump lfunc lgc llex lmem lobject lopcodes lparser lstate \
             lstring ltable ltm lundump lvm lzio lauxlib lbaselib lcorolib lmathlib lstrlib ltablib \
             lutf8lib

# What it may ask of the host: functions of the module `h`.
GUEST_IMPORTS = try throw ask fetch

# The numbers of src/sandbox/vault/sizes.h
GUEST_SIZE   = $(shell sed -n 's/^ *LA_MACHINE_$(1) = \([0-9]*\).*/\1/p' src/sandbox/vault/sizes.h)
GUEST_STACK  = $(call GUEST_SIZE,STACK)
GUEST_MEMORY = $(call GUEST_SIZE,MOST)

GUEST_OWN_O = $(GUEST:%.c=$(VAULT_OUT)/o/%.o)
GUEST_LUA_O = $(GUEST_LUA:%=$(VAULT_OUT)/o/lua/%.o)
GUEST_O     = $(GUEST_OWN_O) $(GUEST_LUA_O)

# One clang makes the whole guest, also when the machine gets a newer one later. VAULT_CLANG and
# VAULT_LD are the user's: tools/vault/clang.sh reads them.
GUEST_CLANG = $(word 1,$(shell cat $(VAULT_OUT)/clang 2>/dev/null))
GUEST_LD    = $(word 2,$(shell cat $(VAULT_OUT)/clang 2>/dev/null))

$(VAULT_OUT)/clang:
	@mkdir -p $(@D)
	@tools/vault/clang.sh >$@ || { echo "no clang, wasm-ld and builtins for wasm32 of one version: see make vault" >&2; exit 1; }

# The same bytes in every folder: no path gets in.
GUEST_FLAGS = --target=wasm32-wasi --sysroot=/usr -isystem /usr/include/wasm32-wasi \
              -I$(VAULT_OUT)/lua/src -include src/sandbox/guest/configuration.h \
              -O2 -flto -mbulk-memory -msign-ext -mnontrapping-fptoint -ffp-contract=off \
              -ffunction-sections -fdata-sections -fno-strict-aliasing -ftls-model=local-exec -ffile-prefix-map=$(CURDIR)=. -DNDEBUG -MMD -MP

# Flags of one file, by its name: FLAGS_lstrlib = -Dname=other
FLAGS_libc = -fno-builtin -fno-lto# its memcpy must not call memcpy
FLAGS_lauxlib  = -Dlua_getallocf=guest_getallocf
FLAGS_lbaselib = -DluaL_tolstring=guest_tolstring
FLAGS_lstrlib  = -DluaL_tolstring=guest_tolstring -Dlua_topointer=guest_no_pointer -DluaL_checknumber=guest_checknumber
FLAGS_lcorolib = -Dlua_resume=guest_resume
FLAGS_ltable   = -DluaH_getn=luaH_any_border

$(VAULT_OUT)/lua/ready: tools/vault/lua.sh tools/lua-source.sh
	$(call says,GET,$(VAULT_OUT)/lua)tools/vault/lua.sh $(VAULT_OUT)/lua

$(GUEST_LUA:%=$(VAULT_OUT)/lua/src/%.c): $(VAULT_OUT)/lua/ready ; @:

$(GUEST_LUA_O): $(VAULT_OUT)/o/lua/%.o: $(VAULT_OUT)/lua/ready $(VAULT_OUT)/clang src/sandbox/guest/configuration.h tools/vault.mk
	@mkdir -p $(@D)
	$(call says,CC,$(VAULT_OUT)/lua/src/$*.c)$(GUEST_CLANG) $(GUEST_FLAGS) $(FLAGS_$*) -c -o $@ $(VAULT_OUT)/lua/src/$*.c

$(GUEST_OWN_O): $(VAULT_OUT)/o/%.o: %.c $(VAULT_OUT)/lua/ready $(VAULT_OUT)/clang src/sandbox/guest/configuration.h tools/vault.mk
	@mkdir -p $(@D)
	$(call says,CC)$(GUEST_CLANG) $(GUEST_FLAGS) -Wall -Wextra -Wno-unused-parameter $(FLAGS_$(*F)) -c -o $@ $<

# The folder, too: a file that is gone must go from the guest.
$(VAULT_OUT)/guest.wasm: $(GUEST_O) tools/vault/link.sh src/sandbox/guest src/sandbox/vault/sizes.h
	$(call says,LD,$@)CLANG=$(GUEST_CLANG) LD=$(GUEST_LD) STACK=$(GUEST_STACK) MEMORY=$(GUEST_MEMORY) \
	  tools/vault/link.sh $@ "$(GUEST_IMPORTS)" $(GUEST_O)

# ---- from WebAssembly to C ---------------------------------------------------------------------------

VAULT_LUA = $(firstword $(shell command -v $(LUA) $(LUAS)))

$(VAULT_NAMES:%=$(VAULT_OUT)/raw/%.c): $(VAULT_OUT)/raw/%.c: $(VAULT_OUT)/guest.wasm
	@mkdir -p $(@D)
	$(call says,WASM2C,$@)wasm2c $< -n $* -o $@

$(VAULT_NAMES:%=$(VAULT_OUT)/%.c): $(VAULT_OUT)/%.c: $(VAULT_OUT)/raw/%.c tools/vault/meter.lua
	$(call says,METER,$@)$(VAULT_LUA) tools/vault/meter.lua $* $(<D) $(@D)

$(VAULT_OUT)/guard.h: $(VAULT_OUT)/guard.c ; @:
$(VAULT_OUT)/bounds.h: $(VAULT_OUT)/bounds.c ; @:

# What of the library runs in a machine.
$(VAULT_OUT)/library.c: tools/vault/library.lua $(LUA_FILES)
	@mkdir -p $(@D)
	$(call says,GEN,$@)$(VAULT_LUA) tools/vault/library.lua $@

# Two machines with one identity behave the same: one guest, one library, one way of keeping accounts.
$(VAULT_OUT)/identity.h: $(VAULT_NAMES:%=$(VAULT_OUT)/%.c) $(VAULT_OUT)/library.c \
                          src/sandbox/vault/metering.h src/sandbox/vault/fuel.h
	$(call says,GEN,$@){ cat $(VAULT_OUT)/guest.wasm $(VAULT_OUT)/library.c src/sandbox/vault/fuel.h; grep LA_VAULT_EDITION src/sandbox/vault/metering.h; } | \
	  sha256sum | \
	  sed 's/^\(.\{16\}\).*/#define LA_VAULT_IDENTITY "\1"/' >$@

-include $(GUEST_O:.o=.d)

# ---- into the module ---------------------------------------------------------------------------------

ifeq ($(HAS_VAULT),yes)
VAULT_FLAGS   = -DLA_HAS_VAULT=1 -Isrc/sandbox/vault -I$(VAULT_C)
VAULT_HEADERS = $(VAULT_NAMES:%=$(VAULT_C)/%.h) $(VAULT_C)/identity.h
VAULT_SOURCES := $(call sources,src/sandbox/vault/,c)
VAULT_O       = $(VAULT_SOURCES:src/%.c=$(BUILD)/$(LUA)/%.o)
VAULT_A       = $(BUILD)/vault/libguest.a
endif

# With the vault and without it the module's objects are other ones: this file says which are there.
VAULT_IS = $(BUILD)/$(LUA)/vault-is-$(HAS_VAULT)

$(VAULT_IS):
	@mkdir -p $(@D) && rm -f $(@D)/vault-is-* && touch $@

$(BINDING_O) $(VAULT_O): $(VAULT_IS) | $(VAULT_HEADERS)

# What the C compiler makes of the guest is the same for every Lua. No warnings: nobody has written
# it. No sanitizers: they would see one array, which is a machine's memory. i686: without SSE2 its
# arithmetic keeps more digits than a number has.
GUEST_OPTIMIZE = -O2# tools/cross/arch.sh compiles with less, for machines that qemu plays
GENERATED = $(CC) -std=gnu11 $(GUEST_OPTIMIZE) $(filter -fPIC,$(REQUIRED)) -fvisibility=hidden -fno-strict-aliasing -fno-strict-overflow \
            -ffp-contract=off -DNDEBUG -w -Isrc/sandbox/vault $(filter -m%,$(CFLAGS)) $(SSE2)
SSE2      = $(if $(filter 1,$(shell echo __i386__ | $(CC) $(filter -m%,$(CFLAGS)) -E -P -x c -)),-msse2 -mfpmath=sse)

# What the C compiler makes of it takes a minute and is the same in every build of such words, with a
# sanitizer too: it is kept beside the C, by the words and the compiler.
GUEST_KEEP := $(if $(filter yes,$(HAS_VAULT)),$(shell { echo '$(GENERATED)' | sed 's/^[^ ]* //'; \
              $(CC) -dumpmachine; $(CC) --version | sed 's/^[^ ]* //;q'; } 2>/dev/null | cksum | cut -d' ' -f1))

GUEST_OBJECTS = $(VAULT_NAMES:%=$(VAULT_OUT)/o-$(GUEST_KEEP)/%.o)

# Renamed when it is whole: two builds may do the same at once.
COMPILE_GUEST = $(GENERATED) -DWASM_RT_MEMCHECK_SIGNAL_HANDLER=$(if $(filter guard,$(*F)),1,0) -c -o $@.$$$$ $< && mv $@.$$$$ $@

$(GUEST_OBJECTS): $(VAULT_OUT)/o-$(GUEST_KEEP)/%.o: $(VAULT_C)/%.c $(wildcard src/sandbox/vault/*.h) tools/vault.mk
	@mkdir -p $(@D)
	$(call says,CC)$(COMPILE_GUEST)

$(BUILD)/vault/library.o: $(VAULT_C)/library.c src/sandbox/vault/library.h
	@mkdir -p $(@D)
	$(call says,CC)$(COMPILE) -Isrc/sandbox/vault -c -o $@ $<

$(BUILD)/vault/libguest.a: $(GUEST_OBJECTS) $(BUILD)/vault/library.o
	@rm -f $@
	$(call says,AR,$@)$(AR) rcs $@ $^
