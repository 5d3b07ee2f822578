-- How much of unit.data is recorded, to the byte: 32 fields, of 120 bytes each, and 8192 bytes of a
-- unit between two key frames. And where texts are cut that are drawn.

local astar = require "astar"
local drawings = require "astar.world.drawings"
local small_world = require "support.small_world"

local TOO_MUCH = "(more than is recorded)"

local function new_recording()
  local world = small_world ". ."
  local unit = world:unit { player = "red", x = 1, y = 1, data = {} }
  return world, unit, astar.record(world)
end

local function has(recording, text)
  for _, one in ipairs(recording._strings) do
    if one == text then return true end
  end
  return false
end

describe("of a unit's data are recorded #quick", function()
  it("32 fields, the first ones in order", function()
    local world, unit, recording = new_recording()
    for i = 1, 33 do unit.data[("key%02d"):format(i)] = i end
    world:tick()
    assert.is_true(has(recording, "key01") and has(recording, "key32"))
    assert.is_false(has(recording, "key33"))
    unit.data.key01, unit.data.key33 = nil, nil
    world:tick()
    unit.data.key33 = 7
    world:tick()
    assert.is_true(has(recording, "key33"))
  end)

  it("120 bytes of a field, and eight entries of a table", function()
    local world, unit, recording = new_recording()
    local text = ("a"):rep(118)
    unit.data.short, unit.data.long = text .. "12", text .. "345"
    unit.data.eight, unit.data.nine = { 1, 2, 3, 4, 5, 6, 7, 8 }, { 1, 2, 3, 4, 5, 6, 7, 8, 9 }
    world:tick()
    assert.is_true(has(recording, text .. "12"))
    assert.is_true(has(recording, text .. "34..."))
    assert.is_true(has(recording, "{ 1, 2, 3, 4, 5, 6, 7, 8 }"))
    assert.is_true(has(recording, "{ 1, 2, 3, 4, 5, 6, 7, 8, ... }"))
  end)

  it("8192 bytes from one key frame to the next", function()
    local world, unit, recording = new_recording()
    for tick = 1, 32 do
      for key = 1, 32 do unit.data[key] = 10000000 + 100 * tick + key end  -- eight digits
      world:tick()
    end
    assert.is_true(has(recording, "10003232"))
    assert.is_false(has(recording, TOO_MUCH))
    unit.data[1] = 1
    world:tick()
    assert.is_true(has(recording, TOO_MUCH))
    for _ = 1, 250 do world:tick() end
    unit.data[1] = 77777777
    world:tick()
    assert.is_true(has(recording, "77777777"))
  end)
end)

describe("a text that is drawn #quick", function()
  it("is cut after 400 bytes, not within a letter", function()
    local text = ("x"):rep(399)
    assert.equal(text .. "y", drawings.shortened(text .. "y"))
    for byte = 0, 255 do
      local cut = byte >= 128 and byte < 192 and text or text .. "\195"
      assert.equal(cut .. "...", drawings.shortened(text .. "\195" .. string.char(byte) .. "z"))
    end
    local broken = drawings.shortened(text:sub(10) .. ("\128"):rep(30))
    assert.equal(text:sub(10) .. ("\128"):rep(6) .. "...", broken) -- as no letter is so long
    for length = 1, 4 do
      local letter = ({ "a", "\195\164", "\226\130\172", "\240\159\152\128" })[length]
      for before = 396, 400 do
        local whole = math.floor((400 - before) / length)
        assert.equal(text:sub(1, 1):rep(before) .. letter:rep(whole) .. "...",
          drawings.shortened(("x"):rep(before) .. letter:rep(9)))
      end
    end
  end)
end)
