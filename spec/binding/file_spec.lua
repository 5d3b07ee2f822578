local core = require "astar.core"

local function write(name, text)
  local file = assert(io.open(name, "wb"))
  file:write(text)
  file:close()
end

local function read(name)
  local file = io.open(name, "rb")
  if not file then return nil end
  local text = file:read("*a")
  file:close()
  return text
end

describe("core.replace_file", function()
  local from, to

  before_each(function()
    from, to = os.tmpname(), os.tmpname()
    write(from, "new")
    write(to, "old")
  end)

  after_each(function()
    os.remove(from)
    os.remove(to)
  end)

  it("takes the place of a file", function()
    assert.is_true(core.replace_file(from, to))
    assert.equal("new", read(to))
    assert.is_nil(read(from))
  end)

  it("leaves both as they were where it fails", function()
    assert.same({ nil, "No such file or directory" }, { core.replace_file(from .. ".none", to) })
    local done, why = core.replace_file(from, to .. ".none/file")
    assert.is_nil(done)
    assert.equal("string", type(why))
    assert.equal("new", read(from))
    assert.equal("old", read(to))
  end)
end)
