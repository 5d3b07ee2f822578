-- The page is complete: its declarations alone, put together as a header, are enough to compile and
-- link its programs.

local command = require "support.command"
local pages = require "support.pages"
local whole = require "support.file"

local PAGE = "docs/c-api.md"

-- The declarations of the page as headers, in the order of the real ones; the folder that has them.
local function headers_of_the_page()
  local blocks = {}
  for _, block in ipairs(pages.blocks_of(PAGE)) do
    if block.comment == "declarations" then blocks[block.argument] = block.text end
  end
  local folder = os.tmpname()
  os.remove(folder)
  command.output_of("mkdir " .. folder)
  local function write(header, first)
    local parts = { "#pragma once", first }
    for name in whole.read("src/" .. header):gmatch("\n/%* %-%-%-%- (.-) %-+ %*/") do
      parts[#parts + 1] = blocks[name:gsub(" ", "-")] or ""
    end
    whole.write(folder .. "/" .. header, table.concat(parts, "\n"))
  end
  write("astar.h", "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n"
    .. blocks.constants)
  write("astar_units.h", '#include "astar.h"')
  write("astar_graph.h", '#include "astar.h"')
  return folder
end

pages.test "docs/c-api.md"
pages.test_c(PAGE)

describe("docs/c-api.md alone", function()
  local folder = headers_of_the_page()

  teardown(function() command.output_of("rm -r " .. folder) end)

  pages.test_c(PAGE, folder)

  it("declares every function of the library", function()
    local program = { '#include "astar_units.h"\n#include "astar_graph.h"\n'
      .. "typedef void (*any)(void);\nany all[] = {" }
    for _, name in ipairs(command.list("env -u LD_PRELOAD tools/api-functions.sh")) do
      program[#program + 1] = ("  (any)%s,"):format(name)
    end
    assert.is_true(#program > 300)
    local source = folder .. "/all.c"
    whole.write(source, table.concat(program, "\n") .. "\n};\n")
    assert.are.equal("", (command.output_of(("env -u LD_PRELOAD gcc -std=c11 -Wall -Werror "
      .. "-fsyntax-only -I%s %s 2>&1"):format(folder, source))))
  end)
end)
