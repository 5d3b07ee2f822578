require("support.pages").test "docs/inspector.md"
