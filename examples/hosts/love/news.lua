--- What there is to tell of the mods: errors with file and line, and what was taken up. Plain Lua.

local news = {}
news.__index = news

local MOST = 6
local SHOWN = 8                        -- seconds that a line is shown

function news.new() return setmetatable({ lines = {}, broken = {}, time = 0 }, news) end

--- Without the folders before the mod's own: "red/soldier.lua:12: …".
local function short(text)
  text = text:gsub("[^%s'(]*/([^%s/]+/[^%s/]+%.lua)", "%1")
  return (text:gsub("^tick %d+, ", ""))
end

--- Adds a line. kind: that of a report, or "game".
function news:say(text, kind)
  table.insert(self.lines, 1, { kind = kind or "game", text = text, time = self.time })
  self.lines[MOST + 1] = nil
end

--- Takes a report of the world. A mod whose files are broken stays so until they are taken up: the
-- game goes on with those that it had before.
function news:report(report)
  local mod = report.mod and report.mod.name
  if mod and report.kind == "reload" then
    self.broken[mod] = nil
  elseif mod and report.kind == "error" and not report.unit then
    self.broken[mod] = short(report.message or report.text)
  end
  self:say(short(report.text), report.kind)
end

function news:update(seconds) self.time = self.time + seconds end

--- The lines that are still new, the newest first: kind, text, and age in seconds.
function news:recent()
  local list = {}
  for _, line in ipairs(self.lines) do
    local age = self.time - line.time
    if age < SHOWN then list[#list + 1] = { kind = line.kind, text = line.text, age = age } end
  end
  return list
end

--- What is wrong now: files that could not be taken up, and open errors of behaviours, as a list of
-- texts with file and line.
function news:open_errors(world)
  local list = {}
  for _, text in pairs(self.broken) do list[#list + 1] = text end
  table.sort(list)
  for failure in world:errors() do
    if failure.behaviour then
      list[#list + 1] = ("%s (%d times)"):format(short(failure.text), failure.count)
    end
  end
  return list
end

return news
