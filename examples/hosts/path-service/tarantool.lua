--- A path service in Tarantool: ASTAR=… PORT=… tarantool tarantool.lua, in a folder for its data.
-- Clients call `path` and `change`. What has changed on the map is kept in a space: it is there
-- again when the server starts again.

-- luacheck: globals box path change

local root = os.getenv "ASTAR"
package.path = ("%s/lua/?.lua;%s/lua/?/init.lua;%s/examples/hosts/path-service/?.lua;")
  :format(root, root, root) .. package.path
package.cpath = root .. "/build/luajit/?.so;" .. package.cpath

local service = require "service"
local town = service.load(root .. "/examples/hosts/path-service/town.map")

box.cfg { listen = "127.0.0.1:" .. os.getenv "PORT", log_level = "warn", worker_pool_threads = 1 }

box.once("path-service", function()
  local ground = box.schema.space.create("ground", { format = {
    { "x", "unsigned" }, { "y", "unsigned" }, { "terrain", "string" },
  } })
  ground:create_index("primary", { parts = { "x", "y" } })
  box.schema.func.create "path"
  box.schema.func.create "change"
  box.schema.user.grant("guest", "execute", "function", "path")
  box.schema.user.grant("guest", "execute", "function", "change", { if_not_exists = true })
  box.schema.user.grant("guest", "read,write", "space", "ground")
end)

for _, cell in box.space.ground:pairs() do town:set(cell.x, cell.y, cell.terrain) end

--- The cost and the cells of a path | nil, why there is none. Runs without a yield, so no other
-- request changes the map meanwhile.
function path(from_x, from_y, to_x, to_y)
  local found, code = town:path(from_x, from_y, to_x, to_y)
  if not found then return nil, code end
  local cells = {}
  for x, y, i in found:cells() do cells[i] = { x, y } end
  return { cost = found.cost, cells = cells }
end

--- The ground of a cell has changed. Written down first: what fails has changed nothing.
function change(x, y, terrain)
  town:get(x, y)                                 -- an error where the map has no such cell
  if town:terrain(terrain) == nil then error(("there is no terrain '%s'"):format(terrain), 0) end
  box.space.ground:replace { x, y, terrain }
  town:set(x, y, terrain)
end
