-- Each recipe is a game of half a minute. That Lua can load them is seen in pages_spec.lua.
require("support.pages").test("docs/cookbook.md", "#extra")
