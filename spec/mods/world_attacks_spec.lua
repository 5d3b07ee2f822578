-- Attacks on the game by mods that have a world: units, queries, ticks and saves. Each is a file of
-- world_attacks/, whose first line says what it tries. "-- for the vault" in the second says that
-- only the vault holds it: what it does takes long within an instruction, uses a mistake of Lua's,
-- or is not promised by the other sandbox. A file returns a table:
--
--   code or files   text of the behaviour "test.it", or the mod's files without mod.lua; with
--                   neither there is no world, and `broken` makes its own
--   rows or size    the map, or its { width, height }: else 40 by 40 cells of open ground
--   units, limits   how many of red's units have the behaviour (1), with data.number; of the mod
--   print(ctx, mod, text)   takes what the mod prints, amid its turn
--   setup(ctx)      before the first tick; each(ctx, n) after each of `ticks`
--   seconds         of the processor that a tick may take, or `ctx.slowest` may say
--   broken(ctx)     what else shows that it is not contained, or nil
--   same            what it prints and what is reported is the same in each process: lockstep_spec
--
-- ctx: world, mod, unit (the first), prints, reports, slowest. In all a tick raises no error, and
-- the process grows by no more than the mod's memory, what is passed on, and a little.

local command = require "support.command"
local files = require "support.file"
local kind = require "support.sandbox_kind"
local modded = require "support.modded"
local small_world = require "support.small_world"

local FOLDER = "spec/mods/world_attacks/"
local SECONDS = 3.25                             -- for all that limits allow by default
local GROWTH = 48 * 1024                         -- kilobytes

-- A sanitizer takes time and memory of its own.
local is_plain = not os.getenv "ASTAR_SANITIZER"

-- ---- what the process has -----------------------------------------------------------------------

local function kilobytes(key)
  local status = io.open "/proc/self/status"
  if not status then return 0 end
  local text = status:read "*a"
  status:close()
  return tonumber(text:match(key .. ":%s*(%d+)"))
end

-- From now on the most memory that the process has had is what it has, where the system lets us.
local function forget_peak()
  collectgarbage()
  collectgarbage()
  local refs = io.open("/proc/self/clear_refs", "w")
  if refs then
    refs:write "5"
    refs:close()
  end
  return kilobytes "VmHWM"
end

-- ---- an attack ----------------------------------------------------------------------------------

local function picture_of(attack)
  if attack.rows then return table.concat(attack.rows, "\n") end
  local width, height = 40, 40
  if attack.size then width, height = attack.size[1], attack.size[2] end
  return (("."):rep(width) .. "\n"):rep(height)
end

local function limits_of(attack, ctx)
  local limits = {}
  for name, value in pairs(attack.limits or {}) do limits[name] = value end
  if attack.print then
    function limits.print(mod, text) attack.print(ctx, mod, text) end
  end
  return limits
end

local MAIN = "return { name = 'test', version = '1', behaviours = { it = 'it.lua' } }"

local function code_of(attack)
  if not attack.files then return attack.code end
  attack.files["mod.lua"] = MAIN
  return attack.files
end

local function play(attack, ctx)
  ctx.world = small_world(picture_of(attack), { fog = true, seed = 7 })
  ctx.reports = ctx.world.reports
  local mod, lines = modded(ctx.world, code_of(attack), limits_of(attack, ctx))
  assert(mod, lines)
  ctx.mod, ctx.prints = mod, lines
  for i = 1, attack.units or 1 do
    local unit = ctx.world:unit { player = "red", x = i, y = 1, speed = 1, sight = 8,
      behaviour = "test.it", data = { number = i } }
    ctx.unit = ctx.unit or unit
  end
  if attack.setup then attack.setup(ctx) end
  for n = 1, attack.ticks do
    local began = os.clock()
    ctx.world:tick()
    ctx.slowest = math.max(ctx.slowest, os.clock() - began)
    if attack.each then attack.each(ctx, n) end
  end
end

local function is_contained(attack)
  local ctx = { slowest = 0, prints = {}, reports = {} }
  local before = forget_peak()
  if attack.code or attack.files then play(attack, ctx) end
  assert.is_nil(attack.broken and attack.broken(ctx))
  if not is_plain then return end
  local most = attack.seconds or SECONDS
  assert(ctx.slowest <= most, ("it took %.2f s"):format(ctx.slowest))
  local grown = kilobytes "VmHWM" - before
  assert(grown <= GROWTH, ("the process grew by %d KB"):format(grown))
end

describe("a world", function()
  for _, file in ipairs(command.list("LC_ALL=C ls " .. FOLDER .. "*.lua")) do
    local is_ours = kind.is_vault or not files.read(file):find("^[^\n]*\n%-%- for the vault\n")
    local attack = is_ours and dofile(file)
    if attack then
      local name = file:match "([%w_]+)%.lua$"
      local where = attack.same and ", in each process alike" or ""
      it("contains " .. name .. where, function() is_contained(attack) end)
    end
  end
end)
