local astar = require "astar"
local says = require "support.says"

-- Two bands of 256 rows, with a second terrain where `weighted`.
local function new_map(weighted)
  local map = astar.map { width = 40, height = 400,
    terrains = { plain = 10, swamp = 35, wall = false } }
  map:fill(3, 20, 38, 2, "wall")
  if weighted then map:fill(1, 100, 30, 200, "swamp") end
  return map
end

-- What progress was told.
local function told(map, options)
  local list = {}
  options = options or {}
  options.progress = function(done) list[#list + 1] = done end
  assert.equal(map, map:prepare(options))
  return list
end

local function thousandths(steps)
  local list = {}
  for i = 1, steps do list[i] = math.floor(1024 * i / steps) / 1024 end
  return list
end

-- Above 0, never less than before, and at last 1.
local function rises(list)
  local last = 0
  for _, done in ipairs(list) do
    if done <= 0 or done < last or done > 1 then return false end
    last = done
  end
  return last == 1
end

describe("map:prepare #quick", function()
  it("tells progress after each step, whatever tables and threads there are", function()
    for kind = 0, 3 do
      local weighted, layers = kind % 2 == 1, kind > 1
      local first
      for threads = 1, 3 do
        local map = new_map(weighted)
        for _ = 1, 2 do
          local list = told(map, { threads = threads, layers = layers })
          assert.is_true(rises(list))
          first = first or list
          assert.same(first, list)
        end
      end
    end
  end)

  it("changes no path and no hash", function()
    for _, weighted in ipairs { false, true } do
      local map, plain = new_map(weighted), new_map(weighted)
      assert.equal(map, map:prepare { threads = 2 })
      assert.equal(plain:hash(), map:hash())
      local path, other = map:path(40, 1, 40, 400), plain:path(40, 1, 40, 400)
      assert.equal(other.cost, path.cost)
      assert.equal(other.expanded, path.expanded)
      for i = 1, #path do assert.same({ other:cell(i) }, { path:cell(i) }) end
    end
  end)

  it("is for a class and a player", function()
    local map = new_map()
    local red, boat = map:player "red", map:class { swamp = 5, diagonal = "never" }
    local plain = told(map)
    assert.is_true(#plain > #told(map, { class = boat }))
    assert.same(plain, told(map, { player = red }))
    assert.same(told(map, { class = boat }), told(map, { player = red, class = boat }))
  end)

  it("locks the map while progress is told, and lets it ask", function()
    local map = new_map()
    local cost, all = new_map():path(40, 1, 40, 400).cost, #told(new_map())
    local calls = 0
    map:prepare { progress = function()
      says("map is locked while a callback runs", function() map:set(1, 1, "wall") end)
      says("map is locked while a callback runs", function() map:prepare() end)
      assert.equal(cost, map:path(40, 1, 40, 400).cost)
      calls = calls + 1
    end }
    assert.equal(all, calls)
    map:set(1, 1, "wall")
  end)

  it("ends when progress returns false", function()
    local map, calls = new_map(), 0
    assert.same({ nil, "cancelled" }, { map:prepare { progress = function(done)
      calls = calls + 1
      return done < 0.5
    end } })
    assert.is_true(calls < #told(new_map()))
    assert.is_not_nil(map:path(40, 1, 40, 400))
    assert.same(told(new_map()), told(map))
  end)

  it("raises what progress raises", function()
    local map = new_map()
    says("boom", function() map:prepare { progress = function() error "boom" end } end)
    map:set(1, 1, "wall")
    assert.same(told(new_map()), told(map))
  end)

  it("checks its arguments", function()
    local map = new_map()
    local function refuses(message, options)
      says(message, function() map:prepare(options) end)
    end
    refuses("bad argument #1 to 'prepare' (options = 3 is not a table)", 3)
    refuses("unknown key 'thread', the nearest is 'threads'", { thread = 2 })
    refuses("threads = 0 is out of range, 1 to 64", { threads = 0 })
    refuses("threads = 65 is out of range, 1 to 64", { threads = 65 })
    refuses("layers = 1 is not a boolean", { layers = 1 })
    refuses("progress = true is not a function", { progress = true })
    refuses("class = 3 is not a class", { class = 3 })
    refuses("the player is of another map", { player = new_map():player "red" })
  end)
end)

describe("map:prepare of landmarks #quick", function()
  local function prepare(map, options)
    options.tables, options.landmarks = false, true
    return map:prepare(options)
  end

  local function heard(map, options)
    local list = {}
    options = options or {}
    options.progress = function(done) list[#list + 1] = done end
    assert.equal(map, prepare(map, options))
    return list
  end

  it("tells progress after each step, whatever landmarks and threads there are", function()
    for _, case in ipairs { { false, 3 + 9 * 8 }, { true, 3 + 5 * 8 } } do
      for threads = 1, 3 do
        local map = new_map(case[1])
        for _ = 1, 2 do
          assert.same(thousandths(case[2]), heard(map, { threads = threads }))
        end
      end
    end
  end)

  it("makes the same landmarks with any number of threads", function()
    local map = new_map(true):prepare { landmarks = true, threads = 1 }
    local other = new_map(true):prepare { landmarks = true, threads = 4 }
    assert.equal(map:hash(), other:hash())
    local path, same = map:path(40, 1, 40, 400), other:path(40, 1, 40, 400)
    assert.equal(path.expanded, same.expanded)
  end)

  it("is for a class and a player", function()
    local map = new_map(true)
    local red, boat = map:player "red", map:class { plain = false, swamp = 5 }
    assert.same(thousandths(3 + 9 * 8), heard(map, { class = boat }))
    assert.same(thousandths(3 + 9 * 8), heard(map, { player = red }))
  end)

  it("locks the map while progress is told, and lets it ask", function()
    local map = new_map(true)
    local cost, calls = new_map(true):path(40, 1, 40, 400).cost, 0
    prepare(map, { progress = function()
      says("map is locked while a callback runs", function() map:set(1, 1, "wall") end)
      says("map is locked while a callback runs", function() map:prepare { landmarks = true } end)
      assert.equal(cost, map:path(40, 1, 40, 400).cost)
      calls = calls + 1
    end })
    assert.equal(43, calls)
    map:set(1, 1, "wall")
  end)

  it("leaves the landmarks of before when progress returns false, or raises", function()
    local map, calls = new_map(true), 0
    assert.same({ nil, "cancelled" }, { prepare(map, { threads = 2, progress = function(done)
      calls = calls + 1
      return done < 0.5
    end }) })
    assert.equal(22, calls)
    assert.equal(new_map(true):hash(), map:hash())
    says("boom", function() prepare(map, { progress = function() error "boom" end }) end)
    assert.equal(new_map(true):hash(), map:hash())
    map:set(1, 1, "wall")
    assert.equal(43, #heard(map))
  end)

  it("comes after the tables, and dead ends after that", function()
    local few = told(new_map(true))
    local all = told(new_map(true), { landmarks = true, dead_ends = true })
    assert.is_true(rises(all))
    assert.equal(#few + 43 + 1, #all)
  end)
end)

describe("map:prepare of what was saved #quick", function()
  local function hash_of(map) return map:hash() .. map:_queue_hash() end

  it("makes what tickets had paid for before a large map was saved, and changes nothing", function()
    local map = astar.map { width = 600, height = 500 }
    local ticket = map:request_path(1, 1, 600, 500)
    repeat map:work(20000) until ticket.path or ticket.code
    assert.equal("complete", ticket.path.status)
    local loaded = assert(astar.read(map:save()))
    local list, hash = {}, hash_of(loaded)
    local without = loaded:memory()
    assert.equal(loaded, loaded:prepare { saved = true, threads = 2,
      progress = function(done) list[#list + 1] = done end })
    assert.is_true(rises(list))
    assert.is_true(loaded:memory() - without > 600 * 500 * 10)
    assert.equal(hash, hash_of(loaded))
  end)

  it("has nothing to do on other maps", function()
    local map = new_map(false)
    local function progress() error("there is nothing") end
    assert.equal(map, map:prepare { saved = true, progress = progress })
  end)

  it("can be cancelled", function()
    local map = astar.map { width = 600, height = 500 }
    map:prepare()
    local loaded = assert(astar.read(map:save()))
    local function stop() return false end
    assert.same({ nil, "cancelled" }, { loaded:prepare { saved = true, progress = stop } })
  end)
end)
