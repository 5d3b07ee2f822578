--- What is played at present. `match`: of the scenario, see scenarios.lua; `world`, `scenario`;
-- `feed`: of the recording; `reports`: since the last reply.

local session = { reports = {} }

local files = require "files"

local MOST_REPORTS = 20

--- Takes down a report of the world's, with the line of a file that it is about.
function session.report(one)
  local list = session.reports
  if #list >= MOST_REPORTS then return end
  local file, line, message = files.place_in(one.text)
  list[#list + 1] = { kind = one.kind or "error", text = one.text, file = file, line = line,
    message = message, tick = one.tick, unit = one.unit and one.unit.id or nil }
end

--- What is new since the last time.
function session.news()
  local reply = session.feed:next()
  reply.reports, session.reports = session.reports, {}
  return reply
end

return session
