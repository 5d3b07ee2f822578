-- What a mod can read of places in the library's code: nothing, since that is called otherwise when
-- the library is packed otherwise, and so a hash would depend on it.

local new_box = require "support.box"

describe("an error that is raised in trusted code #quick", function()
  local OURS = [[
    sandbox.environment.fail = function() local nothing return nothing.more end
    sandbox.environment.raise = function() error("raised") end
  ]]
  local CATCH = [[
    local list = {}
    for _, f in ipairs { fail, raise, function() error("mine") end } do
      local _, caught = pcall(f)
      local _, handled = xpcall(f, function(text) return text end)
      local _, resumed = coroutine.resume(coroutine.create(f))
      list[#list + 1] = caught == handled and caught == resumed and caught or "they differ"
    end
    return list[1], list[2], list[3]
  ]]

  for _, name in ipairs { "=ours", "@a/folder/of/ours.lua", "=[astar]/ours.lua" } do
    it("comes without a place to a mod that catches it: " .. name, function()
      local box = new_box()
      assert(box.inside:trust(OURS, name))
      local failed, raised, mine = box.run(CATCH)
      assert.matches("^attempt to index", failed)
      assert.equal("raised", raised)
      assert.equal("mod.lua:2: mine", mine)
    end)

    it("has the place of the mod's call in what the host is told: " .. name, function()
      local box = new_box()
      assert(box.inside:trust(OURS, name))
      local failure = box.fails("raised", "local x = 1\nfail = nil\nraise()")
      assert.equal("mod.lua:3", failure.where)
      assert.is_nil(failure.message:find("ours", 1, true))
    end)
  end
end)
