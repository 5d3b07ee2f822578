-- check-includes.lua: holds the order of src/core/ORDER, which is the order of the data flow.
--
-- A file of the core may include its own header, headers that stand before its own in ORDER, the
-- public header and the system's; never Lua's, never stdio. The binding may include the public
-- header, its own headers, Lua's and the system's.

local forbidden = { ["lua.h"] = true, ["lauxlib.h"] = true, ["lualib.h"] = true,
                    ["luaconf.h"] = true, ["stdio.h"] = true }
local public = { ["../astar.h"] = true, ["astar.h"] = true }

local complaints = 0
local function complain(file, line, ...)
  complaints = complaints + 1
  io.stderr:write(file, ":", line, ": ", string.format(...), "\n")
end

local function files(pattern)
  local list, out = {}, assert(io.popen("ls " .. pattern .. " 2>/dev/null"))
  for name in out:lines() do list[#list + 1] = name end
  out:close()
  return list
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

--- Header name -> its place in the order.
local function read_order(file)
  local order, n = {}, 0
  for line in io.lines(file) do
    local name = line:gsub("#.*", ""):match("%S+")
    if name then
      n = n + 1
      if order[name] then complain(file, n, "%s is listed twice", name) end
      order[name] = n
    end
  end
  return order
end

local function check_core(order)
  for _, file in ipairs(files("src/core/*.[ch]")) do
    local base, suffix = file:match("([^/]+)%.(%a)$")
    local own = base .. ".h"
    -- A file without a header of its own, or not in the order yet, may include nothing of it.
    local place = order[own] or 0
    if suffix == "h" and place == 0 then complain(file, 1, "%s is not in src/core/ORDER", own) end
    includes(file, function(line, system, header)
      if system and forbidden[system] then
        complain(file, line, "the core knows no <%s>", system)
      elseif not header or public[header] or (header == own and suffix == "c") then
        return
      elseif forbidden[header] then
        complain(file, line, "the core knows no %s", header)
      elseif not order[header] then
        complain(file, line, "%s is not in src/core/ORDER", header)
      elseif order[header] >= place then
        complain(file, line, "%s stands after %s in src/core/ORDER", header, own)
      end
    end)
  end
end

local function check_binding()
  for _, file in ipairs(files("src/binding/*.[ch]")) do
    includes(file, function(line, _, header)
      if header and not public[header] and header:find("/", 1, true) then
        complain(file, line, "the binding knows the public header only, not %s", header)
      end
    end)
  end
end

local ORDER = "src/core/ORDER"
local handle = io.open(ORDER)
if not handle then
  complain(ORDER, 1, "the list of the core's headers is missing")
else
  handle:close()
  check_core(read_order(ORDER))
end
check_binding()
os.exit(complaints == 0)
