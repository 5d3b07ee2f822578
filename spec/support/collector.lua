-- The collector's settings, which each Lua names in its own way.

local collector = {}

local set
if pcall(collectgarbage, "setpause", 200) then
  function set(what, value) return collectgarbage("set" .. what, value) end
else                                             -- from Lua 5.5 on
  function set(what, value) return collectgarbage("param", what, value) end
end

--- How many percent more than after a cycle there are to be before the next one; the old setting.
function collector.pause(percent) return set("pause", percent) end

--- Whether each allocation is a whole cycle of the collector, which runs finalizers.
function collector.hurry(on)
  if _VERSION == "Lua 5.4" then
    collectgarbage("incremental", on and 1 or 200, on and 1000 or 100, on and 40 or 13)
    return
  end
  set("pause", on and 1 or 200)
  set("stepmul", on and 1000000 or 200)
end

return collector
