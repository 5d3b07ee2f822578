--- Trials: one mutant is put into a copy of the tree and the parts that run its line are run, until
-- one fails.
--
-- base/ is the tree as it is, built once; slot-N/ are copies of it, one for each job, in which one
-- file at a time is a mutant. Assertions and the address and the undefined sanitizer are on, as in
-- `make test-asan`: reading one cell too far, or never freeing a block, is seen there and nowhere
-- else. A mutant of Lua can do none of this, so its parts are run with a build without them, in a
-- fraction of the time.

local map = require "mutants.map"
local shell = require "mutants.shell"

local trial = {}

local BUILD = "build/asan"                       -- by "asan" specs know what they run on
local FLAGS = "CC=gcc LDFLAGS=-Wl,-z,nodelete CFLAGS='-O1 -fno-omit-frame-pointer "
  .. "-fsanitize=address,undefined -fno-sanitize-recover=undefined'"
local MAKE = ("make -s --no-print-directory BUILD=%s %s "):format(BUILD, FLAGS)
local PLAIN = "build/plain"
local MAKE_PLAIN = ("make -s --no-print-directory BUILD=%s "):format(PLAIN)

local SETTINGS = "env ASTAR_SANITIZER=1 BUILD=" .. BUILD
  .. " ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 "
local PRELOAD = "PRELOAD=\"$(gcc -print-file-name=libasan.so) "
  .. "$(gcc -print-file-name=libubsan.so)\" "

local LEAST, HEAVY = 15, 40                      -- seconds of the processor

--- Makes base/ and one slot for each job. What of base/ has been built before is built again only
-- where its sources have changed.
function trial.prepare(folder, jobs)
  local base = folder .. "/base"
  shell.must(("rm -rf %s/slot-* %s/sound-* && mkdir -p %s"):format(folder, folder, base))
  shell.must(("find %s -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +"):format(base))
  map.copy_tree(base)
  local build = "cd %s && %s module test-build >../build.log 2>&1 || { tail ../build.log; exit 1; }"
  shell.must(build:format(base, MAKE))
  if map.has_lua() then shell.must(build:format(base, MAKE_PLAIN)) end
  if map.has_lua() and map.has_vault() then map.build_vault(base, "../build.log") end
  for slot = 1, jobs do shell.must(("cp -rp %s %s/slot-%d"):format(base, folder, slot)) end
end

local function object_of(name)
  local core = name:match("^src/(core/.*)%.c$")
  if core then return ("%s/%s.o"):format(BUILD, core) end
  local room, file = name:match("^src/(%l+)/(.*)%.c$")
  return room and ("%s/lua5.4/%s/%s.o"):format(BUILD, room, file)
end

-- Everything in the slot is again as it was.
local function restore(folder, slot, name)
  if not name:match("^src/") then
    shell.must(("cp -p %s/base/%s %s/%s"):format(folder, name, slot, name))
  else
    shell.must(("cp -p %s/base/%s %s/%s && rm -rf %s/build && cp -rp %s/base/build %s/build")
      :format(folder, name, slot, name, slot, folder, slot))
  end
end

-- What the compiler makes of a source, optimised and without assertions.
local function assembly(tree, name)
  local text = shell.output(("cd %s && cc -std=c11 -O2 -DNDEBUG -w -fPIC -pthread "
    .. "-ffp-contract=off %s -S -o - %s 2>/dev/null"):format(tree,
      not name:match("^src/core") and "$(tools/lua-flags.sh --cflags lua5.4)" or "", name))
  if text == "" then error("no assembly of " .. name, 0) end
  return text
end

local function is_equivalent(folder, slot, name)
  -- A header is in many sources: what they make is compared when it is linked.
  if name:match("%.h$") then
    local module = ("/%s/lua5.4/astar/core.so"):format(BUILD)
    return shell.read(slot .. module) == shell.read(folder .. "/base" .. module)
  end
  if name:match("%.lua$") then
    local function code(tree) return string.dump(assert(loadfile(tree .. "/" .. name)), true) end
    return code(slot) == code(folder .. "/base")
  end
  return assembly(slot, name) == assembly(folder .. "/base", name)
end

local function build(slot, name)
  if name:match("%.lua$") then return loadfile(slot .. "/" .. name) ~= nil end
  local object = name:match("%.c$") and object_of(name) or "module"
  return (shell.run(("cd %s && %s %s >build.log 2>&1"):format(slot, MAKE, object)))
end

local function link(slot)
  return (shell.run(("cd %s && %s module >build.log 2>&1"):format(slot, MAKE)))
end

-- Runs a part for at most `limit` seconds, as shell.timed does.
local function run_limited(slot, name, limit, log, plain)
  if plain then
    return shell.timed(slot, "env BUILD=" .. PLAIN .. " " .. map.command(name, "lua5.4", PLAIN),
      limit, log)
  end
  local words = SETTINGS
  if not name:match("%.c$") then words = words .. PRELOAD end
  return shell.timed(slot, words .. map.command(name, "lua5.4", BUILD), limit, log)
end

-- Runs a part: "passes", "fails", "hangs", or "too long" for one that always takes long.
local function run_part(slot, part, plain)
  if part.name:match("%.c$") and not plain then
    local program = BUILD .. "/" .. part.name:gsub("%.c$", "")
    if not shell.run(("cd %s && %s %s >build.log 2>&1"):format(slot, MAKE, program)) then
      return "fails", 0
    end
  end
  local heavy = part.seconds > HEAVY
  local limit = heavy and HEAVY or math.max(LEAST, 3 * part.seconds)
  local ok, how, seconds = run_limited(slot, part.name, limit, "run.log", plain)
  if ok then return "passes", seconds end
  if how ~= "stopped" then return "fails", seconds end
  return heavy and "too long" or "hangs", seconds
end

local function time_file(folder, name) return folder .. "/time-" .. name:gsub("/", "-") end

--- How long a part takes when all is well: noted once, by another process.
function trial.time_part(folder, name)
  local log = ("%s/log-%s"):format(folder, name:gsub("/", "-"))
  local _, in_vault = map.file_of_part(name)
  local _, _, seconds = run_limited(folder .. "/base", name, HEAVY + 5, log, in_vault)
  os.remove(log)
  shell.write(time_file(folder, name), ("%.2f\n"):format(seconds))
end

--- Gives the parts of the map the seconds that they take here; the map's are those of a run that
-- counts lines, which for some is ten times as long.
function trial.time_parts(folder, parts, jobs)
  local missing = {}
  for _, part in ipairs(parts) do
    if not shell.read(time_file(folder, part.name)) then missing[#missing + 1] = part.name end
  end
  if #missing > 0 then
    print(("== times: %d parts of the tests are run once"):format(#missing))
    shell.write(folder .. "/missing", table.concat(missing, "\n") .. "\n")
    shell.run(("xargs -n 1 -P %d lua5.4 %s/../mutants.lua time %s <%s/missing")
      :format(jobs, map.tools, folder, folder))
  end
  for _, part in ipairs(parts) do
    part.seconds = tonumber(shell.read(time_file(folder, part.name))) or part.seconds
  end
end

-- Is what a part says due to the mutant? A part that fails on the tree as it is says nothing, nor
-- that it hangs, if it does so there. Found out when it kills for the first time.
local function is_due(folder, part, outcome, plain)
  local note = folder .. (plain and "/sound-plain-" or "/sound-") .. part.name:gsub("/", "-")
  if not shell.read(note) then
    local found = run_part(folder .. "/base", part, plain)
    shell.write(note, found)
    if found == "fails" or found == "hangs" then
      print(("%s %s without any mutant"):format(part.name, found))
    end
  end
  local found = shell.read(note)
  return found == "passes" or found ~= "fails" and outcome == "fails"
end

-- Runs the parts of a mutant: its fate, and which part has killed it.
local function run_parts(folder, slot, mutant, budget)
  local spent, plain = 0, mutant.file:match("%.lua$")
  for i, part in ipairs(mutant.parts) do
    local outcome, seconds = run_part(slot, part, plain)
    spent = spent + seconds
    local kills = outcome == "fails" or outcome == "hangs"
    if kills and is_due(folder, part, outcome, plain) then
      return "killed", part.name .. (outcome == "hangs" and " (hangs)" or "")
    end
    if spent > budget and i < #mutant.parts then
      return "survived", ("%d of %d parts were not run"):format(#mutant.parts - i, #mutant.parts)
    end
  end
  return "survived", #mutant.parts == 0 and "no part runs this line" or
    ("all %d parts pass"):format(#mutant.parts)
end

--- Tries a mutant: "killed", "survived", "equivalent" or "invalid", and a word about it.
function trial.run(folder, slot, mutant, budget)
  slot = folder .. "/slot-" .. slot
  local source = shell.read(slot .. "/" .. mutant.file)
  shell.write(slot .. "/" .. mutant.file,
    source:sub(1, mutant.first - 1) .. mutant.text .. source:sub(mutant.last + 1))
  local fate, word
  if not build(slot, mutant.file) then fate, word = "invalid", "it does not compile"
  elseif is_equivalent(folder, slot, mutant.file) then fate, word = "equivalent", "the same code"
  elseif not mutant.file:match("%.lua$") and not link(slot) then fate, word = "invalid", "no link"
  else fate, word = run_parts(folder, slot, mutant, budget) end
  restore(folder, slot, mutant.file)
  return fate, word
end

return trial
