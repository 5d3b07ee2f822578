--- Tests that need what is not everywhere. Within a test of a spec `pending(why)` does this; a
-- module that specs share has no such function: its busted.pending is another one, which skips
-- nothing.

local busted = require "busted"

local skip = {}

--- A test that is run if `is_there`, and else skipped; its report says why.
function skip.unless(is_there, why, name, run)
  if is_there then return busted.it(name, run) end
  busted.pending(("%s: %s"):format(name, why))
end

return skip
