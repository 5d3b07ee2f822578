--- astar info MAP: what a map holds.

local files = require "astar.cli.files"
local json = require "astar.replay.json"
local paragraphs = require "astar.cli.paragraphs"
local stop = require "astar.cli.stop"

local say = files.say

local info = {}

function info.add(parser)
  local command = parser:command("info", "Say what a map holds.")
    :epilog(paragraphs [[
Size, terrains with their costs and how many cells have them, connected regions for a unit of one
cell; of saved maps also levels, links, classes (numbered for `astar path --class`), players and
units; and map:hash(), which is equal on all machines.

Examples:
  astar info arena.map
  astar info --json game.astar]])
  command:argument("map", "The map, or - for standard input.")
  command:flag("--json", "As JSON.")
end

local function terrains_of(map)
  local count, list = {}, {}
  for y = 1, map.height do
    for x = 1, map.width do
      local name = map:get(x, y)
      count[name] = (count[name] or 0) + 1
    end
  end
  for _, name, cost, opaque, height in map:terrains() do
    list[#list + 1] = { name = name, cost = cost, opaque = opaque, height = height or 0,
      cells = count[name] or 0 }
  end
  return list
end

-- Sizes of the regions, the largest first.
local function regions_of(map)
  local seen, sizes = {}, {}
  for y = 1, map.height do
    for x = 1, map.width do
      local id, size = map:region(x, y)
      if id and not seen[id] then
        seen[id] = true
        sizes[#sizes + 1] = size
      end
    end
  end
  table.sort(sizes, function(a, b) return a > b end)
  return sizes
end

local function names_of(iterate, map)
  local list = {}
  for one in iterate(map) do list[#list + 1] = one.name end
  return list
end

local function described(iterate, map)
  local list = {}
  for one in iterate(map) do list[#list + 1] = tostring(one) end
  return list
end

local function facts_of(map)
  return {
    width = map.width, height = map.height, grid = map.grid, straight = map.straight,
    diagonal = map.diagonal, hash = map:hash(), ticks = map.ticks,
    terrains = terrains_of(map), regions = regions_of(map),
    levels = described(map.levels, map), links = described(map.links, map),
    classes = described(map.classes, map), players = names_of(map.players, map),
    influences = names_of(map.influences, map), units = described(map.units, map),
  }
end

local function write_terrains(facts)
  say "terrains:"
  for _, one in ipairs(facts.terrains) do
    say(("  %-16s cost %-8s %8d cells%s%s"):format(one.name, one.cost or "no entry", one.cells,
      one.opaque and ", opaque" or "",
      one.height ~= 0 and (", height %d"):format(one.height) or ""))
  end
end

local function write_list(what, list, from)
  if #list < from then return end
  say(("%s:"):format(what))
  for i, text in ipairs(list) do say(("  %d  %s"):format(i, text)) end
end

local function write(facts)
  say(("%d x %d cells, grid %s, steps %d and %d, hash %s"):format(facts.width, facts.height,
    facts.grid, facts.straight, facts.diagonal, facts.hash))
  write_terrains(facts)
  local regions = facts.regions
  say(("regions: %d%s"):format(#regions,
    regions[1] and (", the largest has %d cells"):format(regions[1]) or ""))
  write_list("levels", facts.levels, 1)
  write_list("links", facts.links, 1)
  write_list("classes", facts.classes, 2)
  write_list("players", facts.players, 1)
  write_list("influence maps", facts.influences, 1)
  write_list("units", facts.units, 1)
end

function info.run(given)
  local facts = facts_of(files.map(given.map))
  if given.json then
    say(json(facts))
  else
    write(facts)
  end
  return stop.FOUND
end

return info
