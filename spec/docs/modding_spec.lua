require("support.pages").test "docs/modding.md"
