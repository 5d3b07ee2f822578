-- check-includes.lua: ORDER and the tree agree, and includes follow ORDER, which is the order of
-- the data flow.
--
-- Every source is in one room of ORDER, and what ORDER names is there. A file of the core may
-- include headers of its own room, of rooms that stand before it in ORDER, and the system's; never
-- Lua's, never stdio. Headers of a room do not include each other in a circle. Of the core the
-- binding may include the public headers, those of its parts. A module of
-- Lua may name modules of its own room and of rooms before it, wherever in it and whenever they are
-- loaded; modules of a room do not name each other in a circle.

local order = dofile "tools/order.lua"

local forbidden = { ["lua.h"] = true, ["lauxlib.h"] = true, ["lualib.h"] = true,
                    ["luaconf.h"] = true, ["stdio.h"] = true }
local rooms = order.rooms()

local complaints = 0
local function complain(file, line, ...)
  complaints = complaints + 1
  io.stderr:write(file, ":", line, ": ", string.format(...), "\n")
end

local function lines_of(command)
  local list, out = {}, assert(io.popen(command))
  for name in out:lines() do list[#list + 1] = name end
  out:close()
  return list
end

local function exists(name)
  local file = io.open(name)
  if file then file:close() end
  return file ~= nil
end

--- Calls `see(line number, system header or nil, own header or nil)` for each #include.
local function includes(file, see)
  local number = 0
  for line in io.lines(file) do
    number = number + 1
    see(number, line:match("^%s*#%s*include%s*<([^>]+)>"),
        line:match('^%s*#%s*include%s*"([^"]+)"'))
  end
end

--- The path of a header that a file includes, without "." and "..".
local function resolved(file, header)
  local path = file:match("^(.*/)") .. header
  repeat
    local count
    path, count = path:gsub("[^/.]+/%.%./", "", 1)
  until count == 0
  return path
end

-- ---- the list and the tree ---------------------------------------------------------------------

-- Complains of each file that is in no room, or in several.
local function check_tree()
  for _, file in ipairs(lines_of("find src lua -name '*.[ch]' -o -name '*.lua' | sort")) do
    local _, count = order.room_of(rooms, file)
    if count ~= 1 then complain(file, 1, "it is in %d rooms of ORDER", count) end
  end
end

-- Complains of each line that names what is not there. One shell looks for all of them.
local function check_list()
  local list, line_of = {}, {}
  for _, room in ipairs(rooms) do
    for _, name in ipairs(room.names or { "*" }) do
      list[#list + 1] = room.folder .. name
      line_of[room.folder .. name] = room.line
    end
  end
  local missing = "for one in '%s'; do set -- $one.[chl]*; [ -e \"$1\" ] || echo \"$one\"; done"
  for _, name in ipairs(lines_of(missing:format(table.concat(list, "' '")))) do
    complain("ORDER", line_of[name], "there is no %s", name)
  end
end

-- ---- the core ----------------------------------------------------------------------------------

local own = {}                                   -- file -> { another of the same room -> line }

local function is_public(path)
  return path:find "^src/[%w_]+%.h$" and path ~= "src/astar_lua.h"
end

local function check_rooms(file, line, path)
  local room, other = order.room_of(rooms, file), order.room_of(rooms, path)
  if not (room and other) then return end
  local why = order.may_not_use(rooms, room, other)
  if why then complain(file, line, "it includes %s, which %s", path, why) end
  if other == room and own[file] and file:find("%.h$") then own[file][path] = line end
end

local function check_include(file, line, header)
  local path = resolved(file, header)
  if forbidden[header] then return complain(file, line, "the core knows no %s", header) end
  if not (is_public(path) or path:find("^src/core/[%w_]+/[%w_]+%.h$")) or not exists(path) then
    return complain(file, line, "%s is no header of the core", header)
  end
  check_rooms(file, line, path)
end

local function check_core()
  local seen = {}
  for _, file in ipairs(order.files("src/core/.*", "[ch]")) do
    local base = file:match("([%w_]+)%.h$")
    if base and seen[base] then
      complain(file, 1, "%s has a header of this name too", seen[base])
    end
    seen[base or file], own[file] = file, {}
    includes(file, function(line, system, header)
      if system and forbidden[system] then
        complain(file, line, "the core knows no <%s>", system)
      elseif header then
        check_include(file, line, header)
      end
    end)
  end
end

-- Depth first; `on_way` are the files from which it came.
local function check_circles(file, on_way, done)
  if done[file] then return end
  on_way[file] = true
  for other, line in pairs(own[file] or {}) do
    if on_way[other] then complain(file, line, "%s uses this one, in a circle", other)
    else check_circles(other, on_way, done) end
  end
  on_way[file], done[file] = nil, true
end

-- ---- the binding -------------------------------------------------------------------------------

-- What searches run on, turns of mods run on as well; and compilers are known in one place.
local SHARED = { ["src/core/base/thread.h"] = true, ["src/core/base/hints.h"] = true,
  ["src/core/base/hash.h"] = true }

local function check_binding()
  for _, file in ipairs(order.sorted({ "src/binding/", "src/sandbox/.*" }, "[ch]")) do
    includes(file, function(line, _, header)
      local path = header and resolved(file, header)
      if path and is_public(path) then check_rooms(file, line, path)
      elseif path and not SHARED[path] and path:find("^src/core/") then
        complain(file, line, "the binding knows the public headers only, not %s", header)
      end
    end)
  end
end

-- ---- Lua ---------------------------------------------------------------------------------------

-- The file of a module, or nil.
local function file_of(module)
  local place = "lua/" .. module:gsub("%.", "/")
  return exists(place .. ".lua") and place .. ".lua"
    or exists(place .. "/init.lua") and place .. "/init.lua" or nil
end

local function check_module(file, room, line, module)
  local other_file = file_of(module)
  local other = other_file and order.room_of(rooms, other_file)
  if not other or other_file == file then return end
  local why = order.may_not_use(rooms, room, other)
  if why then complain(file, line, "it names %s, which %s", module, why) end
  if other == room then own[file][other_file] = line end
end

-- A text that is a module's name counts, whatever is done with it: no name can be hidden in a table
-- of what is loaded later.
local function check_lua()
  for _, file in ipairs(order.files("lua/.*", "lua")) do
    local room, number = order.room_of(rooms, file), 0
    own[file] = {}
    for line in io.lines(file) do
      number = number + 1
      for module in line:gsub("^%s*%-%-.*", ""):gmatch '"(astar[%w_.]*)"' do
        check_module(file, room, number, module)
      end
    end
  end
end

-- ---- C11 ---------------------------------------------------------------------------------------

local BEYOND = { "__builtin_", "__attribute__", "__declspec", "__extension__", "__typeof",
                 "__GNUC__", "_MSC_VER", "__BYTE_ORDER__", "__OPTIMIZE__", "#%s*pragma" }
local KNOWS_COMPILERS = { ["src/core/base/builtin.h"] = true, ["src/core/base/hints.h"] = true,
                          ["src/astar.h"] = true, ["src/sandbox/vault/metering.h"] = true }
local CLANG_ALONE = "^src/sandbox/guest/"          -- compiles these, see tools/vault.mk

local function check_compilers()
  for _, file in ipairs(order.files("src/.*", "[ch]")) do
    local number = 0
    for line in io.lines(file) do
      number = number + 1
      local free = KNOWS_COMPILERS[file] or file:find(CLANG_ALONE)
      for _, word in ipairs(free and {} or BEYOND) do
        local found = line:match("%f[%w_#]" .. word)
        if found then complain(file, number, "not every compiler has %s: see hints.h", found) end
      end
    end
  end
end

check_tree()
check_list()
check_core()
check_lua()
local done = {}
for file in pairs(own) do check_circles(file, {}, done) end
check_binding()
check_compilers()
os.exit(complaints == 0)
