--- The page of the inspector, and beside it the page of the battle, which is that of a replay. They
-- load nothing from elsewhere.

local escaped = require "astar.replay.escaped"
local lazy = require "astar.lazy"
local replay = require "astar.replay"

local page = {}

-- When it is asked for: it is long.
local function web() return lazy.load "astar.inspect.web" end

local FILES = {
  ["/"] = function(title)
    return (web().page:gsub("{{title}}", function()
      return escaped(title)
    end)), "text/html; charset=utf-8"
  end,
  ["/battle"] = function(title) return replay.live_page(title), "text/html; charset=utf-8" end,
  ["/page.css"] = function() return web().style, "text/css" end,
  ["/page.js"] = function()
    local script = '"use strict";\n' .. web().script .. "\nwindow.inspector = new Main();"
    return script, "text/javascript"
  end,
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
