--- What there is to know of a unit, for the page: sections, each a title and rows of a name and
-- words. It is only read.

local doing = require "astar.world.doing"
local exact = require "astar.save.exact"
local core = require "astar.core"
local object = require "astar.units.object"
local pairs = require "astar.pairs".pairs
local shortened = require "astar.world.shortened_text"
local visible = require "astar.world.visible_text"

local MOST_ROWS, MOST_BYTES, DEEPEST = 40, 300, 4
local NEWS = 6                                   -- lines of its log

-- ---- in words -----------------------------------------------------------------------------------

local words_of

local function table_words(value, depth)
  if depth >= DEEPEST then return "{…}" end
  local list, length = {}, #value
  for i, key in ipairs(core.keys(value)) do
    if i > MOST_ROWS then
      list[i] = "…"
      break
    end
    local is_place = type(key) == "number" and key % 1 == 0 and key >= 1 and key <= length
    local words = words_of(value[key], depth + 1)
    list[i] = is_place and words or ("%s = %s"):format(words_of(key, DEEPEST), words)
  end
  return list[1] and "{ " .. table.concat(list, ", ") .. " }" or "{}"
end

local function all_words(value, depth)
  local kind = type(value)
  if kind == "number" then return exact.digits(value, 6) end
  if kind == "string" then return value end
  if kind ~= "table" or object.is_unit(value) or getmetatable(value) then return tostring(value) end
  return table_words(value, depth)
end

function words_of(value, depth)
  local ok, words = pcall(all_words, value, depth or 0)
  return shortened(ok and type(words) == "string" and visible(words) or type(value), MOST_BYTES)
end

local Rows = {}
Rows.__index = Rows

function Rows:add(name, value)
  if value == nil or value == false or value == "" then return end
  self[#self + 1] = { name = visible(tostring(name)), words = words_of(value) }
end

local function section(title)
  return { title = title, rows = setmetatable({}, Rows) }
end

local function place_words(place)
  if object.is_unit(place) then return tostring(place) end
  return ("%s, %s"):format(words_of(place.x), words_of(place.y))
end

-- ---- the body -----------------------------------------------------------------------------------

local function of_body(unit)
  local one = section "Unit"
  local rows, class = one.rows, unit.class
  rows:add("id", unit.id)
  rows:add("player", unit.player.name)
  rows:add("at", ("%d, %d%s"):format(unit.x, unit.y,
    unit.level and " of the level " .. tostring(unit.level) or ""))
  if unit.fraction < 1 then
    rows:add("comes from", ("%d, %d, %.2f of the step"):format(unit.from_x, unit.from_y,
      unit.fraction))
  end
  rows:add("state", unit.state)
  rows:add("speed", ("%s cells a tick"):format(exact.digits(unit.speed, 3)))
  rows:add("sight", unit.sight)
  rows:add("size", class.size > 1 and ("%d × %d"):format(class.size, class.size))
  rows:add("avoidance", ("%s, priority %d"):format(unit.avoidance, unit.priority))
  rows:add("home", unit.home and place_words(unit.home))
  return one
end

-- ---- what it does -------------------------------------------------------------------------------

-- Placeholders of doing.verbs become numbers.
local function verb_words(unit)
  local numbers, at = {}, 0
  local ok, verbs = pcall(doing.verbs, unit, numbers)
  if not ok then return nil end
  return (verbs:gsub("[\1-\3]", function(kind)
    at = at + 1
    local number = numbers[at] or 0
    if kind == "\2" then return ("unit %d"):format(number) end
    return exact.digits(kind == "\3" and number / 100 or number, 6)
  end))
end

local function order_words(order)
  local list = {}
  for i = 1, order.n do list[i] = words_of(order[i], DEEPEST - 1) end
  local name = type(order.behaviour) == "string" and order.behaviour or "a function"
  return ("%s(%s)"):format(name, table.concat(list, ", "))
end

local function add_wake(rows, unit)
  local wake, now = unit._wake, unit._world._ticks
  if unit._again > now then rows:add("pauses until tick", unit._again)
  elseif wake < math.huge then rows:add("wakes in tick", wake)
  elseif unit._task then rows:add("wakes", "when something happens") end
end

local function keys_of(unit)
  local set, list = unit._world._kept_by[unit.id], {}
  for key in pairs(set or {}) do list[#list + 1] = words_of(key) end
  table.sort(list)
  return table.concat(list, "; ")
end

local function of_doing(unit)
  local one = section "What it does"
  local rows = one.rows
  rows:add("runs", doing.behaviour(unit))
  for i, order in ipairs(unit:orders()) do rows:add(("order %d"):format(i), order_words(order)) end
  rows:add("verbs", verb_words(unit))
  local _, verb, code = doing.why(unit)
  rows:add("last verb", verb and ("%s: %s"):format(words_of(verb), code and words_of(code)
    or "done"))
  add_wake(rows, unit)
  rows:add("has reserved", keys_of(unit))
  local group = unit.group
  rows:add("group", group and ("%d, of %d units"):format(group.id, group:count()))
  return one
end

--- The candidates of its chooser as they were weighed last: { names, scores, chosen }; nil: it has
-- none. `doing.verbs` was asked before, as a mod tells both at once.
local function choice_of(unit)
  local _, _, _, names, scores, chosen = doing.why(unit)
  if not names or names == "" then return nil end
  local list = {}
  for name in (names .. "\n"):gmatch "(.-)\n" do
    local score = scores[#list + 1]
    list[#list + 1] = { name = visible(name),
      score = type(score) == "number" and math.abs(score) < 2 ^ 53 and score or 0,
      chosen = chosen == #list + 1 }
  end
  return list
end

-- ---- its path -----------------------------------------------------------------------------------

local function add_bill(rows, path)
  local bill = path:_bill()
  local names = core.keys(bill)
  for _, name in ipairs(names) do rows:add("paid for " .. name, bill[name]) end
  if #path > 1 and not names[1] then rows:add("bill", "it was not explained") end
end

local function of_path(unit)
  local path, one = unit.route, section "Path"
  if not path then return one end
  local x, y = path:cell(-1)
  one.rows:add("to", ("%d, %d"):format(x, y))
  one.rows:add("steps", ("%d, of which it has done %d"):format(#path - 1, unit.progress - 1))
  one.rows:add("cost", ("%d, %s"):format(path.cost, path.status))
  add_bill(one.rows, path)
  local index = unit:blocked()
  if index then one.rows:add("cut at", ("%d, %d"):format(path:cell(index))) end
  return one
end

-- ---- its mod ------------------------------------------------------------------------------------

local function mod_of(unit)
  for mod in unit._world:mods() do
    local part = mod:_part_of(unit.player)
    local instance = part and part.instance
    if instance and instance.scripts[unit.id] then return mod, part, instance.scripts[unit.id] end
  end
end

local function add_account(rows, account, id, now)
  local limits, own = account.limits, account.units[id]
  local used = account.tick == now and account.used or 0
  rows:add("its player's side", ("%d of %d instructions in this tick"):format(used, limits.total))
  if own then
    rows:add("this unit", ("%d of %d instructions, %d of %d nodes left"):format(
      own.tick == now and own.used or 0, account.activation, own.nodes, limits.nodes))
  end
  rows:add("kept for the mod", ("%d of %d bytes"):format(account.kept, limits.kept))
  if now < account.resting then rows:add("rests until tick", account.resting) end
end

local function of_mod(unit)
  local one = section "Mod and account"
  local mod, part, script = mod_of(unit)
  if not mod then return one end
  local rows, box = one.rows, part.instance.box
  rows:add("mod", ("%s %s, in %s"):format(mod.name, mod.version,
    box.kind == "stock" and "the stock sandbox" or "the " .. box.kind))
  add_account(rows, part.account, unit.id, unit._world._ticks)
  rows:add("paths kept", script.paths > 0 and script.paths)
  rows:add("requests", script.tickets[1] and ("%d, %d of them wait"):format(#script.tickets,
    script:waiting()))
  return one
end

-- ---- data, reports ------------------------------------------------------------------------------

local function of_data(unit)
  local one = section "unit.data"
  if type(unit.data) ~= "table" then return one end
  for i, key in ipairs(core.keys(unit.data)) do
    if i > MOST_ROWS then break end
    local value = unit.data[key]
    one.rows:add(key, value == false and "false" or value)
  end
  return one
end

local function of_reports(unit)
  local one, lines = section "Reports", {}
  if unit.error then
    one.rows:add(("error, tick %d"):format(unit.error.last), unit.error.text)
  end
  for line in unit._world:log() do
    if line.unit == unit.id then lines[#lines + 1] = line end
  end
  for i = #lines, math.max(1, #lines - NEWS + 1), -1 do
    one.rows:add(("%s, tick %d"):format(lines[i].kind, lines[i].tick), lines[i].text)
  end
  return one
end

--- All of a unit: { title, sections, choice }.
return function(unit)
  local sections = {}
  for _, make in ipairs { of_body, of_doing, of_path, of_mod, of_data, of_reports } do
    local one = make(unit)
    if one.rows[1] then
      sections[#sections + 1] = { title = one.title, rows = setmetatable(one.rows, nil) }
    end
  end
  return { id = unit.id, title = visible(tostring(unit)), sections = sections,
    choice = choice_of(unit) }
end
