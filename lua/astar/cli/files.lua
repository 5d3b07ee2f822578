--- Files of the command line, where - stands for standard input and output.

local astar = require "astar"
local disk = require "astar.files"
local stop = require "astar.cli.stop"

local files = {}

--- All of a file.
function files.read(name)
  if name == "-" then return io.stdin:read("*a") end
  local text, why = disk.read(name)
  if not text then stop.wrong(why) end
  return text
end

local LEGEND = " (a map with letters of its own begins with 'astar map 1': docs/formats.md)"

--- The map in a file, in any format that astar.load reads.
function files.map(name)
  local map, message
  if name == "-" then
    map, message = astar.read(files.read("-"))
    message = message and message:gsub("^text:", "standard input:")
  else
    map, message = astar.load(name)
  end
  if map then return map end
  if message:find("unknown letter", 1, true) then message = message .. LEGEND end
  stop.wrong(message)
end

--- Writes text to standard output, which may be full, or closed.
function files.put(text)
  local written, why = io.stdout:write(text)
  if not written then stop.wrong("standard output: %s", why) end
end

--- Writes a line to standard output.
function files.say(text) files.put(text .. "\n") end

--- Writes a file as a whole: if that fails, the one that was there before stays.
function files.write(name, content)
  if name == "-" then return files.put(content) end
  local done, why = disk.write(name, content)
  if not done then stop.wrong(why) end
end

--- Ends the command if a file cannot be written, before the work of which it is to hold the result.
function files.check_place(name)
  if name == "-" then return end
  local part = name .. ".part"
  local handle, why = io.open(part, "wb")
  if not handle then stop.wrong("%s: %s", name, (why:gsub("^.*%.part: ", ""))) end
  handle:close()
  os.remove(part)
end

--- The ending of a file's name, in small letters.
function files.ending(name)
  return (name:match("%.([%w]+)$") or ""):lower()
end

return files
