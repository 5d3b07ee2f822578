-- hashes.lua: runs the specs in which hashes stand, and writes those that are others now into them.
-- A spec says of one hash after the other "expected OLD, got NEW", so it runs until it is content.

local whole_file = dofile "tools/whole_file.lua"

local MOST_RUNS = 40

-- Where the hashes of a spec stand, and what runs it.
local BUSTED = "tools/lua.sh tools/busted.lua -o spec/support/outputhandler.lua "
local PROGRAM = ("make -s BUILD=%s %s/spec/c/NAME && %s/spec/c/NAME"):gsub("%%s",
  os.getenv "BUILD" or "build")
local SPECS = {
  { "spec/c/one_hash.c", (PROGRAM:gsub("NAME", "one_hash")) },
  { "spec/c/alone.c", (PROGRAM:gsub("NAME", "alone")) },
  { "spec/c/move.c", (PROGRAM:gsub("NAME", "move")) },
  { "spec/lua/world/one_hash_spec.lua", BUSTED .. "spec/lua/world/one_hash_spec.lua" },
  { "spec/lua/record/one_recording_spec.lua", BUSTED .. "spec/lua/record/one_recording_spec.lua" },
  { "spec/golden/results.txt", BUSTED .. "spec/golden" },
}

-- Whether all is well, and what is wrong: from old hashes to new ones.
local function run(command)
  local pipe, wrong = assert(io.popen(command .. " 2>&1")), {}
  local text = pipe:read "*a"
  for old, new in text:gmatch "expected ([^\n]-), got ([^\n]+)" do wrong[old] = new end
  return pipe:close(), wrong, text
end

-- Writes the new hashes; how many there are.
local function correct(file, wrong)
  local text, count = whole_file.read(file), 0
  for old, new in pairs(wrong) do
    local from, to = text:find(old, 1, true)
    if from then
      text, count = text:sub(1, from - 1) .. new .. text:sub(to + 1), count + 1
      print(("%s: %s -> %s"):format(file, old, new))
    end
  end
  whole_file.write(file, text)
  return count
end

local function settle(file, command)
  for _ = 1, MOST_RUNS do
    local ok, wrong, text = run(command)
    if ok then return end
    if correct(file, wrong) == 0 then
      error(("%s fails, and no hash of it is another one:\n%s"):format(file, text), 0)
    end
  end
  error(file .. " has other hashes in each run", 0)
end

for _, spec in ipairs(SPECS) do settle(spec[1], spec[2]) end
