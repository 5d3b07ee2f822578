--- Whole files, as the tools read and write them.

local whole_file = {}

function whole_file.read(name)
  local file = assert(io.open(name, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

function whole_file.write(name, text)
  local file = assert(io.open(name, "wb"))
  assert(file:write(text))
  assert(file:close())
end

--- Is that the text of the file? If there is none, it is not.
function whole_file.has(name, text)
  local file = io.open(name, "rb")
  local found = file and file:read "*a"
  if file then file:close() end
  return found == text
end

return whole_file
