--- What a wrong argument is answered: each of each public function, and each key of its options.

local good_calls = require "support.good_calls"
local part = require "golden.part"

return part("errors", function(print)
  local lines = {}                               -- keys are tried in any order
  local function hear(text, ok, message)
    message = message:gsub("^.-:%d+: ", "")
    lines[#lines + 1] = ("%s %s %s"):format(text, tostring(ok), message)
  end
  good_calls.of_game()(good_calls.new_unit(), false, hear)
  local unit, try, done = good_calls.new_unit(), good_calls.of_unit(), false
  unit:behave(function()
    try(unit, false, hear)
    done = true
  end)
  unit.world.run(300, function() return done end)
  table.sort(lines)
  for _, line in ipairs(lines) do print(line) end
  print("done", done)
end)
