local BUILD = os.getenv("BUILD") or "build"
local LUAS = { "lua5.4", "luajit" }

local function output_of(command)
  local pipe = assert(io.popen(command .. " 2>&1"))
  local output = pipe:read("*a")
  pipe:close()
  return output
end

-- Is there a module of that build, no older than any of its sources, and a Lua for it?
local function is_built(lua)
  local module = ("%s/%s/astar/core.so"):format(BUILD, lua)
  local file = io.open(module, "rb")
  if not file then return false end
  file:close()
  local newer = output_of(("find src -name '*.[ch]' -newer %s"):format(module))
  return newer == "" and output_of(lua .. " -e 'print(1)'") == "1\n"
end

local function battle(lua, ticks)
  return output_of(("env -u LUA_INIT -u LUA_PATH_5_4 -u LUA_CPATH_5_4 " ..
    "LUA_PATH='lua/?.lua;lua/?/init.lua;;' LUA_CPATH='%s/%s/?.so;;' " ..
    "%s spec/support/battle.lua %d"):format(BUILD, lua, lua, ticks))
end

describe("the skirmish", function()
  it("is the same on PUC Lua and on LuaJIT", function()
    for _, lua in ipairs(LUAS) do
      if not is_built(lua) then return pending("no build for " .. lua) end
    end
    local output = battle(LUAS[1], 300)
    assert.equal(output, battle(LUAS[2], 300))
    assert.matches("\n300 %x+ 0%.%d+ %d+ %d+ 0\n$", output)
  end)
end)
