-- A host in C, built with its Makefile or with pkg-config from what make installs; and
-- one with Lua inside.

local command = require "support.command"
local installed = require "support.installed"
local pages = require "support.pages"
local skip = require "support.skip"
local whole = require "support.file"

-- What docs/c-api.md shows.
local function shown()
  local program
  for _, block in ipairs(pages.blocks_of "docs/c-api.md") do
    if block.comment == "output" and program == "examples/hosts/c/game.c" then return block.text end
    program = block.comment == "program" and block.argument or program
  end
end

describe("a host in C #extra", function()
  local it, setup, teardown = skip.where(skip.without "gcc")
  local it_with_pkg_config = skip.where(skip.without("gcc", "pkg-config"))
  local here

  setup(function() here = installed.new "install-lib" end)
  teardown(function() here.remove() end)

  it("is built by three lines of make", function()
    local folder = here.copy "c"
    here.run(("make -C %s CC='%s -Wall -Werror' PREFIX=%s"):format(folder, installed.cc,
      here.prefix))
    assert.are.equal(shown(), here.run(folder .. "/game"))
  end)

  -- pkg-config is told where the staged installation begins.
  local function flags(options)
    return ("$(PKG_CONFIG_SYSROOT_DIR=%s PKG_CONFIG_LIBDIR=%s/lib/pkgconfig pkg-config %s astar)")
      :format(here.folder, here.prefix, options)
  end

  it_with_pkg_config("is built with pkg-config, shared", function()
    local game = here.folder .. "/shared"
    here.run(("sh -c \"%s -o %s examples/hosts/c/game.c %s\""):format(installed.cc, game,
      flags("--cflags --libs")))
    assert.are.equal(shown(), here.run(("LD_LIBRARY_PATH=%s/lib %s"):format(here.prefix, game)))
  end)

  it_with_pkg_config("is built with pkg-config, static", function()
    local game = here.folder .. "/static"
    here.run(("sh -c \"rm %s/lib/libastar.so*; %s -o %s examples/hosts/c/game.c %s\""):format(
      here.prefix, installed.cc, game, flags("--static --cflags --libs")))
    assert.are.equal(shown(), here.run(game))
  end)

  it_with_pkg_config("finds the version with pkg-config", function()
    local version = whole.read("src/astar.h"):match('ASTAR_VERSION "([^"]+)"')
    assert.are.equal(version .. "\n", here.run(("PKG_CONFIG_LIBDIR=%s/lib/pkgconfig pkg-config "
      .. "--modversion astar"):format(here.prefix)))
  end)
end)

describe("a host in C with Lua inside #extra", function()
  local it, setup, teardown = skip.where(skip.without("gcc", "pkg-config"))
  local here

  setup(function() here = installed.new "install" end)
  teardown(function() here.remove() end)

  local function build()
    local folder = here.copy "lua-in-c"
    here.run(("make -C %s CC='%s -Wall -Werror' PREFIX=%s"):format(folder, installed.cc,
      here.prefix))
    return folder
  end

  it("runs a mod", function()
    local folder = build()
    local printed = "tick 58: the runner has arrived at 12, 5\ntick 100: it is at 6, 2\n"
    assert.are.equal(printed, here.run(("%s/game %s"):format(folder, folder)))
    assert.are.equal(printed, here.run(("sh -c 'cd %s && ./game'"):format(folder)))
    here.run("rm -r " .. folder)
  end)

  it("says where an error was raised", function()
    local folder = build()
    whole.write(folder .. "/game.lua", "local map = require('astar').map { rows = 7 }\n")
    local printed, status = command.output_of(("env -u LD_PRELOAD %s/game %s 2>&1"):format(folder,
      folder))
    assert.are.equal(1, status)
    assert.matches("game%.lua:1: .*rows", printed)
    assert.matches("stack traceback", printed)
  end)
end)
