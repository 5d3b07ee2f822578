--- A message names a line of a script's, or none: never one of the library. luassert takes the
-- places out of messages before it compares them, so its assertions of errors look here first.

local namespaces = require "luassert.namespaces"
require "luassert"

local own_lines = {}

local PLACE = "[%w_./]*lua/astar/[%w_/]+%.lua:%d+: "

--- Raises an error where a message begins with a line of the library.
function own_lines.check(message)
  local place = tostring(message):match("^" .. PLACE)
  if place then error("a line of the library is named: " .. place:gsub(":", " "), 0) end
end

--- What is shown of an error; where it names a line of the library, a complaint in its place.
function own_lines.shown(text)
  local place = type(text) == "string" and text:match(PLACE)
  return place and "a line of the library is named: " .. place or text
end

--- From now on each assertion of an error checks its message.
function own_lines.watch()
  for _, name in ipairs { "error", "errors", "error_matches" } do
    local assertion = namespaces.assertion[name]
    local callback = assertion.callback
    assertion.callback = function(state, arguments, level)
      local f = arguments[1]
      arguments[1] = function()
        local ok, message = pcall(f)
        own_lines.check(message)
        if not ok then error(message, 0) end
      end
      return callback(state, arguments, level)
    end
  end
end

return own_lines
