-- lua/astar/inspect/unit.lua: what the page shows of a unit.

local about = require "astar.inspect.unit"
local modded = require "support.modded"
local small_world = require "support.small_world"
local think = require "astar.think"

local FIELD = ". . . . . . . .\n. . . . . . . .\n. . . . . . . ."

-- The rows of a unit, "section/name" and words, and its choice.
local function shown(unit)
  local found, rows = about(unit), {}
  for _, section in ipairs(found.sections) do
    for _, row in ipairs(section.rows) do rows[section.title .. "/" .. row.name] = row.words end
  end
  return rows, found.choice
end

local function named(score, name)
  return { name = name, evaluate = function() return score end, execute = think.act("wait", 9) }
end

describe("what a chooser has weighed #quick", function()
  local function choice_of(behaviour)
    local world = small_world(FIELD)
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = behaviour }
    world:tick()
    return select(2, shown(unit))
  end

  it("is shown with its scores, and the one that runs", function()
    assert.same({ { name = "a\\194\\133?", score = 2, chosen = false },
      { name = "candidate 2", score = 3.5, chosen = true },
      { name = "low", score = 0, chosen = false } },
      choice_of(think.utility { named(2, "a\194\133\n"), named(3.5), named(-1, "low") }))
    assert.same({ { name = "a", score = 2 ^ 53 - 1, chosen = false },
      { name = "b", score = 0, chosen = false }, { name = "c", score = 0, chosen = true } },
      choice_of(think.utility { named(2 ^ 53 - 1, "a"), named(2 ^ 53, "b"),
        named(math.huge, "c") }))
  end)

  it("is nothing of a unit that has no chooser, or none with a name", function()
    assert.is_nil(choice_of(nil))
    assert.is_nil(choice_of(function(unit) unit:sleep() end))
    assert.is_nil(choice_of(think.utility { named(1, "") }))
  end)
end)

describe("what a mod says that a unit does #quick", function()
  -- What is shown of a unit whose mod answers this: verbs, the numbers in them, how many have
  -- ended, the last one, its code, the names that it has weighed, their scores, and the chosen one.
  local function shown_for(...)
    local world, answer = small_world(FIELD), { n = select("#", ...), ... }
    local mod = assert(modded(world, "return function(unit) unit:sleep() end"))
    world:unit { player = "blue", x = 8, y = 1 } -- red does not see it: its first unit is id 2
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world:tick()
    mod:_part_of(unit.player).instance.box = { kind = "stock", used = 0, broken = false,
      allow = function() end,
      call = function() return true, (table.unpack or unpack)(answer, 1, answer.n) end }
    return shown(unit)
  end

  local function verbs_for(...) return shown_for(...)["What it does/verbs"] end

  it("is shown with its numbers, units by their ids", function()
    assert.equal("chase(unit 2) > go(1, 2.5, 0)",
      verbs_for("chase(\2) > go(\1, \3, \1)", { 1, 1, 250, "x" }))
    assert.equal("chase(unit 0) > wait(0)", verbs_for("chase(\2) > wait(\1)", { 9 }))
    assert.equal("wait(0)", verbs_for("wait(\1)", 7))
    assert.is_nil(verbs_for(7))
    assert.is_nil(shown_for("rest")["What it does/last verb"])
    assert.equal("go: blocked", shown_for("", nil, 1, "go", "blocked")["What it does/last verb"])
    assert.equal("go: done", shown_for("", nil, 1, "go")["What it does/last verb"])
  end)

  local function choice_for(...)
    return select(2, shown_for("rest", {}, 0, nil, nil, ...))
  end

  it("is shown with what it has weighed, what is no number as 0", function()
    local function one(score) return { name = "a", score = score, chosen = false } end
    assert.same({ one(2), { name = "a", score = 0, chosen = true }, one(0), one(0), one(0) },
      choice_for("a\na\na\na\na", { 2, "3", 0 / 0, -2 ^ 53 }, 2))
    assert.same({ one(1) }, choice_for("a", { 1 }, "x"))
  end)

  it("has weighed nothing without names, or without scores", function()
    assert.is_nil(choice_for())
    assert.is_nil(choice_for("", { 1 }, 1))
    assert.is_nil(choice_for(7, { 1 }, 1))
    assert.is_nil(choice_for("a", "scores", 1))
    assert.is_nil(choice_for("a", nil, 1))
  end)
end)
