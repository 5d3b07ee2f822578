-- A search in steps: so many nodes a frame, whatever else the frame has to do.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

local map = astar.map {
  rows = {
    "..............................",
    "......####################....",
    ".........................#....",
    ".........................#....",
    ".........................#....",
    "......####################....",
    "..............................",
  },
}

local trace = {}
local search = map:search(8, 4, 29, 4, { trace = trace })
local frame = 0
local path, why
repeat
  frame = frame + 1
  path, why = search:step(60)
  print(("Frame %d: %d nodes expanded, %s"):format(frame, search.expanded,
    path and "done" or why))
  if not path then io.write(map:draw { trace = trace }, "\n") end
until path or why ~= "running"
search:close()

io.write(map:draw { trace = trace, path = path })
