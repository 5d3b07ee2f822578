-- lua -l astar.meta: where the types for editors are.

local meta = require "astar.meta"
local whole = require "support.file"

describe("types for editors #quick", function()
  it("are where a .luarc.json says", function()
    for _, name in ipairs { "game", "mods" } do
      local folder = assert(meta.folder(name))
      assert.matches("lua/astar/meta/" .. name .. "$", folder)
      assert.is_not_nil(whole.read(folder .. "/astar/think.lua"))
      assert.matches('"workspace.library": ["' .. folder .. '"]', meta.luarc(name), 1, true)
    end
    assert.matches('"io": "disable"', meta.luarc "mods", 1, true)
    assert.is_nil(meta.luarc("game"):find "disable")
    assert.same({ nil, "'gem' is neither 'game' nor 'mods'" }, { meta.luarc "gem" })
  end)
end)
