require("support.pages").test "docs/reference.md"
