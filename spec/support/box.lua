--- A box for the specs of what is in it.
--
-- box.run(source, ...): what the mod returns. box.fails(text, source): it fails with that in its
-- message. box.inside: the box itself; box.printed: what the mod has printed.

local sandbox = require "astar.sandbox"

local unpack = table.unpack or unpack

return function(options)
  local box = { printed = {} }
  options = options or {}
  options.host = options.host or function(op, ...)
    if op == "print" then box.printed[#box.printed + 1] = (...) end
  end
  box.inside = sandbox.new(options)

  function box.run(source, ...)
    local results = { box.inside:run(source, "@mod.lua", ...) }
    if not results[1] then error(results[2].message, 2) end
    return unpack(results, 2, 12)
  end

  function box.fails(text, source, ...)
    local ok, failure = box.inside:run(source, "@mod.lua", ...)
    if ok then error("it does not fail", 2) end
    if not failure.message:find(text, 1, true) then
      error(("expected '%s' in: %s"):format(text, failure.message), 2)
    end
    return failure
  end

  return box
end
