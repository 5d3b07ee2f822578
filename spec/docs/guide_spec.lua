require("support.pages").test "docs/guide.md"
