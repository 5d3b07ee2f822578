--- Compares declarations with the pages: each function is there, in the words of the declaration,
-- and each signature in a heading or at the head of a list's entry is declared.

local signatures = require "meta.signatures"
local whole_file = require "whole_file"

local pages = {}

local OTHERS = { "docs/mods.md", "docs/replay.md", "docs/formats.md", "docs/inspector.md" }

local ORDER = "conventions astar map class query path search ticket field watch player unit sight "
  .. "influence positions areas level link graph world behaviour verbs think group saving rewind "
  .. "comparing sandbox"

--- The names of the pages of the reference, in order.
function pages.of_reference()
  local list = {}
  for word in ORDER:gmatch "%S+" do list[#list + 1] = ("docs/reference/%s.md"):format(word) end
  local pipe = assert(io.popen "ls docs/reference/*.md | wc -l")
  local count = pipe:read "n"
  pipe:close()
  assert(count == #list, "docs/reference has other pages than tools/meta/pages.lua puts in order")
  return list
end

--- All pages that have entries of functions, and tables of options.
function pages.names()
  local list = pages.of_reference()
  for _, name in ipairs(OTHERS) do list[#list + 1] = name end
  return list
end

--- Where a heading is in its page, as links name the place: letters small, lines for blanks, and no
-- other signs. Ö is the only letter beyond ASCII in a heading: two bytes.
function pages.anchor(heading)
  return (heading:lower():gsub("\195\150", "\195\182"):gsub("[^%w%s_\195\182-]", "")
    :gsub("%s", "-"))
end

-- Markup goes: `a`, **a**, [a](b).
local function plain(line)
  return (line:gsub("`", ""):gsub("%*%*", ""):gsub("%[([^%[%]]+)%]%b()", "%1"))
end

-- The signatures of a line, with what each returns: { signature =, result = }. Where several stand
-- side by side, what the last one returns is what all return.
local function signatures_of(line)
  local list, at = {}, 1
  while true do
    local from, to = line:find("%f[%w_][%a_][%w_.]*[:.][%a_][%w_]*%b()", at)
    if not from then break end
    local ok, signature = pcall(signatures.read, line:sub(from, to))
    if ok then
      if list[#list] then list[#list].behind = line:sub(at, from - 1) end
      list[#list + 1] = { signature = signature }
    end
    at = to + 1
  end
  if list[#list] then list[#list].behind = line:sub(at) end
  for i = #list, 1, -1 do
    local behind = list[i].behind
    local result = behind:match "^ → (.*)$"
    if result then
      list[i].result = result:match "^(.-)[:;]" or result:match "^(.-)%.%s" or result:match
        "^(.-)[.,]?%s*$"
    elseif behind:find "^,%s*$" and list[i + 1] then
      list[i].result = list[i + 1].result
    end
  end
  return list
end

local function is_entry(line)
  return line:find "^###+ " or line:find "^%- %**`"
end

-- Entries of lists may go on in the next lines, which are indented.
local function entries_of(name)
  local list, number, in_code, heading = {}, 0, false, nil
  local file = assert(io.open(name))
  for line in file:lines() do
    number = number + 1
    if line:find "^```" then in_code = not in_code end
    if not in_code then
      local last = list[#list]
      heading = line:match "^#+ (.*)$" or heading
      if is_entry(line) then
        list[#list + 1] = { text = plain(line), file = name, line = number, heading = heading,
          open = true }
      elseif last and last.open and line:find "^  %S" and not line:find "^  %- " then
        last.text = last.text .. " " .. plain(line):match "^%s*(.*)$"
      elseif last then
        last.open = false
      end
    end
  end
  file:close()
  return list
end

--- All signatures of the pages: a list of { signature =, result =, file =, line =, heading = };
-- `heading` is the one above, or that of the entry.
function pages.signatures(names)
  local list = {}
  for _, name in ipairs(names or pages.names()) do
    for _, entry in ipairs(entries_of(name)) do
      for _, one in ipairs(signatures_of(entry.text)) do
        one.file, one.line, one.heading = entry.file, entry.line, entry.heading
        list[#list + 1] = one
      end
    end
  end
  return list
end

local function text_of(names)
  local parts = {}
  for i, name in ipairs(names) do parts[i] = whole_file.read(name) end
  return table.concat(parts, "\n")
end

--- The name of a function as pages have it: "map:path".
function pages.name_of(signature)
  return signature.owner .. signature.sign .. signature.name
end

-- ---- checks -------------------------------------------------------------------------------------

-- What stands in pages under a name: from "map:path" to a list.
local function index_of(list)
  local index = {}
  for _, one in ipairs(list) do
    local key = pages.name_of(one.signature)
    index[key] = index[key] or {}
    table.insert(index[key], one)
  end
  return index
end

local function check_overload(overload, item, found, all, complain)
  local signature = overload.signature
  if overload.in_words then return end
  local place = ("tools/meta/%s:%d"):format(overload.file, overload.line)
  local shown = signature.shown
  -- What mods get of their world is told of in one sentence.
  if item.shown == "world" and all:find(" " .. shown:match ":(.*)$", 1, true) then return end
  if not found then
    complain("%s: the pages have nothing about %s. Write\n  ### %s%s\nand what it does in "
      .. "the page of its class, in docs/reference or docs", place, shown, shown,
      signature.result and " → " .. signature.result or "")
    return
  end
  local others = {}
  for _, one in ipairs(found) do
    local here = one.signature.shown
    if here == shown or here == shown:gsub("^unit:", item.shown .. ":") then
      if not one.result or not signature.result or one.result == signature.result then return end
      others[#others + 1] = ("%s:%d has '%s → %s'"):format(one.file, one.line, here, one.result)
    else
      others[#others + 1] = ("%s:%d has '%s'"):format(one.file, one.line, here)
    end
  end
  if all:find(shown .. " → " .. (signature.result or ""), 1, true) then return end
  complain("%s: '%s%s' is declared, but %s. Make them alike", place, shown,
    signature.result and " → " .. signature.result or "", table.concat(others, "; "))
end

local function check_members(item, all, complain)
  for _, field in ipairs(item.fields) do
    local name = field.name
    local is_said = name:find "^%[" or all:find("`" .. name .. "`", 1, true)
      or item.shown and all:find("[%w_]%." .. name .. "%f[^%w_]")
      or all:find("%f[%w_]" .. name .. " =") or all:find("`" .. name .. "%f[^%w_]")
    if not is_said then
      complain("tools/meta/%s:%d: the pages have nothing about '%s' of %s '%s'. Add it to the "
        .. "table of its entry", item.file, field.line, name, item.kind, item.name)
    end
  end
end

local function check_words(item, all, complain)
  for _, word in ipairs(item.list or {}) do
    local is_said = all:find(('"%s"'):format(word), 1, true)
      or all:find("[`:]" .. word .. "%f[^%w_]")
    if not is_said then
      complain("tools/meta/%s:%d: the pages have nothing about the word '%s' of '%s'", item.file,
        item.line, word, item.name)
    end
  end
end

--- Compares sets of declarations with the pages. `complain(format, ...)` is called for each
-- difference. `names` are the pages, all unless given.
function pages.check(sets, complain, names)
  local found = index_of(pages.signatures(names))
  local all = plain(text_of(names or pages.names())):gsub("\n%s*", " ")
  local marked = text_of(names or pages.names())
  local declared = {}
  for _, set in ipairs(sets) do
    for _, item in ipairs(set.items) do
      check_members(item, marked, complain)
      check_words(item, marked, complain)
      for _, method in ipairs(item.methods) do
        for _, overload in ipairs(method.overloads) do
          local key = pages.name_of(overload.signature)
          local full = item.shown .. key:sub(#item.owner + 1)
          declared[full] = true
          check_overload(overload, item, found[full], all, complain)
        end
      end
    end
  end
  for key, list in pairs(found) do
    local is_foreign = not declared[key] and not key:find "^lua5"
    for _, one in ipairs(is_foreign and list or {}) do
      complain("%s:%d: %s is not declared. Write\n  %s%s -- What it does.\nunder its class in "
        .. "tools/meta/game.txt (or behaviours.txt, mods.txt), and run `make meta`", one.file,
        one.line, key, one.signature.shown, one.result and " -> " .. one.result or "")
    end
  end
end

return pages
