--- A stream of bytes that grows at its end: small numbers take a byte, larger ones more.

local char, byte, unpack = string.char, string.byte, table.unpack or unpack

local stream = {}
stream.__index = stream

local PIECE = 4096                               -- bytes that are made a string at a time

--- The operations that a part is made of; a step is STEP + 16 * direction + units skipped.
stream.OP = {
  TICK = 0, VANISH = 1, APPEAR = 2, PLACE = 3, TRAVELLED = 4, SPEED = 5, SIGHT = 6, STATE = 7,
  ROUTE = 8, NO_ROUTE = 9, DOING = 10, DATA = 11, HEALTH = 12, TERRAIN = 13, KNOWN = 14,
  LEVELS = 15, SEES = 16, SKIP = 17, FAILED = 18, BELONGS = 19, LINKS = 20,
  STEP = 128,
}

function stream.new()
  return setmetatable({ n = 0 }, stream)
end

--- One that goes on behind these bytes.
function stream.of(text)
  local self = stream.new()
  for i = 1, #text do self[i] = byte(text, i) end
  self.n = #text
  return self
end

function stream:byte(value)
  local n = self.n + 1
  self[n], self.n = value, n
end

--- A whole number from 0: seven bits a byte, the lowest first, the eighth says that more follow.
function stream:number(value)
  while value >= 128 do
    local low = value % 128
    self:byte(128 + low)
    value = (value - low) / 128
  end
  self:byte(value)
end

--- A whole number of either sign: 0, -1, 1, -2, 2 … are written as 0, 1, 2, 3, 4 …
function stream:signed(value)
  self:number(value < 0 and -2 * value - 1 or 2 * value)
end

--- All of it as a string, or what is behind so many bytes.
function stream:text(from)
  local pieces = {}
  for i = 1 + (from or 0), self.n, PIECE do
    pieces[#pieces + 1] = char(unpack(self, i, math.min(i + PIECE - 1, self.n)))
  end
  return table.concat(pieces)
end

return stream
