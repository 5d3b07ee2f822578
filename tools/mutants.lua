--- Mutants: small wrong changes of the sources, of which the tests should notice nearly all.
--
--   lua5.4 tools/mutants.lua FOLDER          usually: make mutants
--
-- SEED=    what is picked; printed if it is not given      COUNT=   of C (300)
-- COUNT_LUA= of Lua (COUNT / 3)                            ONLY=    these files or folders only
-- JOBS=    side by side                                    BUDGET=  of the processor's seconds, for
--                                                                    the tests of a mutant (240)
-- FRESH=1  makes the map again: which part of the tests runs which lines (mutants/map.lua), and
--          how long each takes
-- LEAST=   the percentage of killed mutants below which this fails (92)
--
-- A mutant is killed when a part of the tests that runs its line fails or hangs. What makes the
-- same code is no mutant, nor what is listed in mutants/equivalent.lua. FOLDER/unrun lists the
-- lines that no part runs.

local tools = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = tools .. "/?.lua;" .. package.path

local map = require "mutants.map"
local shell = require "mutants.shell"
local trial = require "mutants.trial"

local function absolute(name)
  return name:sub(1, 1) == "/" and name or shell.output("pwd"):gsub("\n", "") .. "/" .. name
end

local function setting(name, default) return tonumber(os.getenv(name)) or default end

map.tools = absolute(tools) .. "/mutants"

-- ---- picking ------------------------------------------------------------------------------------

-- Left out is what no part runs where it can be seen: what is for Lua 5.1, what is compiled into
-- the vault, and what starts other machines, which only specs with the tag #extra do. And in C what
-- only the vault runs: C is tried in the build without it, where mods run in the stock sandbox.
local UNSEEN = "lua/astar/meta/ lua/astar/protected.lua "
  .. "lua/astar/sandbox/full_library.lua lua/astar/arena/hosts.lua "
  .. "src/sandbox/vault src/sandbox/guest src/sandbox/machine_image src/sandbox/block_pool"

local LANGUAGES = {
  c = "find src/core src/binding src/sandbox -name '*.[ch]' 2>/dev/null | sort",
  lua = "find lua -name '*.lua' 2>/dev/null | sort",
}

local function is_below(name, list)
  for one in list:gmatch("%S+") do
    if name:sub(1, #one) == one then return true end
  end
  return false
end

local function is_wanted(name)
  local only = os.getenv("ONLY") or ""
  return not is_below(name, UNSEEN) and (only == "" or is_below(name, only))
end

local function trimmed(text) return (text:gsub("%s+", " "):match("^ ?(.-) ?$")) end

-- The lines that it changes, before and after.
local function describe(one)
  local source, from = one.source, one.first
  while from > 1 and source:sub(from - 1, from - 1) ~= "\n" do from = from - 1 end
  local left = source:sub(from, one.first - 1)
  local right = source:match("^[^\n]*", one.last + 1)
  one.before = trimmed(left .. source:sub(one.first, one.last) .. right)
  one.after = trimmed(left .. one.text .. right)
end

-- Is it in the function whose first line this is?
local function is_within(mutant, head)
  local from = mutant.source:find(head, 1, true)
  local indent = from and mutant.source:sub(1, from - 1):match("[^\n]*$")
  local till = from and mutant.source:find("\n" .. indent .. "end", from, true)
  return till and mutant.first >= from and mutant.first <= till
end

local function is_listed(listed, mutant)
  for _, one in ipairs(listed) do
    local is_file = one.file == mutant.file
    local is_line = is_file and one.before == mutant.before
    if is_file and one.within and is_within(mutant, one.within) then return true end
    if is_file and not one.before and not one.within then return true end
    if is_line and one.kind == mutant.kind then return true end
    for _, other in ipairs(is_line and (one.afters or { one.after }) or {}) do
      if other == mutant.after then return true end
    end
  end
  return false
end

-- All candidates of a language in a tree, in an order that the seed decides.
local function candidates(language, tree)
  local finder, list = require("mutants." .. language), {}
  for name in shell.lines(shell.output(("cd %s && %s"):format(tree, LANGUAGES[language]))) do
    if name ~= "" and is_wanted(name) then
      local source = shell.read(tree .. "/" .. name)
      for _, one in ipairs(finder.candidates(source)) do
        one.file, one.source = name, source
        list[#list + 1] = one
      end
    end
  end
  for i = #list, 2, -1 do
    local k = math.random(i)
    list[i], list[k] = list[k], list[i]
  end
  for _, one in ipairs(list) do one.text = one.texts[math.random(#one.texts)] end
  return list
end

-- ---- trying -------------------------------------------------------------------------------------

local function write_mutant(folder, number, mutant)
  local parts = {}
  for i, part in ipairs(mutant.parts) do
    parts[i] = ("{name=%q,seconds=%.2f}"):format(part.name, part.seconds)
  end
  shell.write(("%s/mutant-%d.lua"):format(folder, number),
    ("return {file=%q,line=%d,kind=%q,first=%d,last=%d,text=%q,parts={%s}}"):format(mutant.file,
      mutant.line, mutant.kind, mutant.first, mutant.last, mutant.text, table.concat(parts, ",")))
end

local SIGNS = { killed = "killed    ", survived = "SURVIVED  ", equivalent = "equivalent",
  invalid = "invalid   " }

-- Another process does this, one for each mutant.
local function try(folder, number)
  local mutant = dofile(("%s/mutant-%s.lua"):format(folder, number))
  local slot = os.getenv("SLOT") or 0
  local fate, word = trial.run(folder, tostring(tonumber(slot) + 1), mutant, setting("BUDGET", 240))
  shell.write(("%s/fate-%s"):format(folder, number), fate .. "\n" .. word .. "\n")
  print(("%s %s:%d %s (%s)"):format(SIGNS[fate], mutant.file, mutant.line, mutant.kind, word))
end

local function try_all(folder, first, last, jobs)
  local numbers = {}
  for i = first, last do numbers[#numbers + 1] = i end
  shell.write(folder .. "/numbers", table.concat(numbers, "\n") .. "\n")
  shell.run(("xargs -n 1 -P %d --process-slot-var=SLOT lua5.4 %s/../mutants.lua try %s <%s/numbers")
    :format(jobs, map.tools, folder, folder))
end

-- Tries candidates until `count` of them have been killed or have survived.
local function sample(folder, the_map, listed, language, count, jobs)
  local list = candidates(language, folder .. "/base")
  local tried, judged, at = {}, 0, 0
  while judged < count and at < #list do
    local first = #tried + 1
    while #tried - first + 1 < count - judged and at < #list do
      at = at + 1
      local one = list[at]
      describe(one)
      if is_listed(listed, one) then
        print(("listed     %s:%d %s"):format(one.file, one.line, one.kind))
      else
        one.parts = map.running(the_map, one.file, one.line)
        tried[#tried + 1] = one
        write_mutant(folder, #tried, one)
      end
    end
    try_all(folder, first, #tried, jobs)
    for i = first, #tried do
      local one = tried[i]
      local answer = shell.read(("%s/fate-%d"):format(folder, i)) or "invalid\nthe trial failed\n"
      one.fate, one.word = answer:match("(.-)\n(.-)\n")
      if one.fate == "killed" or one.fate == "survived" then judged = judged + 1 end
    end
  end
  return tried
end

-- ---- the run ------------------------------------------------------------------------------------

local function percentage(killed, survived)
  return killed + survived > 0 and 100 * killed / (killed + survived) or 100
end

local function count_fates(tried)
  local files, names = {}, {}
  local all = { killed = 0, survived = 0, equivalent = 0, invalid = 0 }
  for _, one in ipairs(tried) do
    if not files[one.file] then
      files[one.file] = { killed = 0, survived = 0, equivalent = 0, invalid = 0 }
      names[#names + 1] = one.file
    end
    files[one.file][one.fate] = files[one.file][one.fate] + 1
    all[one.fate] = all[one.fate] + 1
  end
  table.sort(names)
  return all, files, names
end

-- How many live only as their budget was used up before all parts were run.
local function unfinished(tried)
  local count = 0
  for _, one in ipairs(tried) do
    if one.fate == "survived" and one.word:find("not run$") then count = count + 1 end
  end
  return count > 0 and (" (%d within its budget only)"):format(count) or ""
end

-- A language's table, and its line.
local function summary(language, tried)
  local all, files, names = count_fates(tried)
  print(("-- %-42s %6s %8s %10s"):format(language, "killed", "survived", "equivalent"))
  for _, name in ipairs(names) do
    local one = files[name]
    print(("   %-42s %6d %8d %10d"):format(name, one.killed, one.survived, one.equivalent))
  end
  for _, one in ipairs(tried) do
    if one.fate == "survived" then
      print(("   %s:%d %s, %s\n  - %s\n  + %s"):format(one.file, one.line, one.kind, one.word,
        one.before, one.after))
    end
  end
  return all
end

local function main(folder)
  folder = absolute(folder)
  local jobs, seed = setting("JOBS", 2), setting("SEED", os.time())
  local count = setting("COUNT", 300)
  local counts = { c = count, lua = setting("COUNT_LUA", count // 3) }
  local map_folder = folder .. "/map"
  map.folder = map_folder
  if (os.getenv("FRESH") or "") ~= "" then
    shell.must(("rm -rf %s %s/time-*"):format(map_folder, folder))
  end
  shell.must("mkdir -p " .. folder)
  map.make(map_folder, jobs)
  trial.prepare(folder, jobs)
  local the_map = map.read(map_folder, folder .. "/base")
  shell.write(folder .. "/unrun", map.unrun(the_map))
  trial.time_parts(folder, the_map.parts, jobs)
  local listed = dofile(map.tools .. "/equivalent.lua")
  math.randomseed(seed)
  local lines, enough = {}, true
  for _, language in ipairs { "c", "lua" } do
    shell.run(("rm -f %s/fate-* %s/mutant-*"):format(folder, folder))
    print(("== %s: %d mutants, SEED=%d"):format(language, counts[language], seed))
    local tried = sample(folder, the_map, listed, language, counts[language], jobs)
    if #tried > 0 then
      local all = summary(language, tried)
      local percent = percentage(all.killed, all.survived)
      enough = enough and percent >= setting("LEAST", 92)
      lines[#lines + 1] = ("%s: %d of %d killed, %.1f %%%s"):format(language, all.killed,
        all.killed + all.survived, percent, unfinished(tried))
    end
  end
  print(("SEED=%d  %s"):format(seed, table.concat(lines, "; ")))
  os.exit(enough)
end

io.stdout:setvbuf("line")
if arg[1] == "part" then
  map.folder = arg[2]
  map.make_part(arg[2], arg[3])
elseif arg[1] == "time" then
  trial.time_part(arg[2], arg[3])
elseif arg[1] == "try" then
  try(arg[2], arg[3])
else
  main(arg[1] or "build/mutants")
end
