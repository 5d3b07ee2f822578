--- Methods, fields and functions of the version before, of what is written in Lua: to use one is an
-- error that tells today's name, until the next version. What is written in C has its own place,
-- src/binding/renamed.c.

local METHODS = {
  unit = { request = "request_path" },
}

local FIELDS = {
  unit = { collisions = "avoidance" },
}

local renamed = {}

--- Raises an error where objects of `kind` had a field by the name `was`; for __index and
-- __newindex, whose caller is blamed.
function renamed.field(kind, was)
  local now = FIELDS[kind][was]
  if now then error(("%s.%s is called %s.%s now"):format(kind, was, kind, now), 3) end
end

--- What stands for the method that objects of `kind` had by the name `was`; nil: there was none.
function renamed.method(kind, was)
  local now = METHODS[kind][was]
  if not now then return nil end
  return function()
    error(("%s:%s is called %s:%s now"):format(kind, was, kind, now), 2)
  end
end

return renamed
