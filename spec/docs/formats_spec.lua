require("support.pages").test "docs/formats.md"
