-- rockspec.lua: writes the rockspec, with every source and Lua module that ORDER names.

local order = dofile "tools/order.lua"

local function sources()
  local lines = {}
  for _, name in ipairs(order.sorted({ "src/core/.*", "src/binding/", "src/sandbox/" }, "c")) do
    lines[#lines + 1] = ("        %q,"):format(name)
  end
  return table.concat(lines, "\n")
end

local function modules()
  local lines = {}
  for _, name in ipairs(order.sorted({ "lua/.*" }, "lua")) do
    local module = name:gsub("^lua/", ""):gsub("%.lua$", ""):gsub("/init$", ""):gsub("/", ".")
    lines[#lines + 1] = ("    [%q] = %q,"):format(module, name)
  end
  return table.concat(lines, "\n")
end

local text = [=[
-- Written by `make rockspec`. The rock is called astar-grid, the module astar.
rockspec_format = "3.0"
package = "astar-grid"
version = "scm-1"

source = {
  -- For `luarocks make` in this folder; a rock that is published names its archive.
  url = "git+file://.",
}

description = {
  summary = "Exact pathfinding on grids for games",
  detailed = [[
A*, jump point search and Dijkstra fields over terrain, movement classes, danger, comrades' paths
and fog of war; the same C library serves games without Lua.
]],
  license = "MIT",
}

dependencies = { "lua >= 5.1, < 5.6" }

-- Where there is make it builds as in the source folder: the module exports its entry alone.
build = {
  platforms = {
    unix = {
      type = "make",
      build_target = "rock",
      install_target = "install-rock",
      build_variables = { CC = "$(CC)", CFLAGS = "$(CFLAGS) -DNDEBUG",
        ROCK_INCDIR = "$(LUA_INCDIR)" },
      install_variables = { ROCK_INCDIR = "$(LUA_INCDIR)", ROCK_LUADIR = "$(LUADIR)",
        ROCK_LIBDIR = "$(LIBDIR)" },
    },
  },
  type = "builtin",
  modules = {
    ["astar.core"] = {
      sources = {
@sources@
      },
      incdirs = { "src" },
      defines = { "NDEBUG" },
    },
@modules@
  },
  install = {
    bin = { "bin/astar" },                       -- needs the rock argparse, games do not
  },
  copy_directories = { "docs", "examples" },
}

test = {
  type = "command",
  command = "make && busted",
}
]=]

io.write((text:gsub("@(%l+)@", { sources = sources(), modules = modules() })))
