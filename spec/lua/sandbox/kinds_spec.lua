-- Which sandbox: what there is, how it is chosen, and what boxes of the vault do as images.

local astar = require "astar"
local kind = require "support.sandbox_kind"
local sandbox = require "astar.sandbox"
local says = require "support.says"

local function value_of(box) return select(2, assert(box:run("return value", "@mod.lua"))) end

describe("a sandbox", function()
  it("is one of those that there are, the default first", function()
    local names = astar.features.sandboxes
    assert.equal("stock", names[#names])
    for _, name in ipairs(names) do assert.equal(name, sandbox.new { kind = name }.kind) end
    assert.equal(names[1] ~= "stock", astar.features.vault ~= false)
  end)

  it("is refused by its name", function()
    says("kind = 'safe' is no sandbox that there is here", sandbox.new, { kind = "safe" })
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

  it("has one image of a state, which is not overwritten while another holds it", function()
    local box = sandbox.new {}
    assert(box:run("value = 1", "@mod.lua"))
    local first = box:snapshot()
    assert.equal(first, box:snapshot())
    assert(box:run("value = 2", "@mod.lua"))
    assert.not_equal(first, box:snapshot(first))
    assert.equal(1, value_of(box:restore(first)))
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
