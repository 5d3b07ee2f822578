--- Compares declarations with the keys that the library takes from scripts of mods.

local names = require "meta.names"

local mod_keys = {}


-- The keys of QueryOptions in mods, as the check of mods knows them.
local function check_queries(set, complain)
  local there, declared = require "astar.mods.source.kinds".query, {}
  for _, field in ipairs(set.by_name.QueryOptions.fields) do declared[field.name] = true end
  for _, name in ipairs(names.sorted(there)) do
    if not declared[name] then
      complain("mods may use '%s' in queries: declare it under 'options QueryOptions' in "
        .. "tools/meta/%s", name, set.by_name.QueryOptions.file)
    end
    declared[name] = nil
  end
  for _, name in ipairs(names.sorted(declared)) do
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
  }, { instructions = 1e12, total = 1e12, memory = 2 ^ 30,
    print = function(_, line)
      local name, word = line:match "^(%S+)%s+(%S+)$"
      if name == "end" then ended = true else known[name][word] = true end
    end }))
  world:unit { player = "red", x = 2, y = 2, sight = 3, behaviour = "keys.it" }
  world:tick()
  if not ended then error("the keys of options in mods cannot be asked for", 0) end
  return known
end

--- Compares the options of mods' own calls, and their queries. `words`: what could be a key.
function mod_keys.check(set, words, complain)
  check_queries(set, complain)
  for name, known in pairs(keys_in_mods(set, words)) do
    local item = set.by_name[name]
    local declared = names.declared(set, item)
    for _, word in ipairs(names.sorted(known)) do
      if not declared[word] then
        complain("the library takes '%s' among the options '%s' of mods, and it is not declared. "
          .. "Write, under 'options %s' in tools/meta/%s:\n  .%s?: TYPE -- What it does.\nand run "
          .. "`make meta`", word, name, name, item.file, word)
      end
    end
    for _, word in ipairs(names.sorted(declared)) do
      if not known[word] then
        complain("tools/meta/%s: '%s' of the options '%s' is declared, and mods have no such key: "
          .. "take it away", item.file, word, name)
      end
    end
  end
end

return mod_keys
