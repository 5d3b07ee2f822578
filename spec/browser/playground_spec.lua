-- The playground in a real browser, see playground.mjs. Skipped where there is none, or where
-- `make playground` has not been run.

local BUILD = os.getenv("BUILD") or "build"
local SITE = BUILD .. "/playground"
local PICTURES = BUILD .. "/test/playground"
local MODULES = BUILD .. "/browser/node_modules"

local CHECKS = {
  "opens without a complaint, and asks for nothing from elsewhere", "plays the skirmish",
  "has units change their minds within a tick",
  "underlines a mistake in its line, and the game goes on", "underlines what fails while it runs",
  "goes back in time", "opens what was shared", "paints terrain", "drops units",
  "shows a path and its bill, and the trace of the guide's example",
  "can be used with the keyboard", "has not complained by the end", "fits on a phone",
  "runs the programs of the manual, which print what it says",
}

local function succeeds(command)
  local first = os.execute(command .. " >/dev/null 2>&1")
  return first == true or first == 0
end

-- Why there is nothing to test with, or nil.
local function missing()
  if (os.getenv("PRELOAD") or "") ~= "" then return "not with a preloaded library" end
  if not rawget(_G, "utf8") then return "the page is the same as with Lua 5.4" end
  if not succeeds("test -f " .. SITE .. "/astar.wasm") then return "no playground" end
  if not succeeds("node --version") then return "no node" end
  if not succeeds("${CHROMIUM:-/usr/bin/chromium} --version") then return "no chromium" end
  if not succeeds("test -d " .. MODULES .. "/playwright-core") then return "no playwright-core" end
end

describe("the playground in a browser", function()
  local said, why = {}, missing()

  setup(function()
    if why then return end
    os.execute("mkdir -p " .. PICTURES)
    local pipe = io.popen(("node spec/browser/playground.mjs %s %s %s 2>&1"):format(SITE, MODULES,
      PICTURES))
    local text = pipe:read "a"
    pipe:close()
    for line in text:gmatch "[^\n]+" do
      local name, reason = line:match "^failed ([^:]+): (.*)"
      said[name or line:match "^ok (.*)" or ""] = reason or "ok"
    end
    said.text = text
  end)

  for _, name in ipairs(CHECKS) do
    it(name, function()
      if why then return pending(why) end
      assert.equal("ok", said[name] or said.text)
    end)
  end
end)
