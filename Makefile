# astar: see `make help`.

LUA     = lua5.4# one of LUAS
BUILD   = build# every object goes here
PREFIX  = /usr/local
PARTS   =# of ORDER: these parts only, and what they stand on
SPEC    =# test these parts only, e.g. SPEC=spec/core/search
VERSION := $(shell sed -n 's/^.define ASTAR_VERSION "\(.*\)"/\1/p' src/astar.h)
SOVERSION = 0

# So many things side by side; also `JOBS=1 make …`.
ifeq ($(JOBS),)
JOBS := $(shell nproc 2>/dev/null || echo 2)
endif

include tools/says.mk

LUAS = lua5.5 lua5.4 lua5.3 lua5.2 lua5.1 luajit

# Those under which all is tested. Few systems have a package of Lua 5.5: it is tested where it is.
TESTED_LUAS := $(if $(shell command -v lua5.5),$(LUAS),$(filter-out lua5.5,$(LUAS)))

ifneq ($(filter $(LUA),$(LUAS)),$(LUA))
$(error LUA is one of $(LUAS), not '$(LUA)')
endif

# NDEBUG: the core's assertions are for the sanitizer build.
CFLAGS   = -O3 -DNDEBUG
REQUIRED = -std=c11 -pthread -fPIC -fvisibility=hidden -ffp-contract=off -MMD -MP \
           $(WARNINGS) $(WERROR)
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
           -Wold-style-definition -Wpointer-arith -Wcast-qual -Wwrite-strings -Wundef -Wvla \
           -Wformat=2 -Wimplicit-fallthrough -Wdouble-promotion
WERROR   =# -Werror for `make check`: a user's compiler may warn of what none of ours does
COMPILE  = $(CC) $(REQUIRED) $(CPPFLAGS) $(CFLAGS)
LINK     = $(CC) -pthread $(CFLAGS) $(LDFLAGS)

# Asked for only when a recipe runs: `make test` may install Lua first. Never a -llua for the
# module, which would bring a second Lua into the process.
LUA_CFLAGS = $(shell tools/lua-flags.sh --cflags $(LUA))
LUA_LIBS   = $(shell tools/lua-flags.sh --libs $(LUA))

# The sources that ORDER names in folders, see tools/sources.sh: $(call sources,FOLDERS,EXTENSION,MARK)
sources   = $(sort $(wildcard $(shell tools/sources.sh '$(1)' $(2) '$(or $(3),$(PARTS))')))
CORE     := $(call sources,src/core/.*,c)
$(if $(CORE),,$(error PARTS=$(PARTS): ORDER names the parts))
# The few sources that know which parts there are see -DASTAR_WITHOUT_UNITS and its like.
LEFT_OUT := $(addprefix -DASTAR_WITHOUT_,$(shell tools/sources.sh -m '$(PARTS)' | tr a-z A-Z))
HAS      = $(if $(filter -DASTAR_WITHOUT_$(1),$(LEFT_OUT)),$(3),$(2))
BINDING  := $(call sources,src/(binding|sandbox)/,c)
LUA_FILES := $(call sources,lua/.*,lua)
HEADERS  := $(filter-out %/astar_lua.h,$(call sources,src/,h))
ROOMS    := $(sort $(dir $(CORE)))
PROGRAMS := $(sort $(wildcard spec/c/*.c))
HOSTS    := $(sort $(wildcard spec/memory/*.c))

CORE_O    = $(CORE:src/%.c=$(BUILD)/%.o)
BINDING_O = $(BINDING:src/%.c=$(BUILD)/$(LUA)/%.o)
MODULE    = $(BUILD)/$(LUA)/astar/core.so
STATIC    = $(BUILD)/libastar.a
SHARED    = $(BUILD)/libastar.so

# The programs that the tests run, of those that SPEC names if it does; those of spec/memory bring a
# PUC Lua of their own.
OF_SPEC       = $(if $(SPEC),$(foreach one,$(SPEC),$(filter $(one) $(one:/=)/%,$(1))),$(1))
TEST_PROGRAMS = $(patsubst %.c,$(BUILD)/%,$(call OF_SPEC,$(PROGRAMS) $(if $(filter lua5.4,$(LUA)),$(HOSTS))))

NEED     = @CC="$(CC)" tools/need.sh
# A job count on the command line is for all of make: a second one would only earn a warning.
PARALLEL = --no-print-directory $(if $(findstring -j,$(MAKEFLAGS)),,-j$(JOBS))
WITH_LUA = LUA=$(LUA) BUILD=$(BUILD) tools/lua.sh

.PHONY: all lib module build test-build extra-build asan-build demo test run-tests test-asan check mutants card rockspec install install-lib install-program install-module \
        uninstall clean help
.DELETE_ON_ERROR:

all:
	@CC="$(CC)" tools/need.sh -n compiler $(LUA)
	@$(MAKE) $(PARALLEL) build

build: module lib ; @:
module: $(MODULE) ; @:
lib: $(STATIC) $(SHARED) ; @:
test-build: build $(TEST_PROGRAMS) ; @:
extra-build: test-build ; @:

include tools/vault.mk
include tools/vault_test.mk

# ---- objects, libraries, module ------------------------------------------------------------------

# Other flags, other objects: the Makefile is a dependency.
$(BUILD)/core/%.o: src/core/%.c Makefile
	@mkdir -p $(@D)
	$(call says,CC)$(COMPILE) -c -o $@ $<

$(BUILD)/$(LUA)/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	$(call says,CC)$(COMPILE) $(LUA_CFLAGS) $(VAULT_FLAGS) -c -o $@ $<

# Of other parts other libraries are made: this file says which are there.
PARTS_ARE = $(BUILD)/parts-are-$(or $(subst $() ,-,$(strip $(PARTS))),all)

$(PARTS_ARE):
	@mkdir -p $(@D) && rm -f $(@D)/parts-are-* && touch $@

KNOW_PARTS = $(BUILD)/core/map/unit_hooks.o $(addprefix $(BUILD)/$(LUA)/binding/,module.o unit_hooks.o)
$(KNOW_PARTS): $(PARTS_ARE)
$(KNOW_PARTS): REQUIRED += $(LEFT_OUT)

# The folders are dependencies too: a source that is gone must go from the libraries.
$(STATIC): $(CORE_O) $(ROOMS) ORDER $(PARTS_ARE)
	@rm -f $@
	$(call says,AR,$@)$(AR) rcs $@ $(CORE_O)

$(SHARED): $(CORE_O) $(ROOMS) ORDER $(PARTS_ARE)
	$(call says,LD,$@)$(LINK) -shared -Wl,-soname,libastar.so.$(SOVERSION) -o $@ $(CORE_O) -lm
	@ln -sf libastar.so $@.$(SOVERSION)

# The module has its own copy of the core and shows nothing of it: a game may have another.
$(MODULE): $(BINDING_O) $(VAULT_O) $(VAULT_A) $(STATIC) src/binding src/sandbox ORDER $(PARTS_ARE)
	@mkdir -p $(@D)
	$(call says,LD,$@)$(LINK) -shared -Wl,--exclude-libs,ALL -o $@ $(BINDING_O) $(VAULT_O) $(VAULT_A) $(STATIC) -lm

# ---- demo and tests: these two install what is missing -------------------------------------------

demo:
	$(NEED) compiler $(LUA)
	@$(MAKE) $(PARALLEL) module
	@$(WITH_LUA) examples/demo.lua

test:
	$(NEED) $(TEST_NEEDS)
	@$(MAKE) $(PARALLEL) $(if $(filter spec/single% spec/bench%,$(SPEC)),extra-build,test-build)
	@$(RUN_TESTS)

run-tests:
	@$(RUN_TESTS)

# What tests need beside the compiler is small and the same everywhere. More than this only tests with
# the tag #extra may ask for.
TEST_NEEDS = compiler $(LUA) busted-$(LUA) cli-$(LUA) sockets-$(LUA) $(if $(filter lua5.4,$(LUA)),memory)
RUN_TESTS  = LUA=$(LUA) BUILD=$(BUILD) JOBS=$(JOBS) SPEC="$(SPEC)" tools/test.sh

# A C program sees the public header only. The old one is removed first: a program that cannot be
# compiled must not leave one behind that passes. Most of the time of -O3 would be the compiler's.
$(BUILD)/spec/%: spec/%.c $(STATIC) Makefile
	@mkdir -p $(@D) && rm -f $@
	$(call says,CC)$(COMPILE:-O3=-O1) -UNDEBUG -Isrc $(LDFLAGS) -o $@ $< $(STATIC) -lm

# A memory program has Lua in itself and loads the module as any program does.
$(BUILD)/spec/memory/%: spec/memory/%.c $(STATIC) Makefile
	@mkdir -p $(@D) && rm -f $@
	$(call says,CC)$(COMPILE:-O3=-O1) -UNDEBUG -Isrc $(LUA_CFLAGS) $(LDFLAGS) -o $@ $< $(STATIC) $(LUA_LIBS) -lm

# nodelete: the module must still be there when a leak in it is to be named.
SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=undefined
# initial-exec: gcc 12's LeakSanitizer crashes in a thread's variables of a module that was loaded.
# -Og and -g1 keep the lines of a stack, and compile in two thirds of the time that -O1 and -g take.
ASAN = CC=gcc BUILD=$(BUILD)/asan LUA=lua5.4 LDFLAGS=-Wl,-z,nodelete \
       CFLAGS="-g1 -Og -fno-omit-frame-pointer -ftls-model=initial-exec $(SANITIZE)"

test-asan:
	$(NEED) asan $(TEST_NEEDS) tiled
	@$(MAKE) $(PARALLEL) asan-build
	@LUA=lua5.4 BUILD=$(BUILD)/asan JOBS=$(JOBS) SPEC="$(SPEC)" tools/test-asan.sh

asan-build:
	@$(MAKE) $(PARALLEL) $(ASAN) test-build

# ---- checks ----------------------------------------------------------------------------------------

include tools/check.mk
include tools/stages.mk
include tools/rock.mk
include tools/torture.mk
include tools/love.mk
include tools/hosts.mk
include tools/single.mk
include tools/c-reference.mk
include tools/meta.mk
include tools/cross.mk
include tools/playground.mk
include tools/dist.mk
-include $(wildcard bench/*.mk)

# What the tests notice; see tools/mutants.lua for its settings.
mutants:
	$(NEED) compiler lua5.4 busted-lua5.4 memory vault
	@mkdir -p $(BUILD)
	@COUNT=$(COUNT) COUNT_LUA=$(COUNT_LUA) SEED=$(SEED) ONLY="$(ONLY)" JOBS=$(JOBS) \
	  IN_VAULT="$(IN_VAULT)" BUDGET=$(BUDGET) FRESH=$(FRESH) flock -n -o -E 75 $(BUILD)/mutants.lock \
	  lua5.4 tools/mutants.lua $(BUILD)/mutants || { status=$$?; [ $$status != 75 ] || \
	    echo "another 'make mutants' is running in $(BUILD)" >&2; exit $$status; }

# ---- packages, installing --------------------------------------------------------------------------

# The rock of all parts, and one of paths. LuaRocks finds a rockspec where there is only one.
ROCKSPEC       = rockspec/astar-grid-scm-1.rockspec
ROCKSPEC_PATHS = rockspec/paths/astar-grid-paths-scm-1.rockspec

# The page that modders print, from the source; `make check-docs` says when it is behind.
card: $(MODULE)
	@$(WITH_LUA) tools/card.lua

# Names every source: to be made again when one comes or goes; `make check` looks after it.
rockspec:
	@mkdir -p $(BUILD) $(dir $(ROCKSPEC) $(ROCKSPEC_PATHS))
	lua5.4 tools/rockspec.lua >$(BUILD)/rockspec.new && mv $(BUILD)/rockspec.new $(ROCKSPEC)
	lua5.4 tools/rockspec.lua paths >$(BUILD)/rockspec.new && mv $(BUILD)/rockspec.new $(ROCKSPEC_PATHS)

LUA_VERSION = $(patsubst lua%,%,$(LUA:luajit=lua5.1))
BINDIR      = $(PREFIX)/bin
DATADIR     = $(PREFIX)/share/astar
INCLUDEDIR  = $(PREFIX)/include
LIBDIR      = $(PREFIX)/lib
LUADIR      = $(PREFIX)/share/lua/$(LUA_VERSION)
LUACDIR     = $(PREFIX)/lib/lua/$(LUA_VERSION)
INSTALL     = install

# What pkg-config and CMake read, in LIBDIR; each is tools/NAME.in with the places filled in.
PACKAGE_FILES = pkgconfig/astar.pc $(addprefix cmake/astar/astar-,config.cmake config-version.cmake \
                targets.cmake)

# The skirmish that `astar mod run` plays.
GAME = examples/valley.txt $(wildcard examples/demo/*.lua examples/skirmish/*/*.lua)

# What another build has installed there goes first: it may have had more parts.
install: all
	@$(MAKE) --no-print-directory uninstall
	@$(MAKE) --no-print-directory install-lib install-embedded $(call HAS,TOOLS,install-program,install-module)

# The C library alone.
install-lib: lib
	$(INSTALL) -d $(addprefix $(DESTDIR),$(INCLUDEDIR) $(LIBDIR)/pkgconfig \
	  $(LIBDIR)/cmake/astar)
	$(INSTALL) -m 644 $(HEADERS) $(DESTDIR)$(INCLUDEDIR)/
	$(INSTALL) -m 644 $(STATIC) $(DESTDIR)$(LIBDIR)/
	$(INSTALL) -m 755 $(SHARED) $(DESTDIR)$(LIBDIR)/libastar.so.$(VERSION)
	ln -sf libastar.so.$(VERSION) $(DESTDIR)$(LIBDIR)/libastar.so.$(SOVERSION)
	ln -sf libastar.so.$(SOVERSION) $(DESTDIR)$(LIBDIR)/libastar.so
	for file in $(PACKAGE_FILES); do \
	  sed -e 's|@prefix@|$(PREFIX)|; s|@includedir@|$(INCLUDEDIR)|; s|@libdir@|$(LIBDIR)|' \
	      -e 's|@version@|$(VERSION)|; s|@soversion@|$(SOVERSION)|' \
	      -e 's|@components@|$(patsubst astar_%,%,$(patsubst astar,paths,$(basename $(notdir $(HEADERS)))))|' \
	      tools/$$(basename $$file).in >$(DESTDIR)$(LIBDIR)/$$file || exit 1; \
	  chmod 644 $(DESTDIR)$(LIBDIR)/$$file; done

# The command line with its game, and the module, which it needs.
install-program: install-module
	$(INSTALL) -d $(DESTDIR)$(BINDIR)
	sed '1s|.*|#!/usr/bin/env $(LUA)|' bin/astar >$(DESTDIR)$(BINDIR)/astar
	chmod 755 $(DESTDIR)$(BINDIR)/astar
	for file in $(GAME); do \
	  $(INSTALL) -D -m 644 $$file $(DESTDIR)$(DATADIR)/$$file || exit 1; done

# The module and the Lua files alone, as `install` and LuaRocks need them.
install-module: module
	$(INSTALL) -d $(DESTDIR)$(LUACDIR)/astar
	$(INSTALL) -m 755 $(MODULE) $(DESTDIR)$(LUACDIR)/astar/
	for file in $(LUA_FILES:lua/%=%); do \
	  $(INSTALL) -D -m 644 lua/$$file $(DESTDIR)$(LUADIR)/$$file || exit 1; done

uninstall:
	rm -f $(patsubst src/%,$(DESTDIR)$(INCLUDEDIR)/%,$(wildcard src/*.h)) $(addprefix $(DESTDIR)$(LIBDIR)/,$(PACKAGE_FILES))
	rmdir $(DESTDIR)$(LIBDIR)/cmake/astar 2>/dev/null || true
	rm -f $(DESTDIR)$(LIBDIR)/libastar.a $(DESTDIR)$(LIBDIR)/libastar.so*
	rm -rf $(DESTDIR)$(LUADIR)/astar $(DESTDIR)$(LUACDIR)/astar $(DESTDIR)$(DATADIR)
	rm -f $(DESTDIR)$(BINDIR)/astar

clean:
	rm -rf $(BUILD)

help:
	@echo "make                    the Lua module, and the C library static and shared, in build/"
	@echo "make PARTS=paths        both without units and what needs them; PARTS=\"paths graph\" with graphs"
	@echo "make V=1                shows the commands themselves; so does any target with V=1"
	@echo "make demo               a battle of two mods, and its replay"
	@echo "make test-hosts         examples/hosts in LÖVE, Luanti, lighttpd, nginx, Tarantool, C, C++, CMake"
	@echo "make love               the same battle in a window, for LÖVE: build/love/"
	@echo "make vault              the machine in which mods run, in build/vault; VAULT=no builds without it"
	@echo "make test               the tests of the module as it was built; SPEC=spec/core/search for some"
	@echo "make test LUA=luajit    the same under LuaJIT (all commands but test-asan take LUA=)"
	@echo "busted                  the quick specs, in one process; busted spec/core/search"
	@echo "make ci                 what CI runs: $(CI)"
	@echo "make nightly            what it leaves out: $(NIGHTLY)"
	@echo "make test-all           both"
	@echo "make test-bare          the README's commands in a minimal Debian"
	@echo "make test-parts         the libraries and the module without units, and with fewer parts"
	@echo "make test-vault         what depends on the sandbox, in the vault"
	@echo "make test-extra         what needs browsers, CMake, GNU parallel, other Luas"
	@echo "make test-asan          all tests under the address and the undefined sanitizer"
	@echo "make golden             plays fixed searches, battles, saves, errors, and counts instructions; with"
	@echo "                        BASE=build/golden of another commit it shows what differs"
	@echo "make hashes             writes the fixed hashes of specs as they are now"
	@echo "make one-hash           one hash on several compilers and processors (qemu)"
	@echo "make windows            DLLs of the library and the module, and their tests under wine"
	@echo "make playground         a site on which mods, maps and paths are tried out in a browser"
	@echo "make wasm               Lua and the module in WebAssembly (emscripten), tests in node"
	@echo "make wasi               the library for WASI without threads, and its programs in node"
	@echo "make test-arch          a battle and saved files on aarch64, i686 and s390x (qemu)"
	@echo "make check              warnings, linters, house rules"
	@echo "make check-NAME         one of them: $(CHECKS)"
	@echo "make torture            fuzzers and long checks; MINUTES=60 KINDS=\"api maps\" SEED=7 WITHOUT=clang"
	@echo "make mutants            400 small wrong changes of the sources, of which the tests must notice"
	@echo "                        92 %; COUNT=40 for fewer, SEED=7, ONLY=\"src/core/move lua/astar\""
	@echo "make bench              times on MovingAI's maps: uniform, weighted, prepared, floods,"
	@echo "                        layers, edits, queue, nearest, crowd, saving, …;"
	@echo "                        ONLY='uniform floods' for some of them, MAPS=arena2 REPEAT=1"
	@echo "                        for a short run"
	@echo "make bench-peers        the same beside libtcod, Boost.Graph, PathFinding.js, plain Lua"
	@echo "make bench-world        a thousand units that think"
	@echo "make bench-docs         the tables of the last run into docs/performance.md"
	@echo "make single             the library as a few files, in $(SINGLE): astar.c and its headers,"
	@echo "                        and astar_lua.c and astar_lua.h for programs with a Lua of their own"
	@echo "make dist               a release with the vault in it, in build/dist; make test-dist builds from it"
	@echo "make install            PREFIX=$(PREFIX) DESTDIR= LUA=; make uninstall likewise"
	@echo "make rockspec           names the sources in $(ROCKSPEC) again"
	@echo "make card               writes docs/card.md from the source"
	@echo "make c-reference        writes docs/c-reference.md from the public headers"
	@echo "make meta               writes the annotations for editors, lua/astar/meta"
	@echo "make web                puts the pages of web/ into the Lua files that the library ships"
	@echo "make clean              removes build/"
	@echo "demo, vault, test, test-asan, check, torture, bench, windows, wasm, wasi and test-arch install with"
	@echo "apt-get what they miss."

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
