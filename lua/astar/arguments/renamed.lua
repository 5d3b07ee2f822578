--- Methods and functions of the version before, of what is written in Lua: to call one is an error
-- that tells today's name, until the next version. What is written in C has src/binding/renamed.c.

local METHODS = {
  unit = { request = "request_path" },
}

local renamed = {}

--- What stands for the method that objects of `kind` had by the name `was`; nil: there was none.
function renamed.method(kind, was)
  local now = METHODS[kind][was]
  if not now then return nil end
  return function()
    error(("%s:%s is called %s:%s now"):format(kind, was, kind, now), 2)
  end
end

return renamed
