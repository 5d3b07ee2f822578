--- Types for editors: game/ for scripts of the game, mods/ for those of mods; see docs/editors.md.
-- `make meta` writes these two folders. They have annotations and no code.
--
-- As a command, `lua5.4 -l astar.meta game`, it prints a `.luarc.json` that tells an editor's
-- language server where they are.

local meta = {}

local NAMES = { game = true, mods = true }

-- What mods have not.
local WITHOUT = { "debug", "io", "os", "package" }

local HERE = debug and debug.getinfo(1, "S").source:match "^@(.*[/\\])[^/\\]*$"

--- The folder of the types for "game" or "mods": its path, or nil and a message.
function meta.folder(name)
  if not NAMES[name] then
    return nil, ("'%s' is neither 'game' nor 'mods'"):format(tostring(name))
  end
  if not HERE then return nil, "the types are files, and this library was loaded without files" end
  return (HERE:gsub("\\", "/"):gsub("^%./", "") .. name)
end

--- A `.luarc.json` for scripts of the game, "game", or of mods, "mods": text | nil, message.
function meta.luarc(name)
  local folder, message = meta.folder(name)
  if not folder then return nil, message end
  local lines = {
    ('  "runtime.version": "%s"'):format(type(jit) == "table" and "LuaJIT" or _VERSION),
    ('  "workspace.library": ["%s"]'):format(folder),
    '  "workspace.checkThirdParty": false',
  }
  if name == "mods" then
    local without = {}
    for i, library in ipairs(WITHOUT) do without[i] = ('"%s": "disable"'):format(library) end
    lines[#lines + 1] = ('  "runtime.builtin": { %s }'):format(table.concat(without, ", "))
  end
  return "{\n" .. table.concat(lines, ",\n") .. "\n}\n"
end

-- Named on the command line by -l: what stands behind it is "game" or "mods".
local function run_as_command()
  local name = (arg[-1] or ""):find "astar%.meta$" and arg[0]
  local is_named = name or arg[1] == "-l" and arg[2] == "astar.meta"
  if not is_named then return end
  local text, message = meta.luarc(name or nil)
  if text then
    io.stdout:write(text)
  else
    io.stderr:write(("%s\nusage: lua5.4 -l astar.meta game|mods\n"):format(message))
  end
  os.exit(text ~= nil and 0 or 2)
end

if arg then run_as_command() end

return meta
