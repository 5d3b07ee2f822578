-- torture: build=asan share=2 short=yes cases=40
--
-- Machines of mods that are put back to images whose bytes were changed at random, the words among
-- them by which host and machine talk: they may harm themselves alone, and nothing takes long.

local core = require "astar.core"
local images = require "fuzz.images"
local kind = require "fuzz.kind"
local sandbox = require "astar.sandbox"

local EACH = 20                                  -- images of a case

local kinds = {}
for _, name in ipairs(core.sandboxes) do
  if name ~= "stock" then kinds[#kinds + 1] = name end
end

kind.run("machines", function(seed)
  if #kinds == 0 then error("this module was built without the vault", 0) end
  local name = kinds[seed % #kinds + 1]
  local tally = images.try(function(options)
    options.kind = name
    return sandbox.new(options)
  end, seed, EACH)
  kind.count("images", tally.run)
  kind.count("that have stopped them", tally.broken)
end)
