--- Compares declarations with the functions and fields that the library has at run time.

local names = require "meta.names"
local pages = require "meta.pages"

local members = {}

-- What the pages have of a name, to be copied.
local function suggestion(item, name)
  for _, one in ipairs(pages.signatures()) do
    local signature = one.signature
    if signature.owner == item.shown and signature.name == name then
      return ("%s%s"):format(signature.shown, one.result and " -> " .. one.result or "")
    end
  end
  return ("%s%s%s(…) -> …"):format(item.owner, item.kind == "module" and "." or ":", name)
end

--- Compares a set with the members that there are, see objects.lua.
function members.check(set, found, complain)
  for _, item in ipairs(set.items) do
    local there = found[item.name]
    local declared = there and names.declared(set, item) or {}
    for _, name in ipairs(names.sorted(there or {})) do
      if not declared[name] then
        complain("%s.%s is public, and not declared. Write, under '%s %s' in tools/meta/%s:\n"
          .. "  %s -- What it does.\n(or '.%s: TYPE -- What it is.' if it is a field), give it an "
          .. "entry in the page of its class, in docs/reference or docs, and run `make meta`",
          item.shown, name, item.kind, item.module or item.name, item.file, suggestion(item, name),
          name)
      end
    end
    for _, name in ipairs(names.sorted(declared)) do
      if name ~= "" and not name:find "^%[" and not there[name] and not item.hidden[name] then
        complain("%s.%s is declared in tools/meta/%s, and there is no such thing: take it away",
          item.shown, name, item.file)
      end
    end
    local is_expected = (item.kind == "class" or item.kind == "module") and item.module ~= "string"
    if is_expected and there == nil then
      complain("tools/meta/%s:%d: nothing is known at run time of the %s '%s': give "
        .. "tools/meta/objects.lua an object of it", item.file, item.line, item.kind, item.name)
    end
  end
  for _, name in ipairs(names.sorted(found)) do
    if name:find " " then
      complain("the %s is not declared: write 'class NAME as %s -- TEXT' in tools/meta/game.txt",
        name, name:match " (.*)")
    end
  end
end

return members
