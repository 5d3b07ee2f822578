--- A guided fuzzer for what reads bytes in Lua: it changes texts, and keeps those that take a way
--- through the reader's lines that no text has taken before.
--
-- What AFL does for C, with the debug hook in the place of instrumentation: a way is a pair of
-- lines, one run right after the other.

local mutate = require "fuzz.mutate"

local guided = {}

local EDGE = 1000000

--- Calls f(...) and notes in `seen` which ways it takes through files whose name matches `files`.
--- Returns how many of them are new, then what pcall returns.
local function watched(files, seen, f, ...)
  local numbers, watching, previous, new = seen.numbers, {}, 0, 0
  debug.sethook(function(_, line)
    local func = debug.getinfo(2, "f").func
    local file = watching[func]
    if file == nil then
      local source = debug.getinfo(2, "S").source
      file = source:find(files) and (numbers[source] or numbers.count + 1)
      if file and file > numbers.count then numbers[source], numbers.count = file, file end
      watching[func] = file
    end
    if not file then return end
    local here = file * 10000 + line
    local edge = previous * EDGE + here
    if not seen[edge] then seen[edge], new = true, new + 1 end
    previous = here
  end, "l")
  local results = table.pack(pcall(f, ...))
  debug.sethook()
  return new, table.unpack(results, 1, results.n)
end

--- One session. `options`:
--    random   its random numbers
--    texts    what it begins with
--    words    what it puts into texts
--    files    a pattern of the names of the files that are watched
--    cases    how many texts it tries
--    try      is given each text; what it raises is a finding
--    change   makes another text of one: change(text, random, words, other); fuzz.mutate unless
--             given
--    keep     is given each text before it is tried
-- Returns how many ways were found.
function guided.session(options)
  local random, change = options.random, options.change or mutate.text
  local seen, corpus = { numbers = { count = 0 } }, {}
  local found = 0
  local function try(text)
    options.keep(text)
    local new, ok, message = watched(options.files, seen, options.try, text)
    if not ok then error(message, 0) end
    if new > 0 then corpus[#corpus + 1] = text end
    found = found + new
  end
  for _, text in ipairs(options.texts) do try(text) end
  for _ = #options.texts + 1, options.cases do
    local from = #corpus > 0 and corpus or options.texts
    -- The newest are worth most: what is behind them has not been looked at.
    local low = random:chance(0.5) and math.max(1, #from - 8) or 1
    try(change(from[random:int(low, #from)], random, options.words, random:pick(from)))
  end
  return found
end

return guided
