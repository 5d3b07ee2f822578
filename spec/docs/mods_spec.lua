require("support.pages").test "docs/mods.md"
