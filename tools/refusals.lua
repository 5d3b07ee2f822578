--- refusals.lua SOURCE...: writes the sources of the loader once more, in which each check notes
--- that it has refused something; spec/torture/refusals.c asks whether all of them did.
--
-- What is expected of bytes stands in reader_expect(reader, A && B): A and B become two checks. A
-- status that the map has given stands in note(loading, status), and in what `check` returns. Those
-- about memory are left out, as bytes are not at fault there.

local count, list = 0, {}

local function site(file, line, text)
  count = count + 1
  list[count] = ("  { %q, %d, %q },"):format(file:match("[^/]+$"), line, (text:gsub("%s+", " ")))
  return count - 1
end

--- The parts of a text between separators that stand in no brackets.
local function split(text, separator)
  local parts, depth, from, at = {}, 0, 1, 1
  while at <= #text do
    local c = text:sub(at, at)
    if c == "(" or c == "[" then depth = depth + 1
    elseif c == ")" or c == "]" then depth = depth - 1
    elseif depth == 0 and text:sub(at, at + #separator - 1) == separator then
      parts[#parts + 1] = text:sub(from, at - 1)
      from = at + #separator
      at = from - 1
    end
    at = at + 1
  end
  parts[#parts + 1] = text:sub(from)
  return parts
end

local function line_of(text, at)
  return select(2, text:sub(1, at):gsub("\n", "")) + 1
end

--- Calls change(arguments, line) for each call of a function; what it returns stands there instead.
local function each_call(text, name, change)
  local out, from = {}, 1
  for start, open in text:gmatch("()%f[%w_]" .. name .. "()%b()") do
    local inside = text:match("^%b()", open)
    local arguments = split(inside:sub(2, -2), ",")
    if start >= from and not arguments[1]:find("%*") then
      local changed = change(arguments, line_of(text, start))
      out[#out + 1] = text:sub(from, open - 1) .. "(" .. changed .. ")"
      from = open + #inside
    end
  end
  out[#out + 1] = text:sub(from)
  return table.concat(out)
end

local function trim(text) return (text:gsub("^%s+", ""):gsub("%s+$", "")) end

local function checks(file, line, condition)
  local parts = split(condition, "||")[2] and { condition } or split(condition, "&&")
  for i, part in ipairs(parts) do
    part = trim(part)
    parts[i] = ("refusal_check(%d, %s)"):format(site(file, line, part), part)
  end
  return table.concat(parts, " && ")
end

local function status(file, line, value)
  value = trim(value)
  if value:find("NO_MEMORY") or value == "ASTAR_OK" then return value end
  return ("refusal_note(%d, %s)"):format(site(file, line, value), value)
end

--- The same text, its headers named as they are seen from src.
local function from_src(file, text)
  local room = file:match("^src/(core/.*/)")
  return (text:gsub('#include "([^"]+)"', function(header)
    local path = room .. header
    repeat
      local ups
      path, ups = path:gsub("[^/.]+/%.%./", "", 1)
    until ups == 0
    return ('#include "%s"'):format(path)
  end))
end

local function instrument(file, text)
  text = each_call(text, "reader_expect", function(arguments, line)
    return arguments[1] .. ", " .. checks(file, line, table.concat(arguments, ",", 2))
  end)
  text = each_call(text, "note", function(arguments, line)
    return arguments[1] .. ", " .. status(file, line, table.concat(arguments, ",", 2))
  end)
  return (text:gsub("()return ([^;\n]*ASTAR_[^;\n]*);", function(at, value)
    if value:find("!=", 1, true) then return nil end -- a question, not an answer
    return "return " .. status(file, line_of(text, at), value) .. ";"
  end))
end

print [[
/* Written by tools/refusals.lua. */
#include <stdbool.h>

#include "core/save/serialize.h"

bool refusal_check(int site, bool holds);
astar_status refusal_note(int site, astar_status status);
]]
for _, file in ipairs(arg) do
  local source = assert(io.open(file))
  local text = source:read("a")
  source:close()
  print(("#line 1 %q"):format(file))
  print(from_src(file, instrument(file, text)))
end
print [[
const struct { const char *file; int line; const char *what; } refusal_sites[] = {]]
print(table.concat(list, "\n"))
print(("};\nconst int refusal_count = %d;"):format(count))
