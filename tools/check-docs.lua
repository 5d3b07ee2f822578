-- check-docs.lua: whatever is public in Lua has its entry in the documentation; of the C
-- interface tools/c-api.lua looks after that.
--
--   docs/reference.md  every function of `require "astar"` as astar.NAME, and every method as
--                      TYPE:NAME, where TYPE is the key in `require "astar.core".metatables`

local missing = 0

local function complain(...)
  missing = missing + 1
  io.stderr:write(string.format(...), "\n")
end

local function read(name)
  local file = io.open(name)
  if not file then
    complain("%s does not exist yet", name)
    return nil
  end
  local text = file:read "a"
  file:close()
  return text
end

--- Whether `name` stands in the text, and not as a part of a longer name.
local function mentions(text, name)
  return text:find("%f[%w_]" .. name:gsub("%p", "%%%0") .. "%f[^%w_]") ~= nil
end

local function public(key, value)
  return type(key) == "string" and not key:find "^_" and type(value) == "function"
end

local function sorted(names)
  table.sort(names)
  return names
end

--- The functions of a table, as PREFIX .. name.
local function functions(t, prefix)
  local names = {}
  for key, value in pairs(t) do
    if public(key, value) then names[#names + 1] = prefix .. key end
  end
  return sorted(names)
end

local function methods(metatable)
  if type(metatable.methods) == "table" then return metatable.methods end
  if type(metatable.__index) == "table" then return metatable.__index end
  return {}
end

local function check(text, file, names)
  for _, name in ipairs(names) do
    if not mentions(text, name) then complain("%s: nothing about %s", file, name) end
  end
end

local reference = read "docs/reference.md"
if reference then
  local astar = require "astar"
  local metatables = require "astar.core".metatables
  if type(metatables) ~= "table" then
    complain 'require "astar.core".metatables is to be a table: type name -> metatable'
    metatables = {}
  end
  check(reference, "docs/reference.md", functions(astar, "astar."))
  local types = {}
  for name in pairs(metatables) do types[#types + 1] = name end
  for _, name in ipairs(sorted(types)) do
    local short = name:gsub("^astar%.", "")
    check(reference, "docs/reference.md", functions(methods(metatables[name]), short .. ":"))
  end
end

os.exit(missing == 0)
