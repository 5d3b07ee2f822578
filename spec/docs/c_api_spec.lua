local pages = require "support.pages"

pages.test "docs/c-api.md"
pages.test_c "docs/c-api.md"
