--- Replays: a recording as one HTML file that plays it, and loads nothing else.

local blame = require "astar.arguments.blame"
local escaped = require "astar.replay.escaped"
local Feed = require "astar.record.feed"
local files = require "astar.files"
local json = require "astar.replay.json"
local lazy = require "astar.lazy"
local pairs = require "astar.pairs".pairs

local replay = {}

-- Everything that the page shows, as the reader wants it.
local function run_of(recording)
  local feed = Feed.new(recording)
  local run = feed:heading()
  for key, value in pairs(feed:next()) do run[key] = value end
  run.marks = table.concat(recording._ticks_marks)
  return run
end

-- What is between the braces of {{name}} is replaced; as text, not as a pattern.
local function fill(template, values)
  return (template:gsub("{{(%w+)}}", values))
end

local function filled(title, data, start)
  local web = lazy.load "astar.replay.web"      -- when a page is made: it is long
  return fill(web.page, { title = escaped(title), style = web.style,
    script = web.script .. "\n" .. start, data = data })
end

--- The page, as a string.
function replay.page(recording)
  local title = recording.title ~= "" and recording.title or "A replay"
  return filled(title, ('<script type="application/json" id="run">%s</script>\n'):format(
    json(run_of(recording))),
    'window.replay = new Player(runOf(JSON.parse(byId("run").textContent)));')
end

--- The same page for a recording that goes on: the page around it calls window.begin(heading, news)
-- with what record/feed.lua writes, and window.replay.grow(news) with all that follows. Runs and
-- films of other recordings, which are drawn beside it, are made by what is in window.parts.
function replay.live_page(title)
  return filled(title, "", [[
window.begin = (heading, news) => {
  document.body.classList.add("live");
  if (heading.title) document.querySelector("h1").textContent = document.title = heading.title;
  return window.replay = new Player(runOf({ ...heading, ...news }));
};
window.parts = { Film, growRun, runOf };]])
end

--- Writes the page to a file: its size in bytes | nil, message.
function replay.write(recording, name)
  if type(recording) ~= "table" or not rawget(recording, "_parts") then
    blame.fail("replay", 1, "a recording expected, got %s", type(recording))
  elseif type(name) ~= "string" then
    blame.fail("replay", 2, "a file's name expected, got %s", type(name))
  end
  local page = replay.page(recording)
  local done, message = files.write(name, page)
  if not done then return nil, message end
  return #page
end

return replay
