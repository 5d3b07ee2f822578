--- The standings as one HTML file, which loads nothing. Replays are links to files beside it.

local escaped = require "astar.replay.escaped"
local json = require "astar.replay.json"
local plot = require "astar.arena.page.plot"
local schedule = require "astar.arena.schedule"
local style = require("astar.arena.web").style
local text_tables = require "astar.arena.text_tables"

-- ---- pieces -------------------------------------------------------------------------------------

local function cell(content, attributes)
  return ("<td%s>%s</td>"):format(attributes or "", content)
end

-- The first row has the headings; a row is a list of cells, made by cell(), or of texts.
local function table_of(headings, rows)
  local list = {}
  for i, heading in ipairs(headings) do list[i] = ("<th>%s</th>"):format(escaped(heading)) end
  local lines = { ("<tr>%s</tr>"):format(table.concat(list)) }
  for _, row in ipairs(rows) do
    lines[#lines + 1] = ("<tr>%s</tr>"):format(table.concat(row))
  end
  return ('<div class="wide" tabindex="0"><table>%s</table></div>'):format(
    table.concat(lines, "\n"))
end

local function section(heading, ...)
  return ("<section><h2>%s</h2>\n%s</section>"):format(heading, table.concat({ ... }, "\n"))
end

-- A rate on a ground that is the greener the higher it is.
local function rate_cell(rate)
  if not rate then return cell "" end
  local far = 2 * rate.rate - 1
  return cell(text_tables.rate(rate), (' style="background: rgba(var(--%s), 0.%02d)"'):format(
    far < 0 and "bad" or "good", math.floor(40 * math.abs(far) + 0.5)))
end

-- ---- sections -----------------------------------------------------------------------------------

local function ratings(sums)
  local rows = {}
  for i, mod in ipairs(sums.mods) do
    rows[i] = { cell(escaped(mod.name)), cell(text_tables.rating(mod)),
      cell(text_tables.rate(mod.score)),
      cell(mod.won), cell(mod.drawn), cell(mod.lost), cell(mod.errors) }
  end
  return section("Ratings",
    '<div class="wide" tabindex="0">' .. plot(sums.mods, escaped) .. "</div>",
    "<p>Bradley and Terry's model; 400 points more are ten times the chance to win, 0 is the mean. "
    .. "All intervals are those of 95 %.</p>",
    table_of({ "mod", "rating", "score", "won", "drawn", "lost", "errors" }, rows))
end

local function rates_of(sums, headings, field)
  local rows = {}
  for i, mod in ipairs(sums.mods) do
    rows[i] = { cell(escaped(mod.name)) }
    for k in ipairs(headings) do rows[i][k + 1] = rate_cell(field(mod, k)) end
  end
  local all = { "mod" }
  for k, heading in ipairs(headings) do all[k + 1] = heading end
  return table_of(all, rows)
end

local function pairs_section(sums)
  return section("Against each other",
    "<p>How often the mod of a row wins against that of a column; a draw is half a win.</p>",
    rates_of(sums, sums.order, function(mod, k) return mod.against[k] end))
end

local function sides(sums)
  return section("By side", rates_of(sums, { "first side", "second side" },
    function(mod, k) return k == 1 and mod.first or mod.second end))
end

local function maps(sums)
  if #sums.maps < 2 then return "" end
  return section("By map", rates_of(sums, sums.maps, function(mod, k) return mod.maps[k] end))
end

local percent = text_tables.percent

local function change_cell(row)
  local text = row.same and "the same" or ("%+.1f ± %.1f %%"):format(percent(row.change),
    percent(row.error))
  if not (row.worse or row.better) then return cell(text) end
  return cell(text, (' style="background: rgba(var(--%s), 0.3)"'):format(
    row.worse and "bad" or "good"))
end

local function baseline(sums)
  if not sums.baseline then return "" end
  local rows = {}
  local function add(row, opponent)
    rows[#rows + 1] = { cell(escaped(row.name)), cell(escaped(opponent)),
      cell(("%.1f %%"):format(percent(row.before))), cell(("%.1f %%"):format(percent(row.now))),
      change_cell(row), cell(row.matches) }
  end
  for _, row in ipairs(sums.baseline) do
    add(row, "all")
    for _, one in ipairs(row.opponents[2] and row.opponents or {}) do add(one, one.against) end
  end
  return section("Since the baseline", "<p>The same opponents, maps and seeds, match by match.</p>",
    table_of({ "mod", "against", "before", "now", "change", "matches" }, rows))
end

-- ---- matches ------------------------------------------------------------------------------------

-- What is needed to play a match again, and its hash.
local function line_of(result)
  local match = { hash = result.hash }
  for _, key in ipairs(schedule.KEYS) do match[key] = result[key] end
  return json(match)
end

local function match_row(why, result, has_replays)
  local winner = result.winner == 0 and "nobody" or result.names[result.winner]
  local name = ("%s - %s"):format(result.names[1], result.names[2])
  local link = has_replays and ('<a href="replays/%s.html">replay</a>'):format(result.id) or ""
  return { cell(why), cell(escaped(name)), cell(escaped(result.map_name)),
    cell(("%d"):format(result.seed)),
    cell(("%g : %g"):format(result.points[1], result.points[2])), cell(escaped(winner)),
    cell(result.errors), cell(link) }
end

local WHY = { { "lopsided", "lopsided" }, { "closest", "close" }, { "broken", "broken" } }

local function matches(sums, has_replays)
  local rows, lines = {}, {}
  for _, kind in ipairs(WHY) do
    for _, result in ipairs(sums.notable[kind[1]]) do
      rows[#rows + 1] = match_row(kind[2], result, has_replays)
      lines[#lines + 1] = ("<p><code>%s</code>%s</p>"):format(escaped(line_of(result)),
        result.first_error and "<br>" .. escaped(result.first_error) or "")
    end
  end
  return section("Matches worth looking at",
    table_of({ "why", "match", "map", "seed", "points", "winner", "errors", "" }, rows),
    "<details><summary>Their lines, for <code>astar arena --match LINE</code></summary>",
    table.concat(lines, "\n"), "</details>")
end

local function failed(sums)
  if not sums.failed[1] then return "" end
  local rows = {}
  for i, one in ipairs(sums.failed) do
    if i <= 20 then
      rows[i] = { cell(escaped(("%s - %s"):format(one.names[1], one.names[2]))),
        cell(escaped(one.map_name)), cell(("%d"):format(one.seed)),
        cell(escaped(one.failed), ' class="text"') }
    end
  end
  return section(text_tables.count(#sums.failed, "match has", "matches have") .. " failed",
    table_of({ "match", "map", "seed", "why" }, rows))
end

-- ---- the page -----------------------------------------------------------------------------------

local PAGE = [[
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Arena: %s</title>
<style>%s</style>
</head>
<body>
<main>
<h1>Arena</h1>
<p>%s. Game: %s. astar %s.%s</p>
%s
</main>
</body>
</html>
]]

--- The page of standings. `has_replays`: matches worth looking at are in replays/ beside it.
return function(sums, has_replays)
  local missing = sums.missing > 0 and (" %s not been played."):format(
    text_tables.count(sums.missing, "match has", "matches have")) or ""
  local sections = { baseline(sums), ratings(sums), pairs_section(sums), sides(sums), maps(sums),
    matches(sums, has_replays), failed(sums) }
  return PAGE:format(escaped(table.concat(sums.order, ", ")), style,
    escaped(text_tables.summary(sums)),
    escaped(sums.game), escaped(sums.version), missing, table.concat(sections, "\n"))
end
