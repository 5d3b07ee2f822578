-- Images of tables, of random changes: what is put back is what it was, and what an image says of
-- a thing that was touched and is the same again is shared.

local cases = require "support.cases"
local core = require "astar.core"
local new_random = require "support.random"

local THING = {}

local function own_of(thing) return { thing, thing.own } end

-- All that is in a table, by the names of its keys.
local function text(value)
  if type(value) ~= "table" then return ("%s %s"):format(type(value), tostring(value)) end
  local names, by_name = {}, {}
  for key, one in pairs(value) do
    local name = type(key) .. tostring(key)
    names[#names + 1], by_name[name] = name, one
  end
  table.sort(names)
  for i, name in ipairs(names) do names[i] = name .. " = " .. text(by_name[name]) end
  return "{ " .. table.concat(names, ", ") .. " }"
end

-- Its own table has the first of its keys, too.
local function new_thing()
  return setmetatable({ 1, "x", n = 1, name = "a", own = { 1, "x" }, data = { 1 } }, THING)
end

-- A root with things and other tables, and what keeps images of it.
local function new_world()
  local root = { far = { { 1, x = { 2 } } } }
  for i = 1, 5 do root[i] = new_thing() end
  return { root = root, touched = {}, count = 0 }
end

local function take(world)
  world.count = world.count + 1
  world.last = core.image(world.root, world.last, world.count, {}, { [THING] = true }, "data", {},
    world.touched, own_of)
  world.touched = {}
  return { image = world.last, text = text(world.root) }
end

local function put_back(world, one)
  core.put_image(one.image, world.last, world.touched, "data")
  world.last, world.touched = one.image, {}
  assert.equal(one.text, text(world.root))
end

local VALUES = { 1, 2, 2.5, "x", "y", true, false, {}, { 1, { "deep" } } }

-- What is written to a thing touches it, but for its data; and what is written elsewhere does not.
local CHANGES = {
  function(thing, random) thing.n = random:int(1, 2) end,
  function(thing, random) thing[1] = random:int(1, 2) end,
  function(thing, random) thing.own[1] = random:int(1, 2) end,
  function(thing, random) thing.name = random:pick { "a", "b" } end,
  function(thing, random) thing.own[random:int(1, 4)] = random:pick(VALUES) end,
  function(thing, random) thing.own["key" .. random:int(1, 3)] = random:pick(VALUES) end,
  function(thing) thing.own = { 1, "x" } end,
}

local function change(world, random)
  local root, at, pick = world.root, random:int(1, 5), random:int(1, 9)
  if pick == 1 then root[at] = new_thing()
  elseif pick == 2 then root.far[1][random:int(1, 3)] = random:pick(VALUES)
  elseif pick == 3 then root[at].data = { random:int(1, 3) }
  elseif pick == 4 then root[at].data[1] = random:int(1, 3)
  else
    random:pick(CHANGES)(root[at], random)
    world.touched[root[at]] = true
  end
end

describe("an image of tables #quick", function()
  it("is put back as it was, whatever has changed since", function()
    for seed = 1, cases.of(30) do
      local random, world = new_random(seed), new_world()
      local images = { take(world) }
      for _ = 1, 40 do
        for _ = 1, random:int(0, 3) do change(world, random) end
        if random:chance(0.5) then images[#images + 1] = take(world)
        else put_back(world, random:pick(images)) end
      end
    end
  end)

  it("shares what it has of a thing that was touched and is the same", function()
    local world = new_world()
    local thing = world.root[1]
    local function record()
      for _, node in ipairs(core.image_contents(take(world).image)) do
        if node.tables and node.tables[1].table == thing then return node.record end
      end
    end
    local first = record()
    world.touched[thing] = true
    assert.equal(first, record())
    thing.n, world.touched[thing] = 2, true
    assert.not_equal(first, record())
  end)

  it("has each table once", function()
    local world = new_world()
    local count = #core.image_contents(take(world).image)
    for i = 1, 5 do
      world.root[i].n, world.touched[world.root[i]] = 1 + i % 2, true
    end
    assert.equal(count, #core.image_contents(take(world).image))
  end)
end)
