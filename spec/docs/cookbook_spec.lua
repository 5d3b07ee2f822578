local cases = require "support.cases"
local pages = require "support.pages"

-- Each recipe is a game of some minutes under a sanitizer, of the same code.
if not cases.are_fewer then pages.test "docs/cookbook.md" end
