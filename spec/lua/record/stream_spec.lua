local stream = require "astar.record.stream"

local function bytes(fill)
  local out = stream.new()
  fill(out)
  return { out:text():byte(1, -1) }
end

describe("a stream of bytes #quick", function()
  it("writes numbers seven bits a byte, the lowest first", function()
    local function number(value) return bytes(function(out) out:number(value) end) end
    assert.same({ 0 }, number(0))
    assert.same({ 127 }, number(127))
    assert.same({ 128, 1 }, number(128))
    assert.same({ 255, 127 }, number(16383))
    assert.same({ 128, 128, 1 }, number(16384))
  end)

  it("writes the sign as the lowest bit", function()
    assert.same({ 0, 1, 2, 3, 4 }, bytes(function(out)
      for _, value in ipairs { 0, -1, 1, -2, 2 } do out:signed(value) end
    end))
  end)

  it("becomes one string, however long it is", function()
    for _, count in ipairs { 0, 1, 4095, 4096, 4097, 8192, 10000 } do
      local out, expected = stream.new(), {}
      for i = 1, count do
        out:byte(i % 251)
        expected[i] = string.char(i % 251)
      end
      assert.is_true(table.concat(expected) == out:text())
    end
  end)
end)
