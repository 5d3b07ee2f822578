--- Heavy mode: a world is saved and loaded, and the loaded one runs beside it. The first difference
-- is an error that names tick, unit and field. It finds fields that are not saved, fields that are
-- saved and differ after loading, and results that depend on how the present state came about.
--
-- world.heavy is true, or a table: `every`, for how many ticks a loaded world runs beside the other
-- (1); `restore`, a function from the saved text to a world, for worlds that need more than their
-- present behaviours and mods. Saving makes behaviours begin from their top, so this is a mode for
-- tests.

local blame = require "astar.arguments.blame"
local copied = require "astar.copied"
local options = require "astar.arguments.options"
local pairs = require "astar.pairs".pairs
local restore = require "astar.save.restore"
local worlds = require "astar.save.worlds"

local heavy = {}

local VALID = { every = options.whole(1), restore = { "function", "a function" } }

local function fail(world, format, ...)
  error(("heavy mode, tick %d: %s"):format(world.ticks, format:format(...)), 0)
end

--- Checks what world.heavy is set to, and returns it as a table.
function heavy.settings(given)
  if given == true then return {} end
  if type(given) ~= "table" then
    blame.raise(("world.heavy = %s is not true, false or a table"):format(tostring(given)))
  end
  local problem = options.first_problem(given, VALID)
  if problem then blame.fail("world", 1, "heavy: %s", problem) end
  return given
end

-- ---- the other world ----------------------------------------------------------------------------

-- Behaviours that the game has named, as they will be in the next tick.
local function behaviours_of(world)
  local list = {}
  for name, f in pairs(world._behaviours) do
    local is_mods = false
    for mod in world:mods() do
      is_mods = is_mods or name:sub(1, #mod.name + 1) == mod.name .. "."
    end
    if not is_mods then list[name] = f end
  end
  for _, one in ipairs(world._reloads) do list[one.name] = one.f end
  return list
end

-- A mod as it will be in the next tick. What it prints goes to a log that nobody reads.
local function add_mod(other, mod)
  local texts = (mod._next and mod._next.revision or mod._revision).texts
  local files = setmetatable({}, { __index = function(_, file)
    return texts[file] or mod._reader(file)
  end })
  assert(other:mod({ name = mod._place:gsub("/$", ""), files = files }, copied(mod._limits)))
end

--- A second world from what save.copy has given of a world: world | nil, message.
function heavy.twin(world, text, images, report)
  return restore.copy(text, images, {
    behaviours = behaviours_of(world), threads = world.threads, report = report,
    setup = function(other)
      for mod in world:mods() do add_mod(other, mod) end
    end,
  })
end

local function restored(world, text, reports)
  return heavy.twin(world, text, nil, function(report) reports[#reports + 1] = report end)
end

local function close(other)
  for mod in other:mods() do mod:_close() end
  other.map:close()
end

-- ---- comparing ----------------------------------------------------------------------------------

local WHERE = "%s is %s, and %s in the world that was loaded%s"

local function fail_at(world, found, more)
  local what = found.field == "" and found.owner or ("%s: %s"):format(found.owner, found.field)
  fail(world, WHERE, what, tostring(found.a), tostring(found.b), more)
end

local function expect_same(world, running, when)
  if worlds.is_same(world, running.other, true) then return end
  local report = running.reports[1]
  fail_at(world, worlds.difference(world, running.other, true),
    when .. (report and ("; it reports: " .. report.text) or ""))
end

-- ---- the tick -----------------------------------------------------------------------------------

local function load_other(world, settings)
  local text, reason = world:save()
  if not text then fail(world, "the world cannot be saved: %s", reason) end
  local running = { left = settings.every or 1, reports = {} }
  local message
  if settings.restore then running.other, message = settings.restore(text)
  else running.other, message = restored(world, text, running.reports) end
  if not running.other then fail(world, "the world cannot be loaded: %s", tostring(message)) end
  expect_same(world, running, " just now")
  return running
end

local function renew(world, settings)
  local running = world._twin
  world._twin = nil
  if running then close(running.other) end
  world._twin = load_other(world, settings)
  return world._twin
end

--- world:check_heavy(): saves, loads and compares now. The next tick of a heavy world goes on with
-- the loaded one.
function heavy.check(world)
  if world._ticking then blame.raise("a world cannot be checked within its tick") end
  renew(world, heavy.settings(world.heavy or true))
  return world
end

--- Before a tick: the other world, which runs beside this one. One that has run beside it before
-- goes on, unless the game has changed this one since, or its ticks are over.
function heavy.before(world)
  local settings, running = heavy.settings(world.heavy), world._twin
  local goes_on = running and running.left > 0
  if goes_on and worlds.is_same(world, running.other, true) then return running end
  return renew(world, settings)
end

-- What each mod has used in a tick may not depend on the history of its states, nor on garbage.
local function expect_same_use(world, other)
  local next_mod = other:mods()
  for mod in world:mods() do
    local use, its_use = mod:_use(), next_mod():_use()
    for player in world.map:players() do
      local name = player.name
      if use[name] ~= its_use[name] then
        fail(world, WHERE, ("instructions of %s for %s"):format(tostring(mod), name),
          tostring(use[name] or 0), tostring(its_use[name] or 0), "")
      end
    end
  end
end

--- After the tick: the other world has its own, and must be as this one is.
function heavy.after(world, running)
  local other = running.other
  running.left = running.left - 1
  for mod in other:mods() do mod:_collect("full") end
  other:tick()
  expect_same(world, running, "")
  expect_same_use(world, other)
  local found = worlds.of_instances(world, other)
  if found then fail_at(world, found, "") end
end

return heavy
