--- The bodies of units in a mod's state. The units themselves are the host's: here are the orders
-- and queries to it, tickets of requests, and the results of unit:nearest.

local blame = require "astar.arguments.blame"
local bridge = require "astar.mods.guest.bridge"
local cells = require "astar.arguments.cells"
local object = require "astar.units.object"
local path = require "astar.mods.guest.path"
local strict = require "astar.arguments.strict"

local ask, expect = bridge.ask, object.expect

local body = {}

-- ---- tickets ------------------------------------------------------------------------------------

local ticket, ticket_meta = {}, bridge.seal {}
local TICKET = { done = true, path = true, found = true, code = true }

local read_list                                  -- set below

-- One for the nearest of many has their goals.
local function take_answer(own, ended, ...)
  if not ended then return end
  own.done = true
  if own.of_many then own.found, own.code = read_list(own.goals, ...)
  else own.path, own.code = path.read(...) end
end

local function read_ticket(self)
  local own = expect(self, "ticket")
  if not own.done then take_answer(own, ask("ticket", own.unit, own.number)) end
  return own
end

function ticket:cancel()
  local own = expect(self, "ticket")
  ask("cancel", own.unit, own.number)
end

local TICKET_NAMES = strict.names(TICKET, ticket)

function ticket_meta.__index(self, key)
  if TICKET[key] then return read_ticket(self)[key] end
  return ticket[key] or strict.read("ticket", key, TICKET_NAMES)
end

function ticket_meta.__newindex(_, key)
  strict.write("ticket", key, TICKET_NAMES, {})
end

--- The ticket of a unit's request for a path, which the host has given that number.
function body.ticket(id, number)
  return object.new("ticket", ticket_meta, { unit = id, number = number, done = false })
end

-- ---- bodies -------------------------------------------------------------------------------------

local methods, metatable = {}, bridge.seal {}
local BODY_NAMES                                 -- set below

local function no_function(query)
  if type(query) ~= "table" then return query end
  for _, key in ipairs { "extra_cost", "trace" } do
    if query[key] ~= nil then
      error(("query: a mod cannot use '%s'"):format(key), 0)
    end
  end
  return query
end

local function id_of(self) return expect(self, "body").id end

-- x, y, query or target, query, and one argument behind these: goal, query and that.
local function sent_goal(x, y, query, more)
  if type(x) == "number" then return { x = x, y = y }, no_function(query), more end
  return x, no_function(y), query
end

function methods:request_path(x, y, query)
  local id = id_of(self)
  local goal, asked = sent_goal(x, y, query)
  return body.ticket(id, ask("request_path", id, goal, asked))
end

-- The goals as they are sent to the host.
local function sent(goals)
  if type(goals) == "function" then
    error("a mod's goals are a list, the name of a terrain, or { unseen = true }", 0)
  end
  if type(goals) == "table" and not goals.unseen then return body.cells_of(goals) end
  return goals
end

function methods:request_nearest(goals, query, options)
  local id, count = id_of(self), options and options.count or 1
  local number = ask("request_nearest", id, sent(goals), no_function(query), count)
  return object.new("ticket", ticket_meta,
    { unit = id, number = number, done = false, of_many = true, goals = goals })
end

function methods:path(x, y, query, of_rest)
  return path.read(ask("path", id_of(self), sent_goal(x, y, query, of_rest)))
end

function methods:reachable(x, y, query, of_rest)
  return ask("reachable", id_of(self), sent_goal(x, y, query, of_rest))
end

function methods:follow_path(way, query)
  ask("follow_path", id_of(self), path.number(way), no_function(query))
  body.changed(id_of(self))
end

function methods:stop()
  ask("stop", id_of(self))
  body.changed(id_of(self))
end

function metatable.__index(self, key)
  if key == "id" then return id_of(self) end
  return methods[key] or strict.read("body", key, BODY_NAMES)
end

function metatable.__newindex(_, key)
  strict.write("body", key, BODY_NAMES, {})
end

body.no_function = no_function

--- The body of the unit of an id.
function body.new(id) return object.new("body", metatable, { id = id }) end

-- ---- the nearest of many ------------------------------------------------------------------------

-- What was found is a table that the script may change as it likes. Its path is requested from the
-- host when the script first reads it.
local found = bridge.seal {}

--- The cells of a list of goals: x1, y1, x2, y2 …
function body.cells_of(goals, name)
  local flat = {}
  for i, one in ipairs(goals) do
    local x, y = cells.at(one)
    if not (tonumber(x) and tonumber(y)) then
      blame.fail(nil, 1, "%s", cells.problem(("%s[%d]"):format(name or "goals", i), one))
    end
    flat[2 * i - 1], flat[2 * i] = x, y
  end
  return flat
end

function found.__index(self, key)
  if key ~= "path" then return nil end
  local own = expect(self, "found")
  local way = path.read(ask("found", own.answer, own.place))
  rawset(self, "path", way)
  return way
end

local function read_found(answer, place, goals, x, y, index)
  local one = object.new("found", found, { answer = answer, place = place })
  rawset(one, "x", x)
  rawset(one, "y", y)
  if index then
    rawset(one, "index", index)
    rawset(one, "goal", goals[index])
  end
  return one
end

-- The list of what was found, from the number of the answer and three numbers for each | nil, code.
function read_list(goals, number, flat)
  if not number then return nil, flat end
  local result = {}
  for i = 1, #flat / 3 do
    result[i] = read_found(number, i, goals, flat[3 * i - 2], flat[3 * i - 1], flat[3 * i])
  end
  return result
end

function methods:nearest(goals, query, count)
  local result, code = read_list(goals,
    ask("nearest", id_of(self), sent(goals), no_function(query), count or 1))
  if not result then return nil, code end
  return count and result or result[1]
end

BODY_NAMES = strict.names(methods, { id = true })

return body
