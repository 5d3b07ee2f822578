--- What has just happened: blows, deaths, and what mods say, mark and draw.

local theme = require "view.theme"

local effects = {}
effects.__index = effects

local LASTS = { blow = 0.35, death = 1.4, order = 0.6 }        -- seconds

function effects.new() return setmetatable({ list = {} }, effects) end

function effects:add(kind, x, y, color)
  self.list[#self.list + 1] = { kind = kind, x = x, y = y, color = color, age = 0 }
end

--- Takes the events of a tick. All units of a side hear of a death; it is one.
function effects:note(session)
  local seen = {}
  for name, unit, x, y in session.world:events() do
    if name == "attacked" and not unit.removed then
      local at_x, at_y = unit:position()
      self:add("blow", at_x, at_y, theme.sides[unit.data.side].light)
    elseif name == "died" and not seen[x .. " " .. y] then
      seen[x .. " " .. y] = true
      local at_x, at_y = session.map:center(x, y)
      self:add("death", at_x, at_y, theme.sides[unit.data.side].body)
    end
  end
end

function effects:update(seconds)
  local left = {}
  for _, one in ipairs(self.list) do
    one.age = one.age + seconds
    if one.age < LASTS[one.kind] then left[#left + 1] = one end
  end
  self.list = left
end

local draw = {}

function draw.blow(x, y, scale, share, color)
  theme.color(color, 1 - share)
  love.graphics.setLineWidth(2)
  for i = 0, 3 do
    local angle = i * math.pi / 2 + 0.6
    local near, far = scale * (0.3 + share * 0.3), scale * (0.55 + share * 0.5)
    love.graphics.line(x + math.cos(angle) * near, y + math.sin(angle) * near,
      x + math.cos(angle) * far, y + math.sin(angle) * far)
  end
end

function draw.death(x, y, scale, share, color)
  theme.color(color, (1 - share) * 0.9)
  love.graphics.setLineWidth(2.5 * (1 - share) + 0.5)
  love.graphics.circle("line", x, y, scale * (0.4 + share * 1.3))
  theme.color(theme.text, 1 - share)
  local arm = scale * 0.3
  love.graphics.line(x - arm, y - arm, x + arm, y + arm)
  love.graphics.line(x - arm, y + arm, x + arm, y - arm)
end

function draw.order(x, y, scale, share, color)
  theme.color(color, 1 - share)
  love.graphics.setLineWidth(2)
  love.graphics.circle("line", x, y, scale * (0.9 - share * 0.6))
end

-- Does the player see the place?
local function is_seen(map, player, place)
  local x, y = map:cell_at(place.x, place.y)
  return x and player:knows(x, y) == "visible"
end

--- Draws what the player sees; nil: all.
function effects:draw(stage, player)
  local camera, map = stage.camera, stage.session.map
  local scale = math.max(12, camera.scale)
  for _, one in ipairs(self.list) do
    if one.kind == "order" or not player or is_seen(map, player, one) then
      local x, y = camera:to_screen(one.x, one.y)
      draw[one.kind](x, y, scale, one.age / LASTS[one.kind], one.color)
    end
  end
end

-- ---- what mods show ----------------------------------------------------------------------------

local function bubble(text, x, y)
  local width = theme.small:getWidth(text) + 12
  theme.box(x + 8, y - 26, width, 18, theme.text, nil, 5)
  theme.write(text, x + 14, y - 24, theme.back, theme.small)
end

local show = {}

function show.say(one, stage)
  local unit = one.unit and stage.session.world:unit(one.unit)
  if not unit then return end
  local x, y = stage.motion:position(unit, stage.clock:share())
  bubble(one.text, stage.camera:to_screen(x, y))
end

function show.mark(one, stage)
  local x, y = stage.camera:to_screen(stage.session.map:center(one.x, one.y))
  theme.color(theme.accent)
  love.graphics.setLineWidth(2)
  love.graphics.line(x - 5, y, x + 5, y)
  love.graphics.line(x, y - 5, x, y + 5)
  if one.text ~= "" then theme.write(one.text, x + 7, y - 7, theme.accent, theme.small) end
end

function show.line(one, stage)
  theme.color(theme.accent, 0.8)
  love.graphics.setLineWidth(1.5)
  local x, y = stage.camera:to_screen(one.x - 0.5, one.y - 0.5)
  love.graphics.line(x, y, stage.camera:to_screen(one.x2 - 0.5, one.y2 - 0.5))
end

function show.circle(one, stage)
  theme.color(theme.accent, 0.8)
  love.graphics.setLineWidth(1.5)
  local x, y = stage.camera:to_screen(one.x - 0.5, one.y - 0.5)
  love.graphics.circle("line", x, y, one.radius * stage.camera.scale)
end

--- Draws what mods say, mark and draw; of a side alone, or of all.
function effects.draw_words(stage, side)
  for one in stage.session.world:drawings() do
    if not side or not one.player or one.player == side then show[one.kind](one, stage) end
  end
end

return effects
