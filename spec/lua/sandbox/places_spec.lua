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

-- What goes wrong in a function of the library, called in line 2, and what a mod that catches it
-- reads behind that place.
local LONG, DOOR = '("x"):rep(9000)', "setmetatable({}, { __metatable = 1 })"
local MISTAKES = {
  ["tostring()"] = "bad argument #1 to 'tostring' (value expected)",
  ["tostring(setmetatable({}, { __tostring = function() end }))"] =
    "'__tostring' must return a string",
  ["tonumber('1', 99)"] = "bad argument #2 to 'tonumber' (base out of range)",
  ["print(" .. LONG .. ", " .. LONG .. ")"] = "too much to print at once: more than 16384 bytes",
  ["setmetatable(" .. DOOR .. ", {})"] = "cannot change a protected metatable",
  ["setmetatable({}, { __mode = 'k' })"] = "a mod has no __mode",
  ["setmetatable(1)"] = "bad argument #1 to 'setmetatable' (table expected, got number)",
  ["next({}, 1)"] = "bad argument #2 to 'next' (there is no such key)",
  ["pairs({ [print] = 1 })"] =
    "a function as a key has no place in an order: use names or numbers as keys",
  ["pairs()"] = "bad argument #1 to 'pairs' (table expected, got nil)",
  ["pairs(sealed)"] = "an object has no keys to look through",
  ["rawset(sealed, 1, 2)"] = "an object cannot be changed",
  ["table.insert(frozen, 1)"] = "it is frozen",
  ["frozen.x = 1"] = "it is frozen (key x)",
  ["table.concat({}, 1, 1.5)"] = "bad argument #3 to 'concat' (a whole number expected)",
  ["table.concat({}, '', 'x')"] = "bad argument #3 to 'concat' (number expected, got string)",
  ["table.concat({ print })"] = "invalid value (at index 1) in table for 'concat'",
  ["table.concat({ " .. LONG .. ", " .. LONG .. " })"] = "the resulting string is too large",
  ["table.insert({}, 1, 2, 3)"] = "wrong number of arguments to 'insert'",
  ["table.insert({}, 3, 1)"] = "bad argument #2 to 'insert' (position out of bounds)",
  ["table.remove({}, 3)"] = "bad argument #2 to 'remove' (position out of bounds)",
  ["table.remove(1)"] = "bad argument #1 to 'remove' (table expected, got number)",
  ["table.unpack({}, 1, 251)"] = "more than 250 results",
  ["table.sort({}, 1)"] = "bad argument #2 to 'sort' (function expected, got number)",
  ["pcall()"] = "bad argument #1 to 'pcall' (value expected)",
  ["xpcall(print)"] = "bad argument #2 to 'xpcall' (function expected, got nil)",
  ["coroutine.wrap(1)"] = "bad argument #1 to 'wrap' (function expected, got number)",
  ["string.len()"] = "bad argument #1 to 'len' (string expected, got nil)",
  ["('x'):sub('y')"] = "bad argument #2 to 'sub' (number expected, got string)",
  ["('x'):sub(0.5)"] = "bad argument #2 to 'sub' (number has no integer representation)",
  ["(" .. LONG .. "):byte(1, 251)"] = "more than 250 results",
  ["('x'):rep(16385)"] = "the resulting string is too large",
  ["('x'):split('')"] = "bad argument #2 to 'split' (it is empty)",
  ["('x'):replace('', 'y')"] = "bad argument #2 to 'replace' (it is empty)",
  ["(" .. LONG .. "):replace('x', 'yy')"] = "the resulting string is too large",
  ["('%p'):format(1)"] = "bad argument #1 to 'format' (there is no '%p')",
  ["('%d'):format()"] = "bad argument #2 to 'format' (no value)",
  ["('%q'):format(print)"] = "bad argument #2 to 'format' (value has no literal form)",
  ["('%d'):format('x')"] = "bad argument #2 to 'format' (number expected, got string)",
}
if utf8 then                                     -- not in every Lua
  MISTAKES["utf8.codepoint(" .. LONG .. ", 1, 251)"] = "more than 250 results"
  MISTAKES["for _ in utf8.codes '\\255' do end"] = "invalid UTF-8 code"
end
if coroutine.close then
  MISTAKES["coroutine.close(coroutine.running())"] = "cannot close a running coroutine"
end

describe("a mistake in a call of the library's functions #quick", function()
  it("has the place of the call", function()
    for code, message in pairs(MISTAKES) do
      local box = new_box()
      box.inside:trust([[
        sandbox.environment.sealed = setmetatable({}, sandbox.seal {})
        sandbox.environment.frozen = { 1 }
        sandbox.freeze(sandbox.environment.frozen, "it is frozen")
      ]], "=api")
      local caught = box.run("return select(2, pcall(function()\n" .. code .. " end))")
      assert.equal("mod.lua:2: " .. message, caught, code)
    end
  end)
end)
