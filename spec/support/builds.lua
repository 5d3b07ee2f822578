--- Programs run by this Lua and by others, each with a module of its own build. Where a
-- build has no module for another Lua, as one with sanitizers has none, that of build/ is taken.

local BUILD = os.getenv("BUILD") or "build"

local builds = {}

local function output_of(command)
  local pipe = assert(io.popen(command .. " 2>&1"))
  local output = pipe:read("*a")
  pipe:close()
  return output
end

--- What this Lua is called, "lua5.1" to "lua5.5" or "luajit"; another one; and the list of all.
builds.own = type(jit) == "table" and "luajit" or "lua" .. _VERSION:match("%d%.%d")
builds.other = builds.own == "luajit" and "lua5.4" or "luajit"
builds.all = { "lua5.5", "lua5.4", "lua5.3", "lua5.2", "lua5.1", "luajit" }

-- Settings of the user's, which would come before ours.
local UNSET = "-u LUA_INIT"
for _, version in ipairs { "5_2", "5_3", "5_4", "5_5" } do
  for _, name in ipairs { "INIT", "PATH", "CPATH" } do
    UNSET = ("%s -u LUA_%s_%s"):format(UNSET, name, version)
  end
end

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

--- The others of all for which there is one.
function builds.others()
  local list = {}
  for _, lua in ipairs(builds.all) do
    if lua ~= builds.own and builds.is_there(lua) then list[#list + 1] = lua end
  end
  return list
end

--- Why nothing can be compared with other Luas, or nil.
function builds.missing()
  return #builds.others() == 0 and "no build for another Lua" or nil
end

--- What a script prints, run by that Lua; `words` follow its name. `made_for`: the Lua whose module
-- it is given, which is its own unless said otherwise.
function builds.run(lua, words, made_for)
  made_for = made_for or lua
  local build = build_of(made_for) or BUILD
  local preloaded = build == BUILD and "" or "-u LD_PRELOAD "
  return output_of(("env " .. UNSET .. " %s"
    .. "LUA_PATH='lua/?.lua;lua/?/init.lua;;' LUA_CPATH='%s/%s/?.so;;' %s %s")
    :format(preloaded, build, made_for, lua, words))
end

return builds
