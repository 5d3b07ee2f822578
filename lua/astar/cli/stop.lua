--- How a command ends before its end: with words for a person, and an exit status.

local blame = require "astar.arguments.blame"

local stop = {}

stop.FOUND, stop.NONE, stop.WRONG = 0, 1, 2

local Stop = {}

function Stop:__tostring() return self.words end

--- Ends the command: what it was given is wrong. The exit status is 2.
function stop.wrong(words, ...)
  error(setmetatable({ words = select("#", ...) > 0 and words:format(...) or words,
    status = stop.WRONG }, Stop), 0)
end

--- The status and the words of what pcall has caught. What is no stop is a mistake in this program,
-- or of a file of the game's.
function stop.read(caught)
  if getmetatable(caught) == Stop then return caught.status, caught.words end
  return stop.WRONG, tostring(caught)
end

--- Calls a function of the library. What it has to say of an argument ends the command, without
-- the name of the function and the place in this program.
function stop.unless(what, f, ...)
  local ok, first, second = pcall(f, ...)
  if ok then return first, second end
  if getmetatable(first) == Stop then error(first, 0) end
  stop.wrong("%s: %s", what, (blame.reason(first):gsub("^query: ", "")))
end

return stop
