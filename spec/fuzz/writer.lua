--- Writes programs against the Lua API, a line at a time. Each line is one call; what it returns is
--- o[n], n being the number of the line. The writer looks into the machine that runs the lines
--- (fuzz/machine.lua) to see what objects there are.

local calls = require "fuzz.calls"
local types = require "fuzz.types"
local values = require "fuzz.values"

local Writer = {}
Writer.__index = Writer

--- How often a type is called, beside the others.
local WEIGHTS = { map = 6, player = 3, body = 4, world = 4, unit = 4, path = 3, search = 3,
  ticket = 2, graph = 3, field = 3, influence = 2, group = 2, class = 1, random = 1, recording = 1,
  box = 1 }

--- Methods that lead somewhere, and how often they come beside others.
local OFTEN = { ["map.request_path"] = 8, ["map.work"] = 10, ["map.search"] = 4, ["map.path"] = 4,
  ["map.tick"] = 5, ["map.field"] = 8, ["map.nearest"] = 3,
  ["player.unit"] = 8, ["body.request_path"] = 10, ["body.follow_path"] = 5, ["body.search"] = 5,
  ["body.path"] = 5, ["search.step"] = 4, ["world.unit"] = 5, ["world.tick"] = 10,
  ["world.save"] = 2, ["unit.behave"] = 4, ["group.go"] = 4, ["path.explain"] = 3,
  ["influence.add"] = 4 }

--- Methods that end much at once come seldom.
local SELDOM = { ["map.close"] = true, ["graph.close"] = true, ["player.remove"] = true,
  ["box.close"] = true,
  ["map.fill"] = true }

--- What is done in the middle of something else.
local DEEDS = { { "body", ":remove()" }, { "body", ":remove()" }, { "unit", ":remove()" },
  { "player", ":remove()" },
  { "influence", ":remove()" }, { "map", ":set(2, 2, 'wall')" }, { "field", ":close()" },
  { "search", ":close()" }, { "ticket", ":cancel()" }, { "world", ":tick()" } }

--- Some slot with an object of a type, as source; nil: there is none.
function Writer:slot(name)
  local slots = self.machine.slots[name]
  if not slots or #slots == 0 then return nil end
  -- The newest are used most, so that most programs hang together.
  local low = self.random:chance(0.6) and math.max(1, #slots - 3) or 1
  return ("o[%d]"):format(slots[self.random:int(low, #slots)])
end

function Writer:object()
  return self:slot(self.random:pick(types.names)) or "nil"
end

--- What a callback or a behaviour does beside its work: removals, edits, collections.
function Writer:mischief()
  local one = { "collectgarbage()", self.random:pick { "error 'boom'", "coroutine.yield()" } }
  for _, deed in ipairs(DEEDS) do
    local slot = self:slot(deed[1])
    if slot then one[#one + 1] = slot .. deed[2] end
  end
  if self.random:chance(0.05) then
    local map = self:slot "map"
    if map then return map .. ":close()" end
  end
  return self.random:pick(one)
end

--- A function with these parameters that does some mischief, then this.
function Writer:callback(parameters, last)
  local before = ""
  if self.random:chance(0.5) then
    local mischief = self:mischief()
    before = self.random:chance(0.6) and ("pcall(function() %s end) "):format(mischief)
      or mischief .. " "
    if before:find("^error") then before = "if true then error 'boom' end " end
  end
  return ("function(%s) %s%s end"):format(parameters, before, last)
end

--- The text of the arguments for one of the ways to call something.
function Writer:arguments(ways)
  if not ways then
    local list = {}
    for i = 1, self.random:int(0, 3) do list[i] = values.wild(self) end
    return table.concat(list, ", ")
  end
  local list = {}
  for given in self.random:pick(ways):gmatch("%S+") do
    local word, optional = given:match "^(.-)(%??)$"
    if optional ~= "" and self.random:chance(0.4) then break end
    if self.random:chance(0.03) then list[#list + 1] = values.wild(self)
    elseif word:sub(1, 1) == ":" then list[#list + 1] = values.object(self, word:sub(2))
    else list[#list + 1] = values.words[word](self) or "nil"
    end
  end
  if self.random:chance(0.01) then list[#list] = nil end
  if self.random:chance(0.02) then list[#list + 1] = values.wild(self) end
  return table.concat(list, ", ")
end

--- A behaviour of one to three verbs.
function Writer:behaviour()
  local names, steps = {}, {}
  for name in pairs(calls.verbs) do names[#names + 1] = name end
  table.sort(names)
  for i = 1, self.random:int(1, 3) do
    if self.random:chance(0.15) then
      steps[i] = ("pcall(function() %s end)"):format(self:mischief())
    else
      local name = self.random:pick(names)
      steps[i] = ("u:%s(%s)"):format(name, self:arguments(calls.verbs[name]))
    end
  end
  return ("function(u) %s end"):format(table.concat(steps, " "))
end

--- The lines that come before all others.
function Writer:beginning()
  local random, rows = self.random, {}
  for y = 1, random:int(1, 9) do
    local row = {}
    for x = 1, 12 do row[x] = random:chance(0.2) and "#" or random:chance(0.15) and "~" or "." end
    rows[y] = ("'%s'"):format(table.concat(row))
  end
  local lines = { ("astar.map { rows = { %s }, legend = { ['.'] = 'plain', ['#'] = 'wall', " ..
    "['~'] = 'swamp' }, terrains = { plain = 10, swamp = 35, " ..
    "wall = false } }"):format(table.concat(rows, ", ")) }
  lines[2] = "o[1]:player('red')"
  lines[3] = "astar.world { map = o[1], report = report }"
  lines[4] = "o[1]:influence('danger')"
  lines[5] = "o[3]:unit { player = 'blue', x = 1, y = 1, speed = 1, behaviour = wander(o[3]) }"
  lines[6] = "o[2]:unit { x = 2, y = 1, sight = 3 }"
  lines[7] = "o[2]:reveal()"
  lines[8] = "astar.graph { nodes = { 'a', 'b', c = { x = 3, y = 4 } }, edges = { " ..
    "{ 'a', 'b', cost = 3 }, { 'b', 'c', cost = 2 }, { 'a', 'c', cost = 9, one_way = true } } }"
  return lines
end

local function weighted(self)
  local total = 0
  for _, name in ipairs(types.names) do
    if #(self.machine.slots[name] or {}) > 0 then total = total + (WEIGHTS[name] or 1) end
  end
  if total == 0 then return nil end
  local at = self.random:int(1, total)
  for _, name in ipairs(types.names) do
    if #(self.machine.slots[name] or {}) > 0 then
      at = at - (WEIGHTS[name] or 1)
      if at <= 0 then return name end
    end
  end
end

--- Lines that are no call of a method.
function Writer:other()
  local pick = self.random:int(1, 12)
  local graph = self:slot "graph"
  local map, world, ticket = self:slot "map", self:slot "world", self:slot "ticket"
  local any = self:object()
  if pick == 1 then return "collectgarbage()" end
  if pick == 2 and any ~= "nil" then return "forget(" .. any:match("%d+") .. ")" end
  if pick == 3 and map then return ("same(%s)"):format(map) end
  if pick == 4 and world then return ("saved(%s)"):format(world) end
  if pick == 5 and ticket then
    return ("coroutine.wrap(function() return %s:await() end)()"):format(ticket)
  end
  if pick == 6 and map then return ("astar.world { map = %s, report = report }"):format(map) end
  if pick == 7 and world then return ("astar.record(%s)"):format(world) end
  if pick == 8 and world then return world .. ".random" end
  if pick == 9 and map then
    return ("each(%s, %s)"):format(self:callback("a", "return"),
      map .. self.random:pick { ":units()", ":players()", ":tickets()", ":events()" })
  end
  if pick == 10 then
    return self.random:chance(0.2) and "sandbox.new { host = function(...) return ... end }"
      or "astar.map { width = 5, height = 4 }"
  end
  if pick == 11 and graph then return ("same(%s)"):format(graph) end
  if pick == 12 and map then
    return ("astar.waypoints(%s, { corners = true, points = %s })"):format(map,
      values.words.cells(self))
  end
  return "collectgarbage('step')"
end

--- What fields are set to.
local PLAIN = { "0.5", "3", "'yield'", "'wait'", "{}", "nil", "100" }

local drawn = {} -- by type: its methods, each as often as it comes

local function methods_of(name)
  if drawn[name] then return drawn[name] end
  local list = {}
  for _, method in ipairs(types.all[name].methods) do
    for _ = 1, OFTEN[name .. "." .. method] or 1 do list[#list + 1] = method end
  end
  drawn[name] = list
  return list
end

local function assignment(self, name, slot)
  local fields = types.all[name].fields
  if #fields == 0 then return "collectgarbage()" end
  local field = self.random:pick(fields)
  return ("set(%s, %q, %s)"):format(slot, field, self.random:chance(0.5) and
    self.random:pick(PLAIN) or values.wild(self))
end

--- Several requests, which are worked off together.
function Writer:burst()
  local lines = {}
  for i = 1, self.random:int(2, 4) do
    local slot = self:slot "body"
    if not slot then break end
    lines[i] = ("%s:request_path(%s, { explain = true, within = %s }, %s)"):format(slot,
      values.words.cell(self), values.words.small(self), values.words.request_options(self))
  end
  lines[#lines + 1] = (self:slot "map" or "o[1]") .. ":work(100000)"
  return lines
end

--- The next line, without what it is assigned to; and which method it calls, "map.path".
function Writer:line()
  if self.random:chance(0.12) then return self:other() end
  local name = weighted(self)
  if not name then return "astar.map { width = 6, height = 6 }" end
  local slot, methods = self:slot(name), methods_of(name)
  if self.random:chance(0.16) then
    local fields = types.all[name].fields
    if #fields > 0 and self.random:chance(0.7) then
      return ("%s.%s"):format(slot, self.random:pick(fields))
    end
    return assignment(self, name, slot)
  end
  if #methods == 0 then return ("tostring(%s)"):format(slot) end
  local method = self.random:pick(methods)
  local key = name .. "." .. method
  if SELDOM[key] and self.random:chance(0.8) then method = self.random:pick(methods) end
  key = name .. "." .. method
  local ways = calls[name] and calls[name][method]
  if self.random:chance(0.01) then
    return ("%s.%s(%s)"):format(slot, method, self:arguments()), nil
  end
  return ("%s:%s(%s)"):format(slot, method, self:arguments(ways)), key
end

return function(machine, random)
  return setmetatable({ machine = machine, random = random }, Writer)
end
