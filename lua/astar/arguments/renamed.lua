--- Methods, fields and functions of the version before that were written in Lua: using one is an
-- error that names the new one, until the next version. Those written in C are in
-- src/binding/renamed.c.

local blame = require "astar.arguments.blame"

-- By the kind of object: from the name of before to today's, with what stands before a name.
local MEMBERS = {
  unit = { request = ":request_path", collisions = ".avoidance", around = ":units_near" },
  body = { request = ":request_path", follow = ":follow_path" },
  think = { choice = ".selector", anyway = ".succeed", chooser = ".utility" },
}

local renamed = {}

--- Raises an error where objects of `kind` had a member by the name `was`.
function renamed.member(kind, was)
  local now = MEMBERS[kind] and MEMBERS[kind][was]
  if now then
    blame.raise(("%s%s%s is called %s%s now"):format(kind, now:sub(1, 1), was, kind, now))
  end
end

return renamed
