local command = require "support.command"
local pages = require "support.pages"

for _, file in ipairs(command.list("ls docs/reference/*.md")) do pages.test(file) end
