--- Compares declarations with the keys that the library takes in tables of options, and with the
-- words that it takes. It makes calls, `try` in the declarations, with each word of the sources in
-- turn.

local names = require "meta.names"
local read = require("whole_file").read

local keys = {}

--- All words of the sources in these folders that could be keys, in order.
function keys.candidates(folders)
  local set = {}
  local list = assert(io.popen("find " .. folders .. " -name '*.lua' -o -name '*.c'"))
  for name in list:lines() do
    if not name:find "^lua/astar/meta/" and not name:find "/web%.lua$" then
      local text = read(name)
      for word in text:gmatch '"(%l[%l_]+)"' do set[word] = true end
      for word in text:gmatch "[{,%s](%l[%l_]*) = [{%a]" do
        if name:find "%.lua$" then set[word] = true end
      end
    end
  end
  list:close()
  return names.sorted(set)
end

-- `T` in a try stands for a table with a key, `W` for a word.
local function tries_of(item, env)
  local list = {}
  for i, text in ipairs(item.tries) do
    local chunk, message = load(("local %s = ... return %s"):format(item.kind == "words" and "W"
      or "T", text), "=try", "t", env)
    if not chunk then
      error(("%s '%s': try %s: %s"):format(item.kind, item.name, text, message), 0)
    end
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
  for name in pairs(names.declared(set, item)) do
    is_open = is_open or name == "[string]"
    if not name:find "^%[" and not item.hidden[name] then declared[name] = true end
  end
  for _, name in ipairs(names.sorted(declared)) do
    if not is_known(tries, name) then
      complain("tools/meta/%s: '%s' of the options '%s' is declared, and the library knows no such "
        .. "key: take it away", item.file, name, item.name)
    end
  end
  if is_known(tries, "no such key") then
    complain("tools/meta/%s:%d: the 'try' of the options '%s' takes any key: write a call that "
      .. "looks at the keys", item.file, item.line, item.name)
    return
  end
  for _, name in ipairs(words) do
    local is_said = declared[name] or item.hidden[name] or is_open and TERRAINS[name]
    if not is_said and is_known(tries, name) then
      complain("the library takes '%s' among the options '%s', and it is not declared. Write, "
        .. "under 'options %s' in tools/meta/%s:\n  .%s?: TYPE -- What it does.\nadd it to the "
        .. "table in the pages, and run `make meta`", name, item.name, item.name, item.file, name)
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

--- Makes the calls of a set. `env`: the variables that they may use, see objects.lua; `words`: what
-- could be a key.
function keys.check(set, env, words, complain)
  for _, item in ipairs(set.items) do
    if item.kind == "options" and #item.tries > 0 then
      check_keys(set, item, env, words, complain)
    elseif item.kind == "words" and #item.tries > 0 then
      check_words(item, env, words, complain)
    elseif item.kind == "options" and set.name == "game" then
      complain("tools/meta/%s:%d: 'options %s' has no 'try': write a call that gets such a "
        .. "table, T", item.file, item.line, item.name)
    end
  end
end

return keys
