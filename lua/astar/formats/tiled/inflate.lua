--- Compressed data, by what the host has for it: LÖVE's love.data, the library lua-zlib, or a
-- function of the game's.

local lazy = require "astar.lazy"
local reject = require("astar.arguments.reject").because

local MISSING = "%s: its data are compressed with %s, which needs %s; or choose 'CSV' or 'Base64 "
  .. "(uncompressed)' as Tile Layer Format in the map's properties"
local NEEDED = {
  zlib = "the library lua-zlib (LuaRocks, Debian: lua-zlib) or the option `inflate`",
  gzip = "the library lua-zlib (LuaRocks, Debian: lua-zlib) or the option `inflate`",
  zstd = "the option `inflate`",
}

local PIECE = 4096

-- No method makes data much longer than they were. LÖVE inflates all at once: what is longer than
-- that would be more than the cells need, and may be a thousand times as much.
local function most_packed(size)
  return size + math.floor(size / 8) + 128
end

-- In pieces, so that data which are far longer than they may be do not fill the memory.
local function by_zlib(zlib)
  return function(bytes, _, size)
    local stream, pieces, count = zlib.inflate(), {}, 0
    for at = 1, #bytes, PIECE do
      local piece = stream(bytes:sub(at, at + PIECE - 1))
      pieces[#pieces + 1], count = piece, count + #piece
      if count > size then break end
    end
    return table.concat(pieces)
  end
end

-- What can undo a method of compression, or nil.
local function known(method)
  local love = rawget(_G, "love")
  if method ~= "zlib" and method ~= "gzip" then return nil end
  if type(love) == "table" and love.data then
    return function(bytes) return love.data.decompress("string", method, bytes) end
  end
  local has_library, zlib = pcall(lazy.load, "zlib")
  return has_library and type(zlib) == "table" and zlib.inflate and by_zlib(zlib) or nil
end

--- The bytes that were compressed, of which there should be `size`. `given` is the game's function,
-- given(bytes, method) -> bytes, or nil.
return function(bytes, method, size, given, what)
  if not NEEDED[method] then reject("%s: unknown compression '%s'", what, method:sub(1, 20)) end
  local f = given or known(method)
  if not f then reject(MISSING, what, method, NEEDED[method]) end
  if #bytes > most_packed(size) then
    reject("%s: its data have %d bytes, compressed; %d are expected without that", what, #bytes,
      size)
  end
  local ok, result = pcall(f, bytes, method, size)
  if not ok or type(result) ~= "string" then
    reject("%s: its data are no %s data", what, method)
  end
  return result
end
