-- check-docs.lua: whatever is public has its entry in the documentation.
--
--   docs/c-api.md      every function of src/astar.h, by its name
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

local function c_functions()
  local names, out = {}, assert(io.popen "tools/api-functions.sh")
  for name in out:lines() do names[#names + 1] = name end
  out:close()
  assert(#names > 0, "no ASTAR_API function found in src/astar.h")
  return names
end

local c_api = read "docs/c-api.md"
if c_api then check(c_api, "docs/c-api.md", c_functions()) end

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
