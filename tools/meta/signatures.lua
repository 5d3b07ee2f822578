--- Signatures, as declarations and pages have them: `map:path(x1, y1 [, query: Query]) -> path |
-- nil, code`. In declarations a name may be followed by its type; pages have the names alone.
--
-- A signature is a table:
--   owner, sign, name   "map", ":", "path"; a call of an object has neither sign nor name
--   parameters          a list of { name =, type =, optional = }
--   results             a list of alternatives, each a list of { name =, type =, optional =,
--                       each = }; `each` is what a loop gets of an iterator
--   shown, result       as pages have it: "map:path(x1, y1 [, query])", "path | nil, code" or nil

local signatures = {}

local CLOSE = { ["("] = ")", ["{"] = "}", ["<"] = ">", ["["] = "]" }

-- Where a type that begins at `at` ends: before a comma, a closing bracket, or " [" or " |".
local function end_of_type(text, at)
  local open = {}
  while at <= #text do
    local char = text:sub(at, at)
    if #open == 0 then
      if char:find "[,%)%]]" or text:find("^ [%[|]", at) then return at - 1 end
    end
    if char == open[#open] then
      open[#open] = nil
    elseif CLOSE[char] then
      open[#open + 1] = CLOSE[char]
    elseif char == '"' then
      at = text:find('"', at + 1, true) or #text
    end
    at = at + 1
  end
  return #text
end

-- Reads names with types from `at` on, up to an unmatched ")", to `stop` or to the end. Returns the
-- list, what is shown, and where it ended.
local function read_list(text, at, stop)
  local list, shown, depth = {}, {}, 0
  while at <= #text do
    if text:sub(at, at) == ")" or stop and text:find(stop, at) == at then break end
    local mark = text:match("^%s*%]", at) or text:match("^%s*[%[,]%s*", at)
    if mark then
      for bracket in mark:gmatch "[%[%]]" do depth = depth + (bracket == "[" and 1 or -1) end
      if depth < 0 then error(("'%s': ']' without '['"):format(text), 0) end
      shown[#shown + 1] = mark
      at = at + #mark
    else
      local name = text:match('^"[^"]*"', at) or text:match("^[%a_][%w_]*%.%.%.", at)
        or text:match("^%.%.%.", at) or text:match("^[%a_][%w_]*", at)
      if not name then error(("'%s': a name expected at '%s'"):format(text, text:sub(at)), 0) end
      at = at + #name
      local entry = { name = name, optional = depth > 0 }
      if name == "iterator" and text:sub(at, at) == "(" then
        local _, ended
        entry.each, _, ended = read_list(text, at + 1)
        at = ended + 1
      elseif text:find("^:%s", at) then
        local last = end_of_type(text, at + 2)
        entry.type = text:sub(at + 2, last):match "^%s*(.-)%s*$"
        at = last + 1
      end
      list[#list + 1] = entry
      shown[#shown + 1] = name
    end
  end
  if depth ~= 0 then error(("'%s': a '[' is not closed"):format(text), 0) end
  return list, table.concat(shown), at
end

local function read_results(text)
  local alternatives, shown, at = {}, {}, 1
  repeat
    local list, what, ended = read_list(text, at, "%s|%s")
    alternatives[#alternatives + 1], shown[#shown + 1] = list, what
    at = ended + 3
  until at > #text
  return alternatives, table.concat(shown, " | ")
end

--- Reads a signature; an error in it is raised as a text.
function signatures.read(text)
  local head, results = text:match "^(.-)%s*%->%s*(.*)$"
  head = head or text
  local owner, rest = head:match "^([%a_][%w_.]*)(.*)$"
  local sign, name = "", ""
  if rest and rest:find "^:" then
    sign, name, rest = rest:match "^(:)([%a_][%w_]*)(.*)$"
  elseif owner and owner:find "%." then
    owner, name = owner:match "^(.*)%.([^.]*)$"
    sign = "."
  end
  if not rest or rest:sub(1, 1) ~= "(" then error(("'%s' is no signature"):format(text), 0) end
  local parameters, shown, ended = read_list(rest, 2)
  if rest:sub(ended) ~= ")" then error(("'%s': ')' expected at its end"):format(text), 0) end
  local self = { owner = owner, sign = sign, name = name, parameters = parameters, results = {},
    shown = ("%s%s%s(%s)"):format(owner, sign, name, shown) }
  if results then self.results, self.result = read_results(results) end
  return self
end

return signatures
