-- lua/astar/arena/standings.lua, baseline.lua, text_tables.lua, page/: what is made of results. No
-- match is played: `winner_of` decides how it ends.

local baseline = require "astar.arena.baseline"
local cli = require "support.cli"
local copied = require "astar.copied"
local escaped = require "astar.replay.escaped"
local page = require "astar.arena.page"
local plot = require "astar.arena.page.plot"
local results = require "astar.arena.results"
local schedule = require "astar.arena.schedule"
local standings = require "astar.arena.standings"
local text_tables = require "astar.arena.text_tables"

local function mod(name, sum) return { name = name, folder = name, sum = sum, own_name = name } end

local function plan(seeds)
  return { game = { file = "<game>.lua", sum = "g" }, ticks = 5, seeds = seeds,
    mods = { mod("a&b", "1"), mod("c", "2"), mod("d", "3") },
    maps = { { name = "m", file = "m", sum = "x" }, { name = "n", file = "n", sum = "y" } } }
end

-- The first mod wins 3 of 4 on the first side, 1 of 4 on the second; of the others, the second
-- mod wins all on map m.
local function winner_of(match, i, k)
  if i == 1 and match.seed % 4 ~= 0 then return 1 end
  if k == 1 and match.seed % 4 == 1 then return 2 end
  if match.map_name == "n" then return 0 end
  return i == 2 and 1 or k == 2 and 2 or 0
end

local function played(given, how)
  local list, count = results.new(), 0
  schedule.each(given, function(match, i, k)
    count = count + 1
    local one, winner = copied(match), how(match, i, k)
    one.hash, one.winner, one.seconds = ("%016x"):format(count), winner, 0.5
    one.points = { winner == 1 and count or 0, winner == 2 and count or 0 }
    one.errors_of = { i == 2 and match.seed == 4 and 2 or 0, 0 }
    one.errors = one.errors_of[1]
    if one.errors > 0 then one.first_error = "<oh> no" end
    list:add(one)
  end)
  return list
end

-- A section of a page as text: its cells with bars between, its colours in brackets.
local function section(text, heading)
  text = text:match("<h2>" .. heading .. "</h2>(.-)</section>"):gsub("<details>.*", "")
  text = text:gsub(' style="background: rgba%(var%(%-%-(%a+)%), ([%d.]+)%)">', ">[%1 %2] ")
  text = text:gsub("<td[^>]*>(.-)</td>", "%1|"):gsub("<th>(.-)</th>", "%1|")
  text = text:gsub("<p>.-</p>", ""):gsub("<svg.-</svg>", ""):gsub("</?%a[^>]*>", "")
  return text:match "^%s*(.-)%s*$"
end

after_each(cli.clean)

describe("the standings of made up results #quick", function()
  it("are a page and a text", function()
    local given = plan { 1, 2, 3, 4 }
    local sums = standings.of(given, played(given, winner_of))
    local text = page(sums, true)
    assert.equal([[
mod|rating|score|won|drawn|lost|errors|
a&amp;b|+93 ± 88|68.8 ± 20.8 %|16|12|4|0|
c|+31 ± 84|56.3 ± 20.4 %|12|12|8|8|
d|-125 ± 91|25.0 ± 17.3 %|0|16|16|0|]], section(text, "Ratings"))
    assert.equal([[
mod|a&amp;b|c|d|
a&amp;b||[good 0.10] 62.5 ± 24.7 %|[good 0.20] 75.0 ± 18.4 %|
c|[bad 0.10] 37.5 ± 24.7 %||[good 0.20] 75.0 ± 22.1 %|
d|[bad 0.20] 25.0 ± 18.4 %|[bad 0.20] 25.0 ± 22.1 %||]], section(text, "Against each other"))
    assert.equal([[
mod|first side|second side|
a&amp;b|[good 0.28] 84.4 ± 24.3 %|[good 0.03] 53.1 ± 23.6 %|
c|[good 0.13] 65.6 ± 23.1 %|[bad 0.03] 46.9 ± 20.2 %|
d|[bad 0.15] 31.3 ± 17.4 %|[bad 0.25] 18.8 ± 18.4 %|]], section(text, "By side"))
    assert.equal([[
mod|m|n|
a&amp;b|[good 0.10] 62.5 ± 36.2 %|[good 0.20] 75.0 ± 32.4 %|
c|[good 0.20] 75.0 ± 32.4 %|[bad 0.10] 37.5 ± 26.7 %|
d|[bad 0.30] 12.5 ± 31.8 %|[bad 0.10] 37.5 ± 26.7 %|]], section(text, "By map"))
    assert.equal([[
why|match|map|seed|points|winner|errors||
lopsided|d - c|m|4|0 : 42|c|0|replay|
lopsided|c - d|m|4|41 : 0|c|2|replay|
lopsided|c - a&amp;b|m|4|38 : 0|c|2|replay|
close|c - d|n|1|0 : 0|nobody|0|replay|
close|d - c|n|1|0 : 0|nobody|0|replay|
close|d - a&amp;b|m|2|0 : 0|nobody|0|replay|
broken|c - a&amp;b|m|4|38 : 0|c|2|replay|
broken|c - d|m|4|41 : 0|c|2|replay|
broken|c - a&amp;b|n|4|0 : 0|nobody|2|replay|]], section(text, "Matches worth looking at"))
    local lines = {}
    for line, more in text:gmatch "<p><code>(.-)</code>(.-)</p>" do
      lines[#lines + 1] = ("%s %s"):format(line:match "hash&quot;:&quot;0*(%x+)&quot;", more)
      local sum = line:find "map&quot;:&quot;m" and "x" or "y"
      assert.truthy(line:find("map_sum&quot;:&quot;" .. sum, 1, true))
    end
    assert.equal("2a ,29 <br>&lt;oh&gt; no,26 <br>&lt;oh&gt; no,b ,c ,10 ,26 <br>&lt;oh&gt; no,"
      .. "29 <br>&lt;oh&gt; no,2c <br>&lt;oh&gt; no", table.concat(lines, ","))
    assert.equal(9, select(2, text:gsub('<a href="replays/%x+%.html">', "")))
    assert.equal([[
48 matches of 5 ticks: 3 mods, 2 maps, 4 seeds, both sides
mod     rating          score  won  drawn  lost  errors
a&b   +93 ± 88  68.8 ± 20.8 %   16     12     4       0
c     +31 ± 84  56.3 ± 20.4 %   12     12     8       8
d    -125 ± 91  25.0 ± 17.3 %    0     16    16       0

               a&b              c              d
a&b              -  62.5 ± 24.7 %  75.0 ± 18.4 %
c    37.5 ± 24.7 %              -  75.0 ± 22.1 %
d    25.0 ± 18.4 %  25.0 ± 22.1 %              -
]], text_tables.text(sums))
  end)

  it("have the sections that tell something", function()
    local given = plan { 1 }
    table.remove(given.mods)
    local function headings()
      local list, text = {}, page(standings.of(given, played(given, winner_of)))
      for heading in text:gmatch "<h2>(.-)</h2>" do list[#list + 1] = heading end
      return table.concat(list, ", "), text
    end
    assert.equal("Ratings, Against each other, By side, By map, Matches worth looking at",
      (headings()))
    table.remove(given.maps)
    local list, text = headings()
    assert.equal("Ratings, Against each other, By side, Matches worth looking at", list)
    assert.matches(("astar %s%%.</p>"):format(schedule.version():gsub("%p", "%%%0")), text)
  end)

  it("have no colour where as many are won as lost", function()
    local given = plan { 1 }
    local text = page(standings.of(given, played(given, function() return 0 end)))
    assert.matches("\nc|%[good 0.00%] 50.0", section(text, "By side"))
  end)

  it("name a single match that has failed", function()
    local given = plan { 1 }
    local list = played(given, winner_of)
    local _, one = next(list.by_id)
    one.failed = "<why>"
    local text = page(standings.of(given, list))
    assert.matches(" 1 match has not been played%.</p>", text)
    assert.matches("^match|map|seed|why|\n[^\n]+|1|&lt;why&gt;|$",
      section(text, "1 match has failed"))
  end)

  it("have no more than 20 that failed", function()
    local given = plan { 1, 2, 3, 4, 5 }
    local list = played(given, winner_of)
    schedule.each(given, function(match)
      if match.map_name == "m" and match.seed < 5 then list.by_id[match.id].failed = "<why>" end
      if match.seed == 5 then list.by_id[match.id] = nil end
    end)
    local text = page(standings.of(given, list))
    assert.equal("24 matches of 5 ticks: 3 mods, 2 maps, 5 seeds, both sides. "
      .. ("Game: &lt;game&gt;.lua. astar %s. "):format(schedule.version())
      .. "36 matches have not been played.",
      text:match "<p>(.-)</p>")
    local rows = section(text, "24 matches have failed")
    assert.equal(21, select(2, rows:gsub("[^\n]+", "")))
    assert.matches("^match|map|seed|why|\na&amp;b %- c|m|1|&lt;why&gt;|\n", rows)
    assert.matches("\nc %- a&amp;b|m|4|&lt;why&gt;|$", rows)
    assert.is_nil(text:find("<a href", 1, true))
    assert.truthy(text:find("<td>lopsided</td>", 1, true))
  end)

  it("are compared with a baseline: by opponents, where there are several", function()
    local given, lines = plan { 1, 2, 3, 4 }, {}
    for _, one in pairs(played(given, winner_of).by_id) do
      lines[#lines + 1] = results.line(one) .. "\n"
    end
    local saved = assert(baseline.read(cli.file(table.concat(lines))))
    assert.is_true(baseline.fits(given, saved))
    given.mods[2].sum = "other files"
    assert.is_true(baseline.fits(given, saved))
    local now = played(given, function(match, i, k)
      if i + k == 3 then return i == 2 and 1 or 2 end
      if i + k == 5 then return i == 3 and 1 or 2 end
      return winner_of(match, i, k)
    end)
    local sums = standings.of(given, now)
    sums.baseline = baseline.compare(given, now, saved)
    assert.equal([[
mod|against|before|now|change|matches|
a&amp;b|all|75.0 %|75.0 %|the same|16|
c|all|56.3 %|50.0 %|-6.2 ± 29.4 %|32|
c|a&amp;b|37.5 %|100.0 %|[good 0.3] +62.5 ± 35.8 %|16|
c|d|75.0 %|0.0 %|[bad 0.3] -75.0 ± 35.2 %|16|
d|all|25.0 %|25.0 %|the same|16|]], section(page(sums), "Since the baseline"))
    assert.equal([[
  a&b: the same as in the baseline
  c: changed by -6.2 ± 29.4 % (56.3 % -> 50.0 %, 32 matches)
    against a&b: won 62.5 ± 35.8 % (37.5 % -> 100.0 %, 16 matches)
    against d: lost 75.0 ± 35.2 % (75.0 % -> 0.0 %, 16 matches)
  d: the same as in the baseline
]], text_tables.text(sums):match "\n\nAgainst the baseline:\n(.*)")
    given.seeds = { 5 }
    assert.is_false(baseline.fits(given, saved))
  end)

  it("have the names and places of the schedule, whatever those were when it was played", function()
    local given = plan { 4 }
    local list = played(given, winner_of)
    for _, key in ipairs { "name", "folder" } do
      local own = plan { 4 }
      own.mods[1][key], own.mods[2][key] = "new", "other"
      local notable = standings.of(own, list).notable.lopsided[3]
      local is_name = key == "name"
      assert.same({ is_name and { "other", "new" } or { "c", "a&b" },
        is_name and { "c", "a&b" } or { "other", "new" }, 2 },
        { notable.names, notable.mods, notable.points[1] })
    end
    local lopsided = standings.of(given, list).notable.lopsided[3]
    assert.equal(list.by_id[lopsided.id], lopsided)
  end)

  it("are in the order of names where all are equal", function()
    local given = plan { 4 }
    given.mods[1].name, given.mods[3].name = "z", "b"
    local sums = standings.of(given, played(given, function() return 0 end))
    assert.same({ "b", "c", "z" }, { sums.mods[1].name, sums.mods[2].name, sums.mods[3].name })
  end)

  it("have the best first", function()
    local given = plan { 4 }
    local sums = standings.of(given, played(given, function(_, i, k) return i > k and 1 or 2 end))
    assert.same({ "d", "c", "a&b" }, { sums.mods[1].name, sums.mods[2].name, sums.mods[3].name })
  end)

  it("are compared with matches that were no part of a search", function()
    local given, lines = plan { 1 }, {}
    for _, one in pairs(played(given, winner_of).by_id) do
      one.options = { {}, { parameters = { pause = 1 } } }
      lines[#lines + 1] = results.line(one) .. "\n"
    end
    local name = cli.file(table.concat(lines))
    assert.same({ nil, name .. ": no results of an arena" }, { baseline.read(name) })
    name = cli.file((table.concat(lines):gsub('"parameters"', '"name"')))
    assert.is_true(baseline.fits(given, assert(baseline.read(name))))
  end)

  it("have a plot", function()
    assert.equal([[
<svg viewBox="0 0 640 130" role="img" aria-label="Ratings with intervals of 95 %">
<line class="grid" x1="170.0" y1="10.0" x2="170.0" y2="100.0"/>
<text x="170.0" y="118.0" text-anchor="middle" class="dim">-40</text>
<line class="grid" x1="215.0" y1="10.0" x2="215.0" y2="100.0"/>
<text x="215.0" y="118.0" text-anchor="middle" class="dim">-30</text>
<line class="grid" x1="260.0" y1="10.0" x2="260.0" y2="100.0"/>
<text x="260.0" y="118.0" text-anchor="middle" class="dim">-20</text>
<line class="grid" x1="305.0" y1="10.0" x2="305.0" y2="100.0"/>
<text x="305.0" y="118.0" text-anchor="middle" class="dim">-10</text>
<line class="grid" x1="350.0" y1="10.0" x2="350.0" y2="100.0"/>
<text x="350.0" y="118.0" text-anchor="middle" class="dim">0</text>
<line class="grid" x1="395.0" y1="10.0" x2="395.0" y2="100.0"/>
<text x="395.0" y="118.0" text-anchor="middle" class="dim">+10</text>
<line class="grid" x1="440.0" y1="10.0" x2="440.0" y2="100.0"/>
<text x="440.0" y="118.0" text-anchor="middle" class="dim">+20</text>
<line class="grid" x1="485.0" y1="10.0" x2="485.0" y2="100.0"/>
<text x="485.0" y="118.0" text-anchor="middle" class="dim">+30</text>
<line class="grid" x1="530.0" y1="10.0" x2="530.0" y2="100.0"/>
<text x="530.0" y="118.0" text-anchor="middle" class="dim">+40</text>
<text x="158.0" y="29.0" text-anchor="end" class="">a&amp;b</text>
<line class="range" x1="462.5" y1="25.0" x2="507.5" y2="25.0"/>
<circle class="dot" cx="485.0" cy="25.0" r="5"/>
<text x="544.0" y="29.0" text-anchor="start" class="dim">+30 ± 5</text>
<text x="158.0" y="59.0" text-anchor="end" class="">a-name-of-22-character</text>
<line class="range" x1="212.3" y1="55.0" x2="487.7" y2="55.0"/>
<circle class="dot" cx="350.0" cy="55.0" r="5"/>
<text x="544.0" y="59.0" text-anchor="start" class="dim">+0 ± 31</text>
<text x="158.0" y="89.0" text-anchor="end" class="">a-name-of-23-charac...</text>
<line class="range" x1="192.5" y1="85.0" x2="237.5" y2="85.0"/>
<circle class="dot" cx="215.0" cy="85.0" r="5"/>
<text x="544.0" y="89.0" text-anchor="start" class="dim">-30 ± 5</text>
</svg>]], plot({ { name = "a&b", rating = 30, error = 5 },
      { name = "a-name-of-22-character", rating = 0, error = 30.6 },
      { name = "a-name-of-23-characters", rating = -30, error = 5 } }, escaped))
  end)

  it("have a plot with seven steps of its axis at most, in round numbers", function()
    local function step(rating)
      local text = plot({ { name = "a", rating = rating - 10, error = 0 } }, escaped)
      local labels = {}
      for label in text:gmatch 'class="dim">%+?(%-?%d+)</text>' do
        labels[#labels + 1] = tonumber(label)
      end
      return labels[2] - labels[1]
    end
    for rating, wanted in pairs { [70] = 10, [71] = 20, [140] = 20, [141] = 50, [350] = 50,
      [351] = 100, [701] = 200, [1400] = 200, [1401] = 500, [3501] = 1000, [7001] = 2000,
      [14001] = 5000, [90000] = 5000 } do
      assert.equal(wanted, step(rating), rating)
    end
  end)
end)
