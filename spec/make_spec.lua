-- What `make` shows of its work: a line for each file, or with V=1 each command.

local command = require "support.command"

local OBJECT = "core/base/thread.o"

-- What it prints while it makes one object, with a compiler that is none.
local function made(words, compiler)
  local build = os.tmpname()
  os.remove(build)
  local line = "env -u MAKEFLAGS -u MAKELEVEL -u V %s BUILD=%s CC='%s' %s/%s 2>&1"
  local output = command.output_of(line:format(words, build, compiler or "true", build, OBJECT))
  os.execute("rm -rf " .. build)
  return output
end

describe("make #extra", function()
  local ONE_LINE = "  CC      src/core/base/thread.c\n"

  it("shows a line for each file that it makes", function()
    assert.equal(ONE_LINE, made "make")
    assert.equal(ONE_LINE, made "make V=0")
    assert.equal(ONE_LINE, made "make -j2 --no-print-directory")
  end)

  it("shows each command with V=1 and -n, and nothing with -s", function()
    for _, words in ipairs { "make V=1", "V=1 make" } do
      assert.matches("^true %-std=c11 .* %-o %S+thread%.o src/core/base/thread%.c\n$", made(words))
    end
    assert.matches("\ntrue %-std=c11 .*\n$", made "make -n")
    assert.equal("", made "make -s")
  end)

  it("shows what compilers print, and which file failed", function()
    local output = made("make", "echo warning: it is late >&2; true")
    assert.matches(ONE_LINE .. "warning: it is late\n$", output)
    output = made("make", "false")
    assert.matches("^" .. ONE_LINE .. "make: %*%*%* .*thread%.o.* Error 1\n$", output)
  end)
end)
