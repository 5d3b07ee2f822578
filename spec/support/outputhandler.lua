--- The busted output handler of the test run: what failed in full, what was skipped in a line,
-- and the counts in a line that tools/test.sh reads.
--
-- The file named by ASTAR_COUNTS holds, while a test runs, its name and the counts so far, and in
-- the end the counts alone. So a run that crashes still tells where, and does not pass for a good
-- one.

local pretty = require "pl.pretty"
local term = require "term"

local dots = term.isatty(io.stdout)

local function place(element)
  local trace = element.trace
  if not trace or not trace.short_src then return element.name or "?" end
  return trace.short_src .. ":" .. tostring(trace.currentline)
end

local function text(message)
  if message == nil then return "nil error" end
  if type(message) == "string" then return message end
  return pretty.write(message)
end

local function indented(s)
  return "    " .. s:gsub("%s+$", ""):gsub("\n", "\n    ")
end

local function write_counts(line)
  local name = os.getenv("ASTAR_COUNTS")
  if not name then return end
  local file = assert(io.open(name, "w"))
  file:write(line, "\n")
  file:close()
end

return function()
  local busted = require "busted"
  local handler = require "busted.outputHandlers.base"()

  io.stdout:setvbuf("line")

  local function counts()
    return ("%d passed, %d failed, %d skipped"):format(handler.successesCount,
      handler.failuresCount + handler.errorsCount, handler.pendingsCount)
  end

  local function report(failure)
    print(("FAILED  %s: %s"):format(place(failure.element), failure.name))
    print(indented(text(failure.message)))
    local trace = failure.trace and failure.trace.traceback
    if failure.isError and trace then print(indented(trace)) end
  end

  local function dot(s)
    if dots then io.write(s) io.flush() end
  end

  function handler.testStart(element)
    write_counts(("%s, then %s: %s"):format(counts(), place(element), handler.getFullName(element)))
    return nil, true
  end

  function handler.testEnd(_, _, status)
    if status == "pending" then
      local pending = handler.pendings[#handler.pendings]
      local why = pending.message and ": " .. text(pending.message) or ""
      print("skipped " .. place(pending.element) .. ": " .. pending.name .. why)
    elseif status == "failure" then
      report(handler.failures[#handler.failures])
    elseif status == "error" then
      report(handler.errors[#handler.errors])
    else
      dot(".")
    end
    return nil, true
  end

  --- What went wrong outside a test: a file that does not load, a before_each, a teardown.
  function handler.anyError(element)
    if element.descriptor ~= "it" then report(handler.errors[#handler.errors]) end
    return nil, true
  end

  function handler.suiteEnd()
    dot("\n")
    print(counts())
    write_counts(counts())
    return nil, true
  end

  busted.subscribe({ "test", "start" }, handler.testStart, { predicate = handler.cancelOnPending })
  busted.subscribe({ "test", "end" }, handler.testEnd, { predicate = handler.cancelOnPending })
  busted.subscribe({ "error" }, handler.anyError)
  busted.subscribe({ "failure" }, handler.anyError)
  busted.subscribe({ "suite", "end" }, handler.suiteEnd)
  return handler
end
