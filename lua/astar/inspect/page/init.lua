--- The page of the inspector, and beside it the page of the battle, which is that of a replay. They
-- load nothing from elsewhere.

local escaped = require "astar.replay.escaped"
local later = require "astar.later"
local replay = require "astar.replay"

local page = {}

local SCRIPTS = { "client", "elements", "follow", "unit", "watches", "places", "fork",
  "rewind", "main" }

local function part(name) return later.load("astar.inspect.page." .. name) end

local function script()
  local list = { '"use strict";' }
  for _, name in ipairs(SCRIPTS) do list[#list + 1] = part(name) end
  list[#list + 1] = "window.inspector = new Main();"
  return table.concat(list, "\n")
end

local FILES = {
  ["/"] = function(title)
    return (part "document":gsub("{{title}}", function()
      return escaped(title)
    end)), "text/html; charset=utf-8"
  end,
  ["/battle"] = function(title) return replay.live_page(title), "text/html; charset=utf-8" end,
  ["/page.css"] = function() return part "style", "text/css" end,
  ["/page.js"] = function() return script(), "text/javascript" end,
}

local made = {}                                  -- texts by paths and titles

--- The file of a path: a text and its type; nil: there is none.
function page.file(path, title)
  local make = rawget(FILES, path)
  if not make then return nil end
  local key = path .. " " .. title
  if not made[key] then made[key] = { make(title) } end
  return made[key][1], made[key][2]
end

return page
