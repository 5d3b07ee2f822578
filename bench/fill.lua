--- fill.lua REPORT DOCUMENT: replaces the tables in the document by those of a report of
-- `make bench`. What stands between <!-- bench NAME --> and <!-- /bench --> is the section's; a
-- section that the report does not have stays as it is.

local function read(name)
  local file = assert(io.open(name))
  local text = file:read("*a")
  file:close()
  return text
end

local PATTERN = "(<!%-%- bench ([%w-]+) %-%->\n)(.-)(<!%-%- /bench %-%->)"

local fresh = {}
for _, name, text in read(arg[1]):gmatch(PATTERN) do
  fresh[name] = text:gsub("^## [^\n]*\n", "") -- the document has titles of its own
end

local filled = read(arg[2]):gsub(PATTERN, function(opening, name, text, closing)
  return opening .. (fresh[name] or text) .. closing
end)

local file = assert(io.open(arg[2], "w"))
file:write(filled)
file:close()
