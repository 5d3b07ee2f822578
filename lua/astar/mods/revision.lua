--- Revisions of a mod: the texts of its files, and what its mod.lua says. A mod has one at a time;
-- a reload makes another one. Each text is read once, so the states that a mod has for its players
-- are all made of the same texts, even if the files change meanwhile.

local core = require "astar.core"
local files = require "astar.mods.host_files"
local safe = require "astar.pairs"

local next, pairs = safe.next, safe.pairs

local Revision = {}
Revision.__index = Revision

local MOST_MISSING = 64                          -- files that are waited for, at most

--- A revision of a mod whose files `reader` reads from `place`. `texts`: of files whose text is not
-- to be read again.
function Revision.new(reader, place, texts)
  return setmetatable({
    reader = reader, place = place, texts = texts, unreadable = {}, missing = {},
    missing_count = 0, loaded = false, bytes = 0,
    name = false, version = false, author = nil, description = nil, names = {},
    parameters = {},
  }, Revision)
end

--- What mod.lua says, and the texts with which a state has been loaded for the first time.
function Revision:take(said, texts, bytes)
  for key, value in pairs(said) do self[key] = value end
  self.loaded, self.bytes = texts, bytes
end

-- Notes a file that there is not: it may come, which is watched. Those beyond the limit are not.
local function note_missing(self, file)
  if self.missing[file] or self.missing_count >= MOST_MISSING then return end
  self.missing[file] = true
  self.missing_count = self.missing_count + 1
end

local function read(self, file)
  local text, problem = self.reader(file)
  if not text then
    note_missing(self, file)
    return nil, problem
  elseif #text > files.LONGEST then
    return nil, ("%s%s: more than %d bytes"):format(self.place, file, files.LONGEST)
  end
  return text
end

--- The text of a file | nil, message. `loading`: for a state that is being loaded. What the first
-- of these could not read the others cannot read either.
function Revision:read(file, loading)
  local problem = loading and self.unreadable[file]
  if problem then return nil, problem end
  local text = self.texts[file]
  if text then return text end
  text, problem = read(self, file)
  if loading and problem then self.unreadable[file] = problem end
  self.texts[file] = text
  return text, problem
end

--- What it was made of: texts by files, false where there was no such file.
function Revision:made_of()
  local seen = {}
  for file in pairs(self.missing) do seen[file] = false end
  for file, text in pairs(self.texts) do seen[file] = text end
  return seen
end

--- The files whose text is another one than in a revision before, in order. A file that has not
-- been required yet is read.
function Revision:changes_from(old)
  local changed = {}
  for file, text in pairs(self.texts) do
    if old.texts[file] ~= text then changed[#changed + 1] = file end
  end
  for file, text in pairs(old.texts) do
    if not self.texts[file] and self.reader(file) ~= text then changed[#changed + 1] = file end
  end
  table.sort(changed)
  return changed
end

--- Checksums of its files, by their names.
function Revision:checksums()
  local sums = {}
  for file, text in pairs(self.texts) do sums[file] = core.checksum(text) end
  return sums
end

--- The files that are other than those of such checksums, in order. One that has not been required
-- yet is read.
function Revision:changed_since(sums)
  local texts, changed = self.texts, {}
  for file, sum in pairs(sums) do
    local text = texts[file] or self.reader(file)
    if not text or core.checksum(text) ~= sum then changed[#changed + 1] = file end
  end
  for file in pairs(next(sums) and texts or {}) do
    if not sums[file] then changed[#changed + 1] = file end
  end
  table.sort(changed)
  return changed
end

return Revision
