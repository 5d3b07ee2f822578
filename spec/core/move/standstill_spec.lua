-- Nobody waits for ever: searches for crowds that do not get on; see crowd.h for the argument.

local cases = require "support.cases"
local standstill = require "support.standstill"

local GENEROUS = 30             -- times the ticks that a scene has to take about

local function play(scene)
  return standstill.play(scene, math.ceil(GENEROUS * standstill.ideal(scene)) + 100)
end

-- Once two or three units moved one another to and fro for ever in each of these: by the right of
-- way of narrow places; by swaps; by swaps with one that went home at once; one that was asked to
-- make way moved none of those that stood around a goal; by priorities, since a new path hid that
-- the unit had been further on.
local SOLVED = {
  { diagonal = "never", picture = [[
    #.B  #..
    A..  .C.
    ..C  B.A
  ]] },
  { diagonal = "always", picture = [[
    #AB  #C.
    .#.  D#.
    CD#  AB#
  ]] },
  { diagonal = "never", B = { speed = 1.6 }, picture = [[
    A...  ....
    .#..  B#..
    .B.#  .A.#
  ]] },
  { diagonal = "never", A = { start = 8 }, B = { speed = 0.25, start = 5 }, C = { start = 10 },
    D = { speed = 0.3 }, picture = [[
    .E#..##.C  ..#..##DE
    ........A  .A...B.C.
    .....#.#.  .....#.#.
    D.##..B..  ..##.....
  ]] },
  { diagonal = "never", A = { speed = 0.1 }, B = { speed = 0.3, priority = 2 }, picture = [[
    ##..  ##..
    #...  #...
    #.#.  #.#A
    ..#B  ..#.
    ..A.  ..B.
  ]] },
}

describe("where each two neighbours lie on a circle, all arrive:", function()
  for i, case in ipairs(SOLVED) do
    it(("case %d of those that did not"):format(i), function()
      local scene = standstill.read(case.picture, case)
      assert.is_true(standstill.is_circular(scene))
      assert.is_number(play(scene))
    end)
  end

  local KINDS = {
    { name = "units of one speed", traits = {} },
    { name = "units of different speeds", traits = { speed = true } },
    { name = "units with priorities that get their orders one after the other",
      traits = { speed = true, start = true, priority = true } },
  }

  for _, kind in ipairs(KINDS) do
    it(kind.name, function()
      local options = { holds = standstill.is_circular, share = 0.4, traits = kind.traits }
      local found = standstill.search(cases.of(1), 40, options, play)
      if found then error(found, 0) end
    end)
  end
end)
