-- A mod.lua that is large, deep, answers otherwise each time or takes the library apart.
local modded = require "support.modded"
local small_world = require "support.small_world"

local MAIN = "return { name = 'test', version = '1', behaviours = { it = 'it.lua' } }"
local TEXTS = {
  "return setmetatable({}, { __index = function(_, key) return key end })",
  [[local n = 0
    return setmetatable({}, { __pairs = function()
      n = n + 1
      if n > 1 then return next, { name = "../x" } end
      return next, { name = "test", version = "1", behaviours = { it = "it.lua" } }
    end })]],
  "local n = 0 return setmetatable({}, { __pairs = function() return function() n = n + 1 "
    .. "if n < 9 then return 'name', 'x' .. n end end end })",
  "return { name = 'test', version = '1', behaviours = "
    .. "setmetatable({}, { __pairs = function() while true do end end }) }",
  "error(setmetatable({}, { __tostring = function() while true do end end }))",
  "return coroutine.wrap(function() coroutine.yield { name = 'test', version = '1' } end)()",
  "require 'b' return require 'c'",
  "local t = {} for i = 1, 3e4 do t['b' .. i] = 'it.lua' end "
    .. "return { name = 'test', version = '1', behaviours = t }",
  "local t = {} for i = 1, 200 do t[('b'):rep(9000) .. i] = print end "
    .. "return { name = 'test', version = '1', behaviours = t }",
  "local long = ('v'):rep(16000) "
    .. "return { name = 'test', version = long, author = long, behaviours = {} }",
  "local t = {} for i = 1, 15e4 do t = { t } end deep = t " .. MAIN,
  "for i = 1, 1e5 do _G['g' .. i] = { i } end " .. MAIN,
  "math = nil string = nil print = error pairs = nil setmetatable = nil " .. MAIN,
  "return { name = 'test', version = '1', behaviours = {}, [{}] = 1 }",
  "return { name = 'test', version = '1', behaviours = {}, [print] = 1 }",
  "_ENV = nil return nil", "",
  [[unit = 5
    pcall(function() return require("astar.think").act("go", 1) end)
    return { name = "test", version = "1", behaviours = { it = function() end } }]],
}

return { broken = function(ctx)
  for i, text in ipairs(TEXTS) do
    local world = small_world ". . ."
    local began = os.clock()
    local ok, mod = pcall(modded, world, { ["mod.lua"] = text, ["it.lua"] = "return print",
      ["b.lua"] = "require 'c'", ["c.lua"] = "require 'b'" }, { instructions = 300000 })
    if not ok then return ("text %d: %s"):format(i, tostring(mod)) end
    if mod and pcall(world.behaviour, world, "test.it") then
      world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
      world.run(2)
    end
    ctx.slowest = math.max(ctx.slowest, os.clock() - began)
  end
end }
