local pages = require "support.pages"

pages.test "docs/coming-from.md"
pages.test_c "docs/coming-from.md"
