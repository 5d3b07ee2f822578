--- Programs run by this Lua and by the other one, each with a module of its own build.

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

--- Is there a module of that build, no older than any of its sources, and a Lua for it?
function builds.is_there(lua)
  local module = ("%s/%s/astar/core.so"):format(BUILD, lua)
  local file = io.open(module, "rb")
  if not file then return false end
  file:close()
  local newer = output_of(("find src -name '*.[ch]' -newer %s"):format(module))
  return newer == "" and output_of(lua .. " -e 'print(1)'") == "1\n"
end

--- What a script prints, run by that Lua; `words` follow its name.
function builds.run(lua, words)
  return output_of(("env -u LUA_INIT -u LUA_PATH_5_4 -u LUA_CPATH_5_4 "
    .. "LUA_PATH='lua/?.lua;lua/?/init.lua;;' LUA_CPATH='%s/%s/?.so;;' %s %s")
    :format(BUILD, lua, lua, words))
end

return builds
