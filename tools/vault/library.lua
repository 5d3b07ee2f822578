-- library.lua OUT: the library's own files that run in a machine, as a file in C. So what runs
-- there is the same whichever Lua the host has, and belongs to the machine's identity.

package.path = "lua/?.lua;lua/?/init.lua;" .. package.path

local state_modules = require "astar.mods.state_modules"
local parts = require "astar.sandbox.parts"

local function read(name)
  local place = "lua/" .. name:gsub("%.", "/")
  local file = io.open(place .. ".lua", "rb") or assert(io.open(place .. "/init.lua", "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

local names = {}
for _, part in ipairs(parts.vault) do names[#names + 1] = "astar.sandbox." .. part end
for _, one in ipairs(state_modules.modules()) do names[#names + 1] = one.name end
table.sort(names)

-- The bytes as numbers: no compiler need take a literal of so many kilobytes.
local function bytes_of(text)
  local lines = {}
  for at = 1, #text, 24 do
    local line = {}
    for i = at, math.min(at + 23, #text) do line[#line + 1] = text:byte(i) end
    lines[#lines + 1] = "  " .. table.concat(line, ",") .. ","
  end
  return table.concat(lines, "\n")
end

local out = assert(io.open(arg[1], "wb"))
out:write "/* Made by tools/vault/library.lua. */\n#include \"library.h\"\n\n"
for i, name in ipairs(names) do
  out:write(("static const unsigned char text_%d[] = { /* %s */\n%s\n  0\n};\n"):format(i, name,
    bytes_of(read(name))))
end
out:write "\nconst la_library_file la_vault_library[] = {\n"
for i, name in ipairs(names) do
  out:write(("  { \"%s\", text_%d, sizeof text_%d - 1 },\n"):format(name, i, i))
end
out:write "  { 0, 0, 0 }\n};\n"
assert(out:close())
