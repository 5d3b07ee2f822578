require("support.pages").test "docs/command-line.md"
