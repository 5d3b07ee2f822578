--- The map: which part of the tests runs which lines of src and lua.
--
-- A part is a spec file or a C program of spec/c or spec/memory. Each is run once, with objects
-- that count the lines of C and a Lua that notes those of Lua (cover.c); what it ran is a file of
-- the map's folder: a first line "STATUS SECONDS", then lines "FILE NUMBER NUMBER ...". A part that
-- takes longer than PART_LIMIT is stopped; what it had run by then is noted.
--
-- A spec file that CI runs in the vault, too, is a second part, FILE@vault: some of the host's Lua
-- is for mods that can be saved, and only mods in the vault can.
--
-- The tree that the map was made of lies beside it, so that edits meanwhile do no harm. Where a
-- source has changed since, lines that are still the same are found by comparing. A line that is
-- new runs where its neighbours run; one of a new file, for all that is known, everywhere. A part
-- that has changed is run again, on those old sources.

local shell = require "mutants.shell"

local map = {}

local PART_LIMIT = tonumber(os.getenv("PART_LIMIT")) or 90 -- seconds of the processor

--- The status of a part that was stopped.
map.STOPPED = 124

local VAULT = "@vault"
local VAULT_BUILD = "build/with-vault"           -- as `make with-vault BUILD=build` says it

--- The file of a part, and whether it is run in the vault.
function map.file_of_part(part)
  local file = part:gsub(VAULT .. "$", "")
  return file, file ~= part
end

--- The command that runs a part; `lua` and `build` in which tree. It ends with the first failure.
function map.command(part, lua, build)
  local file, in_vault = map.file_of_part(part)
  if in_vault then part, build = file, VAULT_BUILD end
  local words = ("env LUA=%s BUILD=%s %s/../lua.sh ")
    :format(lua, build, map.tools)
  if part:match("%.c$") then return words .. "-- " .. build .. "/" .. part:gsub("%.c$", "") end
  return words .. "tools/busted.lua --no-keep-going -o spec/support/outputhandler.lua " .. part
end

-- The files and folders of parts that CI runs in the vault: IN_VAULT of tools/stages.mk.
local function in_vault() return (os.getenv("IN_VAULT") or ""):gmatch("%S+") end

--- Is there a vault to be built?
function map.has_vault() return in_vault()() ~= nil end

--- Builds it in a tree, beside what is built there.
function map.build_vault(tree, log)
  shell.must(("cd %s && make -s --no-print-directory BUILD=build with-vault >%s 2>&1 "
    .. "|| { tail -20 %s; exit 1; }"):format(tree, log, log))
end

--- The names of the parts that CI runs.
function map.parts()
  local list = {}
  local command = "ls spec/c/*.c spec/memory/*.c 2>/dev/null; "
    .. "grep -rLF --include='*_spec.lua' '#extra' spec | sort"
  for name in shell.lines(shell.output(command)) do
    if name ~= "" then list[#list + 1] = name end
  end
  for i = 1, #list do
    for place in in_vault() do
      local is_in = list[i] == place or list[i]:sub(1, #place + 1) == place .. "/"
      if is_in and list[i]:match("%.lua$") then list[#list + 1] = list[i] .. VAULT end
    end
  end
  return list
end

local function file_of(folder, part) return folder .. "/" .. part:gsub("/", "-") .. ".lines" end

-- ---- making it ----------------------------------------------------------------------------------

local FLAGS = "CFLAGS='-O1 -DNDEBUG --coverage -fprofile-update=atomic' LDFLAGS=--coverage"

--- Has the tree any Lua?
function map.has_lua() return shell.read("lua/astar/init.lua") ~= nil end

--- Copies the tree, without what was built: mods then run in the stock sandbox, as in CI's `make
-- test`. There cover.c sees which lines of a mod's code run; in the vault it would see none.
function map.copy_tree(into)
  shell.must(("mkdir -p %s && tar cf - --exclude=./build --exclude=./.git . | tar xf - -C %s")
    :format(into, into))
end

local function build_all(folder)
  local tree, log = folder .. "/tree", folder .. "/build.log"
  map.copy_tree(tree)
  shell.must(("cd %s && make -s --no-print-directory BUILD=build %s test-build >%s 2>&1 "
    .. "|| { tail -20 %s; exit 1; }"):format(tree, FLAGS, log, log))
  if not map.has_lua() then return end
  if map.has_vault() then map.build_vault(tree, log) end
  shell.must(("cc -std=c11 -O2 -o %s/lua5.4 %s/cover.c $(tools/lua-flags.sh --cflags lua5.4) "
    .. "-Wl,-E -llua5.4 -ldl"):format(folder, map.tools))
end

-- Lines "NAME:NUMBER" of a text of gcov, with what stands before them.
local function each_line(text, visit)
  local name
  for line in shell.lines(text) do
    local count, number, rest = line:match("^%s*([^:]+):%s*(%d+):(.*)$")
    if number == "0" then
      name = rest:match("^Source:(.*)$") or name
    elseif count and name and name:match("^src/") and count ~= "-" then
      visit(name, tonumber(number), not count:match("^[#=]"))
    end
  end
end

local function gcov(counters)
  return shell.output(("cd %s/tree && gcov -t -o %s %s 2>/dev/null")
    :format(map.folder, counters:match("^(.*)/"), counters))
end

-- The lines of C that ran, of the counters below `folder`. Those of a program of spec count what it
-- includes: functions in headers, and sources.
local function ran_in_c(build, folder)
  shell.run(("cd %s && for f in $(find . -name '*.gcda'); do "
    .. "ln -sf %s/${f%%.gcda}.gcno ${f%%.gcda}.gcno; done"):format(folder, build))
  local ran = {}
  local counters = shell.output(("find %s -name '*.gcda'"):format(folder))
  for one in shell.lines(counters) do
    if one ~= "" then
      each_line(gcov(one), function(name, number, has_run)
        if has_run then ran[name] = ran[name] or {}; ran[name][number] = true end
      end)
    end
  end
  return ran
end

local function add_lua(ran, text)
  for line in shell.lines(text or "") do
    local name = line:match("^%S+")
    for number in line:gmatch(" (%d+)") do
      ran[name] = ran[name] or {}
      ran[name][tonumber(number)] = true
    end
  end
end

local function as_text(ran)
  local out, names = {}, {}
  for name in pairs(ran) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    local numbers = {}
    for number in pairs(ran[name]) do numbers[#numbers + 1] = number end
    table.sort(numbers)
    out[#out + 1] = name .. " " .. table.concat(numbers, " ") .. "\n"
  end
  return table.concat(out)
end

-- A program of C cannot be asked to end: what it has counted would be lost.
local function limit_of(part) return part:match("%.c$") and 10 * PART_LIMIT or PART_LIMIT end

--- Runs one part, and notes what it ran, behind a failure too.
function map.make_part(folder, part)
  local build = folder .. "/tree/build"
  local own = file_of(folder, part):gsub("%.lines$", ".run")
  shell.must(("rm -rf %s && mkdir -p %s/c"):format(own, own))
  local _, depth = build:gsub("/", "")
  local command = ("env GCOV_PREFIX=%s/c GCOV_PREFIX_STRIP=%d ASTAR_LINES=%s/lua %s"):format(own,
    depth, own, (map.command(part, folder .. "/lua5.4", "build"):gsub("%-%-no%-keep%-going ", "")))
  local ok, how, seconds, status = shell.timed(folder .. "/tree", command, limit_of(part),
    own .. "/log")
  if how == "stopped" then status = map.STOPPED end
  local ran = ran_in_c(build, own .. "/c")
  add_lua(ran, shell.read(own .. "/lua"))
  -- It may fail only as it is newer than the sources of the map.
  local before = not ok and shell.read(file_of(folder, part))
  if before then add_lua(ran, (before:gsub("^[^\n]*\n", ""))) end
  local head = ("%d %.2f\n"):format(ok and 0 or status, seconds)
  shell.write(file_of(folder, part), head .. as_text(ran))
  if ok then shell.run("rm -rf " .. own) else shell.run(("rm -rf %s/c"):format(own)) end
  print(("%-44s %6.1f s  %s"):format(part, seconds, ok and "" or "status " .. status))
end

-- Lines with code, whether they run or not.
local function note_code(folder)
  local code = {}
  local notes = shell.output(("find %s/tree/build -name '*.gcno'"):format(folder))
  for one in shell.lines(notes) do
    if one ~= "" then
      each_line(gcov(one), function(name, number)
        code[name] = code[name] or {}
        code[name][number] = true
      end)
    end
  end
  if map.has_lua() then
    for name in shell.lines(shell.output("find lua -name '*.lua'")) do
      code[name] = {}
      local listing = shell.output("luac5.4 -p -l -l " .. name)
      for number, operation in listing:gmatch("\n%s*%d+%s+%[(%d+)%]%s+(%u+)") do
        -- No hook sees where a function takes its varargs.
        if operation ~= "VARARGPREP" then code[name][tonumber(number)] = true end
      end
    end
  end
  shell.write(folder .. "/code", as_text(code))
end

-- The parts as they are now, and the pages that some of them read, are put beside the sources as
-- they were; the programs among `missing` are made. One that does not fit those sources runs as it
-- was.
local function renew_parts(folder, missing)
  local tree, log, programs = folder .. "/tree", folder .. "/build.log", {}
  shell.must(("cp -rp spec $(ls -d docs examples 2>/dev/null) %s/"):format(tree))
  for _, part in ipairs(missing) do
    if part:match("%.c$") then programs[#programs + 1] = "build/" .. part:gsub("%.c$", "") end
  end
  if #programs == 0 then return end
  local is_made = shell.run(("cd %s && make -k -s --no-print-directory BUILD=build %s %s >%s 2>&1")
    :format(tree, FLAGS, table.concat(programs, " "), log))
  if not is_made then
    print("some tests do not fit the sources of the map: FRESH=1 makes a new one, see " .. log)
  end
end

local function is_missing(folder, part)
  local file = map.file_of_part(part)
  return not shell.read(file_of(folder, part))
    or shell.read(("%s/tree/%s"):format(folder, file)) ~= shell.read(file)
end

--- Runs all parts that are not in the map as they are now, `jobs` side by side.
function map.make(folder, jobs)
  local missing = {}
  for _, part in ipairs(map.parts()) do
    if is_missing(folder, part) then missing[#missing + 1] = part end
  end
  if #missing == 0 then return end
  print(("== the map: %d parts of the tests are run once"):format(#missing))
  if not shell.read(folder .. "/code") then
    build_all(folder)
    note_code(folder)
  end
  renew_parts(folder, missing)
  shell.write(folder .. "/missing", table.concat(missing, "\n") .. "\n")
  shell.run(("xargs -n 1 -P %d lua5.4 %s/../mutants.lua part %s <%s/missing")
    :format(jobs, map.tools, folder, folder))
end

-- ---- reading it ---------------------------------------------------------------------------------

local function lines_of(text)
  local found = {}
  for line in shell.lines(text) do
    local name = line:match("^(%S+) %d")
    if name and not tonumber(name) then
      found[name] = {}
      for number in line:gmatch(" (%d+)") do found[name][tonumber(number)] = true end
    end
  end
  return found
end

--- The whole map, for the sources of a tree: { parts = { { name =, seconds =, status =,
-- ran = {file -> lines} } }, code = {file -> lines} }.
function map.read(folder, tree)
  local result = { folder = folder, tree = tree, parts = {},
    code = lines_of(shell.read(folder .. "/code")) }
  for _, name in ipairs(map.parts()) do
    local text = shell.read(file_of(folder, name)) -- nil: a part that has come in the meantime
    local status, seconds = (text or ""):match("^(%d+) ([%d.]+)")
    if text then
      result.parts[#result.parts + 1] = { name = name, status = tonumber(status),
        seconds = tonumber(seconds), ran = lines_of(text) }
    end
  end
  return result
end

--- The lines that no part runs, each file with its numbers.
function map.unrun(self)
  local rest = {}
  for name, lines in pairs(self.code) do
    for line in pairs(lines) do
      local has_run = false
      for _, part in ipairs(self.parts) do
        has_run = has_run or part.ran[name] and part.ran[name][line]
      end
      if not has_run then
        rest[name] = rest[name] or {}
        rest[name][line] = true
      end
    end
  end
  return as_text(rest)
end

-- From the lines of a file as it is to those of the map's tree, and which of them are new; in place
-- of these stand those before them.
local function old_lines(folder, tree, name)
  local old, new, shift, at = {}, {}, 0, 1
  local text = shell.output(("diff -U0 %s/tree/%s %s/%s 2>/dev/null")
    :format(folder, name, tree, name))
  local count = select(2, shell.read(tree .. "/" .. name):gsub("\n", "\n")) + 1
  local function keep(to)
    for line = at, to do old[line] = line + shift end
    at = math.max(at, to + 1)
  end
  for first, length, to, new_length in text:gmatch("@@ %-(%d+),?(%d*) %+(%d+),?(%d*) @@") do
    local a, b = tonumber(first), tonumber(to)
    local a_count, b_count = tonumber(length) or 1, tonumber(new_length) or 1
    if a_count == 0 then a = a + 1 end
    if b_count == 0 then b = b + 1 end
    keep(b - 1)
    for line = b, b + b_count - 1 do
      old[line], new[line] = math.max(1, a - 1), true
    end
    at, shift = b + b_count, a + a_count - (b + b_count)
  end
  keep(count)
  return { old = old, new = new }
end

-- The line with code in which a line's statement begins.
local function code_line(code, line)
  while line > 1 and not code[line] do line = line - 1 end
  return line
end

local STARTING = 0.1                             -- seconds until a part has begun
local NEAR = 15                                  -- lines

-- The old lines that tell which tests run a line: the line itself, or those around a new one.
local function witnesses(code, lines, line)
  local at = lines.old[line] or line
  if not lines.new[line] then return { code_line(code, at) } end
  local list = {}
  for one = at - NEAR, at + NEAR do list[#list + 1] = one end
  return list
end

local function runs(part, name, list)
  local ran = part.ran[name]
  for _, line in ipairs(list) do
    if ran and ran[line] then return true end
  end
  return false
end

-- The names of the sources in the folder of one, as a set.
local function beside(tree, name)
  local names = {}
  for file in shell.lines(shell.output(("ls %s/%s"):format(tree, name:match("^.*/")))) do
    names[file:match("^[^.]*")] = true
  end
  return names
end

-- How likely a part is to be about a file, by their names: src/core/map/link.c has spec/c/link.c
-- and spec/core/map/link_spec.lua, then what stands in spec/core/map, or is named "map", or like
-- another source in src/core/map, be it in the plural.
local function kinship(part, name, neighbours)
  local room, stem = name:match("([%w_]+)/([%w_]+)%.%w+$")
  local folder, own = map.file_of_part(part.name):match("([%w_]+)/([%w_]+)%.%w+$")
  own = (own or ""):gsub("_spec$", "")
  if stem == "init" then stem = room end
  if own == stem then return 30 end
  if own:sub(1, #stem + 1) == stem .. "_" or stem:sub(1, #own + 1) == own .. "_" then return 15 end
  local is_near = folder == room or own:sub(1, #room) == room or neighbours[own]
    or neighbours[own:gsub("s$", "")]
  return is_near and 5 or 1
end

-- The lower the earlier: first come parts that take little time and run much of the file, or are
-- named like it or its room. What runs a new file is not known: much of its neighbours, then.
local function rank_of(part, name, neighbours, is_new)
  local folder = name:match("^.*/")
  local count = 1
  for file, lines in pairs(part.ran) do
    if file == name or is_new and file:sub(1, #folder) == folder then
      for _ in pairs(lines) do count = count + 1 end
    end
  end
  return (part.seconds + STARTING) / count ^ 0.5 / kinship(part, name, neighbours)
end

--- The parts that run a line of a file, in the order in which they are tried.
function map.running(self, name, line)
  self.lines = self.lines or {}
  self.lines[name] = self.lines[name] or old_lines(self.folder, self.tree, name)
  local is_new, found, rank = not self.code[name], {}, {}
  local is_c = not name:match("%.lua$")
  local list = witnesses(self.code[name] or {}, self.lines[name], line)
  local neighbours = beside(self.tree, name)
  for _, part in ipairs(self.parts) do
    local _, is_vault = map.file_of_part(part.name) -- whose C is not the mutant's
    if is_new and not (is_vault and is_c) or runs(part, name, list) then
      found[#found + 1] = part
      rank[part] = rank_of(part, name, neighbours, is_new)
    end
  end
  table.sort(found, function(a, b)
    local _, a_late = map.file_of_part(a.name)
    local _, b_late = map.file_of_part(b.name)
    if a_late ~= b_late then return b_late end
    return rank[a] < rank[b]
  end)
  return found
end

return map
