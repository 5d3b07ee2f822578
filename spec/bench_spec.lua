-- The bench runs: on two small maps of our own, in a folder of its own. What it finds out about
-- speed is of no interest here.

local meetings = require "bench.meetings"
local command = require "support.command"
local file = require "support.file"

-- ---- files and programs -------------------------------------------------------------------------

local lua, output_of = command.lua, command.output_of

-- ---- a small world ------------------------------------------------------------------------------

-- 24 x 24 cells, open but for a wall with a door at its lower end, in the column 12 (from 0).
local SIZE, WALL = 24, 12

local function cells(wall, ground)
  local rows = {}
  for y = 0, SIZE - 1 do
    rows[y + 1] = ground:rep(WALL) .. (y < SIZE - 1 and wall or ground)
      .. ground:rep(SIZE - 1 - WALL)
  end
  return rows
end

local ROOT2 = math.sqrt(2)
-- From, to, length. The last one leads through the door, whose corners are not cut.
local QUERIES = {
  { 0, 0, 10, 0, 10 }, { 0, 0, 10, 10, 10 * ROOT2 }, { 2, 5, 9, 8, 4 + 3 * ROOT2 },
  { 20, 3, 20, 20, 17 }, { 11, 22, 13, 22, 4 }, { 15, 0, 22, 22, 15 + 7 * ROOT2 },
}

local function scenario(factor, lengths)
  local lines = { "version 1" }
  for i, q in ipairs(QUERIES) do
    lines[#lines + 1] = ("0\tsmall\t%d\t%d\t%d\t%d\t%d\t%d\t%.8f"):format(SIZE, SIZE, q[1], q[2],
      q[3], q[4], factor * (lengths and lengths[i] or q[5]))
  end
  return table.concat(lines, "\n") .. "\n"
end

-- A folder with maps, and with the programs of this build as the bench looks for them.
local function make_world()
  local folder = os.tmpname()
  os.remove(folder)
  local build = os.getenv("BUILD") or "build"
  assert.are.equal(0, select(2, output_of(("mkdir -p %s/bench %s/peers %s/maps/uniform "
    .. "%s/maps/weighted %s/maps/crowd"):format(folder, folder, folder, folder, folder))))
  for _, name in ipairs({ "astar-c", "call", "farthest", "pibt" }) do
    output_of(("ln -s $PWD/%s/bench/%s %s/bench/"):format(build, name, folder))
  end
  local uniform, weighted = folder .. "/maps/uniform/small", folder .. "/maps/weighted/small"
  file.write(uniform .. ".map", ("type octile\nheight %d\nwidth %d\nmap\n"):format(SIZE, SIZE)
    .. table.concat(cells("@", "."), "\n") .. "\n")
  file.write(uniform .. ".scen", scenario(1))
  local crowd = folder .. "/maps/crowd/small"
  file.write(crowd .. ".map", file.read(uniform .. ".map"))
  file.write(crowd .. "-3.agents", "3\n0\n30\n55\n")
  file.write(crowd .. "-3.tasks", "7\n10\n100\n12\n500\n20\n61\n1\n")
  file.write(weighted .. ".cost", table.concat(cells("\0", "\2")))
  file.write(weighted .. ".scen", scenario(2))
  return folder
end

-- Runs the bench in the folder; returns what it printed, errors too, and its exit status.
local function bench(folder, settings, option)
  return output_of(("ASTAR_BENCH=%s/maps BUILD=%s REPEAT=1 SIZES='24 40' UNITS=6 TICKS=60 %s %s "
    .. "bench/main.lua %s 2>&1 </dev/null"):format(folder, folder, settings or "", lua(),
    option or ""))
end

-- The lines of bench.csv as tables by column.
local function records(folder)
  local list, columns = {}, nil
  for line in file.read(folder .. "/bench.csv"):gmatch("[^\n]+") do
    local fields = {}
    for field in (line .. ","):gmatch("([^,]*),") do fields[#fields + 1] = field end
    if columns then
      local record = {}
      assert.are.equal(#columns, #fields, line)
      for i, column in ipairs(columns) do record[column] = fields[i] end
      list[#list + 1] = record
    end
    columns = columns or fields
  end
  return list, table.concat(columns, ",")
end

local function find(list, section, map, who)
  for _, record in ipairs(list) do
    if record.section == section and record.map == map and record.who == who then return record end
  end
end

-- ---- the specs ----------------------------------------------------------------------------------

describe("bench #extra", function()
  local folder

  before_each(function() folder = make_world() end)
  after_each(function() output_of("rm -rf " .. folder) end)

  describe("all of it", function()
    it("has every length right, and says all figures", function()
      local output, status = bench(folder)
      assert.are.equal(0, status, output)
      local list, columns = records(folder)
      assert.are.equal("section,map,who,queries,wrong,mean_us,median_us,p99_us,expanded,"
        .. "ns_per_expanded", columns)

      for _, section in ipairs({ "uniform", "weighted", "prepared" }) do
        for _, who in ipairs({ "astar-lua", "astar-c" }) do
          for _, map in ipairs({ "small", "all" }) do
            local record = find(list, section, map, who)
            assert.are.equal(tostring(#QUERIES), record.queries)
            assert.is_true(tonumber(record.mean_us) > 0)
            assert.is_true(tonumber(record.median_us) <= tonumber(record.p99_us))
            assert.is_true(tonumber(record.ns_per_expanded) > 0)
          end
        end
      end
      for _, record in ipairs(list) do assert.are.equal("0", record.wrong) end

      local reached = tostring(SIZE * SIZE - SIZE + 1) .. ".0"
      assert.are.equal(reached, find(list, "floods", "small", "astar-c").expanded)
      assert.are.equal(reached, find(list, "floods", "small-weighted", "astar-lua").expanded)
      for section, without in pairs({ ["layers-dense"] = "as-terrain",
        ["layers-claims"] = "without", ["layers-fog"] = "without", ["layers-dots"] = "without" }) do
        assert.is_truthy(find(list, section, "small", "astar-lua"))
        assert.is_truthy(find(list, section, "small", "astar-lua-" .. without))
      end
      assert.are.equal("2000", find(list, "edits", "small", "astar-lua").queries)
      assert.are.equal("", find(list, "edits", "small", "astar-lua").expanded)
      for _, section in ipairs({ "edits-danger", "edits-claims", "edits-switch" }) do
        assert.is_truthy(find(list, section, "small-weighted", "astar-lua"))
      end
      assert.is_truthy(find(list, "growth", "rooms-uniform-24", "astar-c"))
      assert.is_truthy(find(list, "growth", "rooms-weighted-40", "astar-lua"))
      assert.is_truthy(find(list, "queue", "uniform-1000", "astar-lua"))
      assert.is_truthy(find(list, "queue", "weighted-20000", "astar-lua-two-threads"))
      assert.is_truthy(find(list, "ticks", "rooms-uniform-40", "astar-lua"))
      assert.is_truthy(find(list, "ticks", "rooms-weighted-40", "astar-lua"))
      for _, who in ipairs({ "astar-lua-500", "astar-lua-2000" }) do
        for _, map in ipairs({ "rooms-weighted-40", "rooms-weighted-40-prepared" }) do
          local record = find(list, "first-step", map, who)
          assert.are.same({ "10", "0" }, { record.queries, record.wrong })
        end
      end
      assert.are.equal("10", find(list, "nearest", "small", "astar-lua").queries)
      assert.are.same({ "20", "0" }, { find(list, "breaches", "small", "astar-lua").queries,
        find(list, "breaches", "small", "astar-lua").wrong })
      assert.are.equal(tostring(#QUERIES), find(list, "any-angle", "small", "astar-lua").queries)
      for _, map in ipairs { "small-5", "small-10" } do
        assert.are.equal("20", find(list, "learning", map, "astar-lua").queries)
      end
      assert.are.equal("5", find(list, "fields", "small", "astar-lua").queries)
      for _, who in ipairs({ "astar-lua", "pibt" }) do
        assert.are.equal("60", find(list, "crowd", "small-3", who).queries)
        assert.are.equal("60", find(list, "crowd", "small-3-eight", who).queries)
      end
      assert.are.equal("60", find(list, "world", "6", "astar-lua").queries)
      assert.are.equal("10", find(list, "saving", "6", "astar-lua").queries)
      for _, name in ipairs { "none", "stairs", "teleports-swamp" } do
        assert.are.same({ "200", "0" }, { find(list, "links", name, "astar-lua").queries,
          find(list, "links", name, "astar-lua").wrong })
      end
      for _, name in ipairs { "none", "heights", "currents-layers" } do
        assert.are.same({ "200", "0" }, { find(list, "slopes", name, "astar-lua").queries,
          find(list, "slopes", name, "astar-lua").wrong })
      end
      for _, name in ipairs { "roads", "nowhere", "roads-fog" } do
        local record = find(list, "graphs", name, "astar-lua")
        assert.are.same({ "200", "0" }, { record.queries, record.wrong })
      end
      for _, name in ipairs { "uniform", "weighted", "rooms" } do
        for _, who in ipairs { "astar-lua", "astar-lua-squares", "astar-lua-squares-jpsw" } do
          local record = find(list, "hexagons", name, who)
          assert.are.same({ "100", "0" }, { record.queries, record.wrong })
        end
      end
      for section, row in pairs { sight = "24 1000 10 map:sight", areas = "24 hills-sides-edited",
        positions = "24 16 unit", watches = "24 200 stamp-bare",
        sources = "24 tmj-base64" } do
        assert.are.equal("0", find(list, section, row, "astar-lua").wrong)
      end
      for _, name in ipairs { "sum", "flow-8", "nested" } do
        local record = find(list, "recipes", name, "astar-lua")
        assert.are.same({ "15", "0" }, { record.queries, record.wrong })
      end
      assert.is_truthy(find(list, "call", "two-cells", "astar-c"))
    end)
  end)

  it("fails where a length is wrong, and says where", function()
    file.write(folder .. "/maps/uniform/small.scen", scenario(1, { nil, nil, nil, 17.01 }))
    local output, status = bench(folder, "ONLY=uniform")
    assert.are.equal(1, status)
    assert.matches("\n| small +| +6 | +1 |", output)
    assert.matches("\n2 answers of astar are WRONG%.\n", output)
    assert.are.equal("1", find(records(folder), "uniform", "small", "astar-c").wrong)
  end)

  it("fails where a program of ours does", function()
    file.write(folder .. "/maps/uniform/small.map", "type octile\nheight 24\nwidth 24\nmap\n....\n")
    local output, status = bench(folder, "ONLY=uniform")
    assert.are.equal(1, status)
    assert.matches("bench: astar%-c failed on uniform, small\n", output)
    assert.matches("FAILED%.\n", output)
  end)

  it("tells where maps are to be had when there are none", function()
    local output, status = bench(folder, "ASTAR_BENCH=" .. folder .. "/none ONLY=floods")
    assert.are.equal(2, status)
    assert.matches("^bench: no maps in .*/none%.\n", output)
    assert.matches("https://movingai.com/benchmarks", output, 1, true)
    assert.matches("ASTAR_BENCH=FOLDER", output)
  end)

  it("runs the worlds of a base beside ours, and refuses a base that is not built", function()
    local build = os.getenv("BUILD") or "build"
    output_of(("mkdir -p %s/base/build && ln -s $PWD/lua $PWD/bench %s/base && "
      .. "ln -s $PWD/%s/lua* %s/base/build"):format(folder, folder, build, folder))
    local output, status = bench(folder, ("ONLY=world BASE=%s/base"):format(folder))
    assert.are.equal(0, status, output)
    assert.are.equal("60", find(records(folder), "world", "6", "base").queries)
    assert.matches("\n| 6 +| +base | +60 | +0 |", output)
    output, status = bench(folder, "ONLY=world BASE=/nowhere")
    assert.are.equal(2, status)
    assert.matches("no module has been built in BASE, '/nowhere': make %-C FOLDER", output)
  end)

  it("needs no maps for what it makes itself", function()
    local output, status = bench(folder, "ASTAR_BENCH=" .. folder .. "/none ONLY=growth")
    assert.are.equal(0, status, output)
  end)

  it("refuses names of sections and maps that there are not", function()
    local output, status = bench(folder, "ONLY='edits flods'")
    assert.are.equal(2, status)
    assert.matches("no section 'flods'; there are uniform, weighted,", output)
    output, status = bench(folder, "ONLY=uniform MAPS=arena3")
    assert.are.equal(2, status)
    assert.matches("no map 'arena3' in ", output)
    output, status = bench(folder, "ONLY=uniform REPEAT=some")
    assert.are.equal(2, status)
    assert.matches("REPEAT is a number of rounds, not 'some'", output)
  end)

  it("takes a name for the sections that begin with it", function()
    bench(folder, "ONLY=layers")
    local seen = {}
    for _, record in ipairs(records(folder)) do seen[record.section] = true end
    assert.are.same({ ["layers-dense"] = true, ["layers-claims"] = true, ["layers-fog"] = true,
      ["layers-dots"] = true }, seen)
  end)

  describe("with peers", function()
    -- Plays libtcod: the same answers, all of them too late or wrong.
    local function make_peer(script)
      file.write(folder .. "/peers/tcod", "#!/bin/sh\n" .. script)
      output_of("chmod +x " .. folder .. "/peers/tcod")
    end

    it("goes on without those that are not there, and names them", function()
      local output, status = bench(folder, "ONLY=floods", "--peers")
      assert.are.equal(0, status, output)
      assert.matches("Peers that are not there: libtcod, boost, pathfinding%.js", output)
    end)

    it("sets them beside astar", function()
      make_peer(("exec %s/bench/astar-c \"$@\"\n"):format(folder))
      local output, status = bench(folder, "ONLY=uniform", "--peers")
      assert.are.equal(0, status, output)
      assert.are.equal("0", find(records(folder), "uniform", "small", "libtcod").wrong)
      assert.matches("\n| geometric mean of the ratios +|", output)
    end)

    it("shows their wrong lengths and failures, but does not fail for them", function()
      make_peer(("%s/bench/astar-c \"$@\" | sed 's/ 17\\./ 18./'\n"):format(folder))
      local output, status = bench(folder, "ONLY=uniform", "--peers")
      assert.are.equal(0, status, output)
      assert.are.equal("1", find(records(folder), "uniform", "small", "libtcod").wrong)

      make_peer("exit 1\n")
      output, status = bench(folder, "ONLY=uniform", "--peers")
      assert.are.equal(0, status, output)
      assert.matches("bench: libtcod failed on uniform, small\n", output)
    end)
  end)

  describe("in the documentation", function()
    local function fill(report, document)
      file.write(folder .. "/bench.md", report)
      file.write(folder .. "/document.md", document)
      local output, status = output_of(("%s bench/fill.lua %s/bench.md %s/document.md 2>&1"):format(
        lua(), folder, folder))
      return file.read(folder .. "/document.md"), status, output
    end

    local REPORT = "<!-- bench call -->\n## A title\n\n| new |\n<!-- /bench -->\n"

    it("replaces the tables between the marks, and nothing else", function()
      local document, status, output = fill(REPORT, "before\n<!-- bench call -->\n| old |\n"
        .. "<!-- /bench -->\nbetween\n<!-- bench edits -->\n| old |\n<!-- /bench -->\nafter\n")
      assert.are.equal(0, status)
      assert.are.equal("before\n<!-- bench call -->\n\n| new |\n\n<!-- /bench -->\nbetween\n"
        .. "<!-- bench edits -->\n| old |\n<!-- /bench -->\nafter\n", document)
      assert.matches("filled in call\n", output)
      assert.matches("left as they are: edits\n", output)
    end)

    it("comes to the same a second time", function()
      local once = fill(REPORT, "<!-- bench call -->\n<!-- /bench -->\n")
      assert.are.equal(once, (fill(REPORT, once)))
    end)

    it("fails where nothing could be filled in", function()
      local _, status, output = fill(REPORT, "<!-- bench edits -->\n<!-- /bench -->\n")
      assert.are.equal(1, status)
      assert.matches("has no place for what was measured", output)
    end)

    it("has a place in docs/performance.md for every section", function()
      local document = file.read("docs/performance.md")
      for _, section in ipairs(require "bench.sections") do
        local name = section.name
        assert.is_truthy(document:find("<!-- bench " .. name .. " -->", 1, true), name)
      end
    end)
  end)

  describe("watching a crowd", function()
    -- How many are wrong after two units went like this.
    local function wrong(directions, a, b)
      local watch = meetings.new(directions, { a[1], b[1] }, { a[2], b[2] })
      return watch:count({ a[3], b[3] }, { a[4], b[4] })
    end

    it("takes units that follow one another, and pass side by side", function()
      assert.are.equal(0, wrong(4, { 1, 1, 2, 1 }, { 2, 1, 3, 1 }))
      assert.are.equal(0, wrong(4, { 1, 1, 2, 1 }, { 2, 2, 1, 2 }))
      assert.are.equal(0, wrong(8, { 1, 1, 2, 2 }, { 2, 2, 3, 3 }))
    end)

    it("counts units that meet", function()
      assert.are.equal(1, wrong(4, { 1, 1, 2, 1 }, { 3, 1, 2, 1 }))
      assert.are.equal(2, wrong(4, { 1, 1, 2, 1 }, { 2, 1, 1, 1 }))
      assert.are.equal(2, wrong(8, { 1, 1, 2, 2 }, { 2, 1, 1, 2 }))
      assert.are.equal(2, wrong(8, { 1, 2, 2, 1 }, { 2, 2, 1, 1 }))
    end)

    it("counts steps that are too long, and diagonals where there are none", function()
      assert.are.equal(1, wrong(4, { 1, 1, 3, 1 }, { 9, 9, 9, 9 }))
      assert.are.equal(1, wrong(4, { 1, 1, 2, 2 }, { 9, 9, 9, 9 }))
    end)

    it("goes on from where they are now", function()
      local watch = meetings.new(4, { 1 }, { 1 })
      watch:count({ 2 }, { 1 })
      assert.are.equal(0, watch:count({ 3 }, { 1 }))
    end)
  end)
end)
