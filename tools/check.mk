# `make check`: each check is a target of its own, check-NAME; all of them run, whatever fails.

CHECKS = gcc clang msvc headers single includes circles globals exports names paths \
         lines glossary rockspec luacheck web docs instructions

.PHONY: check check-cppcheck $(CHECKS:%=check-%)

check:
	$(NEED) compiler $(TESTED_LUAS) memory check
	@$(MAKE) $(PARALLEL) WERROR=-Werror build
	@$(MAKE) $(PARALLEL) -k -Otarget $(CHECKS:%=check-%) && echo "== all checks passed: $(CHECKS)"

DONE = @echo "ok      $@"

# ---- C: strict warnings are errors -----------------------------------------------------------------

STRICT = -std=c11 -Isrc $(WARNINGS) -Werror

STRICT_C = $(CORE) $(BINDING) $(VAULT_SOURCES) $(BUNDLE) $(PROGRAMS) $(HOSTS)

# reads COMPILER FLAGS LUA SOURCES: the compiler reads them all, also when one has a warning.
reads = $(1) $(STRICT) $(VAULT_FLAGS) $(2) $$(tools/lua-flags.sh --cflags $(3)) -fsyntax-only $(4)

# With assertions. `build` has compiled the sources without them: gcc warns of some values only when
# it optimizes.
check-gcc:
	@$(call reads,gcc -Wlogical-op,-UNDEBUG,lua5.4,$(STRICT_C))
	$(DONE)

# All that clang warns of it knows from reading. It takes longer to start than to read a source, so it
# reads the library from the single files; what these would add, gcc says of each source above.
check-clang: $(BUILD)/single/astar.c
	@$(call reads,clang,-UNDEBUG -Wno-shadow -Wno-overlength-strings -Wno-undef,lua5.4,$(SINGLE)/astar.c $(SINGLE)/astar_lua.c)
	@$(call reads,clang,-UNDEBUG,lua5.4,$(VAULT_SOURCES) $(PROGRAMS) $(HOSTS))
	$(DONE)

# The public headers stand alone, as C11 and as C++.
check-headers:
	@for header in $(HEADERS); do \
	  gcc -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c $$header || exit 1; \
	  clang -std=c++11 -Wall -Wextra -Werror -fsyntax-only -x c++ $$header || exit 1; \
	done
	$(DONE)

# ---- the rules of the house --------------------------------------------------------------------------

check-includes:
	@lua5.4 tools/check-includes.lua
	$(DONE)

# The order of rooms, by what their files use of each other.
check-circles: $(CORE_O) $(BINDING_O)
	@lua5.4 tools/check-circles.lua $^
	$(DONE)

# No global state: the core has no variables, only constants.
check-globals: $(CORE_O)
	@tools/check-globals.sh $(CORE_O)
	$(DONE)

# The shared library shows what the headers declare; the module shows its entry only.
check-exports: $(SHARED) $(MODULE)
	@tools/check-exports.sh $(SHARED) $(MODULE)
	$(DONE)

# The core: no two files define functions, types or macros of one name.
check-names:
	@lua5.4 tools/check-names.lua
	$(DONE)

check-paths:
	@tools/check-paths.sh
	$(DONE)

check-lines:
	@lua5.4 tools/check-lines.lua $(shell find src -name '*.[ch]') $(PROGRAMS) $(HOSTS) $(wildcard web/*/*)
	$(DONE)

check-glossary:
	@lua5.4 tools/check-glossary.lua ORDER $(wildcard *.md docs/*.md docs/reference/*.md) $(shell find src lua/astar -name '*.[ch]' \
	  -o -name '*.lua' -not -name 'web.lua' -not -path '*/meta/*')
	$(DONE)

check-rockspec:
	@lua5.4 tools/rockspec.lua | diff -u $(ROCKSPEC) - || { echo "run: make rockspec"; exit 1; }
	@lua5.4 tools/rockspec.lua paths | diff -u $(ROCKSPEC_PATHS) - || { echo "run: make rockspec"; exit 1; }
	$(DONE)

check-docs: $(MODULE)
	@$(WITH_LUA) tools/card.lua --check
	@lua5.4 tools/c-reference.lua --check
	@$(WITH_LUA) tools/meta.lua --check
	$(DONE)

# Searches and ticks take no more instructions than they did, where valgrind is there to count them.
check-instructions: $(BUILD)/spec/golden/work
	@CC="$(CC)" tools/check-instructions.sh $< "$(strip $(CPPFLAGS) $(CFLAGS))"

# ---- linters -----------------------------------------------------------------------------------------

check-luacheck:
	@luacheck -q --codes --no-color $(wildcard lua spec examples bench tools playground) bin/astar
	$(DONE)

# The pages that the library ships are what web/ makes of them. eslint 9 is asked where it is there.
check-web:
	@lua5.4 tools/web.lua -n
	@! command -v eslint >/dev/null || eslint -c web/eslint.config.mjs web playground/page
	$(DONE)

# As gcc compiles them for Lua 5.4, and what calls Windows as there too. Told of no configuration it
# would try up to twelve for each source, which takes nine times as long. Not in `make check`, where it
# would take a third of the time: `make nightly` runs it.
CPPCHECK = cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
           --error-exitcode=1 --suppress=missingIncludeSystem -j$(JOBS) -Isrc -DLUA_VERSION_NUM=504

check-cppcheck:
	$(NEED) cppcheck
	@$(CPPCHECK) -D__GNUC__=12 -D__unix__ -isrc/sandbox/guest src spec/c spec/memory
	@$(CPPCHECK) -D_WIN32 $(CALLS_WINDOWS)
	$(DONE)
