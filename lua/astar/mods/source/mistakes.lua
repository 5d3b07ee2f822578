--- What is wrong in a mod's text: names that there are not. Each of these functions is called for
-- what stands in the text, and notes it where it is wrong. Where it is only a guess what a value
-- is, or what names the game has, only what is nearly a known name is noted.

local core = require "astar.core"
local kinds = require "astar.mods.source.kinds"
local lazy = require "astar.lazy"
local options = require "astar.arguments.options"
local types = require "astar.mods.source.types"
local words = require "astar.world.words"
local pairs = require "astar.pairs".pairs

local mistakes = {}

local WORLDS, CODES = words.set(words.events), words.set(words.codes)
local NEVER_TOLD = words.set(words.of_the_game)
for _, event in ipairs(words.events) do
  if not event.by then NEVER_TOLD[event.name] = true end
end

-- What mods have in place of what they miss from Lua's library.
local INSTEAD = {
  random = "unit.world.random(low, high)", time = "unit.world.ticks", clock = "unit.world.ticks",
  os = "unit.world.ticks for the time", io = "print", gmatch = "string.split",
  match = "string.find, which takes no patterns, and string.split", gsub = "string.replace",
}

-- ---- names that are nearly the same -------------------------------------------------------------

--- ", the nearest is 'x'", if a name may be a slip of the pen for one of a set; "" otherwise.
function mistakes.hint(name, set)
  local found, distance = core.nearest(name, options.names(set))
  if not found or 2 * distance > #name then return "" end
  return (", the nearest is '%s'"):format(found)
end

local function holds(a, b) return a:find(b, 1, true) or b:find(a, 1, true) end

-- Two letters may be exchanged.
local function is_exchange(a, b)
  if #a ~= #b then return false end
  for i = 1, #a - 1 do
    local swapped = a:sub(1, i - 1) .. a:sub(i + 1, i + 1) .. a:sub(i, i) .. a:sub(i + 2)
    if swapped == b then return true end
  end
  return false
end

--- The name of a set that another one is surely meant to be: few letters differ. Nobody knows all
-- names that a game has: "loaded" and "unloaded" may be two.
function mistakes.meant(name, set)
  if #name < 4 or set[name] then return nil end
  local found, distance = core.nearest(name, options.names(set))
  if not found or found:byte() ~= name:byte() then return nil end
  if distance == 1 and not (holds(found, name) and (found .. "s" == name or name .. "s" == found))
    or is_exchange(found, name) then
    return found
  end
  return distance == 2 and #name >= 7 and not holds(found, name) and found or nil
end

--- "; mods have x", of what there is in place of a function of Lua's.
function mistakes.advice(name)
  return INSTEAD[name] and ("; mods have %s"):format(INSTEAD[name]) or ""
end

-- ---- names and fields ---------------------------------------------------------------------------

local function sets_joined(...)
  local all = {}
  for _, set in ipairs { ... } do
    for name in pairs(set) do all[name] = true end
  end
  return all
end

function mistakes.unknown_name(program, node)
  if program.unknown[program.file.name .. node.name] then return end
  if program.noted then program.unknown[program.file.name .. node.name] = true end
  if program.file.declared[node.name] then
    return program:note(node.line, node.name,
      "there is no '%s' here: it is declared further on, or in another block", node.name)
  end
  local set = sets_joined(program.library, program.globals, program.file.declared)
  program:note(node.line, node.name, "there is no '%s'%s%s", node.name,
    mistakes.hint(node.name, set), mistakes.advice(node.name))
end

--- A member of one of the tables of Lua's library.
function mistakes.library_member(program, type, name, node)
  local members = program.library[type.name]
  if not name or members == true or not members then return types.any end
  if members[name] then return { kind = "library", name = type.name .. "." .. name } end
  program:note(node.line, name, "%s has no '%s'%s", type.name, name,
    INSTEAD[name] and mistakes.advice(name) or mistakes.hint(name, members))
  return types.any
end

--- Something has no such member.
function mistakes.no_member(program, type, name, node)
  if not program.noted then return end
  local kind, members = type.kind, kinds.members(type.kind)
  if type.weak or kinds.is_open(kind) then
    if program.defined[name] or not mistakes.meant(name, members) then return end
  end
  local hint = mistakes.hint(name, members)
  if hint == "" and kind == "unit" then hint = "; what the game keeps of it is in unit.data" end
  program:note(node.line, name, "%s has no field '%s'%s", kind, name, hint)
end

--- A field is set of something that is no table of the mod's own.
function mistakes.setting(program, type, name, node)
  local members = kinds.members(type.kind)
  if not program.noted or not members or kinds.is_open(type.kind) then return end
  local settable = kinds.settable(type.kind)
  if settable[name] or type.weak then return end
  if members[name] then
    program:note(node.line, name, "a mod cannot set '%s' of a %s", name, type.kind)
  else
    program:note(node.line, name, "%s has no field '%s' to set%s%s", type.kind, name,
      mistakes.hint(name, settable),
      type.kind == "unit" and "; what is to be kept belongs in unit.data" or "")
  end
end

--- A table that the mod has made has no such field: a slip, if it has one nearly of that name.
function mistakes.missing_field(program, type, name, node)
  if not program.noted or program.defined[name] then return end
  local set = {}
  for _, site in ipairs(type.nodes) do
    if site.lines[name] or site.element then return end
    for field in pairs(site.lines) do set[field] = true end
  end
  local found = mistakes.meant(name, set)
  if found then
    program:note(node.line, name, "the table has no field '%s', the nearest is '%s'", name, found)
  end
end

function mistakes.no_file(program, name, node)
  program:note(node.line, name, "require '%s': the mod has no such file", name)
end

-- ---- calls --------------------------------------------------------------------------------------

--- A method called with a dot, and without its object.
function mistakes.colon(program, owner, name, given, node)
  local first = given[1]
  local wrong = #node.arguments == 0
    or first and (first.kind == "number" or first.kind == "string" or first.kind == "table")
  if not program.noted or not wrong or owner.kind ~= "unit" then return end
  program:note(node.line, name, "'%s' is called without its unit: write unit:%s, with a colon",
    name, name)
end

--- The verb of a name, for think.act.
function mistakes.verb(program, name, node)
  local verbs = lazy.load "astar.verbs"
  if verbs[name] then return kinds.members("unit")[name] end
  program:note(node.line, name,
    "bad argument #1 to 'act' (there is no verb '%s', the nearest is '%s')", name,
    options.nearest(name, verbs))
end

--- A table of options has keys that there are not; they are named where the table is made.
function mistakes.keys(program, type, valid, method, position)
  if not program.noted or not types.is(type, "table") then return end
  for _, site in ipairs(type.nodes) do
    for name, line in pairs(site.lines) do
      if not valid[name] and not program.blamed[site] then
        program.blamed[site] = true
        program:note(line, name,
          "bad argument #%d to '%s' (unknown key '%s', the nearest is '%s')",
          position, method, name, options.nearest(name, valid))
      end
    end
  end
end

-- ---- events and codes ---------------------------------------------------------------------------

function mistakes.telling(program, name, node)
  if NEVER_TOLD[name] then
    program:note(node.line, name, "'%s' is an event that the world alone tells of", name)
  end
end

--- Events that are heard, and that nobody tells: each that is nearly the name of one that is told.
function mistakes.unheard(program)
  local told = sets_joined(WORLDS, program.told, program.events or {})
  for name, heard in pairs(program.heard) do
    local found = not told[name] and mistakes.meant(name, told)
    if program.events and not told[name] then found = options.nearest(name, told) end
    if found then
      program.noted[#program.noted + 1] = { file = heard.file, line = heard.line,
        name = name, text = ("there is no event '%s', the nearest is '%s'"):format(name, found) }
    end
  end
end

local WHAT = { code = "code", state = "state of a unit", status = "status of a path",
  avoidance = "kind of avoidance", knowledge = "state of a cell", order = "status of a group" }

--- Something is compared with a text.
function mistakes.compared(program, type, node)
  if not program.noted then return end
  local name = node.value
  local set = type and kinds.words(type.kind)
  if set and not set[name] then
    program:note(node.line, name, "there is no %s '%s', the nearest is '%s'", WHAT[type.kind],
      name, options.nearest(name, set))
  elseif (type == nil or type.kind == "any") and not program.made[name]
    and not program.told[name] and not WORLDS[name] then
    local found = mistakes.meant(name, CODES)
    if found then
      program:note(node.line, name, "there is no code '%s', the nearest is '%s'", name, found)
    end
  end
end

--- A table is read by a code: its keys are codes.
function mistakes.key_of_words(program, table_type, key)
  local set = program.noted and kinds.words(key.kind)
  if not set or not types.is(table_type, "table") then return end
  for _, site in ipairs(table_type.nodes) do
    for name, line in pairs(site.lines) do
      local found = mistakes.meant(name, set)
      if found then
        program:note(line, name, "there is no %s '%s', the nearest is '%s'", WHAT[key.kind],
          name, found)
      end
    end
  end
end

return mistakes
