require("support.pages").test "docs/embedding.md"
