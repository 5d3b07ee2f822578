--- Tables in Markdown with aligned columns, so that they can be read on a terminal and put into the
-- documentation as they are.

local markdown = {}

--- Three digits that matter; "" for nil.
function markdown.short(value)
  if not value then return "" end
  if value >= 100 or value == 0 then return ("%.0f"):format(value) end
  return ((value >= 10 and "%.1f") or (value >= 1 and "%.2f") or "%.3f"):format(value)
end

--- A whole number; "" for nil.
function markdown.whole(value) return value and ("%.0f"):format(value) or "" end

local function width(text)
  return #text:gsub("[\128-\191]", "") -- one character, one first byte
end

local function widths(rows)
  local list = {}
  for _, row in ipairs(rows) do
    for i, text in ipairs(row) do list[i] = math.max(list[i] or 3, width(text)) end
  end
  return list
end

-- The first column to the left, numbers to the right.
local function line(row, column_widths)
  local cells = {}
  for i, text in ipairs(row) do
    local pad = (" "):rep(column_widths[i] - width(text))
    cells[i] = i == 1 and text .. pad or pad .. text
  end
  return "| " .. table.concat(cells, " | ") .. " |\n"
end

--- The table of a list of rows, lists of strings; the first row is the heading.
function markdown.table(rows)
  local column_widths, rule, text = widths(rows), {}, {}
  for i, w in ipairs(column_widths) do
    rule[i] = i == 1 and ("-"):rep(w) or ("-"):rep(w - 1) .. ":"
  end
  for i, row in ipairs(rows) do
    text[#text + 1] = line(row, column_widths)
    if i == 1 then text[#text + 1] = line(rule, column_widths) end
  end
  return table.concat(text)
end

return markdown
