# What LuaRocks calls, see rockspec/: it names the folder of a Lua's headers, and where files belong.
# Each Lua has a folder of its own in the build, named by its headers, and so has each rock.

.PHONY: rock install-rock

ROCK = BUILD=$(BUILD)/rock$(subst $() ,-,$(PARTS))$(ROCK_INCDIR) LUA_CFLAGS="-I$(ROCK_INCDIR)"

rock:
	@$(MAKE) $(PARALLEL) $(ROCK) CC="$(CC)" CFLAGS="$(CFLAGS)" module

install-rock:
	@$(MAKE) --no-print-directory $(ROCK) LUADIR="$(ROCK_LUADIR)" LUACDIR="$(ROCK_LIBDIR)" \
	  install-module
