--- The library as a rule of make installs it, in a folder of its own, and hosts that are built from
-- there: examples/hosts/.
--
--   local installed = require("support.installed").new "install-lib"
--   installed.prefix                the place; DESTDIR and PREFIX have both been used
--   installed.copy "c"              a copy of examples/hosts/c: its folder
--   installed.run("make -C …")      what a command prints; it has to succeed
--   installed.remove()

local busted = require "busted"
local command = require "support.command"

local assert = busted.assert
local BUILD = os.getenv("BUILD") or "build"
local LUA = os.getenv("LUA") or "lua5.4"

-- A library that was built for a sanitizer is linked by what has it.
local SANITIZE = BUILD:find("asan") and " -fsanitize=address,undefined" or ""
local CLEAN = "env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u LD_PRELOAD -u PREFIX -u DESTDIR "

local installed = { cc = "gcc" .. SANITIZE, cxx = "g++" .. SANITIZE, sanitize = SANITIZE }

local function run(line)
  local printed, status = command.output_of(("(%s %s) 2>&1 </dev/null"):format(CLEAN, line))
  assert.are.equal(0, status, line .. "\n" .. printed)
  return printed
end

function installed.new(rule)
  local folder = os.tmpname()
  os.remove(folder)
  run(("make %s BUILD=%s LUA=%s DESTDIR=%s PREFIX=/opt/astar"):format(rule, BUILD, LUA, folder))
  local self = { folder = folder, prefix = folder .. "/opt/astar", run = run }

  function self.copy(host)
    local to = folder .. "/" .. host
    run(("cp -r examples/hosts/%s %s"):format(host, to))
    return to
  end

  function self.remove()
    command.output_of("rm -r " .. folder)
  end

  return self
end

return installed
