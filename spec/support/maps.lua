--- Maps drawn as text, for specs.
--
--   .  plain 10       :  road 5       ,  swamp 35
--   #  wall           ~  water 200    %  wood 20, opaque
--
-- Capital letters stand on plain ground and name places. Blanks are left out, so that a picture may
-- be spaced and indented. Where a way is expected, `*` stands for plain ground, and `=` `;` `&` `$`
-- for road, swamp, water and wood on it.

local astar = require "astar"

local maps = {}

maps.TERRAINS = {
  { name = "plain", cost = 10 }, { name = "road", cost = 5 }, { name = "swamp", cost = 35 },
  { name = "water", cost = 200 }, { name = "wood", cost = 20, opaque = true },
  { name = "wall", cost = false, opaque = true },
}

maps.LEGEND = {
  ["."] = "plain", [":"] = "road", [","] = "swamp", ["~"] = "water", ["%"] = "wood",
  ["#"] = "wall", ["="] = "road", [";"] = "swamp", ["&"] = "water", ["$"] = "wood",
}

local LETTERS = { plain = ".", road = ":", swamp = ",", water = "~", wood = "%", wall = "#" }

--- A map of plain ground.
function maps.open(width, height)
  return astar.map { width = width, height = height, terrains = maps.TERRAINS, fill = "plain" }
end

--- Calls f(x, y) for each cell, in reading order.
function maps.each_cell(map, f)
  for y = 1, map.height do
    for x = 1, map.width do f(x, y) end
  end
end

--- The rows of a picture, without blanks.
function maps.rows(picture)
  local rows = {}
  for given in picture:gmatch("[^\n]+") do
    local line = given:gsub("%s", "")
    if line ~= "" then rows[#rows + 1] = line end
  end
  return rows
end

--- The picture itself, without blanks.
function maps.joined(picture) return table.concat(maps.rows(picture), "\n") end

local function places(rows)
  local at = {}
  for y, row in ipairs(rows) do
    for x, letter in row:gmatch("()(%u)") do at[letter] = { x = x, y = y } end
  end
  return at
end

--- The map of a picture, and the places it names: at.A.x, at.A.y. `options` go to astar.map.
function maps.read(picture, options)
  local rows = maps.rows(picture)
  local description = { terrains = maps.TERRAINS, fill = "plain", legend = maps.LEGEND, rows = {} }
  for y, row in ipairs(rows) do description.rows[y] = row:gsub("[%u*]", ".") end
  for key, value in pairs(options or {}) do description[key] = value end
  return astar.map(description), places(rows)
end

--- The map as rows of text; `mark(x, y)` may return a letter of its own for a cell.
function maps.draw(map, mark)
  local rows = {}
  for y = 1, map.height do
    local row = {}
    for x = 1, map.width do row[x] = mark and mark(x, y) or LETTERS[map:get(x, y)] end
    rows[y] = table.concat(row)
  end
  return rows
end

--- The map as a player knows it, in one text: `?` is unseen.
function maps.known(map, player)
  return table.concat(maps.draw(map, function(x, y)
    local _, name = player:knows(x, y)
    return name and LETTERS[name] or "?"
  end), "\n")
end

--- All that a player knows, in one string.
function maps.knowledge(map, player)
  local list = {}
  maps.each_cell(map, function(x, y)
    local state, name = player:knows(x, y)
    list[#list + 1] = state .. ":" .. tostring(name)
  end)
  return table.concat(list, " ")
end

--- Sends a unit from one end of a row to the other.
function maps.send(player, y, from, to, class)
  local unit = player:unit { x = from, y = y, class = class, speed = 1 }
  return unit:follow_path(unit:path(to, y))
end

--- The cell of a unit: "3,4".
function maps.where(unit) return unit.x .. "," .. unit.y end

--- The events of the last tick: "arrived 1, waiting 2".
function maps.events(map)
  local list = {}
  for kind, unit in map:events() do list[#list + 1] = kind .. " " .. unit.id end
  return table.concat(list, ", ")
end

--- The map with the cells of a path drawn as `*`.
function maps.draw_path(map, path)
  local on = {}
  for x, y in path:cells() do on[y * map.width + x] = "*" end
  return maps.draw(map, function(x, y) return on[y * map.width + x] end)
end

--- The cells of a path in one line: "1,1 2,1 3,2".
function maps.cells(path)
  local cells = {}
  for x, y, i in path:cells() do cells[i] = x .. "," .. y end
  return table.concat(cells, " ")
end

---- A path in one line, with its cost and the nodes that it took; or why there is none.
function maps.told(path, why)
  if not path then return tostring(why) end
  return ("%s %d %d nodes %s"):format(path.status, path.cost, path.expanded, maps.cells(path))
end

--- The same of a list, whose items are paths or have one.
function maps.all_told(list, why)
  if not list then return tostring(why) end
  local out = {}
  for i, one in ipairs(list) do out[i] = maps.told(one.path or one) end
  return table.concat(out, " | ")
end

-- A picture in which every cell of the way is marked, as maps.draw_path draws it.
local function expected(picture)
  return (maps.joined(picture):gsub("[AB=;&$]", "*"))
end

--- Fails unless the way from A to B is the one that `*` marks. `query` may be a function of the
-- map and its places. Returns the path.
function maps.walks(picture, query, options)
  local map, at = maps.read(picture, options)
  if type(query) == "function" then query = query(map, at) end
  local path, why = map:path(at.A.x, at.A.y, at.B.x, at.B.y, query)
  local got = path and table.concat(maps.draw_path(map, path), "\n") or why
  if got ~= expected(picture) then
    error(("expected\n%s\ngot\n%s"):format(expected(picture), got), 2)
  end
  return path
end

--- Why there is no way from A to B; nil where there is one.
function maps.refuses(picture, query, options)
  local map, at = maps.read(picture, options)
  if type(query) == "function" then query = query(map, at) end
  local path, why = map:path(at.A.x, at.A.y, at.B.x, at.B.y, query)
  return not path and why or nil
end

--- Two maps hold the same terrain.
function maps.same(a, b)
  for y = 1, a.height do
    for x = 1, a.width do
      if a:get(x, y) ~= b:get(x, y) then return false end
    end
  end
  return true
end

return maps
