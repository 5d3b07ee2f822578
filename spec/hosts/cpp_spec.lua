-- A host in C++17, built with its Makefile from what `make install` installs.

local installed = require "support.installed"
local skip = require "support.skip"

local PRINTED = [[
22 cells, cost 534, the last 22, 1
walled in: unreachable
found in several frames: cost 534
from 20, 4 to 20, 5
Hanna: event 0 in tick 52 at 22, 1
loaded: the same hash, no record
set: invalid
too far east
]]

for _, compiler in ipairs { "g++", "clang++" } do
  -- The library of a sanitizer is linked by the compiler that it was built with.
  local linked = compiler == "g++" or installed.sanitize == ""

  describe("a host in C++, by " .. compiler .. " #extra", function()
    local it = skip.where(not linked and "the sanitizer is gcc's" or skip.without(compiler))

    it("is built and runs", function()
      local here = installed.new "install-lib"
      local folder = here.copy "cpp"
      here.run(("make -C %s CXX='%s%s -Wall -Wextra -Wpedantic -Werror' PREFIX=%s"):format(folder,
        compiler, installed.sanitize, here.prefix))
      assert.are.equal(PRINTED, here.run(folder .. "/game"))
      here.remove()
    end)
  end)
end
