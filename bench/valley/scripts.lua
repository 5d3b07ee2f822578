-- What the units do. Each script is a function that runs as a coroutine: it is resumed once a
-- tick, and gives way with coroutine.yield(). `self` is the game, `unit` the unit it moves.

local scripts = {}

local PATIENCE = 4            -- ticks to stand behind somebody before asking for another way
local TRIES = 5               -- ways without progress before giving a goal up

local function wait(ticks)
  for _ = 1, ticks do coroutine.yield() end
end

-- Walks along a path. Returns "arrived", "again" (a better way may be had), or "enough" when
-- `done` says so.
local function walk(self, unit, path, done)
  local deaths, waited = self.deaths, 0
  unit.data.event = nil
  unit:follow_path(path)
  while true do
    coroutine.yield()
    waited = unit.state == "waiting" and waited + 1 or 0
    if done and done() then
      unit:stop()
      return "enough"
    elseif unit.data.event == "arrived" then
      return "arrived"
    elseif unit.data.event == "blocked" or waited > PATIENCE or self.deaths > deaths then
      return "again"
    end
  end
end

-- Goes to a rectangle of cells, by the way that is best at every moment. True when it is there.
local function go(self, unit, goal, done)
  local failed = 0
  while failed < TRIES do
    local path = self:path(unit, goal)
    if path and #path > 1 then
      local outcome = walk(self, unit, path, done)
      if outcome == "enough" then return false end
      if outcome == "arrived" then
        if path.status == "complete" then return true end
        failed = failed + 1
      end
    elseif path and path.status == "complete" then
      return true
    else
      failed = failed + 1
      wait(3 + self:random(5))
    end
  end
  return false
end

local function cell(x, y)
  return { x = x, y = y, width = 1, height = 1 }
end

-- Fetches ore: two of five from the mine near the keep, the others from the town.
function scripts.gatherer(self, unit)
  local side = unit.data.side
  local mine = side.mines[unit.data.number % 5 < 2 and 1 or 2]
  while true do
    if go(self, unit, mine) then
      wait(25)
      if go(self, unit, side.keep) then side.loads = side.loads + 1 end
    end
    wait(5)
  end
end

-- Goes the rounds of its side, every second one the other way about.
function scripts.patrol(self, unit)
  local rounds = unit.data.side.rounds
  local at, step = 1, 1
  if unit.data.number % 2 == 0 then at, step = #rounds, -1 end
  while true do
    go(self, unit, cell(rounds[at][1], rounds[at][2]))
    wait(5)
    at = (at + step - 1) % #rounds + 1
  end
end

-- Of some random cells the nearest one that the side has not seen; else just one of them.
local function unseen_cell(self, unit)
  local map, player, best = self.map, unit.data.side.player, nil
  for _ = 1, 30 do
    local x, y = self:random(map.width), self:random(map.height)
    local far = math.max(math.abs(x - unit.x), math.abs(y - unit.y))
    if player:knows(x, y) == "unseen" and (not best or far < best.far) then
      best = { x = x, y = y, far = far }
    end
  end
  return best or { x = self:random(map.width), y = self:random(map.height) }
end

-- Looks for land that nobody of its side has seen.
function scripts.scout(self, unit)
  local player = unit.data.side.player
  while true do
    local goal = unseen_cell(self, unit)
    local was_unseen = player:knows(goal.x, goal.y) == "unseen"
    go(self, unit, cell(goal.x, goal.y), function()
      return was_unseen and player:knows(goal.x, goal.y) ~= "unseen"
    end)
    wait(1)
  end
end

return scripts
