--- Tests that need what is not everywhere. Where it is missing they are skipped, their report says
-- why, and nothing that comes before or after them is done either:
--
--   local it, setup, teardown = skip.where(skip.without("cmake", "gcc"))

local busted = require "busted"
local command = require "support.command"

local skip = {}

local function is_there(name)
  local test = name:find("/", 1, true) and "test -e %s" or "command -v %s >/dev/null 2>&1"
  local _, status = command.output_of(test:format(name))
  return status == 0
end

--- Why what needs these programs, or files, cannot be tested; or nil.
function skip.without(...)
  for _, name in ipairs { ... } do
    if not is_there(name) then return "there is no " .. name end
  end
end

--- Why what the sanitizer's library in front of the others disturbs cannot be tested; or nil.
function skip.preloaded()
  if (os.getenv "PRELOAD" or "") ~= "" then return "not with a preloaded library" end
end

--- Why what yields within pcall cannot be tested; or nil.
function skip.unyielding()
  local yields = coroutine.wrap(function() return pcall(coroutine.yield, true) end)
  if not yields() then return "in this Lua nothing yields within pcall" end
end

local function nothing() end

--- it, setup, teardown, before_each and after_each of a block of tests, which are skipped if there
-- is a reason `why`.
function skip.where(why)
  if not why then
    return busted.it, busted.setup, busted.teardown, busted.before_each, busted.after_each
  end
  -- What busted.pending does, but with the place of the spec that calls, and not of this line.
  local function it(name)
    busted.publish({ "register", "pending" }, ("%s: %s"):format(name, why), nothing,
      debug.getinfo(2, "Sl"))
  end
  return it, nothing, nothing, nothing, nothing
end

return skip
