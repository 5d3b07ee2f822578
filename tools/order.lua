-- order.lua: reads ORDER, the list of sources; it says itself what its lines mean.

local order = {}

local function lines_of(command)
  local list, out = {}, assert(io.popen(command))
  for line in out:lines() do list[#list + 1] = line end
  out:close()
  return list
end

--- The rooms, from top to bottom: a list of { part =, guest =, folder =, names =, line = }; names
-- is nil where the room is the whole folder.
function order.rooms()
  local rooms, number = {}, 0
  for line in io.lines "ORDER" do
    number = number + 1
    local words, folder, names = line:match "^([%l, ]+): (%S+/)%s*(.*)$"
    if words then
      local list
      for name in names:gmatch "%S+" do
        list = list or {}
        list[#list + 1] = name
      end
      rooms[#rooms + 1] = { part = words:match "^%l+", guest = words:find ", guest$" ~= nil,
        folder = folder, names = list, line = number }
    elseif line:find "^%S" and not line:find "^#" and not line:find "^part %l" then
      error(("ORDER:%d: it is no room, no part and no comment"):format(number), 0)
    end
  end
  return rooms
end

-- Part -> a set: the part itself and those that it stands on.
local function read_parts()
  local parts = {}
  for line in io.lines "ORDER" do
    local name, others = line:match "^part (%l+)(.*)$"
    if name then
      parts[name] = { [name] = true }
      for other in others:gsub("^ on ", ""):gmatch "%l+" do
        for one in pairs(assert(parts[other], other)) do parts[name][one] = true end
      end
    end
  end
  return parts
end

--- The number of the room that a file is in, or nil; and how many rooms have it.
function order.room_of(rooms, file)
  local folder, name = file:match "^(.*/)([^/]+)%.%l+$"
  local number, count = nil, 0
  for i, room in ipairs(rooms) do
    for _, one in ipairs(room.folder == folder and (room.names or { name }) or {}) do
      if one == name then number, count = number or i, count + 1 end
    end
  end
  return number, count
end

local parts

--- Why a file in one room, a number, may not use one in another, as words behind its name; or nil.
function order.may_not_use(rooms, room, other)
  parts = parts or read_parts()
  local part, other_part = rooms[room].part, rooms[other].part
  if not parts[part][other_part] and part ~= "entry" and other_part ~= "entry" then
    return ("is of %s, which %s do not stand on"):format(other_part, part)
  elseif other > room then
    return "stands below it in ORDER"
  end
end

local wanted                                      -- a set of parts; nil: all

--- From now on files are those of these parts, as words, and of what they stand on. Returns a list
-- of the other parts.
function order.take(names)
  if not names:find "%S" then return {} end
  local others, all = {}, read_parts()
  wanted = { entry = true }
  for name in names:gmatch "%S+" do
    for one in pairs(assert(all[name], name)) do wanted[one] = true end
  end
  for name in pairs(all) do
    if not wanted[name] then others[#others + 1] = name end
  end
  table.sort(others)
  return others
end

--- The files of all rooms whose folder is like the pattern, room by room.
function order.files(pattern, extension)
  local files = {}
  for _, room in ipairs(order.rooms()) do
    local is_taken = not wanted or wanted[room.part]
    if is_taken and room.folder:find("^" .. pattern .. "$") then
      for _, name in ipairs(room.names or { "*" }) do
        local like = room.folder .. name .. "." .. extension
        for _, file in ipairs(lines_of("LC_ALL=C ls " .. like .. " 2>/dev/null")) do
          files[#files + 1] = file
        end
      end
    end
  end
  return files
end

--- The same for several patterns, by their names.
function order.sorted(patterns, extension)
  local files = {}
  for _, pattern in ipairs(patterns) do
    for _, file in ipairs(order.files(pattern, extension)) do files[#files + 1] = file end
  end
  table.sort(files)
  return files
end

return order
