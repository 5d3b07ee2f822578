--- unit:hold(place [, options]) -> nil, code. Holds a place from a post near it that it chooses: at
-- most `within` (5) cells away, in sight of the place and of what it is to `watch`, a place or a
-- list of them, out of sight of `from` as far as that goes (by default the enemies that its player
-- knows of within 40 cells), near the place, and kept from others. It attacks enemies that come
-- within `radius` (5) cells of the place, and returns to its post; `engage` as for guard. It
-- chooses again when nobody can stand there or get there any more, when the place is out of sight
-- from there, and when more of the enemies see it. It holds until something prevents it. Codes:
-- "none", there is no such post; "taken"; "gone" and "unseen", of a place that is a unit; those of
-- go.
-- @card unit:hold(place [, { within, radius, watch, from, engage }]) - stands in cover near it, and
--   engages enemies within 5 cells of it; never done

local check = require "astar.units.values"
local moving = require "astar.positions.moving"
local options = require "astar.arguments.options"

local EVERY, SLOW, KNOWN = 4, 20, 40             -- ticks on the way, at the post; cells
-- What these are worth. It comes to stay, so that the way counts little.
local SEEN, WATCHED, AWAY, WALK = 100, 50, 5, 0.2
local VALID = { within = options.whole(0, 255), radius = options.whole(0, 255),
  watch = { "table userdata", "a place or a list" },
  from = { "table userdata", "a place or a list" },
  engage = { "function", "a function" }, query = { "table", "a table" } }

-- nil, a place or a list: a list, or nil.
local function list_of(places)
  return check.is_cell(places) and { places } or places
end

-- Those that are not to see the unit at its post.
local function watchers_of(run)
  return moving.seen(run.unit, run.from or run.unit:enemies(KNOWN))
end

-- How many of them see the post; nil: it is one no more. As many as before, where it is too much to
-- find that out at once.
local function seen_at_post(run)
  local here, code = run.unit:_positions_of_rest { from = { cells = { run.post } },
    filter = { { "sight", of = run.spot } }, score = { { "sight", of = watchers_of(run) } } }
  if code == "budget" then return run.seen end
  return here and here[1] and here[1].score
end

local function is_good(run)
  local seen = seen_at_post(run)
  return seen and seen <= run.seen
end

-- Chooses a post: nil, or a code.
local function choose(run)
  local unit = run.unit
  local watchers = watchers_of(run)
  local place, code = unit:find_position { from = { ring = { 0, run.within, of = run.spot } },
    filter = { { "sight", of = run.spot } },
    score = moving.score(unit, {
      { "sight", of = watchers, weight = -SEEN, name = "seen" },
      { "sight", of = moving.seen(unit, run.watch), weight = WATCHED, name = "watch" },
      { "distance", to = run.spot, weight = -AWAY, name = "away" } }, WALK),
    reserve = "hold", query = run.query }
  if not place then return code end
  run.post = { x = place.x, y = place.y }
  run.seen = place.why.seen / -SEEN
end

local function is_at_post(run)
  return run.unit.x == run.post.x and run.unit.y == run.post.y
end

-- Between two fights: goes to its post, and stays there.
local function stand(unit, run)
  while true do
    local code
    if not run.post then moving.come_near(unit, run.spot, function() end, run.query) end
    if not (run.post and is_good(run)) then code = choose(run) end
    if code then return nil, code end
    local function look() return not is_good(run) and "again" end
    local done, why = true, nil
    if not is_at_post(run) then
      done, why = unit:watch(EVERY, look, unit.go, run.post.x, run.post.y, run.query)
    end
    if not done and is_good(run) then return nil, why end
    while is_at_post(run) and is_good(run) do unit:sleep(SLOW) end
  end
end

return function(unit, place, given)
  check.argument(check.is_place(place) and place ~= unit, 1, "hold", "a place", place)
  if given then options.check("hold", given, VALID, 2) end
  given = given or {}
  check.query(unit, 2, given.query)
  local watch, from = list_of(given.watch), list_of(given.from)
  if watch then check.cells("hold", 2, "watch", watch) end
  if from then check.cells("hold", 2, "from", from) end
  check.passed()
  unit:sleep(1)
  if place.removed or not unit:sees(place) then return nil, place.removed and "gone" or "unseen" end
  local spot = { x = place.x, y = place.y, width = place.width or 1, height = place.height or 1 }
  local run = { unit = unit, spot = spot, within = given.within or 5, watch = watch or {},
    from = from, query = given.query, post = false, seen = 0 }
  local undo = unit:defer(function() unit:release("hold") end)
  local done, code = unit:defend(spot, given.radius or 5, given.engage or unit.engage, stand, run)
  undo()
  unit:release("hold")
  return done, code
end
