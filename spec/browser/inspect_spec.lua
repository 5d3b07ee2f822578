-- The page of the inspector in a real browser, see inspect.mjs. Skipped where there is none, or no
-- LuaSocket.

local browser = require "support.browser"
local command = require "support.command"
local sockets = require "support.sockets"

local BUILD = os.getenv("BUILD") or "build"
local PICTURES = BUILD .. "/test/inspect"

local CHECKS = {
  "opens without a complaint, and asks for nothing from elsewhere", "shows the game as it goes on",
  "pauses the game, makes steps, and lets it go on", "makes the game faster",
  "tells all of a unit that is chosen from the list", "selects a unit that is clicked",
  "evaluates watches, and shows places on the map", "tells what is wrong with a watch",
  "shows places to stand and what they are made of", "tells of a cell that is clicked",
  "shows layers and fog", "keeps snapshots, and goes back",
  "forks the game, and tells where the fork parts", "can be used with the keyboard",
  "has text that is readable", "has not complained by the end", "fits on a phone",
}

describe("the page of the inspector in a browser #extra", function()
  local program = ("inspect.mjs '%s' %s %s"):format(command.lua(), browser.modules, PICTURES)
  browser.checks(CHECKS, program, browser.missing() or sockets.missing, function()
    assert(browser.succeeds("mkdir -p " .. PICTURES))
  end)
end)
