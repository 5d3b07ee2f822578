-- Reads recordings that go on: see record/reader.lua.

local ticks = require "astar.record.reader"
local run = require "astar.record.run"

local reader = {}

function reader.of(recording) return ticks.of(run.of(recording)) end

function reader.notes(recording) return ticks.notes(run.of(recording)) end

return reader
