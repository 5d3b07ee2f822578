-- Reads recordings that go on: see record/film.lua.

local film = require "astar.record.film"
local run = require "astar.record.run"

local reader = {}

function reader.of(recording) return film.of(run.of(recording)) end

function reader.notes(recording) return film.notes(run.of(recording)) end

return reader
