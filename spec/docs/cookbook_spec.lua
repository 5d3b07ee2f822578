require("support.pages").test "docs/cookbook.md"
