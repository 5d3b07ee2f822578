--- lua spec/golden/run.lua FOLDER [PART...]: plays the golden run, or these parts of it, writes
-- what each has printed to FOLDER/PART.txt, and prints how many lines that are, and their hash.

local PARTS = { "paths", "graphs", "units", "battle", "mods", "errors" }

local LOW = 65536

-- FNV-1a, of the lines' bytes, in numbers that a double holds.
local function hash_of(text)
  local high, low = 0x811c, 0x9dc5
  for i = 1, #text do
    local byte, mixed, bit = text:byte(i), 0, 1
    local rest = low
    for _ = 1, 8 do
      if rest % 2 ~= byte % 2 then mixed = mixed + bit end
      rest, byte, bit = (rest - rest % 2) / 2, (byte - byte % 2) / 2, 2 * bit
    end
    low = low - low % 256 + mixed
    local product = low * 0x0193
    high = (high * 0x0193 + low % 256 * 256 + (product - product % LOW) / LOW) % LOW
    low = product % LOW
  end
  return ("%04x%04x"):format(high, low)
end

local function play(folder, name)
  local lines = {}
  require("golden." .. name)(function(...)
    local words = { ... }
    for i = 1, select("#", ...) do words[i] = tostring(words[i]) end
    lines[#lines + 1] = table.concat(words, " ")
  end)
  local text = table.concat(lines, "\n") .. "\n"
  local file = assert(io.open(("%s/%s.txt"):format(folder, name), "w"))
  assert(file:write(text))
  assert(file:close())
  print(("%s %d %s"):format(name, #lines, hash_of(text)))
end

local folder = table.remove(arg, 1)
for _, name in ipairs(arg[1] and arg or PARTS) do play(folder, name) end
