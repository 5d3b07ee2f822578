-- rockspec.lua [PARTS]: writes the rockspec, with every source and Lua module that ORDER names, or
-- those of these parts.

local order = dofile "tools/order.lua"
local parts = arg[1] or ""
local left_out = order.take(parts)

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

local defines = { '"NDEBUG"' }
for _, part in ipairs(left_out) do
  defines[#defines + 1] = ('"ASTAR_WITHOUT_%s"'):format(part:upper())
end

local text = [=[
-- Written by `make rockspec`. The rock is called astar-grid@suffix@, the module astar.
rockspec_format = "3.0"
package = "astar-grid@suffix@"
version = "scm-1"

source = {
  -- For `luarocks make` in this folder; a rock that is published names its archive.
  url = "git+file://.",
}

description = {
  summary = "Exact pathfinding on grids for games@what@",
  detailed = [[
A*, jump point search and Dijkstra fields over terrain, movement classes, danger, friends' paths
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
        ROCK_INCDIR = "$(LUA_INCDIR)"@parts@ },
      install_variables = { ROCK_INCDIR = "$(LUA_INCDIR)", ROCK_LUADIR = "$(LUADIR)",
        ROCK_LIBDIR = "$(LIBDIR)"@parts@ },
    },
  },
  type = "builtin",
  modules = {
    ["astar.core"] = {
      sources = {
@sources@
      },
      incdirs = { "src" },
      defines = { @defines@ },
    },
@modules@
  },
@program@  copy_directories = { "docs", "examples" },
}
@test@]=]

-- What a rock of all parts has besides.
local PROGRAM = [[
  install = {
    bin = { "bin/astar" },                       -- needs the rock argparse, games do not
  },
]]
local TEST = [[

test = {
  type = "command",
  command = "make && busted",
}
]]

io.write((text:gsub("@(%l+)@", { sources = sources(), modules = modules(),
  suffix = parts:gsub("%S+", "-%0"):gsub(" ", ""), what = parts == "" and "" or ", without units",
  defines = table.concat(defines, ", "),
  parts = parts ~= "" and (", PARTS = %q"):format(parts) or "",
  program = parts == "" and PROGRAM or "", test = parts == "" and TEST or "" })))
