local core = require "astar.core"
local whole = require "support.file"

local write = whole.write

local function read(name) return whole.exists(name) and whole.read(name) or nil end

describe("core.written_place #quick", function()
  it("is the file behind the links, or false, or nil and what hinders", function()
    local place = os.tmpname()
    local folder = place:match("^(.*)/")
    assert.equal(place, core.written_place(place))
    assert.equal(place .. ".new", core.written_place(place .. ".new"))
    assert.equal("here", core.written_place "here")
    assert.is_false(core.written_place "/dev/null")
    assert.same({ nil, "Is a directory" }, { core.written_place(folder) })
    assert.same({ nil, "Is a directory" }, { core.written_place "/" })
    assert.same({ nil, "Not a directory" }, { core.written_place(place .. "/x") })
    assert.same({ nil, "No such file or directory" }, { core.written_place(place .. ".no/x") })
    assert.same({ nil, "No such file or directory" }, { core.written_place "" })
    for _, length in ipairs { 300, 5000 } do
      assert.same({ nil, "File name too long" }, { core.written_place(("x"):rep(length)) })
    end
    os.remove(place)
  end)
end)

describe("core.file_beside #quick", function()
  it("makes a file whose name nothing had", function()
    local place = os.tmpname()
    write(place .. ".part", "mine")
    for number = 1, 3 do
      assert.equal(place .. ".part" .. number, core.file_beside(place))
      assert.equal("", read(place .. ".part" .. number))
    end
    assert.equal("mine", read(place .. ".part"))
    for _, ending in ipairs { "", ".part", ".part1", ".part2", ".part3" } do
      os.remove(place .. ending)
    end
    assert.same({ nil, "No such file or directory" }, { core.file_beside(place .. "/x") })
  end)

  it("gives up after a thousand names", function()
    local place = os.tmpname()
    os.remove(place)
    for number = 0, 999 do write(place .. ".part" .. (number > 0 and number or ""), "") end
    assert.same({ nil, "File exists" }, { core.file_beside(place) })
    for number = 0, 999 do os.remove(place .. ".part" .. (number > 0 and number or "")) end
  end)
end)

describe("core.replace_file #quick", function()
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
