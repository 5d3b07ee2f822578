-- bin/astar as a whole: help, version, completion, installation, what is missing.

local cli = require "support.cli"
local command = require "support.command"
local file = require "support.file"
local skip = require "support.skip"

local COMMANDS = { "", "path", "info", "convert", "bench", "mod", "mod check", "mod run",
  "arena" }

describe("astar", function()
  after_each(cli.clean)

  it("prints its version", function()
    local output, status = cli.run "--version"
    assert.equal(0, status)
    assert.equal(("astar %s\n"):format(require("astar").version), output)
  end)

  for _, name in ipairs(COMMANDS) do
    it(("%s --help explains it, with examples"):format(name), function()
      local output, status, said = cli.run(name .. " --help")
      assert.equal("", said)
      assert.equal(0, status)
      assert.matches("^Usage: astar", output)
      if name ~= "mod" then assert.matches("\nExamples:\n  astar ", output) end
      for line in output:gmatch("[^\n]+") do assert.is_true(#line <= 80, line) end
    end)
  end

  it("needs a command that there is", function()
    for words, expected in pairs {
      [""] = "a command is required (`astar --help` explains the command)",
      pth = "unknown command 'pth'", ["mod"] = "a command is required (`astar mod --help`",
      ["mod chek"] = "unknown command 'chek'", ["--foo"] = "unknown option '--foo'",
    } do
      local output, status, said = cli.run(words)
      assert.equal(2, status)
      assert.equal("", output)
      assert.truthy(said:find(expected, 1, true), said)
    end
  end)

  it("completes in bash, zsh and fish", function()
    for _, shell in ipairs { "bash", "zsh", "fish" } do
      local output, status = cli.run("completion " .. shell)
      assert.equal(0, status)
      for _, word in ipairs { "convert", "any%-angle", "games" } do assert.matches(word, output) end
      local script = cli.file(output)
      local _, missing = command.output_of(("command -v %s >/dev/null"):format(shell))
      if missing == 0 then
        assert.same({ "", 0 }, { command.output_of(("%s -n %s 2>&1"):format(shell, script)) })
      end
    end
    local script = cli.file((cli.run "completion bash"))
    local words = command.output_of(("bash -c 'source %s; COMP_WORDS=(astar b); COMP_CWORD=1;"
      .. " _astar astar b astar; echo ${COMPREPLY[@]}'"):format(script))
    assert.equal("bench\n", words)
    assert.equal(2, (select(2, cli.run "completion tcsh")))
  end)

  it("says what to install if the parser of arguments is missing", function()
    local output, status = command.output_of(("LUA_PATH='./lua/?.lua;./lua/?/init.lua' %s bin/astar"
      .. " info 2>&1"):format(command.plain_lua()))
    assert.equal(2, status)
    assert.truthy(output:find("apt-get install lua-argparse, or luarocks install argparse", 1,
      true))
    assert.is_nil(output:find("traceback", 1, true))
  end)

  it("says what to do if the module is missing", function()
    local place = cli.file(nil)
    command.output_of(("mkdir -p %s/bin %s/lua && cp bin/astar %s/bin && cp -r lua/astar %s/lua")
      :format(place, place, place, place))
    local output, status = command.output_of(("LUA_CPATH=/nowhere/?.so %s %s/bin/astar info 2>&1")
      :format(command.plain_lua(), place))
    command.output_of("rm -r " .. place)
    assert.equal(2, status)
    assert.matches("^astar: astar/core%.so was not found: run `make LUA=", output)
    assert.is_nil(output:find("no file", 1, true))
  end)

  it("finds the library beside it: from other folders, and by a link", function()
    local place = cli.file(nil)
    local lua = type(jit) == "table" and "luajit" or "lua" .. _VERSION:match "%d+%.%d+"
    local tree = (("mkdir -p P/bin P/build && cp bin/astar P/bin && ln -s $(realpath lua) P/lua"
      .. " && ln -s $(realpath B/L) P/build/L && ln -s P/bin/astar P/link")
      :gsub("%f[%w][PBL]%f[%W]",
      { P = place, L = lua, B = os.getenv "BUILD" or "build" }))
    assert.same({ "", 0 }, { command.output_of(tree .. " 2>&1") })
    for folder, program in pairs { bin = "astar", ["./bin"] = "./astar", ["/"] = place .. "/link",
      ["."] = "bin/astar", ["bin/."] = "../bin/astar", ["/tmp"] = place .. "/bin/astar" } do
      local line = ("cd %s; cd %s && env -u LUA_PATH -u LUA_CPATH %s %s"):format(place, folder,
        command.plain_lua(), program)
      local output, status = command.output_of(line .. " --version 2>&1")
      assert.equal(0, status, line .. ": " .. output)
      assert.matches("^astar %d", output)
    end
    command.output_of("rm -r " .. place)
  end)

  -- As far as that can be shown here: with the words of Windows' Lua, in a copy whose module has
  -- the other ending. Files are opened by a name with the slashes of this system.
  it("finds the library by backslashes and as a DLL, where Lua says so", function()
    local place = cli.file(nil)
    local lua = type(jit) == "table" and "luajit" or "lua" .. _VERSION:match "%d+%.%d+"
    command.output_of((("mkdir -p P/build/L/astar && cp -r bin lua P"
      .. " && cp B/L/astar/core.so P/build/L/astar/core.dll"):gsub("%f[%w][PBL]%f[%W]",
      { P = place, L = lua, B = os.getenv "BUILD" or "build" })))
    local start = cli.file(([[
      package.config = package.config:gsub("^/", "\\")
      package.cpath = ".\\?.dll;" .. package.cpath:gsub("/", "\\"):gsub("%%.so", ".dll")
      io.popen = nil
      local open = io.open
      function io.open(name, mode) return open((name:gsub("\\", "/")), mode) end
      arg = { [0] = "%s\\bin\\astar", "--version" }
      package.path = "%s/lua/?.lua;" .. package.path
      local program = assert(loadfile "%s/bin/astar")
      os.exit = function(status) print(status, (package.cpath:match "^[^;]*")) end
      program()
    ]]):format(place:gsub("/", "\\\\"), place, place))
    local output = command.output_of(("%s %s 2>&1"):format(command.plain_lua(), start))
    command.output_of("rm -r " .. place)
    assert.matches(("%s/build/%s/?.dll\n"):format(place:gsub("/", "\\"), lua), output, 1, true)
  end)

  it("finds the library that it is installed with", function()
    local place, version = cli.file(nil), _VERSION:match "%d+%.%d+"
    local lua = type(jit) == "table" and "luajit" or "lua" .. version
    local names = { P = place, V = version, L = lua, B = os.getenv "BUILD" or "build" }
    command.output_of((([[mkdir -p P/bin P/share/lua/V P/lib/lua/V/astar P/share/astar &&
      cp bin/astar P/bin && cp -r lua/astar P/share/lua/V && cp -r examples P/share/astar &&
      cp B/L/astar/core.so P/lib/lua/V/astar]]):gsub("%f[%w][PVBL]%f[%W]", names)))
    local mod = place .. "/share/astar/examples/skirmish/"
    local output, status = command.output_of(("cd / && env -u LUA_PATH -u LUA_CPATH %s %s/bin/astar"
      .. " mod run %sred %sblue --ticks 1 2>&1"):format(command.plain_lua(), place, mod, mod))
    command.output_of("rm -r " .. place)
    assert.equal(0, status, output)
    assert.matches("^seed 1, 1 ticks: nobody wins\n", output)
  end)

  it("is not loaded by the library", function()
    local output = command.output_of(([[%s -e 'require "astar"
      for name in pairs(package.loaded) do
        if name:find("^astar.cli") or name == "argparse" then print(name) end
      end']]):format(command.lua()))
    assert.equal("", output)
  end)

  local it_on_full_disk = skip.where(skip.without "/dev/full")
  local it_with_proc = skip.where(skip.without "/proc/self/fd/1")

  it_on_full_disk("notices that its output cannot be written", function()
    local output, status = command.output_of(("%s -l astar.core bin/astar info %s 2>&1 >/dev/full")
      :format(command.lua(), cli.file "..\n"))
    assert.equal(2, status)
    assert.equal("astar: standard output: No space left on device\n", output)
  end)

  it("replaces files as a whole", function()
    local name = cli.file("before", ".txt")
    cli.run(("convert - %s"):format(name), cli.file "..#\n")
    assert.matches("^astar map 1\n", file.read(name))
    assert.is_nil(io.open(name .. ".part"))
  end)

  it_with_proc("writes into standard output under its other names, too", function()
    local folder, captured = cli.file(nil), cli.file "before"
    command.output_of(("mkdir %s; ln -s /proc/self/fd/1 %s/stdout"):format(folder, folder))
    command.output_of(("{ %s -l astar.core bin/astar convert %s %s/stdout; } >%s"):format(
      command.lua(), cli.file "..#\n", folder, captured))
    assert.matches("^astar map 1\n", file.read(captured))
    assert.equal(0, select(2, command.output_of(("test -L %s/stdout"):format(folder))))
    command.output_of("rm -r " .. folder)
  end)
end)
