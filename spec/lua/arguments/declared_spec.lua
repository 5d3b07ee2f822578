--- Each option that the declarations have (tools/meta), with each kind of value that it does not
-- take, and just out of its range: the error names the option and stands in the caller's line.

local declared = require "support.declared"
local objects = require "meta.objects"

local set = declared.set "game.txt"

local function wrong_values(field)
  local kinds = declared.add_kinds(set, field.type, { ["nil"] = true })
  local list = table.concat(declared.wrong_values(kinds, field), ", ")
  return assert(load(("local function f() end return { %s }"):format(list)))()
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
