--- Every public function of every object, called with wrong arguments: the error names the line of
-- the caller, the function that was called and no argument that it has not, however it was called:
-- from a line, through pcall, or as a tail call.

local astar = require "astar"
local small_world = require "support.small_world"
local sorted_keys = require "support.sorted_keys"

local unpack = table.unpack or unpack
local here = debug.getinfo(1, "S").short_src

local FUNCTIONS = { astar = true, think = true }        -- called with a dot
local WRITES = { save = true, save_terrain = true, replay = true }  -- files of these names

local function objects()
  local world = small_world "........\n........"
  local map = world.map
  local unit = world:unit { player = "red", x = 1, y = 1, speed = 1, sight = 3 }
  return {
    astar = astar, think = astar.think, world = world, group = world:group { units = { unit } },
    random = world.random, recording = astar.record(world), map = map, player = map:player "red",
    body = unit.body, class = map:class {}, influence = map:influence "danger",
    path = map:path(1, 1, 3, 1), search = map:search(1, 1, 3, 1),
    field = map:field { to = { { 1, 1 } } }, ticket = map:request_path(1, 1, 3, 1),
  }
end

local function add_names(set, list)
  for name, f in pairs(list) do
    if type(name) == "string" and type(f) == "function" and name:sub(1, 1) ~= "_" then
      set[name] = true
    end
  end
end

local function names_of(object)
  local set, metatable = {}, getmetatable(object)
  if type(object) == "userdata" then
    add_names(set, metatable.methods)
  elseif metatable then
    add_names(set, metatable)
  else
    add_names(set, object)
  end
  set.new = nil
  return sorted_keys(set)
end

local function names_of_units()
  local set = {}
  for _, name in ipairs { "astar.verbs", "astar.world.senses", "astar.world.mind",
                          "astar.world.unit" } do
    add_names(set, require(name))
  end
  set.goal = nil                                 -- reads goals for the others; needs no unit
  set.new = nil
  return sorted_keys(set)
end

local BAD = {
  { n = 0 }, { n = 1, {} }, { n = 1, "?" }, { n = 1, -7 }, { n = 1, 1.5 }, { n = 1, true },
  { n = 1, error }, { n = 1, { nonsense = 1 } }, { n = 2, 1, {} }, { n = 2, {}, 7 },
  { n = 2, "a", true }, { n = 2, { x = 1, y = 1 }, { nonsense = 1 } },
  { n = 2, "danger", { nonsense = 1 } },
  { n = 3, 1, 1, "?" }, { n = 3, 1, 1, -1 }, { n = 3, 1, 1, { nonsense = 1 } },
  { n = 1, { { nonsense = 1 } } }, { n = 1, { { x = 99, y = 1 } } },
  { n = 3, { x = 1, y = 1 }, { nonsense = 1 }, 3 }, { n = 4, 1, 1, 1, {} },
  { n = 5, 1, 1, 2, 2, { nonsense = 1 } },
}
local MOST = 8                                   -- arguments of a function

-- What is wrong with a message about a call of `name`, from one of the lines given; nil: nothing.
local function complaint(message, name, lines)
  if type(message) ~= "string" then return "is no text" end
  local line = message:match("^" .. here:gsub("%p", "%%%0") .. ":(%d+): ")
  if not lines[tonumber(line)] then return "names another line" end
  if message:find("attempt to", 1, true) then return "is Lua's own" end
  local said = message:match("bad argument #?%d* ?to '(.-)'") or message:match("^calling '(.-)'")
  if said and said ~= name then return "names another function" end
  local position = tonumber(message:match("bad argument #(%d+)") or 1)
  return (position < 1 or position > MOST) and "names no argument" or nil
end

local function check(message, name, lines, call)
  local problem = complaint(message, name, lines)
  if problem then error(("%s(%s): the error %s: %s"):format(name, call, problem, message), 0) end
end

local function in_words(arguments)
  local list = {}
  for i = 1, arguments.n do
    local value = arguments[i]
    list[i] = type(value) == "table" and (next(value) and "{ … }" or "{}") or tostring(value)
  end
  return table.concat(list, ", ")
end

local function line_here(more) return debug.getinfo(2, "l").currentline + more end

-- The three ways to call f: what went wrong, and the lines that may be named.
local WAYS = {
  ["a call"] = function(f, ...)
    local arguments, line = { n = select("#", ...), ... }, line_here(1)
    local ok, message = pcall(function() local _ = f(unpack(arguments, 1, arguments.n)) end)
    return ok, message, { [line] = true }
  end,
  ["pcall"] = function(f, ...)
    local line = line_here(1)
    local ok, message = pcall(f, ...)
    return ok, message, { [line] = true }
  end,
  ["a tail call"] = function(f, ...)
    local arguments, line = { n = select("#", ...), ... }, line_here(1)
    local function tail() return f(unpack(arguments, 1, arguments.n)) end
    local ok, message = pcall(function() local _ = tail() end)
    return ok, message, { [line] = true, [line + 1] = true }
  end,
}

-- ---- the object itself --------------------------------------------------------------------------

local DOTTED = { ["unit.goal"] = true }          -- no method

-- All kinds of objects, a sample of each.
local function kinds()
  local all = objects()
  all.astar, all.think = nil, nil
  all.unit = all.world:unit(1)
  all.mod = assert(all.world:mod { name = "test", files = { ["mod.lua"] =
    "return { name = 'test', version = '1', behaviours = {} }" } })
  all.query = all.map:query {}
  all.task = require("astar.world.task").new(print)
  return all
end

local KIND_OF = { body = "unit" }                -- as messages call it

local function methods_of(kind, sample)
  return kind == "unit" and names_of_units() or names_of(sample)
end

-- What is no object of that kind: nothing at all, Lua's own values, objects of all other kinds.
local function strangers(kind, all)
  local list = { { n = 0 }, { n = 1, nil }, { n = 1, 5 }, { n = 1, {} }, { n = 1, "x" },
    { n = 2, 5, 5 }, { n = 1, { x = 1, y = 1 } } }
  for _, other in ipairs(sorted_keys(all)) do
    if other ~= kind then list[#list + 1] = { n = 2, all[other], 1 } end
  end
  return list
end

local function check_self(kind, name, message, lines)
  local words = ("calling '%s' on bad self (%s expected, got "):format(name, KIND_OF[kind] or kind)
  local place, rest = message:match("^(.-): (.*)$")
  local line = place:match("^" .. here:gsub("%p", "%%%0") .. ":(%d+)$")
  if not lines[tonumber(line)] or rest:sub(1, #words) ~= words then
    error(("%s:%s: %s"):format(kind, name, message), 0)
  end
end

describe("a method that is called on nothing, or on something else", function()
  for kind, sample in pairs(kinds()) do
    for way, call in pairs(WAYS) do
      it(("is blamed on the caller, of a %s by %s"):format(kind, way), function()
        local all, tried = kinds(), 0
        for _, name in ipairs(methods_of(kind, sample)) do
          local method = all[kind][name]
          for _, given in ipairs(DOTTED[kind .. "." .. name] and {} or strangers(kind, all)) do
            local ok, message, lines = call(method, unpack(given, 1, given.n))
            assert.is_false(ok, ("%s:%s takes %s"):format(kind, name, in_words(given)))
            check_self(kind, name, message, lines)
            tried = tried + 1
          end
        end
        assert.equal(kind ~= "query", tried > 0)       -- queries have no methods
      end)
    end
  end
end)

-- What each function of think is given to make an action.
local MADE_OF = { act = { "wait", 1 }, till = { error, error }, guarded = { error, error },
  when = { error, error }, interrupt = { error, { a = error } }, listen = { error, { a = error } },
  utility = { { { name = "a", evaluate = error, execute = error } } } }

describe("an action that is called on nothing, or on something else", function()
  for _, name in ipairs(sorted_keys(astar.think)) do
    it("is blamed on the caller, of think." .. name, function()
      local action = astar.think[name](unpack(MADE_OF[name] or { error }))
      for _, given in ipairs(strangers("unit", kinds())) do
        for way, call in pairs(WAYS) do
          local ok, message, lines = call(action, unpack(given, 1, given.n))
          local words = "an action of think%." .. name .. " is called as action%(unit, %.%.%.%): "
          assert.is_false(ok, way)
          assert.matches("^[^:]+:%d+: " .. words .. "unit expected, got ", message)
          assert.is_true(lines[tonumber(message:match ":(%d+): ")], message)
        end
      end
    end)
  end
end)

describe("a wrong argument", function()
  after_each(function() astar.files(nil) end)    -- which has been called, too

  for kind, sample in pairs(objects()) do
    for way, call in pairs(WAYS) do
      it(("of a method of %s is blamed on the caller, by %s"):format(kind, way), function()
        local object
        for _, name in ipairs(names_of(sample)) do
          for _, arguments in ipairs(WRITES[name] and {} or BAD) do
            object = object or objects()[kind]
            local ok, message, lines
            if FUNCTIONS[kind] then
              ok, message, lines = call(object[name], unpack(arguments, 1, arguments.n))
            else
              ok, message, lines = call(object[name], object, unpack(arguments, 1, arguments.n))
            end
            -- Its own words: `error` was the callback.
            if not ok and arguments[1] ~= error then
              check(message, name, lines, in_words(arguments))
            end
            if ok then object = nil end          -- it is not as it was
          end
        end
      end)
    end
  end
end)

describe("a wrong argument of a unit's method is blamed on the behaviour", function()
  for _, name in ipairs(names_of_units()) do
    it("by " .. name, function()
      for _, arguments in ipairs(BAD) do
        for way = 1, 2 do
          local world = small_world "........\n........"
          local unit = world:unit { player = "red", x = 1, y = 1, speed = 1, sight = 3 }
          local line = line_here(1)
          local function plain(one) local _ = one[name](one, unpack(arguments, 1, arguments.n)) end
          local function tail(one) return one[name](one, unpack(arguments, 1, arguments.n)) end
          unit:behave(way == 1 and plain or tail)
          world.run(4)
          for _, report in ipairs(arguments[1] ~= error and world.reports or {}) do
            local words = report.text:match("^tick %d+, unit.-, behaviour 'a function': (.*)$")
            check(words, name, { [line + way - 1] = true }, in_words(arguments))
          end
        end
      end
    end)
  end
end)
