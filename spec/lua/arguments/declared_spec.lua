--- Each option that the declarations have (tools/meta), and each field that can be set, with each
-- kind of value that it does not take, and just out of its range: the error names it and stands in
-- the caller's line.

local declared = require "support.declared"
local objects = require "meta.objects"
local worlds = require "support.default_worlds"

local set = declared.set "game.txt"

local NIL = {}

-- They may have NIL for nil.
local function wrong_values(field, kinds)
  declared.add_kinds(set, field.type, kinds)
  local list = table.concat(declared.wrong_values(kinds, field), ", ")
  return assert(load(("local NIL = ... local function f() end return { %s }"):format(list)))(NIL)
end

local function tell(problems, item, field, value, what)
  table.insert(problems, ("%s.%s = %s: %s"):format(item.name, field.name, tostring(value), what))
end

local function try(problems, item, field, value, call, ...)
  local ok, message = pcall(call, ...)
  message = tostring(message)
  if ok then
    tell(problems, item, field, value, "is taken")
  elseif not message:find("%f[%w_]" .. field.name .. "%f[^%w_]") then
    tell(problems, item, field, value, "it is not named: " .. message)
  elseif not message:find "^caller:2: " then
    tell(problems, item, field, value, "not in the caller's line: " .. message)
  end
end

local function try_option(item, field, env, problems)
  local tried = 0
  for _, text in ipairs(item.tries) do
    local call = assert(load(("local T = ...\nlocal _ = %s"):format(text), "=caller", "t", env))
    for _, value in ipairs(wrong_values(field, { ["nil"] = true })) do
      try(problems, item, field, value, call, { [field.name] = value })
      tried = tried + 1
    end
  end
  return tried
end

-- These are plain keys, since scripts read them often: nothing hears of what they are set to.
local UNHEARD = { ["WorldUnit.data"] = true, ["World.data"] = true }

local function try_setting(item, field, object, problems)
  local values = wrong_values(field, {})
  local set_it = assert(load(("local object, value = ...\nobject.%s = value"):format(field.name),
    "=caller"))
  for _, value in ipairs(values) do
    if value == NIL then value = nil end
    try(problems, item, field, value, set_it, object, value)
  end
  return #values
end

describe("each declared option", function()
  it("is refused by its name, in the caller's line, if its value is none", function()
    local env, problems, tried = objects.of_the_game(), {}, 0
    for _, item in ipairs(set.items) do
      for _, field in ipairs(item.kind == "options" and item.fields or {}) do
        if not field.name:find "^%[" then tried = tried + try_option(item, field, env, problems) end
      end
    end
    assert.same({}, problems)
    assert.is_true(tried > 1000)
  end)
end)

describe("each declared field that can be set", function()
  it("refuses other values by its name, in the caller's line", function()
    local fresh, problems, tried = worlds.fresh(), {}, 0
    fresh.world_unit = fresh.world:unit { player = "red", x = 3, y = 3 }
    for _, item in ipairs(set.items) do
      local object = fresh[item.name == "WorldUnit" and "world_unit" or item.owner]
      for _, field in ipairs(item.kind == "class" and item.fields or {}) do
        if field.settable and not UNHEARD[item.name .. "." .. field.name] then
          tried = tried + try_setting(item, field, object, problems)
        end
      end
    end
    assert.same({}, problems)
    assert.is_true(tried > 80)
  end)
end)
