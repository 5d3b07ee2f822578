--- What a page of the documentation shows works: its Lua blocks run, its C blocks are compiled and
-- run, its links lead somewhere. spec/docs/ has a spec for each page.
--
-- An HTML comment on the line before a block says more about it:
--   <!-- skip -->         not run
--   <!-- continued -->    run after the Lua blocks before it, back to the last one that is not
--   <!-- output -->       this text is what the block before it prints
--   <!-- program FILE -->   written by tools/c-reference.lua
-- and of what is done in a folder, a copy of examples/ to begin with:
--   <!-- file NAME -->    the block is written to that file
--   <!-- edit NAME -->    lines with a - are replaced in that file by those with a + below them
--   <!-- run -->          commands for the shell; with <!-- run 1 --> they end with that status

local busted = require "busted"
local command = require "support.command"
local skip = require "support.skip"
local whole = require "support.file"

local assert, describe, it = busted.assert, busted.describe, busted.it
local teardown = busted.teardown
local output_of = command.output_of

-- ---- blocks ------------------------------------------------------------------------------------

-- All fenced blocks of a file: { language, comment, line, text }
local function blocks_of(file)
  local blocks, open, previous, number = {}, nil, "", 0
  for line in (whole.read(file) .. "\n"):gmatch("(.-)\r?\n") do
    number = number + 1
    local fence = line:match("^```(.*)$")
    if open and fence then
      open.text = table.concat(open.lines, "\n") .. "\n"
      blocks[#blocks + 1] = open
      open = nil
    elseif open then
      open.lines[#open.lines + 1] = line
    elseif fence then
      local comment, argument = previous:match("^<!%-%- (%w+) ?(%S*) %-%->$")
      open = { language = fence, comment = comment, argument = argument, line = number,
        lines = {} }
    end
    previous = line
  end
  assert(not open, file .. ": a block has no end")
  return blocks
end

-- Runs Lua text in an environment of its own; returns what it printed.
local function run(text, name)
  local printed = {}
  local environment = setmetatable({
    print = function(...)
      local words = {}
      for i = 1, select("#", ...) do words[i] = tostring((select(i, ...))) end
      printed[#printed + 1] = table.concat(words, "\t") .. "\n"
    end,
    io = setmetatable({
      write = function(...) printed[#printed + 1] = table.concat({ ... }) end,
    }, { __index = io }),
  }, { __index = _G })
  local chunk
  if setfenv then
    chunk = assert(loadstring(text, name))
    setfenv(chunk, environment)
  else
    chunk = assert(load(text, name, "t", environment))
  end
  chunk()
  return table.concat(printed)
end

-- Runs a block, and those that it continues, once. Any test may be the first to need it.
local function ran(file, block)
  if block.printed then return block end
  local all = run(block.whole, ("@%s (block of line %d)"):format(file, block.line))
  -- Of a continued block only what it prints itself: the others print the rest.
  local known = block.before and ran(file, block.before).all or ""
  assert.are.equal(known, all:sub(1, #known))
  block.all, block.printed = all, all:sub(#known + 1)
  return block
end

local function test_lua(file, block)
  it(("%s:%d runs"):format(file, block.line), function()
    assert.is_string(ran(file, block).printed)
  end)
end

local function test_output(file, block, source)
  it(("%s:%d is what the block above prints"):format(file, block.line), function()
    assert.are.equal(source.reach(), block.text)
  end)
end

-- ---- a folder ----------------------------------------------------------------------------------

-- A path for Lua's modules that holds in other folders, too.
local function absolute(path)
  local here = output_of("pwd"):match("[^\n]+")
  return (path:gsub("[^;]+", function(place)
    return place:sub(1, 1) == "/" and place or here .. "/" .. place
  end))
end

-- A folder with the examples and bin/astar in it, in which this Lua is called lua5.4.
local function new_folder()
  local folder = os.tmpname()
  os.remove(folder)
  local lua_path = output_of("command -v " .. command.plain_lua()):match("[^\n]+")
  local here = output_of("pwd"):match("[^\n]+")
  local commands = "mkdir -p F/bin F/build && cp -r examples F && ln -s %s F/bin/lua5.4"
    .. " && ln -s %s/bin/astar F/bin/astar"
  local _, status = output_of(commands:gsub("F", folder):format(lua_path, here))
  assert.are.equal(0, status)
  return folder
end

local function replaced(text, from, to)
  local first, last = text:find(from, 1, true)
  assert(first, "there is no " .. from)
  assert(not text:find(from, last + 1, true), "there is more than one " .. from)
  return text:sub(1, first - 1) .. to .. text:sub(last + 1)
end

local actions = {}

function actions.file(folder, block)
  output_of(("mkdir -p %s/%s"):format(folder, block.argument:match("^(.*)/") or "."))
  whole.write(folder .. "/" .. block.argument, block.text)
end

function actions.edit(folder, block)
  local file = folder .. "/" .. block.argument
  local from, to = {}, {}
  for sign, line in block.text:gmatch("([-+])([^\n]*\n)") do
    table.insert(sign == "-" and from or to, line)
  end
  whole.write(file, replaced(whole.read(file), table.concat(from), table.concat(to)))
end

-- In Lua 5.1 a module that is loaded by -l sees no arguments.
local function command_of(text)
  if _VERSION ~= "Lua 5.1" or rawget(_G, "jit") then return text end
  return (text:gsub("lua5%.4 %-l astar%.mods%.check (%S+) ?(%S*)", function(mod, game)
    local call = "os.exit(require('astar.mods.check').command('%s', "
      .. "function(...) io.stdout:write(...) end, %s))"
    return ('lua5.4 -e "%s"'):format(call:format(mod, game == "" and "nil" or "'" .. game .. "'"))
  end))
end

function actions.run(folder, block)
  local words = command_of(block.text)
  local printed, status = output_of(("(cd %s; PATH=%s/bin:$PATH LUA_PATH='%s' LUA_CPATH='%s'; "
    .. "export PATH LUA_PATH LUA_CPATH; %s) 2>&1 </dev/null"):format(folder, folder,
    absolute(os.getenv("LUA_PATH") or ";;"), absolute(os.getenv("LUA_CPATH") or ";;"), words))
  assert.are.equal(tonumber(block.argument) or 0, status, printed)
  block.printed = printed
end

local folders = {}                               -- by document

-- Does what a block says in its document's folder, once, and before it what those above it say.
local function reach(file, block)
  if block.done then return block.printed end
  if block.above then reach(file, block.above) end
  folders[file] = folders[file] or new_folder()
  block.done = true                              -- even if it fails: it is not done twice
  actions[block.comment](folders[file], block)
  block.succeeded = true
  return block.printed
end

local function test_in_folder(file, block)
  it(("%s:%d does what it says"):format(file, block.line), function()
    reach(file, block)
    assert.is_true(block.succeeded)
  end)
end

-- ---- C -----------------------------------------------------------------------------------------

local BUILD = os.getenv("BUILD") or "build"

-- Compiles a program; returns its name, or nil and what is wrong.
local function compiled(text, compiler)
  local program = os.tmpname()
  local source = program .. ".c"
  whole.write(source, text)
  local sanitize = BUILD:find("asan") and "-fsanitize=address,undefined" or ""
  local messages, status = output_of(("env -u LD_PRELOAD %s -std=c11 -Wall -Wextra -Wpedantic "
    .. "-Werror -Isrc %s %s %s/libastar.a -lm -o %s 2>&1"):format(compiler, sanitize, source,
    BUILD, program))
  os.remove(source)
  if status == 0 and messages == "" then return program end
  os.remove(program)
  return nil, messages
end

-- What a block prints that is a whole program; it has to succeed.
local function run_c(block, compiler)
  local program = assert(compiled(block.text, compiler or "gcc"))
  local printed, code = output_of("env -u LD_PRELOAD " .. program .. " 2>&1")
  os.remove(program)
  assert.are.equal(0, code, printed)
  return printed
end

-- Compilers that are there; with the library of a sanitizer, the one that has built it.
local function compilers()
  local list = {}
  for _, compiler in ipairs(BUILD:find("asan") and { "gcc" } or { "gcc", "clang" }) do
    if not skip.without(compiler) then list[#list + 1] = compiler end
  end
  return list
end

local function test_c(file, block)
  local all = compilers()
  local it_compiled = skip.where(not all[1] and "there is no C compiler" or nil)
  it_compiled(("%s:%d compiles and runs"):format(file, block.line), function()
    for _, compiler in ipairs(all) do
      assert.is_true(#run_c(block, compiler) > 0)
    end
  end)
end

-- ---- a document --------------------------------------------------------------------------------

local COMMENTS = { skip = true, continued = true, output = true, bench = true, program = true }

local function is_c_program(block)
  return block.language == "c" and block.comment ~= "skip"
end

-- Tells each block which others come before it. No test relies on another one having been run.
local function link(file, blocks)
  local source, text, above
  for _, block in ipairs(blocks) do
    local comment = block.comment
    assert(not comment or COMMENTS[comment] or actions[comment],
      ("%s:%d: a block is '%s', which says nothing"):format(file, block.line, tostring(comment)))
    if actions[comment] then
      block.above, above = above, block
      block.reach = function() return reach(file, block) end
      if comment == "run" then source = block end
    elseif block.language == "lua" and comment ~= "skip" then
      block.before = comment == "continued" and assert(source, "nothing to continue") or nil
      text = block.before and text .. block.text or block.text
      block.whole, source = text, block
      block.reach = function() return ran(file, block).printed end
    elseif is_c_program(block) then
      source = block
      block.reach = function() return run_c(block) end
    elseif comment == "output" then
      block.source = assert(source, "nothing that prints")
    end
  end
  return blocks
end

local function test_file(file)
  for _, block in ipairs(link(file, blocks_of(file))) do
    if block.above or actions[block.comment] then test_in_folder(file, block)
    elseif block.whole then test_lua(file, block)
    elseif block.source then test_output(file, block, block.source) end
  end
end

-- ---- links -------------------------------------------------------------------------------------

local function without_blocks(text)
  return (("\n" .. text):gsub("\n```.-\n```", "\n"))
end

-- The anchor that a heading gets.
local function anchor(heading)
  -- Ö is the only letter beyond ASCII in a heading: two bytes.
  local small = heading:lower():gsub("\195\150", "\195\182")
  return (small:gsub("[^%w%s_\195\182-]", ""):gsub("%s", "-"))
end

local anchors = {}                               -- by file: a set

local function anchors_of(file)
  if anchors[file] then return anchors[file] end
  local text, found = without_blocks(whole.read(file)), {}
  for heading in ("\n" .. text):gmatch("\n#+ ([^\n]+)") do found[anchor(heading)] = true end
  for id in text:gmatch('<a id="([%w_]+)"></a>') do found[id] = true end
  anchors[file] = found
  return found
end

local function exists(name)
  local handle = io.open(name)
  if handle then handle:close() end
  return handle ~= nil
end

local function test_links(file)
  it(file .. " has no dead links", function()
    local folder = file:match("^(.*/)") or ""
    for target in without_blocks(whole.read(file)):gmatch("%]%(([^%s)]+)%)") do
      if not target:find("^%a+:") then
        local path, wanted = target:match("^([^#]*)#?(.*)$")
        local name = path == "" and file or folder .. path
        assert.is_true(exists(name), file .. " links to " .. target)
        if wanted ~= "" then
          assert.is_true(anchors_of(name)[wanted], file .. " links to " .. target)
        end
      end
    end
  end)
end

-- ---- what the specs of pages call ---------------------------------------------------------------

local pages = { blocks_of = blocks_of,
  test_links = test_links }

--- Whether blocks of a page say how they are tested.
function pages.has_tests(file)
  for _, block in ipairs(link(file, blocks_of(file))) do
    if block.reach or block.source then return true end
  end
  return false
end

--- Tests all blocks of a page that are not in C.
function pages.test(file)
  describe(file, function()
    teardown(function()
      for _, folder in pairs(folders) do output_of("rm -r " .. folder) end
    end)

    test_file(file)
  end)
end

--- Tests the programs in C of a page.
function pages.test_c(file)
  for _, block in ipairs(blocks_of(file)) do
    if is_c_program(block) then test_c(file, block) end
  end
end

return pages
