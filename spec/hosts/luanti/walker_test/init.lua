-- A test in a world without players: makes a yard with a wall across it, sends a walker over, opens
-- the wall meanwhile, and says what happened. The server then ends.

-- luacheck: globals core minetest astar_walker

local core = core or minetest

local CORNER, SIDE = { x = 0, y = 10, z = 0 }, 16

core.register_node("walker_test:ground", { walkable = true })
core.register_node("walker_test:wall", { walkable = true })

local function say(...) print("walker_test: " .. string.format(...)) end

local function build()
  for x = 0, SIDE - 1 do
    for z = 0, SIDE - 1 do
      core.set_node({ x = x, y = CORNER.y - 1, z = z }, { name = "walker_test:ground" })
      if x == 8 then
        for y = 0, 2 do
          core.set_node({ x = x, y = CORNER.y + y, z = z }, { name = "walker_test:wall" })
        end
      end
    end
  end
end

local function open(z)
  for y = 0, 2 do core.remove_node({ x = 8, y = CORNER.y + y, z = z }) end
  astar_walker.changed { x = 8, y = CORNER.y, z = z }
end

local function run()
  build()
  core.forceload_block(CORNER, true)
  local field = astar_walker.field(CORNER, SIDE, SIDE)
  local _, why_not = field:walker { x = 99, y = 10, z = 2 }
  say("no walker: %s", why_not)
  local walker = assert(field:walker { x = 2, y = 10, z = 2 })
  walker:go({ x = 13, y = 10, z = 2 }, function(reached, why)
    say("closed: %s, %s", tostring(reached), tostring(why))
    open(12)
    walker:go({ x = 13, y = 10, z = 2 }, function(now, code)
      local at = walker.unit
      say("open: %s, %s, at %d, %d", tostring(now), tostring(code), at.x, at.y)
      core.after(0.3, function()
        local position = walker.object:get_pos()
        say("entity at %.1f %.1f %.1f", position.x, position.y, position.z)
        core.request_shutdown()
      end)
    end)
  end)
end

core.after(0, function()
  core.emerge_area(CORNER, { x = SIDE, y = CORNER.y + 3, z = SIDE }, function(_, _, remaining)
    if remaining == 0 then core.after(0.2, run) end
  end)
end)
