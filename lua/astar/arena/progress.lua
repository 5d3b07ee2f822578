--- The bar on a terminal: how many matches are played, and how long the rest will take.

local progress = {}

local WIDTH, PAUSE = 30, 1                       -- signs; seconds

local function time_in_words(seconds)
  if seconds < 90 then return ("%d s"):format(math.ceil(seconds)) end
  if seconds < 5400 then return ("%d min"):format(math.ceil(seconds / 60)) end
  return ("%.1f h"):format(seconds / 3600)
end

-- Seconds of the clock: what is shown depends on it, and nothing else does.
local function line_of(what, done, count, began)
  local filled = math.floor(WIDTH * done / count)
  local passed = os.time() - began
  local rest = done > 0 and done < count and passed > 0
    and ", " .. time_in_words(passed / done * (count - done)) or ""
  return ("%s [%s%s] %d of %d%s"):format(what, ("#"):rep(filled), ("."):rep(WIDTH - filled), done,
    count, rest)
end

--- A function that is called with each match, and a function that removes the bar. Without a
-- terminal they do nothing.
function progress.bar(what, count, is_terminal)
  if not is_terminal or count == 0 then return function() end, function() end end
  local began, shown, done, longest = os.time(), 0, 0, 0
  local function show()
    local line = line_of(what, done, count, began)
    io.stderr:write("\r", line, (" "):rep(longest - #line))
    longest = math.max(longest, #line)
  end
  show()
  return function()
    done = done + 1
    if os.time() - shown < PAUSE and done < count then return end
    shown = os.time()
    show()
  end, function() io.stderr:write("\r", (" "):rep(longest), "\r") end
end

return progress
