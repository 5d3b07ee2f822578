--- Tables in the pages, from the declarations. This writes the table below one of these
-- lines; where it is new, write a line "|" there:
--
--   <!-- options ClassOptions -->            all options of a declaration
--   <!-- options QueryOptions: class unit --> these
--   <!-- options mods KnownOptions -->       one of those that mods have
--   <!-- pages -->                           the pages of the reference, and what each is about
--   <!-- functions -->                       the functions of each page with entries
--
-- Neighbours that are declared alike, as x and y, share a row. Links in declarations are those of a
-- page in docs.

local pages = require "meta.pages"
local read = require("whole_file").read

local tables = {}

local INDEX = "docs/reference.md"

local LONG = 34                                  -- letters of a type that is not shown in full

local function code(text) return "`" .. text:gsub("|", "\\|") .. "`" end

-- A number, a string, a word of Lua or a table is shown as code; other defaults are words.
local function default_of(field)
  local text = field.default
  local is_needed = not field.optional and not field.name:find "^%["
  if not text then return is_needed and "*needed*" or "" end
  local is_value = tonumber(text) or text:find '^"[^"]*"$' or text:find "^{.*}$"
    or text == "true" or text == "false"
  return is_value and code(text) or text
end

local function type_of(field)
  local text = field.type
  if #text > LONG and text:find "^fun" then text = "function" end
  return field.range and ("%s, %s"):format(code(text), field.range) or code(text)
end

local function name_of(field)
  return field.name == "[string]" and "*other names*" or code(field.name)
end

local function is_alike(a, b)
  return a.text == b.text and a.type == b.type and a.default == b.default and a.range == b.range
end

local function rows_of(fields)
  local rows, last = {}, nil
  for _, field in ipairs(fields) do
    if last and is_alike(last, field) then
      rows[#rows].names = rows[#rows].names .. ", " .. name_of(field)
    else
      rows[#rows + 1] = { names = name_of(field), field = field }
    end
    last = field
  end
  return rows
end

-- The text with its links as a page in docs/reference has them.
local function linked(page, text)
  local own = page:match "^docs/reference/(.*)$"
  if not own then return text end
  return (text:gsub("%]%(([%w_/-]+%.md)", function(target)
    local other = target:match "^reference/(.*)$"
    return "](" .. (other == own and "" or other or "../" .. target)
  end))
end

local function title_of(text) return text:match "^# ([^\n]*)" end

-- What a page is about: its first sentence, without links.
local function about(text)
  return (text:match "^# [^\n]*\n\n(.-%.)%s":gsub("\n", " "):gsub("%[([^]]*)%]%b()", "%1"))
end

local function table_of_pages()
  local lines = { "| page | about |", "|---|---|" }
  for _, page in ipairs(pages.of_reference()) do
    local text = read(page)
    lines[#lines + 1] = ("| [%s](%s) | %s |"):format(title_of(text),
      page:match "^docs/(.*)$", about(text))
  end
  return table.concat(lines, "\n") .. "\n"
end

local function functions_of(page)
  local links, seen = {}, {}
  for _, one in ipairs(pages.signatures { page }) do
    local name = pages.name_of(one.signature)
    if not seen[name] then
      links[#links + 1] = ("[%s](%s#%s)"):format(name, page:match "^docs/(.*)$",
        pages.anchor(one.heading))
    end
    seen[name] = true
  end
  return links
end

local function list_of_functions()
  local lines = {}
  for _, page in ipairs(pages.names()) do
    local links = functions_of(page)
    if links[1] then
      lines[#lines + 1] = ("- **%s**: %s"):format(title_of(read(page)), table.concat(links, ", "))
    end
  end
  return table.concat(lines, "\n") .. "\n"
end

local function table_of(fields)
  local lines = { "| option | type | default | meaning |", "|---|---|---|---|" }
  for _, row in ipairs(rows_of(fields)) do
    lines[#lines + 1] = ("| %s | %s | %s | %s |"):format(row.names, type_of(row.field),
      default_of(row.field), (row.field.text or ""))
  end
  return table.concat(lines, "\n") .. "\n"
end

-- The fields of a declaration, or those that are named.
local function chosen(item, names, fail)
  local list, by_name = {}, {}
  for _, field in ipairs(item.fields) do
    by_name[field.name] = field
    if names == "" and field.name ~= "[integer]" then list[#list + 1] = field end
  end
  for name in names:gmatch "%S+" do
    if not by_name[name] then fail("the options '%s' have no '%s'", item.name, name) end
    list[#list + 1] = by_name[name]
  end
  return list
end

--- A page with its tables as the declarations have them.
function tables.fill(page, text, sets)
  local function fail(...) error(page .. ": " .. string.format(...), 0) end
  local function written(line, what)
    local head, names = what:match "^(.-): (.*)$"
    head, names = head or what, names or ""
    local set_name, name = head:match "^(%l+) (%u%w*)$"
    for _, set in ipairs(sets) do
      local item = set.name == (set_name or "game") and set.by_name[name or head]
      if item then return line .. linked(page, table_of(chosen(item, names, fail))) end
    end
    fail("there are no options '%s'", head)
  end
  local rest = text:gsub("(<!%-%- options [^\n]- %-%->\n)[^\n|]*\n", function(line)
    fail("no table is below %s", line)
  end)
  -- Rows go, as far as they follow the line, and then come anew.
  local count
  repeat rest, count = rest:gsub("(<!%-%- options [^\n]- %-%->\n)|[^\n]*\n", "%1") until count == 0
  return (rest:gsub("(<!%-%- options ([^\n]-) %-%->\n)", written))
end

--- Calls f(page, text, filled) for each page.
function tables.each(sets, f)
  for _, page in ipairs(pages.names()) do
    local text = read(page)
    f(page, text, tables.fill(page, text, sets))
  end
  local text = read(INDEX)
  local made = { pages = table_of_pages(), functions = list_of_functions() }
  f(INDEX, text, (text:gsub("(<!%-%- (%l+) %-%->\n)[|-].-\n\n", function(line, what)
    return line .. made[what] .. "\n"
  end)))
end

return tables
