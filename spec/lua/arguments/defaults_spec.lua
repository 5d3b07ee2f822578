--- Each default that the declarations state (tools/meta), in the worlds of default_worlds.lua: what
-- an option does that is left out is what it does with that value, and another value does another
-- thing. So a world that cannot tell an option is found as well.

local declared = require "support.declared"
local worlds = require "support.default_worlds"

local set = declared.set "game.txt"

-- Options that none of the worlds tells, and why.
local UNTOLD = {
  ["AlternativesOptions.plateau"] = "only values far from it make other paths",
  ["InspectOptions.rewind"] = "only the page in the browser has less of it",
  ["PrepareOptions.threads"] = "what is computed does not depend on it",
  ["TimelineOptions.memory"] = "it takes 128 MB to tell it from half of it",
}

-- Defaults in words, as values of the worlds' maps.
local IN_WORDS = { ["100 straight steps"] = "1000", ["a straight step"] = "10",
  ["the straight cost"] = "10", ["16 MB"] = "2^24", ["1, with a recipe 0"] = "1",
  ["as `instructions`"] = "1000000" }

-- Other values, by the types of options.
local OTHERS = { ["number[]"] = { { 5, 7 } }, ["number|number[]"] = { 3 },
  Cost = { 50 }, string = { "another" },
  ["table<string, integer|false>"] = { { wall = 5 } } }

local function value_of(text)
  local f = (loadstring or load)("return " .. (text or "nil"))
  return f and f()
end

-- The default of a field as a value, or nil: it says in words what cannot be given.
local function default_of(field)
  local text = field.default
  if text == "any" or text == "any distance" then text = field.most end
  local is_value = text and (tonumber(text) or text:find '^["{]' or text:find "^2%^"
    or text == "true" or text == "false" or text == field.most)
  if is_value then return value_of(text) end
  return value_of(IN_WORDS[text])
end

-- Lists of other values; of each list one has to do another thing. Of a number they are near to it
-- on both sides, so that a world that knows the default but roughly is found.
local function others_of(field, default)
  local item = set.by_name[field.type]
  local words, below, above = {}, {}, {}
  for _, value in ipairs(item and item.list or OTHERS[field.type] or {}) do
    if value ~= default then words[#words + 1] = value end
  end
  if field.type:find "boolean" then words[#words + 1] = not default end
  if type(default) ~= "number" or words[1] then return { words } end
  local least, most = value_of(field.least) or -math.huge, value_of(field.most) or math.huge
  local near = { default - 1, default + 1, default - 0.05, default + 0.05,
    math.floor(default / 2), default * 2 }
  if default == most then near = { 12, 1, 0 } end
  for _, value in ipairs(near) do
    local list = value < default and below or above
    if value ~= default and value >= least and value <= most then list[#list + 1] = value end
  end
  return { below[1] and below or above, above[1] and above or below }
end

local function is_same(a, b) return (pcall(assert.same, a, b)) end

-- Does one of the values do another thing in one of the worlds? Those that refuse it do not count.
local function is_told(list, name, values)
  for _, world in ipairs(list) do
    for _, value in ipairs(values) do
      local taken, answer = pcall(world, { [name] = value })
      if taken and not is_same(world {}, answer) then return true end
    end
  end
  return false
end

-- What the worlds of a table of options say of one: that it is wrong, "untold", or nil.
local function verdict(list, field, default)
  local taken, message = false, nil
  for _, world in ipairs(list) do
    local ok, answer = pcall(world, { [field.name] = default })
    if ok and not is_same(world {}, answer) then return "does another thing if it is left out" end
    taken, message = taken or ok, answer
  end
  if not taken then return tostring(message) end
  for _, values in ipairs(others_of(field, default)) do
    if not is_told(list, field.name, values) then return "untold" end
  end
end

describe("each declared default", function()
  it("is what the option does that is left out, and another value does another thing", function()
    local wrong, untold, tried = {}, {}, 0
    for _, item in ipairs(set.items) do
      for _, field in ipairs(item.kind == "options" and item.fields or {}) do
        local default, name = default_of(field), item.name .. "." .. field.name
        if default ~= nil then
          assert(worlds[item.name], "no world tells " .. name)
          local list = worlds[item.name]
          local word = verdict(type(list) == "table" and list or { list }, field, default)
          if word == "untold" then untold[name] = UNTOLD[name] or word
          elseif word then wrong[#wrong + 1] = ("%s: %s"):format(name, word) end
          tried = tried + 1
        end
      end
    end
    assert.same({}, wrong)
    assert.same(UNTOLD, untold)
    assert.is_true(tried > 100)
  end)

  it("is the same for mods", function()
    local differ, tried = {}, 0
    for _, item in ipairs(declared.set("mods.txt").items) do
      local of_game, own = set.by_name[item.name] or {}, {}
      for _, field in ipairs(of_game.fields or {}) do own[field.name] = field end
      for _, field in ipairs(item.kind == "options" and item.fields or {}) do
        local default = own[field.name] and default_of(field)
        if default ~= nil and default ~= default_of(own[field.name]) then
          differ[#differ + 1] = item.name .. "." .. field.name
        end
        tried = tried + (default ~= nil and 1 or 0)
      end
    end
    assert.same({}, differ)
    assert.is_true(tried > 40)
  end)

  it("is what a field of a new object has that can be set", function()
    local fresh, tried = worlds.fresh(), 0
    for _, item in ipairs(set.items) do
      for _, field in ipairs(item.kind == "class" and item.fields or {}) do
        local default = default_of(field)
        if default ~= nil then
          local object = assert(fresh[item.owner], "no new object of " .. item.name)
          assert.equal(default, object[field.name], item.name .. "." .. field.name)
          tried = tried + 1
        end
      end
    end
    assert.is_true(tried > 8)
  end)
end)
