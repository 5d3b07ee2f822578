-- The playground in a real browser, see playground.mjs. Skipped where there is none, or where
-- `make playground` has not been run.

local browser = require "support.browser"

local BUILD = os.getenv("BUILD") or "build"
local SITE = BUILD .. "/playground"
local PICTURES = BUILD .. "/test/playground"

local CHECKS = {
  "opens without a complaint, and asks for nothing from elsewhere", "plays the skirmish",
  "has units change their minds within a tick",
  "underlines a mistake in its line, and the game goes on", "underlines what fails while it runs",
  "goes back in time", "opens what was shared", "paints terrain", "drops units",
  "shows a path and its bill, and the trace of the guide's example",
  "shows the trace of every engine, each its own", "draws the trace below the units",
  "calls the battle by the name of its scenario",
  "can be used with the keyboard, and shows where it is",
  "can be read: every text has a contrast of 4.5 at least", "has not complained by the end",
  "fits on a phone", "can be read and used on a phone, too",
  "runs the programs of the manual, which print what it says",
}

local function missing()
  if not browser.succeeds("test -f " .. SITE .. "/astar.wasm") then return "no playground" end
end

describe("the playground in a browser #extra", function()
  browser.checks(CHECKS, ("playground.mjs %s %s %s"):format(SITE, browser.modules, PICTURES),
    browser.missing() or missing(), function()
      assert(browser.succeeds("mkdir -p " .. PICTURES))
    end)
end)
