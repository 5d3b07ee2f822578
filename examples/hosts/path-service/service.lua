--- A path service: answers requests about one map. It knows no server; each server's file calls
-- service.answer with the words of a request, and passes on what comes back.

local astar = require "astar"

local service = {}

-- Numbers are written alike by all Luas: they are whole.
local function cells_as_json(path)
  local list = {}
  for x, y, i in path:cells() do list[i] = ("[%d,%d]"):format(x, y) end
  return "[" .. table.concat(list, ",") .. "]"
end

-- `words` may hold anything that a request has brought: what JSON cannot hold as it is becomes a ?.
local function refusal(status, words)
  return status, ('{"error":"%s"}\n'):format(words:gsub('[%c"\\\128-\255]', "?"))
end

-- Six digits are enough for every map, and no number of six digits is too large for any Lua.
local NUMBER = "(%d%d?%d?%d?%d?%d?)"
local CELL = "^" .. NUMBER .. "," .. NUMBER .. "$"

-- "3,4" -> 3, 4; or nil and what is wrong.
local function cell(map, arguments, name)
  local x, y = (arguments[name] or ""):match(CELL)
  x, y = tonumber(x), tonumber(y)
  if not x then return nil, ("%s=X,Y is missing or is no cell"):format(name) end
  if x < 1 or x > map.width or y < 1 or y > map.height then
    return nil, ("%s=%d,%d is outside of the map, which has %d x %d cells"):format(name, x, y,
      map.width, map.height)
  end
  return x, y
end

local requests = {}

-- path?from=X,Y&to=X,Y
requests["GET path"] = function(map, arguments)
  local from_x, from_y = cell(map, arguments, "from")
  if not from_x then return refusal(400, from_y) end
  local to_x, to_y = cell(map, arguments, "to")
  if not to_x then return refusal(400, to_y) end
  local path, code = map:path(from_x, from_y, to_x, to_y)
  if not path then return refusal(404, code) end
  return 200, ('{"cost":%d,"cells":%s}\n'):format(path.cost, cells_as_json(path))
end

-- Asking map:terrain(name) would raise an error where the name is none that a terrain may have.
local function has_terrain(map, wanted)
  for _, name in map:terrains() do
    if name == wanted then return true end
  end
  return false
end

-- terrain?at=X,Y&is=NAME: the ground has changed
requests["POST terrain"] = function(map, arguments)
  local x, y = cell(map, arguments, "at")
  if not x then return refusal(400, y) end
  local name = arguments.is or ""
  if not has_terrain(map, name) then return refusal(400, "is=" .. name .. " is no terrain") end
  map:set(x, y, name)
  return 200, ('{"changed":[%d,%d]}\n'):format(x, y)
end

local function decoded(text)
  return (text:gsub("+", " "):gsub("%%(%x%x)", function(digits)
    return string.char(tonumber(digits, 16))
  end))
end

--- The arguments of "from=1,2&to=3,4", as a table.
function service.arguments(query)
  local arguments = {}
  for name, value in (query or ""):gmatch "([^&=]+)=([^&]*)" do
    arguments[decoded(name)] = decoded(value)
  end
  return arguments
end

--- Answers a request: status, text of JSON. `method` is "GET" or "POST", `name` the last part of
-- the address, `arguments` a table of texts.
function service.answer(map, method, name, arguments)
  local request = requests[method .. " " .. name]
  if not request then return refusal(404, "there is no " .. method .. " " .. name) end
  return request(map, arguments)
end

--- The map of a file; an error says what is wrong with it.
function service.load(file) return assert(astar.load(file)) end

return service
