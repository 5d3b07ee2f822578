--- The programs that answer scenarios: ours, and the peers that were built.
--
--   who       the name in tables and in the CSV file
--   command   what to run; MAP SCEN SECTION PASSES SECONDS follow
--   passes    how often every query is answered at least
--   seconds   after which a run of one map begins no further query
--   sections  where it takes part
--   is_peer   its failure is no failure of the bench

local process = require "bench.process"

local programs = {}

local OURS = { uniform = true, weighted = true, prepared = true, floods = true, growth = true }
local GRAPHS = { uniform = true, weighted = true, floods = true }
local PLAIN = { uniform = true, weighted = true }
local UNIFORM = { uniform = true }

local FAST, SLOW = 30, 1.5

local function exists(name)
  local file = io.open(name)
  if file then file:close() end
  return file ~= nil
end

--- The Luas that the module is there for: { who =, command = }, the first being that of the bench.
function programs.luas(build, lua)
  local list = { { who = "astar-lua", command = lua } }
  local second = not rawget(_G, "jit") and exists(build .. "/luajit/astar/core.so")
  if second and process.works("luajit -v") then
    local path = process.quote(build .. "/luajit/?.so;;")
    list[2] = { who = "astar-luajit", command = "LUA_CPATH=" .. path .. " luajit" }
  end
  return list
end

--- The module and the programs of another checkout, which has been built in the same way; nil where
-- it is not there.
function programs.base(folder, lua)
  local build = "build/" .. (rawget(_G, "jit") and "luajit" or "lua5.4")
  if not exists(folder .. "/" .. build .. "/astar/core.so") then return nil end
  return { who = "base", command = ("cd %s && LUA_PATH='./lua/?.lua;./lua/?/init.lua;./?.lua;;' "
    .. "LUA_CPATH='./%s/?.so;;' %s"):format(process.quote(folder), build, lua) }
end

--- astar from Lua and from C.
function programs.ours(build, lua)
  return {
    { who = "astar-lua", command = lua .. " bench/astar.lua", passes = 5, seconds = 600,
      sections = OURS },
    { who = "astar-c", command = process.quote(build .. "/bench/astar-c"), passes = 5,
      seconds = 600, sections = OURS },
  }
end

--- The peers that are there, and the names of those that are not.
function programs.peers(build)
  local peers, missing = {}, {}
  local function add(is_there, who, command, seconds, sections)
    if not is_there then
      missing[#missing + 1] = who
      return
    end
    peers[#peers + 1] = { who = who, command = command, passes = 1, seconds = seconds,
      sections = sections, is_peer = true }
  end
  local folder = build .. "/peers"
  local package = folder .. "/node_modules/pathfinding"
  local node = exists(package .. "/package.json") and process.works("node --version")
  local js = "PATHFINDING=$PWD/" .. package .. " node bench/peers/pathfinding.js "
  local plain = " bench/peers/plain.lua"
  add(exists(folder .. "/tcod"), "libtcod", folder .. "/tcod", FAST, GRAPHS)
  add(exists(folder .. "/boost"), "boost", folder .. "/boost", FAST, GRAPHS)
  add(node, "pathfinding.js", js .. "astar", SLOW, UNIFORM)
  add(node, "pathfinding.js-jps", js .. "jps", SLOW, UNIFORM)
  add(process.works("luajit -v"), "plain-luajit", "luajit" .. plain, SLOW, PLAIN)
  add(process.works("lua5.4 -v"), "plain-lua5.4", "lua5.4" .. plain, SLOW, PLAIN)
  return peers, missing
end

return programs
