--- Small crowded scenes, for specs that search for standstills: made at random, played, changed so
-- that the units take longer and longer, made smaller, drawn.
--
-- A scene is a table: width, height, diagonal (a rule), walls (by cell), units. A unit is a table:
-- at, goal (cells), speed, start (the tick in which it gets its order), priority. A cell is a
-- number, row by row from 0.

local astar = require "astar"
local new_random = require "support.random"

local standstill = {}

local SPEEDS = { 1, 1, 1, 0.5, 0.5, 0.7, 0.3, 0.25, 0.1, 1.6 }
local RULES = { "no_obstacles", "no_obstacles", "never", "always" }

local function copy(value)
  if type(value) ~= "table" then return value end
  local other = {}
  for key, one in pairs(value) do other[key] = copy(one) end
  return other
end

-- ---- maps ---------------------------------------------------------------------------------------

local function is_open(scene, x, y)
  return x >= 0 and y >= 0 and x < scene.width and y < scene.height
    and not scene.walls[y * scene.width + x]
end

--- The cells to which one step leads.
local function neighbours(scene, cell)
  local list, x, y = {}, cell % scene.width, math.floor(cell / scene.width)
  for dy = -1, 1 do
    for dx = -1, 1 do
      local sides = (is_open(scene, x + dx, y) and 1 or 0) + (is_open(scene, x, y + dy) and 1 or 0)
      local straight = dx == 0 or dy == 0
      local allowed = straight or scene.diagonal == "always"
        or scene.diagonal == "no_obstacles" and sides == 2
      if (dx ~= 0 or dy ~= 0) and allowed and is_open(scene, x + dx, y + dy) then
        list[#list + 1] = cell + dy * scene.width + dx
      end
    end
  end
  return list
end

--- The steps from one cell to all others, without the step from `from` to `but`.
local function distances(scene, from, but)
  local steps, queue = { [from] = 0 }, { from }
  for _, cell in ipairs(queue) do
    for _, to in ipairs(neighbours(scene, cell)) do
      if not steps[to] and not (cell == from and to == but) then
        steps[to] = steps[cell] + 1
        queue[#queue + 1] = to
      end
    end
  end
  return steps
end

--- Does each pair of neighbouring cells lie on a circle of three or more cells?
function standstill.is_circular(scene)
  for cell = 0, scene.width * scene.height - 1 do
    if not scene.walls[cell] then
      for _, to in ipairs(neighbours(scene, cell)) do
        if to > cell and not distances(scene, cell, to)[to] then return false end
      end
    end
  end
  return true
end

function standstill.is_any() return true end

-- ---- scenes -------------------------------------------------------------------------------------

local function open_cells(scene)
  local list = {}
  for cell = 0, scene.width * scene.height - 1 do
    if not scene.walls[cell] then list[#list + 1] = cell end
  end
  return list
end

--- All stand in the open, no two in one cell, and goals differ and can be reached.
local function is_sound(scene)
  local ats, goals = {}, {}
  if #scene.units == 0 then return false end
  for _, unit in ipairs(scene.units) do
    if scene.walls[unit.at] or scene.walls[unit.goal] then return false end
    if ats[unit.at] or goals[unit.goal] then return false end
    ats[unit.at], goals[unit.goal] = true, true
    if not distances(scene, unit.at)[unit.goal] then return false end
  end
  return #scene.units < #open_cells(scene)
end

--- options: holds (a condition for the map), share (of cells that are walls), traits (whether units
-- differ in speed, start and priority).
local function make(random, options)
  local scene = { width = random:int(3, 9), height = random:int(3, 7), walls = {}, units = {},
    diagonal = random:pick(RULES) }
  local share = options.share * random:int(0, 4) / 4
  for cell = 0, scene.width * scene.height - 1 do
    if random:chance(share) then scene.walls[cell] = true end
  end
  local ats, goals = random:shuffle(open_cells(scene)), random:shuffle(open_cells(scene))
  local count = math.min(#ats - 1, math.ceil(#ats * random:int(1, 10) / 10))
  for i = 1, count do
    scene.units[i] = { at = ats[i], goal = goals[i], start = 0, speed = 1, priority = 0 }
  end
  return scene
end

function standstill.scene(random, options)
  while true do
    local scene = make(random, options)
    for _, unit in ipairs(scene.units) do
      if options.traits.speed then unit.speed = random:pick(SPEEDS) end
      if options.traits.start then unit.start = random:int(0, 12) end
      if options.traits.priority then unit.priority = random:int(0, 2) end
    end
    if options.holds(scene) and is_sound(scene) then return scene end
  end
end

-- ---- playing ------------------------------------------------------------------------------------

function standstill.rows(scene, mark)
  local rows = {}
  for y = 0, scene.height - 1 do
    local row = {}
    for x = 0, scene.width - 1 do
      local cell = y * scene.width + x
      row[x + 1] = scene.walls[cell] and "#" or mark and mark[cell] or "."
    end
    rows[y + 1] = table.concat(row)
  end
  return rows
end

--- The speed of the slowest.
function standstill.slowest(scene)
  local slowest = 1
  for _, unit in ipairs(scene.units) do slowest = math.min(slowest, unit.speed) end
  return slowest
end

--- About the ticks that it has to take: those of the longest path, and of so many steps as there
-- are units, at the pace of the slowest, from when the last has its order.
function standstill.ideal(scene)
  local longest, latest = 0, 0
  for _, unit in ipairs(scene.units) do
    local steps = distances(scene, unit.at)[unit.goal] or 0
    longest, latest = math.max(longest, steps), math.max(latest, unit.start)
  end
  return latest + (longest + #scene.units) / standstill.slowest(scene)
end

local ANSWERS = { arrived = true, crowded = true, blocked = true }

--- Where a unit of the scene is, from 1.
function standstill.place(scene, cell)
  return cell % scene.width + 1, math.floor(cell / scene.width) + 1
end

--- Plays the scene. Returns the tick in which the last unit has had its answer; nil: one has not,
-- after so many ticks.
function standstill.play(scene, most, watch)
  local map = astar.map { rows = standstill.rows(scene) }
  local class = map:class { diagonal = scene.diagonal }
  local red, bodies, open = map:player("red"):reveal(), {}, {}
  for i, unit in ipairs(scene.units) do
    local x, y = standstill.place(scene, unit.at)
    bodies[i] = red:unit { x = x, y = y, class = class, speed = unit.speed, avoidance = "yield",
      priority = unit.priority }
    open[bodies[i].id] = true
  end
  for tick = 1, most do
    if next(open) == nil then return tick end
    for i, unit in ipairs(scene.units) do
      if unit.start == tick - 1 then
        local x, y = standstill.place(scene, unit.goal)
        local path = assert(bodies[i]:path(x, y, { claims = false, occupancy = false }))
        bodies[i]:follow_path(path)
        if #path == 1 then open[bodies[i].id] = nil end
      end
    end
    map:tick()
    if watch then watch(map, bodies) end
    for kind, body in map:events() do
      if ANSWERS[kind] then open[body.id] = nil end
    end
  end
  return next(open) == nil and most or nil
end

--- Plays the scene in a world, where each unit goes to its goal with unit:go. Returns the tick in
-- which the last one has ended, and what each was told: "there" or a code; nil: one has not ended.
function standstill.play_world(scene, most)
  local map = astar.map { rows = standstill.rows(scene) }
  local world, told = astar.world { map = map, seed = 1 }, {}
  local class, ended = map:class { diagonal = scene.diagonal }, 0
  world:player("red"):reveal()
  for i, unit in ipairs(scene.units) do
    local x, y = standstill.place(scene, unit.at)
    local goal_x, goal_y = standstill.place(scene, unit.goal)
    world:unit { player = "red", x = x, y = y, class = class, speed = unit.speed,
      priority = unit.priority, avoidance = "yield" }:behave(function(one)
      if unit.start > 0 then one:wait(unit.start) end
      local done, code = one:go(goal_x, goal_y, { claims = false })
      local is_there = one.x == goal_x and one.y == goal_y
      told[i], ended = done and is_there and "there" or code or "elsewhere", ended + 1
    end)
  end
  for tick = 1, most do
    world:tick()
    if ended == #scene.units then return tick, told end
  end
  return nil, told
end

-- ---- looking for worse ones ---------------------------------------------------------------------

local change = {}

function change.at(random, scene)
  random:pick(scene.units).at = random:pick(open_cells(scene))
end

function change.goal(random, scene)
  random:pick(scene.units).goal = random:pick(open_cells(scene))
end

function change.goals(random, scene)
  local a, b = random:pick(scene.units), random:pick(scene.units)
  a.goal, b.goal = b.goal, a.goal
end

function change.places(random, scene)
  local a, b = random:pick(scene.units), random:pick(scene.units)
  a.at, b.at = b.at, a.at
end

function change.wall(random, scene)
  local cell = random:int(0, scene.width * scene.height - 1)
  scene.walls[cell] = not scene.walls[cell] or nil
end

function change.more(random, scene)
  local cells = open_cells(scene)
  scene.units[#scene.units + 1] = { at = random:pick(cells), goal = random:pick(cells),
    start = 0, speed = 1, priority = 0 }
end

function change.fewer(random, scene)
  table.remove(scene.units, random:int(1, #scene.units))
end

function change.speed(random, scene, traits)
  if traits.speed then random:pick(scene.units).speed = random:pick(SPEEDS) end
end

function change.start(random, scene, traits)
  if traits.start then random:pick(scene.units).start = random:int(0, 12) end
end

function change.priority(random, scene, traits)
  if traits.priority then random:pick(scene.units).priority = random:int(0, 2) end
end

function change.order(random, scene)
  local i, k = random:int(1, #scene.units), random:int(1, #scene.units)
  scene.units[i], scene.units[k] = scene.units[k], scene.units[i]
end

local CHANGES = { "at", "goal", "goals", "places", "wall", "more", "fewer", "speed", "start",
  "priority", "order" }

local function changed(random, scene, options)
  for _ = 1, 20 do
    local other = copy(scene)
    for _ = 1, random:int(1, 3) do
      change[random:pick(CHANGES)](random, other, options.traits)
      if #other.units == 0 then break end
    end
    if is_sound(other) and options.holds(other) then return other end
  end
  return scene
end

--- Climbs from a scene to ones that take longer, in so many tries. `play` tells how long one takes
-- (nil: for ever). Returns the scene that takes for ever, or nil; and how much longer than the
-- ideal the last one took.
function standstill.climb(random, scene, tries, options, play)
  local most = 0
  for _ = 0, tries do
    local other = most == 0 and scene or changed(random, scene, options)
    local ticks = play(other)
    if not ticks then return other end
    local share = ticks / standstill.ideal(other)
    if share >= most then scene, most = other, share end
  end
  return nil, most
end

--- Makes a scene smaller as long as it still takes for ever: fewer units, fewer traits, more walls.
function standstill.shrink(scene, options, play)
  local function try(edit)
    local other = copy(scene)
    edit(other)
    local worse = is_sound(other) and options.holds(other) and not play(other)
    if worse then scene = other end
    return worse
  end
  local again = true
  while again do
    again = false
    for i = #scene.units, 1, -1 do
      again = try(function(other) table.remove(other.units, i) end) or again
    end
    for i in ipairs(scene.units) do
      for trait, plain in pairs { speed = 1, start = 0, priority = 0 } do
        again = scene.units[i][trait] ~= plain
          and try(function(other) other.units[i][trait] = plain end) or again
      end
    end
    for _, cell in ipairs(open_cells(scene)) do
      again = try(function(other) other.walls[cell] = true end) or again
    end
  end
  return scene
end

--- The scenes of so many seeds, and what becomes of them. Returns the text of the first standstill
-- that was found, made smaller; nil: none.
function standstill.search(seeds, tries, options, play)
  for seed = 1, seeds do
    local random = new_random(seed)
    local found = standstill.climb(random, standstill.scene(random, options), tries, options, play)
    if found then
      return ("seed %d:\n%s"):format(seed,
        standstill.draw(standstill.shrink(found, options, play)))
    end
  end
  return nil
end

-- ---- text ---------------------------------------------------------------------------------------

local LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+*"

local function letter(i) return LETTERS:sub(i, i) end

--- Where the units are, and where they go; then what is special about them.
function standstill.draw(scene)
  local ats, goals, lines = {}, {}, {}
  for i, unit in ipairs(scene.units) do
    ats[unit.at], goals[unit.goal] = letter(i), letter(i)
  end
  local right = standstill.rows(scene, goals)
  for y, row in ipairs(standstill.rows(scene, ats)) do lines[y] = row .. "  " .. right[y] end
  lines[#lines + 1] = "diagonal " .. scene.diagonal
  for i, unit in ipairs(scene.units) do
    if unit.speed ~= 1 or unit.start ~= 0 or unit.priority ~= 0 then
      lines[#lines + 1] = ("%s: speed %g, start %d, priority %d"):format(letter(i), unit.speed,
        unit.start, unit.priority)
    end
  end
  return table.concat(lines, "\n")
end

--- The scene of such a picture. `options` are its diagonal rule, and the traits of units by letter.
function standstill.read(picture, options)
  local scene = { height = 0, walls = {}, units = {}, diagonal = options.diagonal }
  local by_letter = {}
  local function note(cells, row, key)
    for x, mark in row:gmatch("()(%a)") do
      by_letter[mark] = by_letter[mark] or { speed = 1, start = 0, priority = 0 }
      by_letter[mark][key] = cells + x - 1
    end
  end
  for ats, goals in picture:gmatch("([%a#.]+)[ ]+([%a#.]+)") do
    scene.width = #ats
    local cells = scene.height * scene.width
    for x in ats:gmatch("()#") do scene.walls[cells + x - 1] = true end
    note(cells, ats, "at")
    note(cells, goals, "goal")
    scene.height = scene.height + 1
  end
  for mark in LETTERS:gmatch(".") do
    local unit = by_letter[mark]
    for trait, value in pairs(unit and options[mark] or {}) do unit[trait] = value end
    scene.units[#scene.units + 1] = unit
  end
  return scene
end

return standstill
