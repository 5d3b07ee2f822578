--- torture: build=asan share=5 short=yes cases=350
--
-- Programs against the Lua API, written at random from the methods that the metatables name: calls
-- with sensible and with wild arguments, removals and closings in the middle of everything and from
-- callbacks, coroutines that wait for tickets, collections of garbage. fuzz/machine.lua says what
-- must hold after each line.

local calls = require "fuzz.calls"
local kind = require "fuzz.kind"
local machine = require "fuzz.machine"
local types = require "fuzz.types"
local writer = require "fuzz.writer"
local Random = require "support.random"

local LINES = 70
local BEFORE = 50   -- programs, after which most of what is loaded once is there
local GROWTH = 128  -- KB that all programs after these may leave behind

local succeeded, messages = {}, {}
local lists_messages = os.getenv("MESSAGES") -- they take more room than programs may leave behind

--- A line as it stands in a program. A line that ends in a statement of its own has no number.
local function numbered(line, n)
  if line:find("^same") or line:find("^saved") or line:find("^forget") or line:find("^set") or
    line:find("^collectgarbage") or line:find("^coroutine") or line:find("^each") then
    return line
  end
  return ("keep(%d, %s)"):format(n, line)
end

local function try(seed)
  local player = machine.new()
  local author = writer(player, Random(seed))
  local file = assert(io.open(kind.file("program.lua"), "wb"))
  local count = 0
  local function one(line, key)
    count = count + 1
    line = numbered(line, count)
    file:write(line, "\n")
    file:flush()
    local ok, message = player:run(line)
    if ok and key then succeeded[key] = true end
    kind.count(ok and "done" or "refused", 1)
    if not ok and lists_messages then
      local text = message:gsub("%d+", "N"):gsub("^line:N: ", "")
      messages[text] = (messages[text] or 0) + 1
    end
  end
  for _, line in ipairs(author:beginning()) do one(line) end
  while count < LINES do
    one(author:line())
    if author.random:chance(0.06) then
      for _, line in ipairs(author:burst()) do one(line) end
    end
  end
  file:close()
  player:finish()
  kind.count("calls", count)
end

local function never()
  local missed = {}
  for _, name in ipairs(types.names) do
    for _, method in ipairs(types.all[name].methods) do
      local key = name .. "." .. method
      local is_verb = name == "unit" and calls.verbs[method] -- these run in behaviours only
      if not succeeded[key] and not is_verb then missed[#missed + 1] = key end
    end
  end
  return missed
end

local function used()
  collectgarbage()
  collectgarbage()
  return collectgarbage("count")
end

--- At the end: does memory stay flat, and which methods have never been called with success?
local function finish(baseline)
  local growth = used() - (baseline or used())
  assert(lists_messages or growth < GROWTH,
    ("%d KB are left behind by closed maps"):format(growth // 1))
  local missed = never()
  print("never called with success: " .. table.concat(missed, " "))
  local known = 0
  for _ in pairs(succeeded) do known = known + 1 end
  kind.count("methods called with success", known)
  kind.count("never", #missed)
  if lists_messages then
    for text, times in pairs(messages) do print(times, text) end
  end
end

local tried, baseline = 0, nil

kind.run("programs", function(seed)
  try(seed)
  tried = tried + 1
  if tried == BEFORE then baseline = used() end
end, machine.replay, function() finish(baseline) end)
