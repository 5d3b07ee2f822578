-- strip.lua FILE…: takes the comments out of programs in Lua, in place. Lines keep their numbers,
-- so that messages name the same ones.

-- The end of the long bracket that opens at `at`; nil: none opens there.
local function long_end(text, at)
  local level = text:match("^%[(=*)%[", at)
  if not level then return nil end
  local _, last = text:find("]" .. level .. "]", at, true)
  return last
end

local function short_end(text, at)
  local quote, i = text:sub(at, at), at + 1
  while text:sub(i, i) ~= quote do i = i + (text:sub(i, i) == "\\" and 2 or 1) end
  return i
end

-- What starts at `at`: where it ends, and what is kept of it.
local function piece(text, at)
  local letter = text:sub(at, at)
  if letter == '"' or letter == "'" then
    local last = short_end(text, at)
    return last, text:sub(at, last)
  elseif letter == "[" and long_end(text, at) then
    local last = long_end(text, at)
    return last, text:sub(at, last)
  elseif text:sub(at, at + 1) == "--" then
    local last = long_end(text, at + 2) or (text:find("\n", at, true) or #text + 1) - 1
    return last, (text:sub(at, last):gsub("[^\n]", ""))
  end
  return at, letter
end

local function stripped(text)
  local kept, at = {}, 1
  while at <= #text do
    local plain = text:match("^[^\"'%[%-]+", at)
    if plain then
      kept[#kept + 1] = plain
      at = at + #plain
    else
      local last, rest = piece(text, at)
      kept[#kept + 1] = rest
      at = last + 1
    end
  end
  return table.concat(kept)
end

for _, name in ipairs(arg) do
  local file = assert(io.open(name, "rb"))
  local text = stripped(file:read "a")
  file:close()
  assert(load(text, "@" .. name))
  file = assert(io.open(name, "wb"))
  file:write(text)
  file:close()
end
