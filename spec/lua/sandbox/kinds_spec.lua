-- Which sandbox: what there is, how it is chosen, and what boxes of the vault do as images.

local astar = require "astar"
local kind = require "support.sandbox_kind"
local sandbox = require "astar.sandbox"
local says = require "support.says"

local function value_of(box) return select(2, assert(box:run("return value", "@mod.lua"))) end

describe("a sandbox #quick", function()
  it("is one of those that there are, the default first", function()
    local names = astar.features.sandboxes
    assert.equal("stock", names[#names])
    for _, name in ipairs(names) do assert.equal(name, sandbox.new { kind = name }.kind) end
    assert.equal(names[1] ~= "stock", astar.features.vault ~= false)
  end)

  it("is refused by its name", function()
    says("to 'new' (kind = 'safe' is no sandbox that there is here)",
      sandbox.new, { kind = "safe" })
  end)

  kind.stock.it("of the stock kind has no images", function()
    local box = sandbox.new {}
    assert.is_false(box.snapshots)
    says("the stock sandbox has no snapshots", box.snapshot, box)
  end)
end)

kind.vault.describe("a box of the vault", function()
  it("goes back, also when it was closed", function()
    local box = sandbox.new {}
    assert(box:run("value = 1", "@mod.lua"))
    local image = box:snapshot()
    assert(box:run("value = 2", "@mod.lua"))
    assert.equal(1, value_of(box:restore(image)))
    box:close()
    assert.equal(1, value_of(box:restore(image)))
  end)

  it("begins as an image, which only the vault has", function()
    local box = sandbox.new {}
    assert(box:run("value = 1", "@mod.lua"))
    local image = box:snapshot()
    assert.equal(1, value_of(sandbox.new { kind = box.kind, image = image }))
    says("image: a sandbox of this kind has none", sandbox.new, { kind = "stock", image = image })
  end)

  it("has one image of a state, which is not overwritten while another holds it", function()
    local box = sandbox.new {}
    assert(box:run("value = 1", "@mod.lua"))
    local first = box:snapshot()
    assert.equal(first, box:snapshot())
    assert(box:run("value = 2", "@mod.lua"))
    assert.not_equal(first, box:snapshot(first))
    assert.equal(1, value_of(box:restore(first)))
  end)

  it("has the image of its state when it has gone back", function()
    local box = sandbox.new {}
    assert(box:run("value = 1", "@mod.lua"))
    local first = box:snapshot()
    assert(box:run("value = 2", "@mod.lua"))
    local second = box:snapshot()
    assert.equal(first, box:restore(first):snapshot())
    assert.equal(second, box:restore(second):snapshot())
    assert(box:run("value = 3", "@mod.lua"))
    local other = sandbox.new { kind = box.kind }
    assert.equal(2, value_of(other:restore(second)))     -- another box changes nothing of it
    assert.equal(3, value_of(box))
    assert.equal(2, value_of(box:restore(second)))
  end)

  it("copies what has changed since its last image", function()
    local box = sandbox.new {}
    assert(box:run("value, list = 1, {} for i = 1, 5000 do list[i] = i end", "@mod.lua"))
    local first = box:snapshot()
    assert(box:run("value = 2", "@mod.lua"))
    local second = box:snapshot()
    assert.is_true(first.copied > 5000 * 8 and first.copied <= first.bytes)
    assert.is_true(second.copied > 0 and second.copied < first.copied / 2)
    assert(box:run("value = value + #list", "@mod.lua"))
    assert.equal(5002, value_of(box))
    assert.equal(1, value_of(box:restore(first)))
    assert.equal(second:hash(), box:restore(second):snapshot():hash())
  end)

  it("is written down as what is other than in a base", function()
    local box = sandbox.new {}
    local base = box:snapshot()
    assert(box:run("value = ('x'):rep(1000)", "@mod.lua"))
    local image = box:snapshot()
    local text = image:difference(base)
    assert.is_true(#text < image.bytes / 4)
    assert.equal(image:hash(), base:changed(text):hash())
    assert.is_nil(base:changed(text:sub(1, -2)))
    assert.is_nil(base:changed(text, 100000))
  end)
end)
