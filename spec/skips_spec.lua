-- On a machine without optional tools their tests are skipped, each with a reason, and nothing
-- fails: the specs that use such tools run once more, where no program is found but these.

local builds = require "support.builds"
local command = require "support.command"

local PROGRAMS = { "awk", "basename", "cat", "chmod", "cp", "dirname", "env", "find", "grep",
  "head", "id", "ls", "ln", "mkdir", "mv", "rm", "sed", "seq", "sh", "sleep", "sort", "tail",
  "timeout", "touch", "tr", "uname", "wc", builds.own }

-- These take long, and what few of their tests need is a file, or a library of Lua.
local LEFT_OUT = { "spec/cli/command_spec.lua", "spec/lua/files_spec.lua",
  "spec/lua/formats/formats_spec.lua", "spec/lua/formats/tiled_spec.lua",
  "spec/lua/save/saved_mods_spec.lua", "spec/meta_spec.lua" }

local function specs()
  local is_out, list = {}, {}
  for _, name in ipairs(LEFT_OUT) do is_out[name] = true end
  for _, name in ipairs(command.list(
    [[grep -rlE 'support[.](skip|browser|sockets)"|pending ?["(]' spec --include=*_spec.lua |
    sort]])) do
    if not is_out[name] then list[#list + 1] = name end
  end
  return list
end

describe("where optional tools are missing", function()
  local folder, skipped = nil, 0

  setup(function()
    folder = os.tmpname()
    os.remove(folder)
    command.output_of("mkdir " .. folder)
    for _, name in ipairs(PROGRAMS) do
      command.output_of(("ln -s $(command -v %s) %s"):format(name, folder))
    end
  end)

  teardown(function() command.output_of("rm -r " .. folder) end)

  -- LuaSocket is no program: it is taken away by another that stands in its place.
  local TAKEN = "-e 'package.preload.socket = function() error [[taken away]] end'"

  local function said_by(spec)
    return command.output_of(("PATH=%s; %s %s tools/busted.lua -o spec/support/outputhandler.lua %s"
      .. " 2>&1"):format(folder, command.lua(), TAKEN, spec))
  end

  for _, spec in ipairs(specs()) do
    it("fails nothing: " .. spec, function()
      local said, status = said_by(spec)
      assert(status == 0, said)
      for line in said:gmatch "skipped ([^\n]+)\n" do
        assert.matches(": %a[^:]+$", line)
        skipped = skipped + 1
      end
    end)
  end

  it("skips all that needs them", function() assert.is_true(skipped > 150, skipped) end)
end)
