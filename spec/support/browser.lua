--- Checks of pages in a real browser: what there must be for them, and running a program of
-- spec/browser, which prints "ok NAME" or "failed NAME: why" for each of its checks.

local skip = require "support.skip"

local browser = {}

local BUILD = os.getenv("BUILD") or "build"
browser.modules = BUILD .. "/browser/node_modules"

function browser.succeeds(command)
  local first = os.execute(command .. " >/dev/null 2>&1")
  return first == true or first == 0
end

local succeeds = browser.succeeds

--- Why there is nothing to test with, or nil.
function browser.missing()
  if not rawget(_G, "utf8") then return "the page is the same as with Lua 5.4" end
  local missing = skip.preloaded() or skip.without "node"
  if missing then return missing end
  if not succeeds("${CHROMIUM:-/usr/bin/chromium} --version") then return "no chromium" end
  if not succeeds("test -d " .. browser.modules .. "/playwright-core") then
    return "no playwright-core"
  end
end

-- From names of checks to "ok" or why not; and all that was printed.
local function results_of(program)
  local pipe = assert(io.popen(("node spec/browser/%s 2>&1"):format(program)))
  local output, results = pipe:read("*a"), {}
  pipe:close()
  for line in output:gmatch("[^\n]+") do
    local name, why = line:match("^failed ([^:]*): (.*)$")
    if name then results[name] = why else results[line:match("^ok (.*)$") or ""] = "ok" end
  end
  return results, output
end

--- A test for each check of a program with its arguments; prepare() is called before it is run.
-- `why`: there is nothing to test with.
function browser.checks(names, program, why, prepare)
  local it, results, output = skip.where(why), nil, nil
  for _, name in ipairs(names) do
    it(name, function()
      if not results then
        prepare()
        results, output = results_of(program)
      end
      assert(results[name] == "ok", results[name] or output)
    end)
  end
end

return browser
