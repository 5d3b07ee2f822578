--- Compares declarations with the library as it is at run time: its functions and fields, the keys of
-- its options, and its words.

local pages = require "meta.pages"

local library = {}

local function read(name)
  local file = assert(io.open(name))
  local text = file:read("*a")
  file:close()
  return text
end

local function sorted(set)
  local list = {}
  for name in pairs(set) do list[#list + 1] = name end
  table.sort(list)
  return list
end

local function with(t, ...)
  for i = 1, select("#", ...) do t[i] = (select(i, ...)) end
  return t
end

-- ---- objects of every kind ----------------------------------------------------------------------

-- In the game: one object of each class that has no metatable in astar.core, and what `try` uses.
local function objects_of_the_game()
  local astar = require "astar"
  local map = astar.map { width = 8, height = 8,
    terrains = { plain = 10, wall = { cost = false, opaque = true } } }
  local red = map:player "red"
  map:influence "red"
  local floors = astar.map { levels = { { name = "cellar", width = 4, height = 4 } } }
  local world = astar.world { map = astar.map { width = 8, height = 8 }, report = print }
  local unit = world:unit { player = "red", x = 2, y = 2, sight = 3 }
  local other = world:unit { player = "blue", x = 5, y = 5 }
  local graph = astar.graph { nodes = { "a", "b" }, edges = { { "a", "b", cost = 1 } } }
  local sandbox = require "astar.sandbox"
  local task
  world:behaviour("idle", function(one) task = one:start(function() one:sleep() end) one:sleep() end)
  other:behave "idle"
  world:tick()
  local function term(list)
    return function(t, kind)
      return map:positions(1, 1, { from = { reach = 9 }, [list] = { with(t, kind) } })
    end
  end
  local env = { with = with, filter = term "filter", score = term "score",
    astar = astar, map = map, player = red, world = world, unit = unit, other = other,
    level = floors:level "cellar", graph = graph, sandbox = sandbox, box = sandbox.new {},
    random = world.random, task = task, think = astar.think, squads = astar.squads,
    path = map:path(1, 1, 8, 8), routes = map:routes { places = { a = { 1, 1 }, b = { 8, 8 } } },
    mod = assert(world:mod { name = "none", files = {
      ["mod.lua"] = "return { name = 'none', version = '1', behaviours = {} }" } }),
    group = world:group { units = { unit } }, verb = require "astar.verbs", print = print,
    saved = world:save(), recording = astar.record(world),
  }
  env.bare = red:unit { x = 3, y = 3 }
  env.bare:follow_path(env.bare:path(8, 8))
  return env
end

-- The names that a value has of its metatable: methods of C, classes of Lua, tables of functions.
local function members_of(value, unit_names)
  if unit_names then return unit_names() end
  local names, metatable = {}, debug.getmetatable(value)
  local function add(list, but)
    for name in pairs(list or {}) do
      local is_public = type(name) == "string" and name:sub(1, 1) ~= "_" and name ~= but
      if is_public then names[name] = true end
    end
  end
  if metatable and metatable.methods then
    add(metatable.methods)
    add(metatable.fields)
    return names
  end
  local has_class = metatable and type(metatable.__index) == "function"
  if type(value) == "table" and not (has_class and metatable.__name) then add(value) end
  if not has_class then
    add(metatable and metatable.__index)
    return names
  end
  if metatable.__name then add(metatable, "new") end
  for i = 1, math.huge do
    local name, upvalue = debug.getupvalue(metatable.__index, i)
    if not name then return names end
    if name == "hidden" or name == "settable" then add(upvalue) end
  end
end

-- A unit of a world finds its verbs and its body's fields in functions: they know all names.
local function names_of_unit(unit)
  local index = debug.getmetatable(unit).__index
  for i = 1, math.huge do
    local name, upvalue = debug.getupvalue(index, i)
    if not name then error "the names of a world's unit are not found" end
    if name == "all_names" then return upvalue end
  end
end

-- From the classes and modules of a set to the names that they have at run time.
local function members_of_the_game(set, env)
  local metatables = require "astar.core".metatables
  local members = {}
  for _, item in ipairs(set.items) do
    if item.kind == "class" or item.kind == "module" then
      local metatable = metatables[item.shown]
      if item.name == "WorldUnit" then
        members[item.name] = members_of(nil, names_of_unit(env.unit))
      elseif metatable then
        members[item.name] = members_of(setmetatable({}, metatable))
      elseif env[item.owner] ~= nil then
        members[item.name] = members_of(env[item.owner])
      end
    end
  end
  -- What the library has, and nobody has declared.
  local declared = {}
  for _, item in ipairs(set.items) do declared[item.shown or ""] = true end
  for name in pairs(metatables) do
    if not declared[name] then members["class " .. name] = members_of(setmetatable({},
      metatables[name])) end
  end
  return members
end

local function members_of_mods(set)
  local kinds, members = require "astar.mods.source.kinds", {}
  for _, item in ipairs(set.items) do
    local known = item.owner and kinds.members(item.owner)
    if known then
      members[item.name] = {}
      for name in pairs(known) do members[item.name][name] = true end
    end
  end
  return members
end

-- ---- functions and fields -----------------------------------------------------------------------

local function declared_names(set, item, names)
  for _, field in ipairs(item.fields) do names[field.name] = true end
  for _, method in ipairs(item.methods) do names[method.name] = true end
  for name in pairs(item.hidden) do names[name] = true end
  local parent = item.parent and set.by_name[item.parent]
  if parent then declared_names(set, parent, names) end
  return names
end

-- What the pages have of a name, to be copied.
local function suggestion(item, name)
  for _, one in ipairs(pages.signatures()) do
    local signature = one.signature
    if signature.owner == item.shown and signature.name == name then
      return ("%s%s"):format(signature.shown, one.result and " -> " .. one.result or "")
    end
  end
  return ("%s%s%s(…) -> …"):format(item.owner, item.kind == "module" and "." or ":", name)
end

local function check_members(set, members, complain)
  for _, item in ipairs(set.items) do
    local there = members[item.name]
    local declared = there and declared_names(set, item, {}) or {}
    for _, name in ipairs(sorted(there or {})) do
      if not declared[name] then
        complain("%s.%s is public, and not declared. Write, under '%s %s' in tools/meta/%s:\n"
          .. "  %s -- What it does.\n(or '.%s: TYPE -- What it is.' if it is a field), give it an "
          .. "entry in docs/reference.md or the page of its kind, and run `make meta`", item.shown,
          name, item.kind, item.name, item.file, suggestion(item, name), name)
      end
    end
    for _, name in ipairs(sorted(declared)) do
      if name ~= "" and not name:find "^%[" and not there[name] and not item.hidden[name] then
        complain("%s.%s is declared in tools/meta/%s, and there is no such thing: take it away",
          item.shown, name, item.file)
      end
    end
    if (item.kind == "class" or item.kind == "module") and not there and item.module ~= "string" then
      complain("tools/meta/%s:%d: nothing is known at run time of the %s '%s': give "
        .. "tools/meta/library.lua an object of it", item.file, item.line, item.kind, item.name)
    end
  end
  for _, name in ipairs(sorted(members)) do
    if name:find " " then
      complain("the %s is not declared: write 'class NAME as %s -- TEXT' in tools/meta/game.txt", name,
        name:match " (.*)")
    end
  end
end

-- ---- keys of options ----------------------------------------------------------------------------

-- All words of the sources in these folders that could be keys.
local function candidates(folders)
  local set = {}
  local list = assert(io.popen("find " .. folders .. " -name '*.lua' -o -name '*.c'"))
  for name in list:lines() do
    if not name:find "^lua/astar/meta/" and not name:find "/replay/page/" then
      local text = read(name)
      for word in text:gmatch '"(%l[%l_]+)"' do set[word] = true end
      for word in text:gmatch "[{,%s](%l[%l_]*) = [{%l]" do
        if name:find "%.lua$" then set[word] = true end
      end
    end
  end
  list:close()
  return set
end

-- `T` in a try stands for a table with a key, `W` for a word.
local function tries_of(item, env)
  local list = {}
  for i, text in ipairs(item.tries) do
    local chunk, message = load(("local %s = ... return %s"):format(item.kind == "words" and "W"
      or "T", text), "=try", "t", env)
    if not chunk then error(("%s '%s': try %s: %s"):format(item.kind, item.name, text, message), 0) end
    list[i] = chunk
  end
  return list
end

local NOTHING = coroutine.create(print)          -- no option may be that

-- Is the key one that the library knows?
local function is_known(tries, key)
  for _, try in ipairs(tries) do
    local ok, message = pcall(try, { [key] = NOTHING })
    local text = tostring(message)
    if ok or not text:find(("unknown key '%s'"):format(key), 1, true) then return true, text end
  end
  return false
end

local TERRAINS = { plain = true, wall = true }   -- keys of classes

local function check_keys(set, item, env, words, complain)
  local tries, declared, is_open = tries_of(item, env), {}, false
  for name in pairs(declared_names(set, item, {})) do
    is_open = is_open or name == "[string]"
    if not name:find "^%[" and not item.hidden[name] then declared[name] = true end
  end
  for _, name in ipairs(sorted(declared)) do
    if not is_known(tries, name) then
      complain("tools/meta/%s: '%s' of the options '%s' is declared, and the library knows no such "
        .. "key: take it away", item.file, name, item.name)
    end
  end
  if is_known(tries, "no such key") then
    complain("tools/meta/%s:%d: the 'try' of the options '%s' takes any key: write a call that looks "
      .. "at the keys", item.file, item.line, item.name)
    return
  end
  for _, name in ipairs(words) do
    local is_said = declared[name] or item.hidden[name] or is_open and TERRAINS[name]
    if not is_said and is_known(tries, name) then
      complain("the library takes '%s' among the options '%s', and it is not declared. Write, under "
        .. "'options %s' in tools/meta/%s:\n  .%s?: TYPE -- What it does.\nadd it to the table in the "
        .. "pages, and run `make meta`", name, item.name, item.name, item.file, name)
    end
  end
end

local function check_words(item, env, words, complain)
  local tries, declared = tries_of(item, env), {}
  for _, word in ipairs(item.list) do declared[word] = true end
  for _, word in ipairs(words) do
    local ok = false
    for _, try in ipairs(tries) do ok = ok or pcall(try, word) end
    if ok and not declared[word] then
      complain("the library takes the word '%s', and 'words %s' in tools/meta/%s does not have it: "
        .. "add it there", word, item.name, item.file)
    end
  end
  for word in pairs(declared) do
    local ok = false
    for _, try in ipairs(tries) do ok = ok or pcall(try, word) end
    if not ok then
      complain("tools/meta/%s: 'words %s' has '%s', which the library does not take: take it away",
        item.file, item.name, word)
    end
  end
end

local function check_tries(set, env, words, complain)
  for _, item in ipairs(set.items) do
    if item.kind == "options" and #item.tries > 0 then
      check_keys(set, item, env, words, complain)
    elseif item.kind == "words" and #item.tries > 0 then
      check_words(item, env, words, complain)
    elseif item.kind == "options" and set.name == "game" then
      complain("tools/meta/%s:%d: 'options %s' has no 'try': write a call that gets such a table, T",
        item.file, item.line, item.name)
    end
  end
end

-- ---- words of Lua -------------------------------------------------------------------------------

local function check_list(set, name, there, complain)
  local item, declared = set.by_name[name], {}
  for _, word in ipairs(item.list) do declared[word] = true end
  for _, word in ipairs(sorted(there)) do
    if not declared[word] then
      complain("'%s' is missing in 'words %s' of tools/meta/%s: add it there", word, name, item.file)
    end
    declared[word] = nil
  end
  for _, word in ipairs(sorted(declared)) do
    complain("tools/meta/%s: 'words %s' has '%s', which the library does not know: take it away",
      item.file, name, word)
  end
end

local function check_lists(set, complain)
  local words = require "astar.world.words"
  local set_of, states = words.set, words.states
  check_list(set, "Code", set_of(words.codes), complain)
  check_list(set, "Event", set_of(words.events), complain)
  check_list(set, "Verb", require "astar.verbs", complain)
  check_list(set, "UnitState", set_of(states.state), complain)
  check_list(set, "Avoidance", set_of(states.avoidance), complain)
  check_list(set, "PathStatus", set_of(states.status), complain)
  check_list(set, "Knowledge", set_of(states.knowledge), complain)
  check_list(set, "GroupStatus", set_of(states.order), complain)
end

-- ---- mods ---------------------------------------------------------------------------------------

-- The keys of QueryOptions in mods, as the check of mods knows them.
local function check_queries(set, complain)
  local there, declared = require "astar.mods.source.kinds".query, {}
  for _, field in ipairs(set.by_name.QueryOptions.fields) do declared[field.name] = true end
  for _, name in ipairs(sorted(there)) do
    if not declared[name] then
      complain("mods may use '%s' in queries: declare it under 'options QueryOptions' in "
        .. "tools/meta/%s", name, set.by_name.QueryOptions.file)
    end
    declared[name] = nil
  end
  for _, name in ipairs(sorted(declared)) do
    complain("'%s' is declared for queries of mods, which may not use it: take it away", name)
  end
end

local SCRIPT = [[
local words = require "words"
local function nothing() end
return function(unit)
  local world, path, group = unit.world, unit:path(5, 5), unit.world:group {}
  local function knows(tries, word)
    for _, try in ipairs(tries) do
      local ok, message = pcall(try, { [word] = nothing })
      if ok or not string.find(message, "unknown key '" .. word .. "'") then return true end
    end
    return false
  end
  local options = {
%s
  }
  for name, tries in pairs(options) do
    for _, word in ipairs(words) do
      if knows(tries, word) then print(name, word) end
    end
  end
  print("end", "end")
end]]

-- From the names of the options that mods alone have to the keys that the library knows of them. It
-- asks in a mod, with the calls that the declarations name.
local function keys_in_mods(set, words)
  local astar = require "astar"
  local parts, quoted, known = {}, {}, {}
  for _, item in ipairs(set.items) do
    if item.file == set.file and #item.tries > 0 then
      local calls = {}
      for i, text in ipairs(item.tries) do calls[i] = ("function(T) return %s end"):format(text) end
      parts[#parts + 1] = ("    %s = { %s },"):format(item.name, table.concat(calls, ", "))
      known[item.name] = {}
    end
  end
  for i, word in ipairs(words) do quoted[i] = ("%q"):format(word) end
  local world = astar.world { map = astar.map { width = 8, height = 8 },
    report = function(report) error(report.text, 0) end }
  local ended = false
  assert(world:mod({ name = "keys", files = {
    ["mod.lua"] = "return { name = 'keys', version = '1', behaviours = { it = 'it.lua' } }",
    ["it.lua"] = SCRIPT:format(table.concat(parts, "\n")),
    ["words.lua"] = "return {" .. table.concat(quoted, ",") .. "}" },
  }, { instructions = 1e12, total = 1e12, memory = 2 ^ 30, seconds = math.huge, print = function(_, line)
    local name, word = line:match "^(%S+)%s+(%S+)$"
    if name == "end" then ended = true else known[name][word] = true end
  end }))
  world:unit { player = "red", x = 2, y = 2, sight = 3, behaviour = "keys.it" }
  world:tick()
  if not ended then error("the keys of options in mods cannot be asked for", 0) end
  return known
end

local function check_keys_in_mods(set, words, complain)
  for name, known in pairs(keys_in_mods(set, words)) do
    local item = set.by_name[name]
    local declared = declared_names(set, item, {})
    for _, word in ipairs(sorted(known)) do
      if not declared[word] then
        complain("the library takes '%s' among the options '%s' of mods, and it is not declared. "
          .. "Write, under 'options %s' in tools/meta/%s:\n  .%s?: TYPE -- What it does.\nand run "
          .. "`make meta`", word, name, name, item.file, word)
      end
    end
    for _, word in ipairs(sorted(declared)) do
      if not known[word] then
        complain("tools/meta/%s: '%s' of the options '%s' is declared, and mods have no such key: "
          .. "take it away", item.file, word, name)
      end
    end
  end
end

--- Compares the sets with the library. `complain(format, ...)` is called for each difference.
function library.check(sets, complain)
  local env, words = objects_of_the_game(), sorted(candidates "lua/astar src/binding src/sandbox")
  for _, set in ipairs(sets) do
    check_lists(set, complain)
    if set.name == "game" then
      check_members(set, members_of_the_game(set, env), complain)
      check_tries(set, env, words, complain)
    else
      check_members(set, members_of_mods(set), complain)
      check_queries(set, complain)
      -- A mod's every instruction is counted, so it is asked for fewer words.
      check_keys_in_mods(set, sorted(candidates "lua/astar/mods lua/astar/group"), complain)
    end
  end
end

return library
