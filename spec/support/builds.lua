--- Programs run by this Lua and by the other one, each with a module of its own build. Where a
-- build has no module for the other Lua, as one with sanitizers has none, that of build/ is taken.

local BUILD = os.getenv("BUILD") or "build"

local builds = {}

local function output_of(command)
  local pipe = assert(io.popen(command .. " 2>&1"))
  local output = pipe:read("*a")
  pipe:close()
  return output
end

--- "lua5.4" or "luajit": the one that runs this, and the other.
builds.own = type(jit) == "table" and "luajit" or "lua5.4"
builds.other = builds.own == "luajit" and "lua5.4" or "luajit"

local function is_fresh(module)
  local file = io.open(module, "rb")
  if not file then return false end
  file:close()
  return output_of(("find src -name '*.[ch]' -newer %s"):format(module)) == ""
end

-- The build with a module for that Lua that is no older than any of its sources, or nil.
local function build_of(lua)
  for _, build in ipairs { BUILD, "build" } do
    if is_fresh(("%s/%s/astar/core.so"):format(build, lua)) then return build end
  end
end

--- Is there such a module, and a Lua for it?
function builds.is_there(lua)
  return build_of(lua) ~= nil and output_of(lua .. " -e 'print(1)'") == "1\n"
end

--- What a script prints, run by that Lua; `words` follow its name.
function builds.run(lua, words)
  local build = build_of(lua) or BUILD
  local preloaded = build == BUILD and "" or "-u LD_PRELOAD "
  return output_of(("env -u LUA_INIT -u LUA_PATH_5_4 -u LUA_CPATH_5_4 %s"
    .. "LUA_PATH='lua/?.lua;lua/?/init.lua;;' LUA_CPATH='%s/%s/?.so;;' %s %s")
    :format(preloaded, build, lua, lua, words))
end

return builds
