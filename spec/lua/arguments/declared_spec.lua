--- Each option that the declarations have (tools/meta), with each kind of value that it does not
-- take, and just out of its range: the error names the option and stands in the caller's line.

package.path = "tools/?.lua;" .. package.path

local declarations = require "meta.declarations"
local objects = require "meta.objects"
local types = require "meta.types"

local set = declarations.read "game.txt"

-- One of each kind of value; "whole" is left out, as what takes numbers takes whole ones.
local VALUES = { number = 1.5, string = "no such word", boolean = true, table = {},
  ["function"] = function() end }

local PLAIN = { integer = "integer", number = "number", string = "string", boolean = "boolean",
  ["true"] = "boolean", ["false"] = "boolean", table = "table", ["function"] = "function",
  any = "any" }
local OF_TAG = { list = "table", table = "table", shape = "table", fun = "function" }

-- The kinds of values that a type takes: a set.
local function kinds_of(node, kinds)
  local item = node.tag == "class" and set.by_name[node.name]
  if node.tag == "union" then
    for _, one in ipairs(node) do kinds_of(one, kinds) end
  elseif item and item.kind == "type" then
    kinds_of(types.read(item.type), kinds)
  elseif item and item.kind ~= "words" then
    kinds.table = true
  elseif node.tag == "plain" then
    kinds[PLAIN[node.name] or "any"] = true
  elseif OF_TAG[node.tag] then
    kinds[OF_TAG[node.tag]] = true
  end
  return kinds
end

local function evaluated(text) return assert(load("return " .. text))() end

local function wrong_values(field)
  local kinds, list = kinds_of(types.read(field.type), {}), {}
  for kind, value in pairs(VALUES) do
    if not kinds[kind] and not kinds.any then list[#list + 1] = value end
  end
  if field.least then
    local least, most = evaluated(field.least), evaluated(field.most)
    list[#list + 1] = least - 1
    list[#list + 1] = most + math.max(1, most / 2 ^ 20)   -- also of 2^53 it is another number
  end
  return list
end

local function tell(problems, item, field, value, what)
  table.insert(problems, ("%s.%s = %s: %s"):format(item.name, field.name, tostring(value), what))
end

local function try_field(item, field, env, problems)
  local tried = 0
  for _, text in ipairs(item.tries) do
    local call = assert(load(("local T = ...\nlocal _ = %s"):format(text), "=caller", "t", env))
    for _, value in ipairs(wrong_values(field)) do
      local ok, message = pcall(call, { [field.name] = value })
      message, tried = tostring(message), tried + 1
      if ok then
        tell(problems, item, field, value, "is taken")
      elseif not message:find("%f[%w_]" .. field.name .. "%f[^%w_]") then
        tell(problems, item, field, value, "the option is not named: " .. message)
      elseif not message:find "^caller:2: " then
        tell(problems, item, field, value, "not in the caller's line: " .. message)
      end
    end
  end
  return tried
end

describe("each declared option", function()
  it("is refused by its name, in the caller's line, if its value is none", function()
    local env, problems, tried = objects.of_the_game(), {}, 0
    for _, item in ipairs(set.items) do
      for _, field in ipairs(item.kind == "options" and item.fields or {}) do
        if not field.name:find "^%[" then tried = tried + try_field(item, field, env, problems) end
      end
    end
    assert.same({}, problems)
    assert.is_true(tried > 1000)
  end)
end)
