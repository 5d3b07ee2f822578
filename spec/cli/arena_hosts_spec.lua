-- astar arena --parallel: on other machines. A script in place of ssh runs what it is given here.

local cli = require "support.cli"
local command = require "support.command"
local file = require "support.file"
local race = require "support.race"
local skip = require "support.skip"

local folder, mods

-- In the second tick of a match of seed 2 the worker dies, once.
local function deadly(marker)
  return ([[
      local marker = io.open(%q)
      if marker then marker:close()
      elseif world.ticks == 2 and given.seed == 2 then
        io.open(%q, "w"):close()
        os.execute("kill -9 $PPID")
      end]]):format(marker, marker)
end

local function prepare(more)
  folder = race.folder(more)
  mods = race.mod(folder, "fast", race.FAST) .. " " .. race.mod(folder, "random", race.RANDOM)
end

local function line_of(words)
  return ("arena %s --ticks 11 --game %s/race.lua -o %s/out --seeds 1..4 --no-replays %s"):format(
    mods, folder, folder, words)
end

local function count_of_results()
  local _, count = file.read(folder .. "/out/results.jsonl"):gsub("\n", "")
  return count
end

-- What one process says, and `words` must say the same.
local function expect_same(words, environment)
  local expected = cli.run(line_of("--jobs 1"))
  command.output_of(("rm -r %s/out"):format(folder))
  local output, status, said = cli.run(line_of(words), nil, environment)
  assert.equal("", said)
  assert.equal(0, status)
  assert.equal(expected, output)
  assert.equal(8, count_of_results())
end

local function clean()
  if folder then race.remove(folder) end
  cli.clean()
end

describe("astar arena --parallel #extra", function()
  local it, _, _, _, after_each = skip.where(skip.without "parallel")

  after_each(clean)

  it("plays the same on hosts", function()
    prepare()
    expect_same "--parallel :"
    command.output_of(("rm -r %s/out"):format(folder))
    expect_same("--parallel :", "env -u HOME -u SHELL")
  end)

  it("plays over ssh, and what a lost worker has not played once more", function()
    local marker, ssh = cli.file(nil), cli.file(
      [[#!/bin/sh
for word; do [ "$word" != gone ] || exit 255; done
while [ "${1#-}" != "$1" ]; do shift; done
shift
[ "$1" != -- ] || shift
exec sh -c "$*"
]])
    command.output_of("chmod +x " .. ssh)
    prepare(deadly(marker))
    local output, status, said = cli.run(line_of "--parallel 1/one,gone --jobs 1", nil,
      "env -u HOME -u SHELL PARALLEL_SSH=" .. ssh)
    assert.truthy(said:find("astar: the host gone does not answer, and gets no matches\n", 1, true))
    assert.equal(0, status)
    assert.matches("^8 matches ", output)
    assert.truthy(io.open(marker))
    assert.equal(8, count_of_results())
  end)
end)
