--- Machines that are put back to any bytes: images.try(new, seed, count) -> a table of counts.
--
-- new(options) makes a sandbox. Its image is changed at random, in its own blocks and in the words
-- by which the host and the machine talk; then the machine is used as hosts use it. Nothing may
-- take long, and the sandbox must be well when it is put back.

local Random = require "support.random"

local images = {}

local BLOCK, STACK, PAGE = 64, 262144, 65536
local LONGEST = 20                               -- seconds of processor time, with sanitizers

local function word(number)
  local bytes = {}
  for i = 1, 4 do
    bytes[i] = string.char(number % 256)
    number = math.floor(number / 256)
  end
  return table.concat(bytes)
end

local function number_at(text, at)
  local a, b, c, d = text:byte(at, at + 3)
  return a + b * 256 + c * 65536 + d * 16777216
end

local function any_word(random)
  local choice = random(6)
  if choice == 1 then return word(random(300) - 1) end
  if choice == 2 then return word(2 ^ 32 - random(300)) end
  if choice == 3 then return word(STACK + random(2 ^ 18)) end
  if choice == 4 then return word(random(2 ^ 24)) end
  return string.char(random(256) - 1, random(256) - 1, random(256) - 1, random(256) - 1)
end

-- A block as it is, with some of its words changed; or nothing but such words.
local function changed_block(random, whole, number)
  local block = whole:sub(number * BLOCK + 1, number * BLOCK + BLOCK)
  local keep = random(3) > 1
  local parts = {}
  for i = 1, BLOCK, 4 do
    parts[#parts + 1] = keep and random(4) > 1 and block:sub(i, i + 3) or any_word(random)
  end
  return table.concat(parts)
end

-- The bytes of the image: what it differs in from one of nothing but 0.
local function bytes_of(image, head)
  local blocks = image.bytes / BLOCK
  local zeros = image:changed(head .. word(0) .. word(blocks) .. ("\0"):rep(image.bytes))
  local text, at, parts, next_block = image:difference(zeros), 13, {}, 0
  while at < #text do
    local first, count = number_at(text, at), number_at(text, at + 4)
    parts[#parts + 1] = ("\0"):rep((first - next_block) * BLOCK)
    parts[#parts + 1] = text:sub(at + 8, at + 7 + count * BLOCK)
    next_block, at = first + count, at + 8 + count * BLOCK
  end
  parts[#parts + 1] = ("\0"):rep((blocks - next_block) * BLOCK)
  return table.concat(parts)
end

-- A difference that makes sense, most of the time.
local function any_text(random, image, head, whole)
  local blocks, words = image.bytes / BLOCK, math.floor((number_at(head, 9) - STACK) / BLOCK)
  local numbers, runs = {}, { head }
  for _ = 1, random(random(2) == 1 and 3 or 400) do
    numbers[random(4) == 1 and words + random(2) - 1 or random(blocks) - 1] = true
  end
  for number = 0, blocks - 1 do
    if numbers[number] then
      runs[#runs + 1] = word(number) .. word(1) .. changed_block(random, whole, number)
    end
  end
  local text = table.concat(runs)
  if random(6) > 1 then return text end
  local at = random(#text)
  return text:sub(1, at - 1) .. any_word(random):sub(1, random(4)) .. text:sub(at + random(8))
end

local function use(box, tally)
  local began = os.clock()
  for _, source in ipairs {
    "return kept", "kept = { kept, ('x'):rep(1000) } return kept[2]", "error {}",
    "local t = {} for i = 1, 200 do t[i] = { i } end return t" } do
    pcall(box.run, box, source, "@mod.lua", { 1, "two", { 3 } })
    pcall(box.collect, box)
    assert(type(box.bytes) == "number" and type(box.used) == "number")
  end
  assert(os.clock() - began < LONGEST, "it takes too long")
  tally.run = tally.run + 1
  if box.broken then tally.broken = tally.broken + 1 end
end

function images.try(new, seed, count)
  local tally = { run = 0, refused = 0, broken = 0 }
  local source = Random(seed)
  local function random(most) return source:int(1, most) end
  local box = new { instructions = 20000, host = function(...) return ... end }
  assert(box:run("kept = { 1, 2, x = 'y' }", "@mod.lua"))
  local image = box:snapshot()
  local head = image:difference(image)
  local whole = bytes_of(image, head)
  assert(#head == 12 and #whole == image.bytes and number_at(head, 1) * PAGE == STACK + image.bytes)
  for _ = 1, count do
    local changed = image:changed(any_text(random, image, head, whole))
    if not changed then
      tally.refused = tally.refused + 1
    elseif pcall(box.restore, box, changed) then
      use(box, tally)
    end
    box:restore(image)
    assert(not box.broken and box:snapshot():hash() == image:hash(), "it is not what it was")
  end
  local ok, kept = box:run("return kept.x", "@mod.lua")
  assert(ok and kept == "y", "it does not go on")
  return tally
end

return images
