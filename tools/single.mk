# `make single`: the library as a few files, for a game that adds them to its build; and the Lua
# module as a static library, which `make install` installs.

SINGLE    = $(BUILD)/single
SINGLES   = $(SINGLE)/astar.c $(SINGLE)/astar_lua.c $(SINGLE_VAULT)
SOURCES_H := $(call sources,src/((core|binding|sandbox|bundle)/.*)?,h)
# The guest of the vault, where `make vault` has been run, and in a release; and what they are made of.
ifeq ($(HAS_VAULT),yes)
SINGLE_VAULT = $(SINGLE)/astar_guard.c $(SINGLE)/astar_bounds.c
SINGLE_FROM  = $(VAULT_HEADERS) $(VAULT_NAMES:%=$(VAULT_C)/%.c) $(VAULT_C)/library.c $(VAULT_SOURCES)
endif
SINGLE_IS = $(SINGLE)/vault-is-$(HAS_VAULT)

$(SINGLE_IS):
	@mkdir -p $(@D) && rm -f $(@D)/vault-is-* && touch $@

BUNDLE    := $(call sources,src/bundle/,c)

# One for each Lua, beside the others.
EMBEDDED = $(BUILD)/$(LUA)/libastar-$(LUA).a

.PHONY: single check-single install-embedded uninstall-embedded

single: $(SINGLES)
	@ls -l $(SINGLE)/*.[ch] | awk '{ print $$5, $$NF }'

# All at once: the other files are written beside the first.
$(SINGLE)/astar.c: tools/single.lua tools/order.lua tools/whole_file.lua LICENSE ORDER $(CORE) $(BINDING) \
                    $(BUNDLE) $(SOURCES_H) $(LUA_FILES) $(SINGLE_FROM) $(SINGLE_IS) $(PARTS_ARE)
	$(NEED) compiler $(LUA)
	@mkdir -p $(@D)
	@rm -f $(@D)/*.[ch]
	$(call says,GEN,$@)$(LUA) tools/single.lua $(@D) "$(PARTS)" $(if $(SINGLE_VAULT),$(VAULT_C))

$(SINGLE)/astar_lua.c $(SINGLE_VAULT): $(SINGLE)/astar.c ; @:

# With the core and the guest in it: a program links this one library.
EMBEDDED_GUEST = $(if $(SINGLE_VAULT),$(GUEST_OBJECTS))

$(EMBEDDED): $(SINGLES) $(CORE_O) $(EMBEDDED_GUEST) Makefile tools/single.mk
	@mkdir -p $(@D) && rm -f $@
	$(call says,CC,$(SINGLE)/astar_lua.c)$(COMPILE) $(LUA_CFLAGS) -c -o $(@:.a=.o) $(SINGLE)/astar_lua.c
	$(call says,AR,$@)$(AR) rcs $@ $(@:.a=.o) $(CORE_O) $(EMBEDDED_GUEST)

# Each file alone, as C11 and without a warning; the headers as C++ too. A small compiler, which knows
# no more of C11 than it must, takes them as well; but the vault needs atomic numbers.
SINGLE_FLAGS = -std=c11 -Wall -Wextra -Werror -fsyntax-only

check-single: $(SINGLES)
	@for compiler in gcc clang; do \
	  for file in $(filter-out %/astar_lua.c,$(SINGLES)); do \
	    $$compiler $(SINGLE_FLAGS) $$file || exit 1; done; \
	  for lua in $(TESTED_LUAS); do \
	    $$compiler $(SINGLE_FLAGS) $$(tools/lua-flags.sh --cflags $$lua) $(SINGLE)/astar_lua.c || exit 1; \
	  done; \
	done
	@for file in astar $(if $(SINGLE_VAULT),,astar_lua); do \
	  tcc $$(tools/lua-flags.sh --cflags lua5.4) -c -o $(SINGLE)/tcc.o $(SINGLE)/$$file.c || exit 1; done
	@rm -f $(SINGLE)/tcc.o
	@for header in $(notdir $(HEADERS)) astar_lua.h; do \
	  gcc -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c $(SINGLE)/$$header || exit 1; \
	  clang -std=c++11 -Wall -Wextra -Werror -fsyntax-only -x c++ $(SINGLE)/$$header || exit 1; \
	done
	$(DONE)

uninstall: uninstall-embedded

install-embedded: build
	@$(MAKE) $(PARALLEL) $(EMBEDDED)
	$(INSTALL) -d $(addprefix $(DESTDIR),$(INCLUDEDIR) $(LIBDIR)/pkgconfig)
	$(INSTALL) -m 644 src/astar_lua.h $(DESTDIR)$(INCLUDEDIR)/
	$(INSTALL) -m 644 $(EMBEDDED) $(DESTDIR)$(LIBDIR)/
	sed -e 's|@prefix@|$(PREFIX)|; s|@includedir@|$(INCLUDEDIR)|; s|@libdir@|$(LIBDIR)|' \
	    -e 's|@version@|$(VERSION)|; s|@lua@|$(LUA)|' tools/astar-lua.pc.in \
	    >$(DESTDIR)$(LIBDIR)/pkgconfig/astar-$(LUA).pc
	chmod 644 $(DESTDIR)$(LIBDIR)/pkgconfig/astar-$(LUA).pc

uninstall-embedded:
	rm -f $(DESTDIR)$(INCLUDEDIR)/astar_lua.h $(DESTDIR)$(LIBDIR)/pkgconfig/astar-$(LUA).pc
	rm -f $(DESTDIR)$(LIBDIR)/libastar-$(LUA).a

# ---- a host that the tests run: spec/single ----------------------------------------------------------

SINGLE_HOST = $(BUILD)/$(LUA)/single_host

extra-build: $(SINGLE_HOST)

# As a game would compile it, but without optimizing, which takes a minute. The files of the guest are
# the same for every Lua.
SINGLE_COMPILE = $(CC) -std=c11 -Wall -Wextra -O0 -I$(SINGLE)
SINGLE_GUEST_O = $(SINGLE_VAULT:$(SINGLE)/%.c=$(BUILD)/spec/single/%.o)
SINGLE_OWN_C   = spec/single/host.c $(SINGLE)/astar.c $(SINGLE)/astar_lua.c

$(SINGLE_GUEST_O): $(BUILD)/spec/single/%.o: $(SINGLE)/%.c
	@mkdir -p $(@D)
	$(call says,CC)$(SINGLE_COMPILE) -c -o $@ $<

$(SINGLE_HOST): $(SINGLE_OWN_C) $(SINGLES) $(SINGLE_GUEST_O)
	@mkdir -p $(@D) && rm -f $@
	$(call says,CC)$(SINGLE_COMPILE) $(LUA_CFLAGS) -o $@ $(SINGLE_OWN_C) $(SINGLE_GUEST_O) $(LUA_LIBS) -lm -pthread -ldl
