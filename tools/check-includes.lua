-- check-includes.lua: holds the order of src/core/ORDER, which is the order of the data flow.
--
-- A file of the core may include headers of its own room, of rooms that stand before it in ORDER,
-- the public header and the system's; never Lua's, never stdio. Headers of a room do not include
-- each other in a circle. The binding may include the public header, its own headers, Lua's and the
-- system's.

local forbidden = { ["lua.h"] = true, ["lauxlib.h"] = true, ["lualib.h"] = true,
                    ["luaconf.h"] = true, ["stdio.h"] = true }
local ORDER, CORE = "src/core/ORDER", "src/core/"

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

--- Room -> its place in the order. A line that begins with a space goes on with the one before it.
local function read_order()
  local order, n = {}, 0
  for line in io.lines(ORDER) do
    local name = line:match("^[%w_]+")
    if name then
      n = n + 1
      if order[name] then complain(ORDER, n, "%s is listed twice", name) end
      if not exists(CORE .. name .. "/.") then complain(ORDER, n, "there is no room %s", name) end
      order[name] = n
    end
  end
  return order
end

-- ---- the core ----------------------------------------------------------------------------------

local own = {}                                   -- header -> { header of the same room -> line }

local function check_include(order, file, line, header)
  local room, path = file:match("^src/core/(.-)/"), resolved(file, header)
  local other = path:match("^src/core/([%w_]+)/[%w_]+%.h$")
  if path == "src/astar.h" then return end
  if forbidden[header] then
    complain(file, line, "the core knows no %s", header)
  elseif not other or not exists(path) then
    complain(file, line, "%s is no header of the core", header)
  elseif (order[other] or 0) > (order[room] or 0) then
    complain(file, line, "%s is in %s, which stands after %s in %s", header, other, room, ORDER)
  elseif other == room and file:find("%.h$") then
    own[file][path] = line
  end
end

local function check_core(order)
  local seen = {}
  for _, file in ipairs(lines_of("find src/core -name '*.[ch]' | sort")) do
    local room, base = file:match("^src/core/([%w_]+)/([%w_]+)%.%a$")
    if not order[room or ""] then complain(file, 1, "it is in no room of %s", ORDER) end
    if file:find("%.h$") and base then
      if seen[base] then complain(file, 1, "%s has a header of this name too", seen[base]) end
      seen[base] = file
    end
    own[file] = {}
    includes(file, function(line, system, header)
      if system and forbidden[system] then
        complain(file, line, "the core knows no <%s>", system)
      elseif header and room then
        check_include(order, file, line, header)
      end
    end)
  end
end

-- Depth first; `on_way` are the headers from which it came.
local function check_circles(file, on_way, done)
  if done[file] then return end
  on_way[file] = true
  for header, line in pairs(own[file] or {}) do
    if on_way[header] then complain(file, line, "%s includes this one, in a circle", header)
    else check_circles(header, on_way, done) end
  end
  on_way[file], done[file] = nil, true
end

-- ---- the binding -------------------------------------------------------------------------------

-- What searches run on, turns of mods run on as well; and compilers are known in one place.
local SHARED = { ["src/core/base/thread.h"] = true, ["src/core/base/hints.h"] = true }

local function check_binding()
  for _, file in ipairs(lines_of("find src/binding src/sandbox -name '*.[ch]' | sort")) do
    includes(file, function(line, _, header)
      local path = header and resolved(file, header)
      if path and path ~= "src/astar.h" and not SHARED[path] and path:find("^src/core/") then
        complain(file, line, "the binding knows the public header only, not %s", header)
      end
    end)
  end
end

-- ---- C11 ---------------------------------------------------------------------------------------

local BEYOND = { "__builtin_", "__attribute__", "__declspec", "__extension__", "__typeof",
                 "__GNUC__", "_MSC_VER", "__BYTE_ORDER__", "__OPTIMIZE__", "#%s*pragma" }
local KNOWS_COMPILERS = { ["src/core/base/builtin.h"] = true, ["src/core/base/hints.h"] = true,
                          ["src/astar.h"] = true, ["src/sandbox/vault/accounts.h"] = true }
local CLANG_ALONE = "^src/sandbox/guest/"          -- compiles these, see tools/vault.mk

local function check_compilers()
  for _, file in ipairs(lines_of("find src -name '*.[ch]' | sort")) do
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

if not exists(ORDER) then
  complain(ORDER, 1, "the list of the core's rooms is missing")
else
  check_core(read_order())
  local done = {}
  for file in pairs(own) do check_circles(file, {}, done) end
end
check_binding()
check_compilers()
os.exit(complaints == 0)
