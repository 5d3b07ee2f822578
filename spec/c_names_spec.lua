--- Names of before in the C interface: to use one is an error of the compiler that tells today's
-- name, which there is. Functions, types and enumerators are macros at the end of src/astar.h;
-- fields of structs are declared with ASTAR_RENAMED.

local skip = require "support.skip"
local whole = require "support.file"

local HEADER = whole.read "src/astar.h"

-- What the compiler says of a program.
local function complaints(compiler, program)
  local file = os.tmpname() .. ".c"
  whole.write(file, program)
  local pipe = assert(io.popen(("env -u LD_PRELOAD %s -std=c11 -fsyntax-only -Isrc %s 2>&1")
    :format(compiler, file)))
  local output = pipe:read("*a")
  pipe:close()
  os.remove(file)
  return output
end

-- { was, now, has arguments }
local function macros()
  local list = {}
  local text = HEADER:gsub("\\\n", " ")
  for was, arguments, value in text:gmatch("#define ([%w_]+)(%(?[.]*%)?) +([%w_]+_now)\n") do
    list[#list + 1] = { was, value:match("_is_called_([%w_]+)_now$"), arguments ~= "" }
  end
  return list
end

-- { struct, was, now }
local function fields()
  local list = {}
  for body, struct in HEADER:gmatch("typedef struct [%w_]+ (%b{}) ([%w_]+);") do
    for now, was in body:gmatch("ASTAR_RENAMED%([^,]+, ([%w_]+), ([%w_]+)%)") do
      list[#list + 1] = { struct, was, now }
    end
  end
  return list
end

for _, compiler in ipairs { "gcc", "clang" } do
  describe("a name of before, to " .. compiler .. " #extra", function()
    local it = skip.where(skip.without(compiler))

    it("is an error that tells today's, of functions, types and enumerators", function()
      local names = macros()
      assert.is_true(#names >= 28)
      local program = { '#include "astar.h"' }
      for i, one in ipairs(names) do
        program[#program + 1] = ("int f%d(void) { return (int)%s%s; }"):format(i, one[1],
          one[3] and "(0)" or "")
      end
      local said = complaints(compiler .. (compiler == "clang" and " -ferror-limit=0" or ""),
        table.concat(program, "\n") .. "\n")
      for _, one in ipairs(names) do
        local line = ("error[^\n]*%s_is_called_%s_now"):format(one[1], one[2])
        assert(said:find(line), line)
        assert(HEADER:find(("%%f[%%w_]%s%%f[^%%w_][(,; ]"):format(one[2])), one[2])
      end
    end)

    it("is an error that tells today's, of fields, where the compiler can say so", function()
      local list = fields()
      assert.equal(6, #list)
      for _, one in ipairs(list) do
        local program = ('#include "astar.h"\nint f(const %s *p) { return p->%s != 0; }\n')
        local said = complaints(compiler, program:format(one[1], one[2]))
        assert(said:find(("error[^\n]*%s[^\n]*it is called %s now"):format(one[2], one[3])), said)
        assert.equal("", complaints(compiler, program:format(one[1], one[3])))
      end
    end)
  end)
end
