--- Other texts from a text: bytes, words and lines changed, left out, doubled and exchanged.

local mutate = {}

local NUMBERS = { "0", "1", "-1", "2", "63", "64", "255", "256", "65535", "65536", "2147483647",
  "2147483648", "4294967295", "4294967296", "9007199254740993", "9223372036854775807", "1e308",
  "1e999", "-0", "0x10", "nan", "1.5", ".", "00000000000000000001", "" }
local BYTES = { "\0", "\1", "\t", "\n", "\r\n", "\r", " ", "%", "#", ".", "\127", "\128", "\195",
  "\195\169", "\239\187\191", "\255", "\226\153\163" }

--- Where a span of a text begins and ends; it may be empty.
local function span(text, random, most)
  local from = random:int(1, #text + 1)
  return from, math.min(#text, from + random:int(0, most) - 1)
end

local function replace(text, from, to, with)
  return text:sub(1, from - 1) .. with .. text:sub(to + 1)
end

local changes = {}

function changes.byte(text, random)
  local from = random:int(1, #text + 1)
  return replace(text, from, from, string.char(random:int(0, 255)))
end

function changes.odd_byte(text, random)
  local from, to = span(text, random, 1)
  return replace(text, from, to, random:pick(BYTES))
end

function changes.leave_out(text, random)
  local from, to = span(text, random, 1 << random:int(0, 8))
  return replace(text, from, to, "")
end

function changes.double(text, random)
  local from, to = span(text, random, 1 << random:int(0, 6))
  return replace(text, from, from - 1, text:sub(from, to):rep(random:int(1, 3)))
end

function changes.number(text, random)
  local places = {}
  for from, to in text:gmatch("()%d+()") do places[#places + 1] = { from, to - 1 } end
  if #places == 0 then return changes.odd_byte(text, random) end
  local place = random:pick(places)
  return replace(text, place[1], place[2], random:pick(NUMBERS))
end

function changes.word(text, random, words)
  local from, to = span(text, random, random:int(0, 6))
  return replace(text, from, to, random:pick(words))
end

--- A word in the place of another one.
function changes.other_word(text, random, words)
  local places = {}
  for from, to in text:gmatch("()%S+()") do places[#places + 1] = { from, to - 1 } end
  if #places == 0 then return random:pick(words) end
  local place = random:pick(places)
  return replace(text, place[1], place[2], random:pick(words))
end

function changes.line(text, random, _, other)
  local mine, others = {}, {}
  for line in text:gmatch("[^\n]*\n?") do mine[#mine + 1] = line end
  for line in other:gmatch("[^\n]*\n?") do others[#others + 1] = line end
  local at, what = random:int(1, #mine), random:int(1, 4)
  if what == 1 then table.remove(mine, at)
  elseif what == 2 then table.insert(mine, at, random:pick(mine))
  elseif what == 3 then table.insert(mine, at, random:pick(others))
  else
    local second = random:int(1, #mine)
    mine[at], mine[second] = mine[second], mine[at]
  end
  return table.concat(mine)
end

function changes.splice(text, random, _, other)
  return text:sub(1, random:int(0, #text)) .. other:sub(random:int(1, #other + 1))
end

local names = {}
for name in pairs(changes) do names[#names + 1] = name end
table.sort(names)

local MOST_BYTES = 4096

--- Another text: one to eight changes. `other` is a text to take parts from.
function mutate.text(text, random, words, other)
  for _ = 1, 1 << random:int(0, 3) do
    text = changes[random:pick(names)](text, random, words, other or text)
  end
  return text:sub(1, MOST_BYTES)
end

mutate.NUMBERS = NUMBERS

return mutate
