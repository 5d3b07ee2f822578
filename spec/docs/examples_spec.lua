-- Every program of examples/ runs.

local command = require "support.command"

describe("example", function()
  local function printed_by(program, options)
    return command.output_of(("%s %s %s 2>&1 </dev/null"):format(command.lua(), program,
      options or ""))
  end

  for _, program in ipairs(command.list("ls examples/*.lua")) do
    if program ~= "examples/paths.lua" and program ~= "examples/demo.lua" then
      it(program .. " runs and prints", function()
        local seconds = program == "examples/inspect.lua" and "1" or nil
        local output, status = printed_by(program, seconds)
        assert.are.equal(0, status, output)
        assert.is_true(#output > 100)
      end)
    end
  end

  it("each finds the library in the source tree", function()
    for _, program in ipairs(command.list("ls examples/*.lua")) do
      local file = assert(io.open(program))
      local text = file:read("*a")
      file:close()
      local is_found = program == "examples/paths.lua" or text:find('"paths.lua"', 1, true)
      assert.is_truthy(is_found, program .. " does not run paths.lua")
    end
  end)

  it("inspect.lua says how it is called", function()
    local output, status = printed_by("examples/inspect.lua", "soon")
    assert.are.equal("Usage: lua examples/inspect.lua [SECONDS]\n", output)
    assert.are.equal(2, status)
  end)

  it("trace.lua shows the numbers of the guide's figures", function()
    local output = printed_by("examples/trace.lua")
    assert.is_truthy(output:find("|40 A   |40 o  \226\134\144|", 1, true))
    assert.is_truthy(output:find("|0    40|10   30|", 1, true))
  end)

  describe("demo.lua", function()
    local ticks, output, status = "--ticks 200", nil, nil

    setup(function() output, status = printed_by("examples/demo.lua", ticks) end)

    it("prints two pictures and a summary where there is no terminal", function()
      assert.are.equal(0, status, output)
      local _, rows = output:gsub("\n[^\n]*~~~~[^\n]*", "")
      assert.is_true(rows >= 20)
      assert.is_nil(output:find("\27", 1, true))
      assert.matches("red +%-?%d+ points +%d+ units", output)
      assert.matches("\n  %u%l+ wins%.\n", output)
    end)

    it("plays the same game every time", function()
      assert.are.equal(output, (printed_by("examples/demo.lua", ticks .. " --fast --plain")))
    end)

    it("explains its options", function()
      local usage, done = printed_by("examples/demo.lua", "--help")
      assert.are.equal(0, done)
      assert.matches("^Usage: ", usage)
      for option, message in pairs {
        ["--foo"] = "unknown option '%-%-foo'", ["--ticks"] = "%-%-ticks needs a whole number",
        ["--seed 1.5"] = "%-%-seed needs a whole number .* got '1%.5'",
      } do
        local said, refused = printed_by("examples/demo.lua", option)
        assert.are.equal(2, refused)
        assert.matches(message, said)
        assert.matches("%-%-help", said)
      end
    end)
  end)
end)
