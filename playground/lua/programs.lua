--- The command that runs a program of the manual.

local programs = {}

--- Runs a program of the manual: what it prints, and what it ends with.
function programs.run(given)
  local lines = {}
  local function say(...)
    local words = {}
    for i = 1, select("#", ...) do words[i] = tostring((select(i, ...))) end
    lines[#lines + 1] = table.concat(words, "\t") .. "\n"
  end
  local function put(...)
    for i = 1, select("#", ...) do lines[#lines + 1] = tostring((select(i, ...))) end
  end
  local output = { write = put, stdout = { write = function(_, ...) put(...) end } }
  local environment = setmetatable({ print = say, io = setmetatable(output, { __index = io }) },
    { __index = _G })
  local program, message = load(given.text, "@program", "t", environment)
  if not program then return { output = "", wrong = message } end
  local ok, failure = pcall(program)
  return { output = table.concat(lines), wrong = not ok and tostring(failure) or nil }
end

return programs
