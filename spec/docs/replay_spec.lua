require("support.pages").test "docs/replay.md"
