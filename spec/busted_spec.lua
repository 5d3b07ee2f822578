-- What `busted` does in this folder: see .busted.

local command = require "support.command"
local skip = require "support.skip"

-- A spec that takes no time, whose tests are the same in every Lua. It alone has the tag #pairs.
local SPEC = "spec/lua/pairs_spec.lua"

-- The program, started by a Lua, with an environment that tells it nothing.
local function busted(words, lua, environment)
  local program = command.output_of "command -v busted":match "[^\n]*"
  return command.output_of(("env -u LUA_PATH -u LUA_CPATH %s %s %s %s 2>&1")
    :format(environment or "", lua or "lua5.4", program, words))
end

local function passes(count, output, status)
  assert.matches(("\n%d success[es]* / 0 failures / 0 errors / 0 pending"):format(count), output)
  assert.equal(0, status)
end

for _, lua in ipairs { "lua5.4", "lua5.3", "lua5.1", "luajit" } do
  describe("busted, started by " .. lua, function()
    local it = skip.where(skip.without("busted", lua))

    it("runs a spec that is named", function() passes(2, busted(SPEC, lua)) end)
  end)
end

describe("busted", function()
  local it = skip.where(skip.without "busted")

  it("takes options with words that the shell would part", function()
    passes(1, busted(("--filter='through all' -e 'local a = [[it is; here]]' %s"):format(SPEC)))
  end)

  it("runs what has a tag", function()
    local output, status = busted("-t nobody-has-this")
    assert.matches("No test files found", output)
    assert.equal(1, status)
    for _, tags in ipairs { "-t pairs", "-t none,pairs", "--tags none,pairs", "--tags=pairs" } do
      passes(2, busted(tags))
    end
  end)

  it("says in a line what to do where Lua does not find busted", function()
    assert.same({ "busted: error: nowhere does not find busted's modules: install busted for it\n",
      1 }, { busted(SPEC, nil, "LUA=nowhere") })
  end)

  it("says in a line what to do where the module is not built", function()
    assert.same({ "the Lua module is not built: run `make` first\n", 1 },
      { busted(SPEC, nil, "BUILD=nowhere LUA=lua5.4") })
  end)
end)
