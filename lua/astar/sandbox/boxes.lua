--- Making boxes: the library's own files that run in them, and templates of machines.
--
-- Files of this folder run inside the box, before any of the mod's code: see parts.lua. Each
-- returns a function that uses nothing outside itself, and whose code is passed to the box. File
-- names are removed from it, because they differ between machines and a mod can read the text of
-- an error.

local chosen = require "astar.sandbox.chosen"
local copied = require "astar.copied"
local core = require "astar.core"
local lazy = require "astar.lazy"
local PARTS = require "astar.sandbox.parts"

local boxes = {}

local MANY, DEFAULT = 2 ^ 40, 1000000            -- instructions

-- Replaces a text in the code of a function by another one, with their lengths before them. How
-- these are written is said in the head of the code.
local function with_text(code, old, new)
  local bytes, is_little = code:byte(9), code:byte(7) == 1
  local function written(text)
    local zeros = ("\0"):rep(bytes - 1)
    local length = string.char(#text + 1)
    return (is_little and length .. zeros or zeros .. length) .. text .. "\0"
  end
  local parts, from = {}, 1
  local first, last = code:find(old .. "\0", 1, true)
  while first do
    parts[#parts + 1] = code:sub(from, first - 1 - bytes) .. written(new)
    from = last + 1
    first, last = code:find(old .. "\0", from, true)
  end
  return table.concat(parts) .. code:sub(from)
end

-- Lua 5.1 and 5.2 leave the file's name in the code, whatever they are told: there it is replaced.
local function code_of(name)
  local part = lazy.load("astar.sandbox." .. name)
  local code, info = string.dump(part, true), debug and debug.getinfo(part, "S")
  local is_named = info and not jit and (_VERSION == "Lua 5.1" or _VERSION == "Lua 5.2")
  return is_named and with_text(code, info.source, "=sandbox." .. name) or code
end

local codes = {}

-- Any host can hand text over; that of the vault is a part of the core.
local function part_of(kind, name)
  if kind ~= "stock" then
    return "(function() " .. core.vault_library("astar.sandbox." .. name) .. "\nend)()()"
  end
  codes[name] = codes[name] or code_of(name)
  return codes[name]
end

--- Runs the library's own code in a new box; `furnish(box)` puts there what else is wanted.
function boxes.fit_out(box, furnish)
  box:allow(MANY)                                -- the library is not the mod's doing
  for _, name in ipairs(PARTS[box.kind]) do
    local ok, failure = box:trust(part_of(box.kind, name), "=sandbox." .. name)
    if not ok then error(("sandbox.%s: %s"):format(name, failure.message), 0) end
  end
  if furnish then furnish(box) end
  return box
end

-- Machines begin as copies of one that has all this in it: by kind, and by what furnishes them.
local templates = {}

--- The image with which machines of such boxes begin.
function boxes.template(kind, furnish)
  local by_kind = templates[kind] or {}
  templates[kind] = by_kind
  local key = furnish or false
  if not by_kind[key] then
    local box = boxes.fit_out(core.sandbox { kind = kind }, furnish)
    by_kind[key] = box:collect():snapshot()
    box:close()
  end
  return by_kind[key]
end

--- A new box, in which runs what all have in them, and what `furnish(box)` puts there. See
-- sandbox.new.
function boxes.new(options, furnish)
  local own = copied(options)
  own.kind = options.kind or chosen.by.sandbox or core.sandboxes[1]
  local is_machine = own.kind ~= "stock" and PARTS[own.kind]
  own.image = options.image or is_machine and boxes.template(own.kind, furnish) or nil
  local box = core.sandbox(own)
  if not is_machine then boxes.fit_out(box, furnish) end
  return box:allow(options.instructions or DEFAULT)
end

return boxes
