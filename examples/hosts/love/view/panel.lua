--- The panel at the right: the small map, the score, what is chosen, times and queries, the mods.

local doing = require "astar.world.doing"
local rules = require "demo.rules"
local log = require "view.log"
local minimap = require "view.minimap"
local theme = require "view.theme"

local panel = {}

local PAD = 16
local INNER = theme.PANEL_WIDTH - 2 * PAD

local function heading(text, x, y)
  theme.write(text:upper(), x, y, theme.dim, theme.small)
  return y + 19
end

local function row(x, y, label, value, color)
  theme.write(label, x, y, theme.dim)
  theme.write(value, x, y, color or theme.text, nil, INNER, "right")
  return y + 18
end

local function line(x, y)
  theme.color(theme.edge)
  love.graphics.setLineWidth(1)
  love.graphics.line(x, y + 4.5, x + INNER, y + 4.5)
  return y + 14
end

-- ---- the parts, from top to bottom; each returns where the next one begins ---------------------

local function draw_score(stage, x, y)
  local play = stage.session.play
  for i, side in ipairs(play.sides) do
    local left, colors = x + (i - 1) * (INNER / 2 + 4), theme.sides[side.name]
    theme.box(left, y, INNER / 2 - 4, 62, theme.raised)
    theme.box(left, y, 4, 62, colors.body, nil, 2)
    theme.write(play.score(side), left + 14, y + 6, colors.way, theme.figure)
    theme.write("points", left, y + 14, theme.dim, theme.small, INNER / 2 - 14, "right")
    theme.write(("%d units  %d loads"):format(play:units_of(side), side.loads), left + 14, y + 32,
      theme.text, theme.small)
    theme.write(("%d kills  %d%% seen"):format(side.kills, stage.explored[side.name] or 0),
      left + 14, y + 45, theme.dim, theme.small)
  end
  return y + 74
end

local function draw_one(unit, x, y)
  local data, kind = unit.data, rules.kinds[unit.data.role]
  local name, place = ("%s %d"):format(data.role, data.number), ("at %d, %d"):format(unit.x, unit.y)
  theme.write(name, x, y, theme.sides[data.side].way, theme.bold)
  theme.write(place, x, y + 4, theme.dim, theme.small, INNER, "right")
  theme.bar(x, y + 25, INNER, 5, math.max(0, data.hp / kind.hp), theme.good)
  theme.write(("%d of %d"):format(math.max(0, data.hp), kind.hp), x, y + 34, theme.dim, theme.small)
  theme.write(unit.state, x, y + 34, theme.dim, theme.small, INNER, "right")
  theme.write(doing.behaviour(unit), x, y + 50, theme.text, theme.small)
  theme.write("> " .. doing.verbs(unit), x, y + 64, theme.accent, theme.small, INNER)
  return y + 86
end

local function draw_many(list, x, y)
  local roles, hp, most = {}, 0, 0
  for _, unit in ipairs(list) do
    roles[unit.data.role] = (roles[unit.data.role] or 0) + 1
    hp, most = hp + unit.data.hp, most + rules.kinds[unit.data.role].hp
  end
  theme.write(("%d units"):format(#list), x, y, theme.sides[list[1].data.side].way, theme.bold)
  theme.bar(x, y + 25, INNER, 5, hp / most, theme.good)
  local words = {}
  for _, role in ipairs(rules.role_names) do
    local count = roles[role]
    if count then words[#words + 1] = ("%d %s%s"):format(count, role, count > 1 and "s" or "") end
  end
  theme.write(table.concat(words, ", "), x, y + 36, theme.text, theme.small)
  return y + 58
end

local function draw_probe(stage, x, y)
  local probe = stage.probe
  if probe.path then
    y = row(x, y, "way to the mouse", ("%d cells, cost %d"):format(#probe.path, probe.path.cost),
      probe.path.status == "complete" and theme.accent or theme.bad)
    return row(x, y, "this query", ("%d nodes, %.0f µs"):format(probe.path.expanded,
      probe.seconds * 1e6))
  elseif probe.code then
    return row(x, y, "way to the mouse", probe.code, theme.bad)
  end
  return y
end

local function draw_chosen(stage, x, y)
  local list = stage.selection:units()
  y = heading("chosen", x, y)
  if #list == 0 then
    theme.write("Click a unit, or draw a box around some.", x, y, theme.dim, theme.small)
    return y + 20
  end
  y = #list == 1 and draw_one(list[1], x, y) or draw_many(list, x, y)
  return draw_probe(stage, x, y) + 4
end

local function milliseconds(seconds) return ("%.2f ms"):format(seconds * 1000) end

local function draw_figures(stage, x, y)
  local world, clock, map = stage.session.world, stage.clock, stage.session.map
  y = heading("the machine", x, y)
  y = row(x, y, "frames a second", ("%d"):format(love.timer.getFPS()))
  y = row(x, y, ("a tick of %d units"):format(world:count()), milliseconds(clock.tick_seconds))
  y = row(x, y, "queries in the queue", ("%d"):format(map.pending_requests))
  y = row(x, y, "paths to the mouse", ("%d"):format(stage.probe.count))
  y = row(x, y, "memory of the map", ("%.1f MB"):format(map:memory() / 1e6))
  return y
end

local function draw_mods(stage, x, y)
  y = heading("mods", x, y)
  for mod in stage.session.world:mods() do
    local broken = stage.news.broken[mod.name]
    theme.color(broken and theme.bad or theme.good)
    love.graphics.circle("fill", x + 4, y + 8, 4)
    theme.write(("%s %s"):format(mod.name, mod.version), x + 14, y, theme.text)
    local words, color = broken and "a mistake" or "in order", broken and theme.bad or theme.dim
    theme.write(words, x, y, color, nil, INNER, "right")
    y = y + 18
  end
  return y
end

-- ---- all of it ---------------------------------------------------------------------------------

function panel.draw(stage, player)
  local left = stage.width - theme.PANEL_WIDTH
  theme.color(theme.panel)
  love.graphics.rectangle("fill", left, 0, theme.PANEL_WIDTH, stage.height)
  theme.color(theme.edge)
  love.graphics.line(left + 0.5, 0, left + 0.5, stage.height)
  minimap.draw(stage, player)
  local _, top, _, height = minimap.place(stage)
  local x, y = left + PAD, top + height + 14
  y = draw_score(stage, x, y)
  y = line(x, draw_chosen(stage, x, y))
  y = line(x, draw_figures(stage, x, y))
  y = line(x, draw_mods(stage, x, y))
  log.draw(stage.session.world, x, heading("log", x, y), INNER, stage.height - 10)
end

return panel
