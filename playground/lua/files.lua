--- The files of the mods that the page shows: their texts, and lines of them in messages.

local files = {}

local FOLDER = "/game/"                          -- the build makes the folders in it

files.folder = FOLDER

local shown = {}                                 -- of the scenario: name, text, original

local function read(name)
  local file = assert(io.open(name, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

--- Is that the name of one that the page shows?
function files.has(name)
  for _, file in ipairs(shown) do
    if file.name == name then return true end
  end
  return false
end

--- Writes one where the mods are read from.
function files.write(name, text)
  local file = assert(io.open(FOLDER .. name, "wb"))
  file:write(text)
  file:close()
end

--- Writes those of a scenario, with other texts for some of them by name, and returns them all.
function files.put(scenario, changed)
  shown = {}
  for i, file in ipairs(scenario.files) do
    local original = read(file.from)
    local text = changed[file.name] or original
    files.write(file.name, text)
    shown[i] = { name = file.name, text = text, original = original }
  end
  return shown
end

--- A line of one of them in a message, as "red/soldier.lua:12: …": file, line, rest; or nil.
function files.place_in(message)
  for _, file in ipairs(shown) do
    local from, to, line = message:find(file.name:gsub("%p", "%%%0") .. ":(%d+): ")
    if from then return file.name, tonumber(line), message:sub(to + 1) end
  end
end

return files
