-- coverage.lua FOLDER: reads what the parts of the tests have counted, and judges the sum.
--
-- FOLDER is the build that counts: FOLDER/parts/PART holds the counts of a part of the tests, which
-- become FOLDER/parts/PART.info. The sum is FOLDER/all.info. Both have the form of lcov.
--
-- Every line of src/core, src/binding and src/sandbox must have been run, but for those that
-- spec/coverage.txt lists, each with its reason, and 95 of 100 branches must have been taken. A
-- line that is listed and run is a mistake, too: then the list is out of date.

local root = assert(arg[1], "coverage.lua FOLDER")
local LIST, BRANCHES = "spec/coverage.txt", 95

local function shell(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read "a"
  pipe:close()
  return text
end

local function quoted(name) return "'" .. name:gsub("'", "'\\''") .. "'" end

-- ---- what gcov says -----------------------------------------------------------------------------

-- Adds the text that gcov prints to `sum`: by file, by line, count and counts of branches.
local function read_gcov(text, sum)
  local lines, line
  for row in text:gmatch "[^\n]+" do
    local source = row:match "^%s*%-:%s*0:Source:(.*)"
    local count, number = row:match "^%s*([%d#=%-]+)%*?:%s*(%d+):"
    local branch, taken = row:match "^branch%s+(%d+) (.*)"
    if source then
      lines = source:match "^src/" and (sum[source] or {}) or nil
      if lines then sum[source] = lines end
    elseif count and lines then
      number = tonumber(number)
      line = nil
      if count ~= "-" then
        line = lines[number] or { count = 0, branches = {} }
        line.count = line.count + (tonumber(count) or 0)
        lines[number] = line
      end
    elseif branch and lines and line then
      local index = tonumber(branch) + 1
      line.branches[index] = (line.branches[index] or 0) + tonumber(taken:match "taken (%d+)" or 0)
    end
  end
end

local function add(sum, part)
  for source, lines in pairs(part) do
    sum[source] = sum[source] or {}
    for number, line in pairs(lines) do
      local into = sum[source][number] or { count = 0, branches = {} }
      into.count = into.count + line.count
      for i, taken in ipairs(line.branches) do
        into.branches[i] = (into.branches[i] or 0) + taken
      end
      sum[source][number] = into
    end
  end
end

-- Counts and notes must lie side by side for gcov.
local function counts_in(folder, objects)
  if shell("ls " .. quoted(folder) .. " 2>/dev/null") == "" then return "" end
  return shell(("ln -sf %s/%s/*.gcno %s && gcov -b -c -t %s/*.gcda 2>/dev/null"):format(
    quoted(shell("pwd"):gsub("\n", "")), quoted(objects), quoted(folder), quoted(folder)))
end

local function read_part(folder)
  local part = {}
  local there = folder .. shell("pwd"):gsub("\n", "") .. "/" .. root
  local rooms = shell("cd " .. quoted(root) .. " && ls -d core/* lua5.4/binding lua5.4/sandbox")
  for room in rooms:gmatch("%S+") do
    read_gcov(counts_in(there .. "/" .. room, root .. "/" .. room), part)
  end
  return part
end

-- ---- lcov's form --------------------------------------------------------------------------------

local function sorted(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

local function write_info(name, sum)
  local file = assert(io.open(name, "w"))
  for _, source in ipairs(sorted(sum)) do
    file:write("SF:", source, "\n")
    for _, number in ipairs(sorted(sum[source])) do
      local line = sum[source][number]
      file:write(("DA:%d,%d\n"):format(number, line.count))
      for i, taken in ipairs(line.branches) do
        file:write(("BRDA:%d,0,%d,%s\n"):format(number, i - 1, line.count > 0 and taken or "-"))
      end
    end
    file:write "end_of_record\n"
  end
  file:close()
end

local function read_info(name)
  local sum, lines = {}, nil
  for row in io.lines(name) do
    local source = row:match "^SF:(.*)"
    local number, count = row:match "^DA:(%d+),(%d+)"
    local at, taken = row:match "^BRDA:(%d+),0,%d+,(.*)"
    if source then
      lines = {}
      sum[source] = lines
    elseif number then lines[tonumber(number)] = { count = tonumber(count), branches = {} }
    elseif at then table.insert(lines[tonumber(at)].branches, tonumber(taken) or 0)
    end
  end
  return sum
end

-- ---- the parts ----------------------------------------------------------------------------------

local function each_part()
  return shell("ls -d " .. root .. "/parts/*/ 2>/dev/null"):gmatch "([^\n]+)/\n"
end

-- The counts of a part are read once, and then kept in its tracefile.
for folder in each_part() do
  local part = read_part(folder)
  local info = folder .. ".info"
  local old = io.open(info)
  if old then
    old:close()
    add(part, read_info(info))
  end
  write_info(info, part)
  shell("rm -rf " .. quoted(folder))
end

local sum = {}
for info in shell("ls " .. root .. "/parts/*.info"):gmatch "[^\n]+" do add(sum, read_info(info)) end
write_info(root .. "/all.info", sum)

-- ---- the exceptions -----------------------------------------------------------------------------

-- "src/core/x.c  text of the line  # reason": the text, not the number, so that edits elsewhere do
-- not matter. A row of another form is a comment.
local function read_list()
  local list = {}
  for row in io.lines(LIST) do
    local source, text, reason = row:match "^(src/[%w_/]+%.[ch])  (.+)  # (.+)$"
    if source then list[#list + 1] = { source = source, text = text, reason = reason } end
  end
  return list
end

local function excused(list, source, text)
  for _, one in ipairs(list) do
    if one.source == source and text:match "^%s*(.-)%s*$" == one.text then
      one.met = true
      return true
    end
  end
  return false
end

local function texts(source)
  local rows = {}
  for row in io.lines(source) do rows[#rows + 1] = row end
  return rows
end

local list, trouble = read_list(), {}
local all = { lines = 0, run = 0, excused = 0, branches = 0, taken = 0 }

local function judge_line(source, number, line, text)
  all.lines = all.lines + 1
  for _, taken in ipairs(line.branches) do
    all.branches = all.branches + 1
    if taken > 0 then all.taken = all.taken + 1 end
  end
  if line.count > 0 then
    all.run = all.run + 1
  elseif excused(list, source, text) then
    all.excused = all.excused + 1
  else
    trouble[#trouble + 1] = ("%s:%d: never run: %s"):format(source, number, text:match "^%s*(.*)")
  end
end

-- The end of a function that raises a Lua error is never come to: a brace alone is no line.
for _, source in ipairs(sorted(sum)) do
  local rows = texts(source)
  for _, number in ipairs(sorted(sum[source])) do
    local text = rows[number] or ""
    if not text:match "^%s*}%s*$" then judge_line(source, number, sum[source][number], text) end
  end
end

for _, one in ipairs(list) do
  if not one.met then
    trouble[#trouble + 1] = ("%s: '%s' of %s is run, or not there any more"):format(LIST, one.text,
      one.source)
  end
end

local percent = 100 * all.taken / all.branches
if percent < BRANCHES then
  trouble[#trouble + 1] = ("only %.2f of 100 branches are taken, not %d"):format(percent, BRANCHES)
end
for _, line in ipairs(trouble) do print(line) end
print(("coverage: %d of %d lines run, %d excused in %s; %.2f of 100 branches taken"):format(all.run,
  all.lines, all.excused, LIST, percent))
os.exit(#trouble == 0)
