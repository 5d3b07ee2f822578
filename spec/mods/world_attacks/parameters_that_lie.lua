-- Declares parameters that are no ranges, endless or very many, and writes to those that it has.
local modded = require "support.modded"
local small_world = require "support.small_world"

local DECLARED = {
  "{ a = { 0 / 0, 1 } }", "{ a = { 1, 0 } }", "{ a = { -1 / 0, 1 / 0 } }",
  "{ a = { 0, 1, 0 / 0 } }", "{ a = { 0, 2 ^ 60 } }", "{ a = { -2 ^ 63, 2 ^ 63 } }",
  "{ a = { math.mininteger, math.maxinteger } }", "{ [''] = { 0, 1 } }", "{ [1] = { 0, 1 } }",
  "{ [('n'):rep(16000)] = { 0, 1 } }", "{ a = { 0, 1, 0.5, 7, 8 } }", "{ a = { '0', '1' } }",
  "{ __index = { 0, 1 }, __gc = { 0, 1 } }", "{ a = { 0, 5 }, b = { 0.1, 0.3 } }", "5",
  "setmetatable({}, { __pairs = function() while true do end end })",
  "setmetatable({}, { __index = function() return { 0, 1 } end })",
  "(function() local t = {} for i = 1, 30000 do t['p' .. i] = { 0, 1 } end return t end)()",
  "{ a = setmetatable({}, { __index = function() while true do end end }) }",
}

local CODE = [[
  local parameters = require "astar.parameters"
  return function()
    local a = pcall(function() parameters.a = 3 end)
    local b = pcall(rawset, parameters, "a", 3)
    local c = pcall(setmetatable, parameters, nil)
    if a or b or c then print "changed" end
  end]]

local function fault_of(declared, given)
  local world = small_world ". . ."
  local mod, lines = modded(world, { ["it.lua"] = CODE, ["mod.lua"] =
    ("return { name = 'test', version = '1', behaviours = { it = 'it.lua' }, parameters = %s }")
      :format(declared) }, { instructions = 300000, parameters = given })
  if not mod then return end
  for _, parameter in ipairs(mod.parameters) do
    local least, most, value = parameter.least, parameter.most, parameter.value
    if not (least > -math.huge and least <= value and value <= most and most < math.huge) then
      return ("%s is %s of %s to %s"):format(parameter.name, value, least, most)
    end
  end
  world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
  world:tick()
  return lines[1]
end

return { broken = function(ctx)
  for _, declared in ipairs(DECLARED) do
    for _, given in ipairs { false, { a = 1 }, { a = 0 / 0 }, { zz = 1 } } do
      local began = os.clock()
      local fault = fault_of(declared, given or nil)
      if fault then return declared .. ": " .. fault end
      ctx.slowest = math.max(ctx.slowest, os.clock() - began)
    end
  end
end }
