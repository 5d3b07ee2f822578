--- fill.lua REPORT DOCUMENT: replaces the tables in the document by those of a report of
-- `make bench`. What stands between <!-- bench NAME --> and <!-- /bench --> is the section's; a
-- section that the report does not have stays as it is.

local function die(format, ...)
  io.stderr:write("fill.lua: ", format:format(...), "\n")
  os.exit(1)
end

local function read(name, advice)
  local file = io.open(name)
  if not file then die("there is no %s%s", name, advice) end
  local text = file:read("*a")
  file:close()
  return text
end

local PATTERN = "(<!%-%- bench ([%w-]+) %-%->\n)(.-)(<!%-%- /bench %-%->)"

local fresh = {}
for _, name, text in read(arg[1], ": make bench first"):gmatch(PATTERN) do
  fresh[name] = text:gsub("^## [^\n]*\n", "") -- the document has titles of its own
end

local filled, kept = {}, {}
local document = read(arg[2], ""):gsub(PATTERN, function(opening, name, text, closing)
  table.insert(fresh[name] and filled or kept, name)
  return opening .. (fresh[name] and fresh[name] .. "\n" or text) .. closing
end)
if #filled == 0 then die("%s has no place for what was measured", arg[2]) end

local file = assert(io.open(arg[2], "w"))
file:write(document)
file:close()
print(("%s: filled in %s"):format(arg[2], table.concat(filled, ", ")))
if #kept > 0 then print("not measured, left as they are: " .. table.concat(kept, ", ")) end
