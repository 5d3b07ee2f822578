-- The hash of a world.

local astar = require "astar"
local small_world = require "support.ann"

describe("world:hash #quick", function()
  local function rich_world()
    local world, ann = small_world()
    world:behaviour("nap", function(unit, ticks) unit:sleep(ticks) end)
    world:unit { player = "blue", x = 5, y = 2, sight = 2 }
    world.map:class { size = 2 }
    world:influence("smell", { weight = 2, decay = 0.5 }):set(1, 1, 9)
    world:group { units = { ann } }
    ann.data.list = { 1, 2 }
    return world, ann
  end

  -- What it becomes by the change.
  local function hash_after(change)
    local world, ann = rich_world()
    change(world, ann)
    return world:hash()
  end

  -- Each change brings a hash of its own. They are made in equal worlds.
  local function all_differ(changes)
    local seen = { [hash_after(function() end)] = 0 }
    for i, change in ipairs(changes) do
      local hash = hash_after(change)
      assert.equal(16, #hash)
      assert.equal(hash, hash_after(change))
      assert(not seen[hash], ("changes %s and %d"):format(tostring(seen[hash]), i))
      seen[hash] = i
    end
  end

  it("stands for the world itself", function()
    all_differ {
      function(world) world:tick() end,
      function(world) world.random() end,
      function(world) world.budget = 77 end,
      function(world) world._failures = 1 end,
      function(world, ann) world:reserve(1, ann) end,
      function(world, ann) world:reserve("1", ann) end,
      function(world) world:reserve(1, world:unit_at(5, 2)) end,
      function(world) world:influence("smell", { weight = 2, decay = 0.25 }) end,
      function(world) world:influence("smell", { weight = 2, spread = 0.5 }) end,
      function(world) world:influence("smell", { weight = 2, decay = 0.5, every = 2 }) end,
      function(world) world._seen[2] = { [1] = true } end,
    }
  end)

  it("stands for data, and how they hang together", function()
    all_differ {
      function(_, ann) ann.data.x = 1 end,
      function(_, ann) ann.data.x = "1" end,
      function(_, ann) ann.data.x = true end,
      function(_, ann) ann.data.x = false end,
      function(_, ann) ann.data.x = {} end,
      function(_, ann) ann.data.x = ann.data.list end,
      function(_, ann) ann.data.x = { 1, 2 } end,
      function(_, ann) ann.data.x = ann end,
      function(_, ann) ann.data.x = ann.player end,
      function(_, ann) ann.data.x = ann.group end,
      function(_, ann) ann.data[1] = 1 end,
      function(_, ann) ann.data["1"] = 1 end,
      function(_, ann) ann.data.list[2] = 3 end,
      function(_, ann) ann.home = { x = 3, y = 2 } end,
      function(world) world.data.x = 1 end,
      function(world) world:unit_at(5, 2).data.x = 1 end,
    }
  end)

  it("stands for units and what they do", function()
    local function napping(ticks)
      return function(world, ann)
        ann:behave("nap", ticks)
        world:tick()
        ann._given[1] = 0
      end
    end
    all_differ {
      function(_, ann) ann:behave("stay") end,
      function(_, ann) ann:behave("nap") end,
      function(_, ann) ann:behave("stay", 1) end,
      function(_, ann) ann:behave("stay", nil) end,
      function(_, ann) ann:behave("stay", ann) end,
      function(_, ann) ann:tell("hit") end,
      function(_, ann) ann:tell("hit", 1) end,
      function(_, ann) ann:behave("stay"):tell("hit") end,
      napping(5), napping(6),
      function(world) world:tick() end,
      function(_, ann) ann:remove() end,
      function(_, ann) ann:place(3, 2) end,
      function(_, ann) ann.body:follow_path(ann.body:path(8, 2)) end,
      function(_, ann) ann.body:follow_path(ann.body:path(8, 3)) end,
      function(_, ann) ann.speed = 0.5 end,
      function(_, ann) ann.sight = 2 end,
      function(_, ann) ann.avoidance = "repath" end,
      function(world) world:unit { player = "red", x = 8, y = 4 } end,
      function(world) world:unit { player = "blue", x = 8, y = 4 } end,
    }
  end)

  it("stands for groups", function()
    all_differ {
      function(world) world:group {} end,
      function(world) world:group {}:disband() end,
      function(world) world:group { units = { world:unit_at(5, 2) } } end,
      function(_, ann) ann.group:remove(ann) end,
      function(_, ann) ann.group:go(8, 4) end,
      function(_, ann) ann.group:go(8, 3) end,
      function(_, ann) ann.group:go(8, 3, { formation = "line" }) end,
      function(_, ann) ann.group:hold() end,
      function(_, ann) ann.group.formation = "line" end,
      function(_, ann) ann.group.speed = 0.5 end,
    }
  end)

  it("stands for the map", function()
    local function ask(query, options, x)
      return function(world)
        if query and query.player then query.player = world:player "red" end
        world.map:request_path(1, 1, x or 8, 4, query, options)
      end
    end
    all_differ {
      function(world) world.map:set(1, 1, "wall") end,
      function(world) world:player("red"):reveal() end,
      function(world) world:player("red"):share(world:player "blue") end,
      function(world) world:player("green") end,
      function(world) world:influence("smell"):set(1, 1, 8) end,
      function(world) world:influence("noise") end,
      function(world) world.map:class { size = 3 } end,
      ask(), ask(nil, nil, 7), ask(nil, { priority = 1 }), ask { within = 1 },
      ask { player = "red" }, ask { turn_cost = 1 }, ask { heuristic_weight = 2 },
      ask { partial = true },
    }
  end)

  it("stands for how far searches have come", function()
    local seen = {}
    for _, nodes in ipairs { 0, 70, 80 } do
      local world = astar.world { map = astar.map { width = 40, height = 40 } }
      world.map:fill(10, 1, 1, 38, "wall")
      world.map:fill(20, 2, 1, 39, "wall")
      world.map:request_path(1, 40, 40, 40, { turn_cost = 1 })
      world.map:work(nodes)
      assert.equal(1, world.map.pending_requests)
      assert.is_nil(seen[world:hash()])
      seen[world:hash()] = true
    end
  end)

  it("does not know how many threads there are, nor where errors are reported", function()
    local plain = hash_after(function() end)
    assert.equal(plain, hash_after(function(world)
      world.threads, world.report = 2, print
    end))
  end)

  it("does not tell 3 from 3.0, and takes data that cannot be saved", function()
    local world, ann = small_world()
    ann.data.x = 3
    local hash = world:hash()
    ann.data.x = 3.0
    assert.equal(hash, world:hash())
    ann.data.f = print
    assert.not_equal(hash, world:hash())
  end)
end)
