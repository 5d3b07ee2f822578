--- Text as it stands in HTML or XML, between elements or in an attribute: nothing in it is read as
-- markup.

local ENTITIES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;",
  ["'"] = "&#39;" }

return function(text) return (text:gsub("[&<>\"']", ENTITIES)) end
