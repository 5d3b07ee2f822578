--- Whole files: read(name) -> text, write(name, text). Both raise an error where there is none.
-- exists(name): can it be read?

local file = {}

function file.read(name)
  local handle = assert(io.open(name, "rb"))
  local text = assert(handle:read("*a"))
  handle:close()
  return text
end

function file.write(name, text)
  local handle = assert(io.open(name, "wb"))
  assert(handle:write(text))
  assert(handle:close())
end

function file.exists(name)
  local handle = io.open(name, "rb")
  if handle then handle:close() end
  return handle ~= nil
end

return file
