-- What the check and the card know of the library is what the library is.

local astar = require "astar"
local command = require "support.command"
local kinds = require "astar.mods.source.kinds"
local modded = require "support.modded"
local think = require "astar.think"
local verbs = require "astar.verbs"
local whole = require "support.file"
local words = require "astar.world.words"

local function names_of(set)
  local names = {}
  for name in pairs(set) do names[#names + 1] = name end
  table.sort(names)
  return names
end

-- Runs a behaviour beside a friend, on a map where a path can be found: what it printed.
local function run(text)
  local reports = {}
  local world = astar.world { map = astar.map { width = 12, height = 5 },
    report = function(report) reports[#reports + 1] = report.text end }
  local _, lines = modded(world, text, { instructions = 1e9 })
  local unit = world:unit { player = "red", x = 2, y = 2, sight = 5, behaviour = "test.it" }
  world:unit { player = "red", x = 4, y = 2 }
  world:group { units = { unit } }
  for _ = 1, 5 do world:tick() end
  assert.same({}, reports)
  return lines
end

local OF_GAMES = { place = true, remove = true }  -- methods of a unit's that no mod has

describe("what is known of the library #quick", function()
  it("are fields that mods can read and cannot set, of every kind", function()
    local tests = {}
    for kind, value in pairs {
      unit = "unit", world = "unit.world", player = "unit.player", class = "unit.class",
      map = "unit.world.map", random = "unit.world.random", body = "unit.body",
      group = "unit.group", path = "unit:path(5, 2)", ticket = "ticket",
      task = "unit:start(function() end)",
    } do
      for _, name in ipairs(names_of(kinds.members(kind))) do
        tests[#tests + 1] = ("try(%q, function() return (%s).%s end)"):format(kind .. "." .. name,
          value, name)
        if not kinds.settable(kind)[name] and not (kind == "unit" and OF_GAMES[name]) then
          tests[#tests + 1] = ("refuse(%q, function() (%s).%s = 1 end)"):format(kind .. "." .. name,
            value, name)
        end
      end
    end
    local lines = run(([[
      local function try(name, read)
        local ok, message = pcall(read)
        if not ok then print(name, message) end
      end
      local function refuse(name, write)
        local ok, message = pcall(write)
        local is_told = not ok and (message:find("is read-only", 1, true)
          or message:find("a mod cannot", 1, true))
        if not is_told then print(name, message) end
      end
      return function(unit)
        unit:sleep(1)
        local ticket = unit.body:request_path(unit.home)
        %s
      end]]):format(table.concat(tests, "\n")))
    assert.same({}, lines)
    assert.is_true(#tests > 200)
  end)

  it("are all fields of units and of the world that mods can read", function()
    local candidates = {}
    for _, file in ipairs { "mods/guest/unit", "mods/guest/world", "mods/members", "world/unit",
      "world/mind", "world/senses" } do
      local handle = io.open("lua/astar/" .. file .. ".lua")
      for word in (handle and handle:read("*a") or ""):gmatch("[%a_]+") do
        if word:sub(1, 1) ~= "_" then candidates[word] = true end
      end
      if handle then handle:close() end
    end
    local lines = run(([[
      local names = { "%s" }
      local function read(value, name) return value[name] end
      return function(unit)
        for _, name in ipairs(names) do
          if pcall(read, unit, name) then print("unit " .. name) end
          if pcall(read, unit.world, name) then print("world " .. name) end
        end
      end]]):format(table.concat(names_of(candidates), '", "')))
    assert.is_true(#lines > 60)
    for _, line in ipairs(lines) do
      local kind, name = line:match("^(%S+) (%S+)$")
      assert.is_table(kinds.members(kind)[name], line)
    end
  end)

  it("are all verbs and all functions of think", function()
    for name in pairs(verbs) do assert.is_table(kinds.members("unit")[name], name) end
    assert.same(names_of(think), names_of(kinds.members("think")))
  end)

  it("are the keys that verbs take in tables", function()
    local LISTS = words.set { "retreat", "cover", "nearest", "find_nearest", "gather" }
    for verb, places in pairs(kinds.tables) do
      for place, valid in pairs(places) do
        local lines = run(([[return function(unit)
          unit:sleep(1)
          local friend, at = unit:friends(5)[1], %d
          for _, key in ipairs { "zzz", "%s" } do
            local given = { %s, 5 }
            given[at] = { [key] = false }
            print(key .. ": " .. tostring(select(2,
              pcall(unit[%q], unit, table.unpack(given, 1, at)))))
          end
        end]]):format(place > 0 and place or 2, table.concat(names_of(valid), '", "'),
          LISTS[verb] and "{ friend }" or "friend", verb))
        -- It asks for a path only where its target goes away.
        if verb ~= "follow" then assert.matches("unknown key 'zzz'", lines[1]) end
        for i = 2, #lines do assert.is_nil(lines[i]:find("unknown key", 1, true), lines[i]) end
      end
    end
  end)

  it("are all codes that verbs and think return", function()
    local known, count = words.set(words.codes), 0
    local own = { moved = true }                 -- go's own, which no script sees
    for _, folder in ipairs { "verbs", "think", "world" } do
      local pipe = io.popen("ls lua/astar/" .. folder .. "/*.lua")
      local files = pipe:read("*a")
      pipe:close()
      for file in files:gmatch("[^\n]+") do
        for code in whole.read(file):gmatch('nil, "([%a_]+)"') do
          assert(known[code] or own[code], ("%s: '%s' is not in words.lua"):format(file, code))
          count = count + 1
        end
      end
    end
    assert.is_true(count > 20)
  end)

  it("are all events that the world and the verbs raise", function()
    local known = words.set(words.events)
    for _, folder in ipairs { "verbs", "world", "group" } do
      local pipe = io.popen("ls lua/astar/" .. folder .. "/*.lua")
      local files = pipe:read("*a")
      pipe:close()
      for file in files:gmatch("[^\n]+") do
        for event in whole.read(file):gmatch(':tell%("([%a_]+)"') do
          assert(known[event], ("%s: '%s' is not in words.lua"):format(file, event))
        end
      end
    end
    local world = astar.world { map = astar.map { width = 9, height = 1 } }
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1, behaviour = function(one)
      one:go(9, 1)
    end }
    local seen = {}
    for _ = 1, 20 do
      world:tick()
      for name, who in world:events() do seen[name] = who == unit end
    end
    for name in pairs(seen) do assert(known[name] or words.set(words.of_the_game)[name], name) end
    assert.is_true(seen.arrived)
  end)
end)

describe("the card #quick", function()
  it("is not behind the source, and fits on three pages", function()
    assert.same({ "", 0 },
      { command.output_of(command.lua() .. " tools/card.lua --check 2>&1") })
  end)
end)
