-- tools/vault: what wasm2c writes is metered everywhere, or not at all; and no guest asks the host
-- for more than the Makefile lists. The rest of `make vault` has run when the module was built.

local command = require "support.command"
local skip = require "support.skip"
local whole = require "support.file"

local OWN = (os.getenv "BUILD" or "build") .. "/vault"
local VAULT = whole.exists(OWN .. "/raw/guard.c") and OWN or "build/vault"
local RAW = VAULT .. "/raw/guard"
local is_there = whole.exists(RAW .. ".c")
local text, header = is_there and whole.read(RAW .. ".c"), is_there and whole.read(RAW .. ".h")

local WHY = not is_there and "needs what make vault has written" or nil

describe("the meter of the vault", function()
  local it, setup, teardown = skip.where(WHY)
  local folder

  setup(function()
    folder = os.tmpname()
    os.remove(folder)
    assert(os.execute("mkdir -p " .. folder .. "/raw"))
  end)

  teardown(function() os.execute("rm -rf " .. folder) end)

  --- Meters the guest's C; true, or false and the message.
  local function meter(c, h)
    whole.write(folder .. "/raw/guard.c", c)
    whole.write(folder .. "/raw/guard.h", h or header)
    os.remove(folder .. "/guard.c")
    local said, status = command.output_of(("%s tools/vault/meter.lua guard %s/raw %s 2>&1")
      :format(command.lua(), folder, folder))
    return status == 0, said
  end

  local function refused(what, c, h)
    local done, said = meter(c, h)
    assert.is_false(done)
    assert.matches(what, said)
    assert.is_false(whole.exists(folder .. "/guard.c"))
  end

  it("writes the same file under every Lua", function()
    assert.is_true(meter(text))
    assert.equal(whole.read(VAULT .. "/guard.c"), whole.read(folder .. "/guard.c"))
  end)

  it("has fuel taken at every loop and by every bulk operation", function()
    assert.is_true(meter(text))
    local metered = whole.read(folder .. "/guard.c")
    local _, heads = text:gsub("\n%s*%w+_L%d+:", "")
    local _, bulk = text:gsub("\n%s*memory_%l+%(&", "")
    local _, once = metered:gsub("w2c_L%d+: FUEL%(1%);", "")
    local _, by_length = metered:gsub("FUEL%(w2c_i2 >> 4%);\n%s*memory_%l+%(&", "")
    assert.is_true(heads > 300 and bulk > 10)
    assert.same({ heads, bulk }, { once, by_length })
  end)

  it("makes what is left out without guard pages, and takes only names of ours", function()
    assert.is_true(meter(text))
    local metered = whole.read(folder .. "/guard.c")
    assert.matches("^#include \"addresses%.h\"\n\n#if LA_GUARD_PAGES\n", metered)
    assert.matches("\n#endif\n$", metered)
    assert.is_nil((metered .. whole.read(folder .. "/guard.h")):match "%f[%w_]Z_guard")
  end)

  it("refuses text that it does not know, and writes nothing", function()
    refused("labels", (text:gsub("\n(%s*%w+)_L(%d+):", "\n%1_M%2:", 1)))
    refused("loops", (text:gsub("(%w+_L%d+:) *\n", "%1 ;\n", 1)))
    refused("functions", (text:gsub("\n  FUNC_PROLOGUE;\n", "\n", 1)))
    refused("bulk operations", (text:gsub("(memory_copy%(&instance%->w2c_memory,[^\n]*)%);",
      "%1 + 1);", 1)))
    refused("depth", (text:gsub("#if [%w_]+_STACK_DEPTH_COUNT", "#if 1")))
    refused("alloca", (text:gsub("#include <alloca%.h>", "", 1)))
    refused("alloca", (text:gsub("\n  FUNC_PROLOGUE;\n", "%0  alloca(8);\n", 1)))
    refused("types of instances", text, (header:gsub("typedef struct [%w_]+", "%0 ")))
    -- Each version of wasm2c has one of the two.
    refused("types of functions", (text:gsub("wasm_rt_register_func_type%(", "wasm_rt_other(", 1)
      :gsub("\nFUNC_TYPE_T%([%w_]+%)", "%0 ", 1)))
  end)
end)

describe("the guest of the vault", function()
  local clang, ld = "clang", "wasm-ld"
  if is_there then clang, ld = whole.read(VAULT .. "/clang"):match "(%S+) (%S+)" end
  local it = skip.where(WHY or skip.without(clang, ld))

  it("may import what is listed, and nothing else", function()
    local objects = ("$(find %s/o -name '*.o')"):format(VAULT)
    local link = ("CLANG=%s LD=%s "):format(clang, ld) ..
      "STACK=262144 MEMORY=1073741824 tools/vault/link.sh "
    local out = os.tmpname()
    local said, status = command.output_of(link .. out .. " 'try throw' " .. objects .. " 2>&1")
    os.remove(out)
    assert.not_equal(0, status)
    assert.matches("imports h.ask h.fetch h.throw h.try , and is to import", said, 1, true)
  end)
end)
