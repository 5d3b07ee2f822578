local pages = require "support.pages"

pages.test "docs/editors.md"
