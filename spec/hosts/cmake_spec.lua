-- CMake finds the library that make or CMake has installed, static or shared, wherever it was
-- moved, says which parts it has, and builds it alone or as a part of another project: for each of
-- these two it is compiled once, without optimizing.

local builds = require "support.builds"
local command = require "support.command"
local installed = require "support.installed"
local pages = require "support.pages"
local skip = require "support.skip"
local whole = require "support.file"

local PRINTED = "^astar [%d.]+: ok, 26 cells, cost 282\n$"

-- The n-th block of docs/hosts.md in that language.
local function block_of_page(language, n)
  for _, block in ipairs(pages.blocks_of "docs/hosts.md") do
    if block.language == language then
      n = n - 1
      if n == 0 then return block.text end
    end
  end
  error("docs/hosts.md has no such block")
end

describe("CMake #extra", function()
  local it, setup, teardown = skip.where(skip.without("cmake", "gcc"))
  local here
  local count = 0

  setup(function() here = installed.new "install-lib" end)
  teardown(function() here.remove() end)

  local function configure(source, options, folder)
    count = count + 1
    folder = folder or here.folder .. "/build" .. count
    here.run(("cmake -S %s -B %s -DCMAKE_C_COMPILER=gcc -DCMAKE_C_FLAGS='%s' %s"):format(source,
      folder, installed.sanitize, options))
    return folder
  end

  -- Configures and builds a project; returns its folder of the build.
  local function build(source, options, given)
    local folder = configure(source, options, given)
    here.run(("cmake --build %s --parallel 2"):format(folder))
    return folder
  end

  local function prefix(more)
    return ("-DCMAKE_PREFIX_PATH=%s %s"):format(here.prefix, more or "")
  end

  it("finds the static library", function()
    local folder = build("examples/hosts/cmake", prefix())
    assert.matches(PRINTED, here.run(folder .. "/first_path"))
  end)

  it("finds the shared library", function()
    local folder = build("examples/hosts/cmake", prefix "-DBUILD_SHARED_LIBS=ON")
    assert.matches(PRINTED, here.run(folder .. "/first_path"))
    here.run(("mv %s/lib/libastar.so.0 %s/lib/gone"):format(here.prefix, here.prefix))
    local printed = command.output_of(folder .. "/first_path 2>&1")
    here.run(("mv %s/lib/gone %s/lib/libastar.so.0"):format(here.prefix, here.prefix))
    assert.matches("libastar%.so%.0", printed)
  end)

  it("finds it where it was moved", function()
    local moved = here.folder .. "/elsewhere"
    here.run(("cp -r %s %s"):format(here.prefix, moved))
    local folder = build("examples/hosts/cmake", "-DCMAKE_PREFIX_PATH=" .. moved)
    assert.matches(PRINTED, here.run(folder .. "/first_path"))
    assert.matches(moved, whole.read(folder .. "/CMakeCache.txt"), 1, true)
  end)

  -- What CMake says of a project that wants this: whether astar was found, and why not.
  local function wanting(what, place)
    count = count + 1
    local folder = here.folder .. "/wants" .. count
    here.run("mkdir " .. folder)
    whole.write(folder .. "/CMakeLists.txt", ("cmake_minimum_required(VERSION 3.14)\n"
      .. "project(wants LANGUAGES C)\nfind_package(astar %s)\n"
      .. "message(STATUS \"found: ${astar_FOUND} ${astar_units_FOUND}\")\n"):format(what))
    return here.run(("cmake -S %s -B %s/build -DCMAKE_PREFIX_PATH=%s"):format(folder, folder,
      place or here.prefix))
  end

  it("takes a version that fits", function()
    for _, version in ipairs { "", "0.1", "0.1.0" } do
      assert.matches("found: 1", wanting(version))
    end
    for _, version in ipairs { "0.2", "0.1.9", "1.0", "0.0" } do
      assert.matches("found: 0", wanting(version))
    end
  end)

  it("finds parts that are there, and says which are not", function()
    assert.matches("found: 1 TRUE", wanting "COMPONENTS paths units graph")
    assert.matches("found: 1 TRUE", wanting "COMPONENTS units OPTIONAL_COMPONENTS mods")
    local said = wanting "COMPONENTS units unit"
    assert.matches("found: 0 TRUE", said)
    assert.matches("It has no part unit, but: paths graph units", said)
  end)

  -- Installs what was built in that folder; returns the place, to which it was moved.
  local function install_from(folder)
    count = count + 1
    local place, moved = folder .. "/installed", ("%s/moved%d"):format(here.folder, count)
    here.run(("cmake --install %s --prefix %s && mv %s %s"):format(folder, place, place, moved))
    return moved
  end

  local function has(place, library, headers)
    local folder = build("examples/hosts/cmake", "-DCMAKE_PREFIX_PATH=" .. place)
    assert.matches(PRINTED, here.run(folder .. "/first_path"))
    assert.matches(library, here.run(("find %s -name 'libastar*' -type f"):format(place)))
    assert.equal(headers, here.run(("ls %s/include"):format(place)))
  end

  it("builds paths without units with a project, and installs them", function()
    local folder = build("examples/hosts/cmake",
      "-DASTAR_SOURCE=$PWD -DASTAR_PARTS=paths -DASTAR_INSTALL=ON -DCMAKE_BUILD_TYPE=None")
    assert.matches(PRINTED, here.run(folder .. "/first_path"))
    local place = install_from(folder .. "/astar")
    has(place, "^%S+/libastar%.a\n$", "astar.h\n")
    assert.matches("found: 1 \n", wanting("COMPONENTS paths", place))
    local said = wanting("COMPONENTS paths units", place)
    assert.matches("found: 0 \n", said)
    assert.matches("It has no part units, but: paths", said)
    local symbols = here.run(("nm -g %s/lib*/libastar.a"):format(place))
    assert.matches("T astar_search_new\n", symbols)
    assert.not_matches("astar_unit", symbols)
  end)

  it("installs nothing of it with a project that does not say so", function()
    local folder = configure("examples/hosts/cmake", "-DASTAR_SOURCE=$PWD")
    here.run(("cmake --install %s/astar --prefix %s/nothing && ! test -e %s/nothing"):format(
      folder, folder, folder))
  end)

  -- Builds the tree itself, each time in the same folder: what is the same is compiled once.
  local function build_here(options)
    return build(".", "-DCMAKE_BUILD_TYPE=None " .. options, here.folder .. "/own")
  end

  it("installs all parts, shared", function()
    local place = install_from(build_here "-DBUILD_SHARED_LIBS=ON")
    has(place, "^%S+/libastar%.so%.[%d.]+\n$", "astar.h\nastar_graph.h\nastar_units.h\n")
    assert.matches("found: 1 TRUE", wanting("0.1 COMPONENTS paths units graph", place))
    if skip.without "pkg-config" then return end
    local folder = here.copy "c"
    here.run(("%s -o %s/game %s/game.c $(PKG_CONFIG_PATH=$(echo %s/lib*/pkgconfig) pkg-config "
      .. "--cflags --libs astar)"):format(installed.cc, folder, folder, place))
  end)

  it("refuses parts that there are not", function()
    local said = command.output_of(("cmake -S . -B %s/parts -DASTAR_PARTS=path 2>&1"):format(
      here.folder))
    assert.matches("ORDER has no part path", said, 1, true)
  end)

  -- What the module says that CMake has built with these options.
  local function module_of(options)
    local folder = build_here("-DASTAR_LUA=ON " .. options)
    local line = ("LUA_PATH='lua/?.lua;lua/?/init.lua' LUA_CPATH='%s/?.so' %s -e %q"):format(folder,
      command.plain_lua(), "local a = require 'astar' print(a.sandbox, a.features.vault,"
        .. " require('astar.sandbox').new({}):run('return 6 * 7', 'x'))")
    return here.run(line), here.run(("nm -D --defined-only %s/astar/core.so"):format(folder))
  end

  -- The headers of the Lua that runs this.
  local include = command.output_of("tools/lua-flags.sh --cflags " .. builds.own):match "%-I(%S+)"
  local headers = "-DASTAR_LUA_INCLUDE_DIR=" .. (include or "/usr/include")

  it("builds the Lua module without the vault", function()
    local said, exported = module_of(headers .. " -DASTAR_VAULT=no")
    assert.equal("stock\tfalse\ttrue\t42\n", said)
    assert.matches("^%S+ T luaopen_astar_core\n$", exported)
  end)

  -- The guest is not optimized either: that alone would take a minute.
  local QUICK = " -DCMAKE_C_COMPILE_OBJECT='<CMAKE_C_COMPILER> <DEFINES> <INCLUDES> <FLAGS> -O0"
    .. " -o <OBJECT> -c <SOURCE>'"
  local vault = require("astar").features.vault
  local it_with_vault = skip.where(skip.without("cmake", "gcc")
    or not vault and "needs the C of the vault" or nil)

  it_with_vault("builds the Lua module with the vault where its C is there", function()
    local said, exported = module_of(headers .. " -DASTAR_VAULT=yes" .. QUICK)
    assert.equal(("vault\t%s\ttrue\t42\n"):format(vault), said)
    assert.matches("^%S+ T luaopen_astar_core\n$", exported)
  end)

  it("refuses a vault that is not there, and other words", function()
    local folder = here.folder .. "/bare"
    here.run(("mkdir %s"):format(folder))
    here.run(("cp -r CMakeLists.txt Makefile ORDER src tools %s"):format(folder))
    local function said(options)
      return (command.output_of(("cmake -S %s -B %s/build -DASTAR_LUA=ON %s %s 2>&1")
        :format(folder, folder, headers, options)))
    end
    assert.matches("the vault is not here: run `make vault`", said "-DASTAR_VAULT=yes", 1, true)
    assert.matches("yes or no, not 'maybe'", said "-DASTAR_VAULT=maybe", 1, true)
    assert.matches("the stock sandbox only", said "-DASTAR_VAULT=", 1, true)
  end)

  it("fetches it, as the page says", function()
    local folder = here.copy "cmake"
    whole.write(folder .. "/CMakeLists.txt", "cmake_minimum_required(VERSION 3.14)\n"
      .. "project(first_path LANGUAGES C)\n" .. block_of_page("cmake", 2)
      .. "add_executable(first_path first_path.c)\n"
      .. "target_link_libraries(first_path PRIVATE astar::astar)\n")
    -- A target with :: in its name has to be there when the project is configured.
    local built = configure(folder, "-DFETCHCONTENT_SOURCE_DIR_ASTAR=$PWD")
    assert.matches("astar", here.run(("cmake --build %s --target help"):format(built)))
  end)
end)
