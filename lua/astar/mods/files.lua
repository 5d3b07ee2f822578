--- The files of mods, on the host's side: their names, their text, and those of our own that go
-- into a mod's state.

local files = {}

-- ---- a mod's ------------------------------------------------------------------------------------

--- The file that a mod means by a name, "ways", "ways.lua" or "tools.ways": its own, whatever the
-- name.
function files.resolve(name)
  local stem, parts = tostring(name):gsub("%.lua$", ""), {}
  for part in (stem .. "."):gmatch("(.-)[./]") do
    if not part:find("^[%w_-]+$") then
      error(("bad argument #1 to 'require' (a mod's files are named by letters, digits, _ and -, "
        .. "got '%s')"):format(tostring(name)), 0)
    end
    parts[#parts + 1] = part
  end
  return table.concat(parts, "/") .. ".lua"
end

local LONGEST = 2 ^ 17                           -- bytes; what is longer a mod's state refuses

--- The text of a file | nil, message. No more than a little too much: it may have no end.
function files.read(name)
  local file, message = io.open(name, "rb")
  if not file then return nil, message end
  local text, problem = file:read(LONGEST + 1)
  file:close()
  if problem then return nil, ("%s: it cannot be read"):format(name) end
  return text or ""
end

-- ---- our own ------------------------------------------------------------------------------------

-- In the order in which they are handed over; `run` comes last, which requires the others.
local INSIDE = {
  "astar.random", "astar.options", "astar.check", "astar.action", "astar.task", "astar.utility",
  "astar.think", "astar.senses", "astar.mind", "astar.mods.plain", "astar.mods.guest.bridge",
  "astar.mods.guest.data", "astar.mods.guest.path", "astar.mods.guest.world",
  "astar.mods.guest.unit", "astar.mods.guest.files", "astar.mods.guest.run", "astar.doing",
  "astar.verbs",
}
for _, name in ipairs {
  "wait", "await", "watch", "walk", "go", "patrol", "approach", "chase", "follow", "flee",
  "retreat", "explore", "gather", "engage", "defend", "guard", "escort", "attack_move",
  "hold_formation",
} do
  INSIDE[#INSIDE + 1] = "astar.verbs." .. name
end

local function text_of(module)
  local name = assert(package.searchpath(module, package.path))
  return assert(files.read(name))
end

local texts                                      -- read once

local function read_all()
  local list = { { name = "astar.mods.guest.boot", text = text_of("astar.mods.guest.boot") } }
  for _, name in ipairs(INSIDE) do
    local head, foot = ("define(%q, function(...) "):format(name), "\nend)"
    list[#list + 1] = { name = name, text = head .. text_of(name) .. foot }
  end
  list[#list + 1] = { name = "astar.mods", text = 'require "astar.mods.guest.run"' }
  return list
end

--- Puts what mods are made of into a box.
function files.furnish(box)
  texts = texts or read_all()
  for _, one in ipairs(texts) do
    local ok, failure = box:trust(one.text, "=" .. one.name)
    if not ok then error(("%s: %s"):format(one.name, failure.message), 0) end
  end
end

return files
