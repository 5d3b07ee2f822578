-- Links to the playground, in node: see links.mjs.

local browser = require "support.browser"
local skip = require "support.skip"

describe("a link to the playground #extra", function()
  browser.checks({ "a link holds what was shared", "only edit, paint and drop may come from a link",
    "what is no state is none", "a few letters do not fill the memory",
    "a link with a mod says so" }, "links.mjs", skip.without "node", function() end)
end)
