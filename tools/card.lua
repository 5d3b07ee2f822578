-- card.lua: writes docs/card.md, the page that a modder prints, from the source. With --check it
-- says whether the page is behind.
--
-- What is on it: each comment `@card SIGNATURE - TEXT` of the files below, in their order, with the
-- codes that the comment at the head of a verb names; the events and codes of
-- lua/astar/world/words.lua; and the rules of the demo, examples/demo/rules.lua, with its map.

package.path = "tools/?.lua;examples/?.lua;" .. package.path

local astar = require "astar"
local kinds = require "astar.mods.source.kinds"
local rules = require "demo.rules"
local verbs = require "astar.verbs"
local whole_file = require "whole_file"
local words = require "astar.world.words"

local PAGE, MOST, WIDEST = "docs/card.md", 204, 150   -- lines that are printed; columns of one

-- Not for scripts of mods: what groups and verbs are made of, and what the game alone may do.
local LEFT_OUT = { place = true, remove = true, goal = true }

local lines, listed = {}, {}

local function add(...) lines[#lines + 1] = string.format(...) end

local function fail(...)
  io.stderr:write("card: ", string.format(...), "\n")
  os.exit(1)
end

-- ---- comments -----------------------------------------------------------------------------------

-- The entries of a file: { signature, text }.
local function entries_of(name)
  local list, open = {}, nil
  for line in whole_file.read(name):gmatch("([^\n]*)\n") do
    local first, more = line:match("^%-%- @card (.*)$"), line:match("^%-%-   (.*)$")
    if first then
      open = { first }
      list[#list + 1] = open
    elseif open and more then
      open[#open + 1] = more
    else
      open = nil
    end
  end
  for i, parts in ipairs(list) do
    local signature, text = table.concat(parts, " "):match("^(.-) %- (.*)$")
    if not signature then fail("%s: '%s' has no text", name, parts[1]) end
    for word in signature:gmatch("[%a_]+") do listed[word] = true end
    list[i] = { signature, text }
  end
  return list
end

-- The codes of a verb, as the comment at the head of its file names them.
local function codes_of(name)
  local known, list = words.set(words.codes), {}
  local text = whole_file.read("lua/astar/verbs/" .. name .. ".lua")
  local head = text:match("^(.-)\n[^-]"):gsub("\n%-%- ?", " ")
  for code in head:gmatch('"([%a_]+)"') do
    if known[code] then list[#list + 1] = code end
  end
  for other in head:gmatch("those of ([%a_]+)") do
    if verbs[other] then list[#list + 1] = "those of " .. other end
  end
  return table.concat(list, ", ")
end

local function table_of(title, ...)
  add("| %s | |", title)
  add("|---|---|")
  for _, name in ipairs { ... } do
    for _, entry in ipairs(entries_of(name)) do add("| `%s` | %s |", entry[1], entry[2]) end
  end
  add("")
end

local function table_of_verbs()
  add("| verb | takes a tick at least; returns true, or nil and a code | codes |")
  add("|---|---|---|")
  for _, name in ipairs { "go", "walk", "patrol", "approach", "chase", "follow", "flee", "retreat",
    "explore", "gather", "guard", "hold", "escort", "attack_move", "engage", "take_cover", "flank",
    "ambush", "harass", "wait", "await", "hold_formation", "watch", "defend" } do
    for _, entry in ipairs(entries_of("lua/astar/verbs/" .. name .. ".lua")) do
      add("| `%s` | %s | %s |", entry[1], entry[2], codes_of(name))
    end
  end
  add("")
end

-- ---- words --------------------------------------------------------------------------------------

local function sentence(list, form)
  local parts = {}
  for i, one in ipairs(list) do parts[i] = form(one) end
  return table.concat(parts, "; ")
end

-- Those that a mod can count on.
local function events_of_all()
  local list = {}
  for _, event in ipairs(words.events) do
    if not event.by_game then list[#list + 1] = event end
  end
  return list
end

local function add_words()
  add("**Events** %s.\n", sentence(events_of_all(), function(event)
    local name = event.arguments and event.name .. "(" .. event.arguments .. ")" or event.name
    return ("`%s` %s"):format(name, event.meaning)
  end))
  add("**Codes** %s.\n", sentence(words.codes, function(code)
    return ("`%s` %s"):format(code.name, code.meaning)
  end))
  local names = {}
  for name in pairs(kinds.query) do names[#names + 1] = name end
  table.sort(names)
  add("**Queries** are tables with `%s`.\n", table.concat(names, "`, `"))
end

-- ---- the demo -----------------------------------------------------------------------------------

local LETTERS = { plain = ".", road = "=", bridge = "=", scree = ":", swamp = ",", wood = "T",
  water = "~", mountain = "^", house = "h", keep = "K", ore = "$", landing = "f", gate = "/",
  ["cave mouth"] = "n" }
local ACROSS, DOWN = 2, 3                        -- cells that one letter of the map stands for
local FIRST = { "gate", "cave mouth", "landing", "ore", "keep", "bridge", "water", "mountain",
  "road" }

-- The letter for a few cells: the first terrain of the list that is there, or the last one.
local function letter_at(map, level, x, y)
  local there, last = {}, nil
  for dy = 0, DOWN - 1 do
    for dx = 0, ACROSS - 1 do
      if x + dx <= level.width and y + dy <= level.height then
        last = map:get(level:cell(x + dx, y + dy))
        there[last] = true
      end
    end
  end
  for _, name in ipairs(FIRST) do
    if there[name] then return LETTERS[name] end
  end
  return LETTERS[last] or "?"
end

local function add_map()
  local map = assert(astar.load("examples/valley.txt"))
  local valley = map:level "valley"
  add("```text")
  local ruler = { "  " }
  local every = ("%%-%dd"):format(10 / ACROSS)
  for x = 1, valley.width, 10 do ruler[#ruler + 1] = every:format(x) end
  add("%s", (table.concat(ruler):gsub(" +$", "")))
  for y = 1, valley.height, DOWN do
    local row = {}
    for x = 1, valley.width, ACROSS do row[#row + 1] = letter_at(map, valley, x, y) end
    add("%2d%s", y, (table.concat(row):gsub(" +$", "")))
  end
  add("```")
end

local function add_roles()
  add("| role | units | cells a tick | sight | hp | blow |")
  add("|---|---|---|---|---|---|")
  for _, name in ipairs(rules.role_names) do
    local kind = rules.kinds[name]
    add("| `%s` | %d | %s | %d | %d | 1 to %d |", name, kind.count, kind.speed, kind.sight, kind.hp,
      kind.damage)
  end
  add("")
end

local function row_of(list)
  return sentence(list, function(one)
    local name = #one == 3 and one[2] ~= "" and one[1] .. "(" .. one[2] .. ")" or one[1]
    return ("`%s` %s"):format(name, one[#one])
  end)
end

-- From its first cell to its last one.
local function extent(rect)
  return ("from %d, %d to %d, %d"):format(rect.x, rect.y, rect.x + rect.width - 1,
    rect.y + rect.height - 1)
end

local function add_places()
  local keeps = {}
  for i, side in ipairs(rules.sides) do
    local keep = side.keep
    keeps[i] = ("%s's keep at %d, %d (%d × %d)"):format(side.name, keep.x, keep.y, keep.width,
      keep.height)
  end
  add("- **Places**: %s; the bridge %s; the gate %s; x to the right, y down, both from 1. A "
    .. "letter stands for %d × %d cells: `K` keep, `$` ore, `=` road and bridge, `~` water, "
    .. "`^` mountain, `T` wood, `,` swamp, `:` scree, `/` gate, `f` ferry, `n` mouth of the "
    .. "cave.\n", table.concat(keeps, ", "), extent(rules.bridge), extent(rules.gate), ACROSS, DOWN)
end

local function add_rules()
  local points = rules.points
  add("- **Score**: %d for a load brought home, %d for a kill, %d for %d ticks of holding the "
    .. "bridge, alone with soldiers within %d cells of it.", points.load, points.kill,
    points.bridge, rules.hold, rules.near_bridge)
  add("- **Fighting**: every unit strikes the weakest enemy next to it, or at the other end of a "
    .. "link, every %d ticks. **Rebirth**: beside its keep, %d ticks later.", rules.strike,
    rules.recruit)
  add("- **Digging**: a gatherer that stands next to ore has a load after %d ticks, and gets rid "
    .. "of it next to its keep. **Healing**: 1 hp in %d ticks within %d cells of the keep.",
    rules.dig, rules.heal, rules.near_keep)
  add("- **Ways**: two ferries cross the river, at a cost of %d; a cave, a level of its own, leads "
    .. "under the hill, at a cost of %d for each mouth. Queries find both. The **gate** in the "
    .. "pass lets all through at first, and then the side whose soldiers were the last to be "
    .. "alone within %d cells of it.", rules.ferry_cost, rules.mouth_cost, rules.near_gate)
  add("- **Events**: %s.", row_of(rules.about_events))
  add("- **`unit.data`**, which mods only read: `%s`; of visible enemies `%s`.",
    table.concat(rules.own, "`, `"), table.concat(rules.public, "`, `"))
  add("- **`unit.world.facts`**: %s.", row_of(rules.about_facts))
  add("- **Influence maps**: `red fear`, `blue fear`: where its own have died; `red danger`, "
    .. "`blue danger`: around the soldiers that it sees.")
  add_places()
end

-- ---- the page -----------------------------------------------------------------------------------

local function write_page()
  add("# The card\n")
  add("<!-- Written by `make card` from the source. -->\n")
  add("All that a mod can call, hear and read; three pages to print. "
    .. "[Modding](modding.md) begins at the beginning, the "
    .. "[reference](reference.md) has the details, the [cookbook](cookbook.md) whole mods.\n")
  table_of_verbs()
  table_of("of a unit", "lua/astar/mods/guest/unit.lua", "lua/astar/world/senses.lua",
    "lua/astar/world/mind.lua")
  table_of("of `unit.world`, and of groups", "lua/astar/mods/guest/world.lua",
    "lua/astar/mods/guest/reconnaissance.lua", "lua/astar/mods/guest/ground.lua",
    "lua/astar/mods/guest/influences.lua",
    "lua/astar/mods/guest/group.lua")
  table_of("`astar.think`: actions made of actions", "lua/astar/think/init.lua",
    "lua/astar/think/utility.lua")
  add_words()
  add("## The demo\n")
  add_roles()
  add_rules()
  add_map()
end

-- All that there is has an entry.
local function check_entries()
  for _, kind in ipairs { "unit", "world", "think" } do
    for name in pairs(kinds.members(kind)) do
      if not listed[name] and not LEFT_OUT[name] then fail("there is no @card for '%s'", name) end
    end
  end
end

local function printed_lines(text)
  local count = 0
  for line in text:gmatch("[^\n]+") do count = count + math.ceil(#line / WIDEST) end
  return count
end

write_page()
check_entries()
local page = table.concat(lines, "\n") .. "\n"
local count = printed_lines(page)
if count > MOST then fail("%d lines are printed, and three pages have %d", count, MOST) end
if arg[1] == "--check" then
  if not whole_file.has(PAGE, page) then fail("%s is behind: run `make card`", PAGE) end
else
  whole_file.write(PAGE, page)
end
