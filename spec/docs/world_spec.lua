require("support.pages").test "docs/world.md"
