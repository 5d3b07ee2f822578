--- The standings in words, for a terminal.

local core = require "astar.core"
local exact = require "astar.save.exact"

local text_tables = {}

-- How many characters a text of UTF-8 has.
local function width(text) return #text - select(2, text:gsub("[\128-\191]", "")) end

local function line_of(cells, widths)
  local list = {}
  for i, cell in ipairs(cells) do
    local blanks = (" "):rep(widths[i] - width(cell))
    list[i] = i == 1 and cell .. blanks or blanks .. cell
  end
  return (table.concat(list, "  "):gsub(" +$", ""))
end

-- Rows of cells as lines; the first column is on the left, the others are on the right.
local function add_table(lines, rows)
  local widths = {}
  for _, row in ipairs(rows) do
    for i, cell in ipairs(row) do widths[i] = math.max(widths[i] or 0, width(cell)) end
  end
  for _, row in ipairs(rows) do lines[#lines + 1] = line_of(row, widths) end
end

--- A share in hundredths, to a tenth: Luas round what lies in the middle in different ways.
function text_tables.percent(share) return math.floor(1000 * share + 0.5) / 10 end

local percent = text_tables.percent

--- A rate: "61.2 ± 1.4 %".
function text_tables.rate(rate)
  if not rate then return "-" end
  return ("%.1f ± %.1f %%"):format(percent(rate.rate), percent(rate.error))
end

--- A rating: "+85 ± 12".
function text_tables.rating(mod) return ("%+.0f ± %.0f"):format(mod.rating, mod.error) end

--- A number and its word: "1 match", "2 matches".
function text_tables.count(number, one, many)
  return ("%d %s"):format(number, number == 1 and one or many or one .. "s")
end

--- What has been played.
function text_tables.summary(sums)
  return ("%s of %s: %s, %s, %s, %s"):format(text_tables.count(sums.played, "match", "matches"),
    text_tables.count(sums.ticks, "tick"), text_tables.count(#sums.mods, "mod"),
    text_tables.count(#sums.maps, "map"), text_tables.count(sums.seeds, "seed"), "both sides")
end

--- What has become of a mod since the baseline: "red: lost 4.0 ± 1.0 % (52.0 % -> 48.0 %)".
function text_tables.change(row)
  local name = row.against and "against " .. row.against or row.name
  if row.same then return ("%s: the same as in the baseline"):format(name) end
  local how = row.worse and "lost" or row.better and "won" or "changed by"
  local change = row.worse and -row.change or row.change
  return ("%s: %s %.1f ± %.1f %% (%.1f %% -> %.1f %%, %s)"):format(name, how, percent(change),
    percent(row.error), percent(row.before), percent(row.now),
    text_tables.count(row.matches, "match", "matches"))
end

local function add_baseline(lines, list)
  lines[#lines + 1] = "\nAgainst the baseline:"
  for _, row in ipairs(list) do
    lines[#lines + 1] = "  " .. text_tables.change(row)
    for _, one in ipairs(row.opponents[2] and row.opponents or {}) do
      lines[#lines + 1] = "    " .. text_tables.change(one)
    end
  end
end

-- How often each mod wins against each other one, where there are more than two.
local function add_pairs(lines, sums)
  local rows = { { "" } }
  for _, name in ipairs(sums.order) do rows[1][#rows[1] + 1] = name end
  for i, mod in ipairs(sums.mods) do
    rows[i + 1] = { mod.name }
    for k in ipairs(sums.order) do rows[i + 1][k + 1] = text_tables.rate(mod.against[k]) end
  end
  lines[#lines + 1] = ""
  add_table(lines, rows)
end

--- Values of parameters: "brave = 3, retreat_at = 12".
function text_tables.values(values)
  local list = {}
  for i, name in ipairs(core.keys(values)) do
    list[i] = ("%s = %s"):format(name, exact.digits(values[name], 6))
  end
  return table.concat(list, ", ")
end

--- What a search has found.
function text_tables.found(found)
  local lines = { ("On %s that had no part in the search:"):format(
    text_tables.count(found.best.played, "match", "matches")) }
  add_table(lines, {
    { "  default", text_tables.rate(found.default), text_tables.values(found.default.values) },
    { "  best", text_tables.rate(found.best), text_tables.values(found.best.values) },
    { "  change", ("%+.1f ± %.1f %%"):format(percent(found.change.rate),
      percent(found.change.error)), "" },
  })
  return table.concat(lines, "\n") .. "\n"
end

--- The standings as text.
function text_tables.text(sums)
  local lines = { text_tables.summary(sums) }
  local rows = { { "mod", "rating", "score", "won", "drawn", "lost", "errors" } }
  for i, mod in ipairs(sums.mods) do
    rows[i + 1] = { mod.name, text_tables.rating(mod), text_tables.rate(mod.score),
      tostring(mod.won),
      tostring(mod.drawn), tostring(mod.lost), tostring(mod.errors) }
  end
  add_table(lines, rows)
  if #sums.mods > 2 then add_pairs(lines, sums) end
  if sums.baseline then add_baseline(lines, sums.baseline) end
  return table.concat(lines, "\n") .. "\n"
end

return text_tables
