--- A mod's state: the sandbox in which its files are loaded and run, and what mod.lua says.

local core = require "astar.core"
local Account = require "astar.mods.account"
local arguments = require "astar.mods.arguments"
local calls = require "astar.mods.calls"
local files = require "astar.mods.host_files"
local object = require "astar.world.object"
local orders = require "astar.mods.orders"
local pairs = require "astar.pairs".pairs
local queries = require "astar.mods.queries"
local sandbox = require "astar.sandbox"
local visible = require "astar.world.visible_text"

local loading = {}

-- ---- what the mod may ask and order -------------------------------------------------------------

local ops = {}

local A_REFUSAL = 200                            -- instructions

local function box_of(mod) return (mod._loading or mod._state).box end

local function passed_on(mod, ok, ...)
  if ok then return ... end
  box_of(mod):charge(A_REFUSAL)
  error(calls.without_place((...)), 0)
end

-- What is asked or ordered is paid for before it is done.
local function paid(f, cost)
  if not cost then return function(mod, ...) return passed_on(mod, pcall(f, mod, ...)) end end
  return function(mod, ...)
    box_of(mod):charge(cost)
    return passed_on(mod, pcall(f, mod, ...))
  end
end

for _, list in ipairs { queries, orders } do
  for name, f in pairs(list) do ops[name] = paid(f, Account.COSTS[name]) end
end
for name in pairs(Account.COSTS) do assert(ops[name], name) end

local IN_LOADING = { source = true, spell = true, print = true }

-- ---- loading ------------------------------------------------------------------------------------

local function encode(value)
  if type(value) == "table" then
    if object.is_unit(value) then return "unit", value.id end
  elseif getmetatable(value) == core.metatables.player then
    return "player", value.name
  end
end

-- The player of a name, if there is one.
local function player_of(map, name)
  for player in map:players() do
    if player.name == name then return player end
  end
end

local TO_LOAD_SECONDS = 10                       -- times as many as in a tick

-- What the mod's state calls. Where it asks for something of the world it is a unit's turn.
local function new_box(self, state)
  local world = self._world
  local function decode(kind, id)
    if kind == "unit" then return world._units[id] end
    if kind == "player" then return player_of(world.map, id) end
  end
  return sandbox.new {
    memory = self._limits.memory, instructions = self._limits.instructions,
    seconds = TO_LOAD_SECONDS * self._limits.seconds, encode = encode, decode = decode,
    host = function(op, ...)
      local f = ops[op]
      if state.loaded and self._current or IN_LOADING[op] then return true, f(self, ...) end
      return false, "nothing can be asked or ordered while a mod is loaded"
    end,
  }
end

-- What failed in loading, with its place: at least the file that was read last.
local function blame(place, file, failure)
  local message = visible(failure.message):gsub("^astar%.[%w_.]+:%d+: ", "", 1)
  if message:find("^mod%.lua: ") then return place .. message end
  if message:find(":%d+:") then return message end
  if message:sub(1, #place + #file) == place .. file then return message end
  return ("%s: %s"):format(failure.where or place .. file, message)
end

local LONGEST_NAME = 64

local function check_name(self, name)
  if #name > LONGEST_NAME or not name:find("^[%w_-]+$") then
    return ("name = '%s' is not of letters, digits, _ and -, %d at most"):format(
      name:sub(1, LONGEST_NAME), LONGEST_NAME)
  end
  for _, other in ipairs(self._world._mods) do
    if other ~= self and other.name == name then
      return ("there is a mod '%s' in this world"):format(name)
    end
  end
  if self._name and self._name ~= name then
    return ("the mod was called '%s' so far"):format(self._name)
  end
end

-- What is said of the mod in messages is such as can be shown.
local function check_words(state)
  for _, key in ipairs { "version", "author", "description" } do
    state[key] = state[key] and visible(state[key])
  end
  for _, name in ipairs(state.names) do
    if visible(name) ~= name then
      return ("behaviours: '%s' has characters that cannot be shown"):format(visible(name))
    end
  end
end

local TO_LOAD = 1000000                          -- instructions, at least
local A_NAME = 512                               -- bytes that the host needs for a behaviour

-- What the host keeps of a mod as long as it is there: its texts, and what mod.lua says.
local function check_size(self, state, said)
  local bytes = Account.weight(state.texts) + Account.weight(said) + A_NAME * #state.names
  state.bytes = bytes
  if bytes <= self._limits.kept / 2 then return end
  return ("the game keeps at most %.0f bytes of a mod's files and names, and these are %.0f")
    :format(self._limits.kept / 2, bytes)
end

--- A new state with the mod loaded in it: state | nil, message, and the state as far as it came.
-- `texts`: of files whose text is not to be read again.
function loading.open(self, texts)
  local state = { texts = texts, missing = {}, missing_count = 0, loaded = false }
  self._loading = state
  state.box = new_box(self, state):allow(math.max(self._limits.instructions, TO_LOAD))
  files.furnish(state.box)
  local ok, result = state.box:call("load")
  state.box:allow(self._limits.instructions)
  self._loading = false
  if ok then
    for key, value in pairs(result) do state[key] = value end
    local problem = check_name(self, state.name) or check_words(state)
      or check_size(self, state, result)
    ok, result = not problem, { message = problem and "mod.lua: " .. problem }
  end
  if ok then ok, result = state.box:freeze() end
  if not ok then
    state.box:close()
    return nil, blame(self._place, state.file, result), state
  end
  state.loaded = true
  return state
end

local MOST_MISSING = 64                          -- files that are waited for, at most

-- Notes a file that there is not: it may come, which is watched. Those beyond the limit are not.
local function note_missing(state, file)
  if state.missing[file] or state.missing_count >= MOST_MISSING then return end
  state.missing[file] = true
  state.missing_count = state.missing_count + 1
end

--- A file's text and its name in messages, for the state that is being loaded, or runs.
function loading.source(self, file)
  local wrong, own = arguments.file(file)
  if own ~= file then error(wrong or file .. " is not the path of a mod's file", 0) end
  local state = self._loading or self._state
  local texts = state.texts
  state.file = file
  local text = texts[file]
  if not text then
    local problem
    text, problem = self._reader(file)
    if not text then
      note_missing(state, file)
      error(problem, 0)
    elseif #text > files.LONGEST then
      error(("%s%s: more than %d bytes"):format(self._place, file, files.LONGEST), 0)
    end
    if not self._loading then
      self._account:keep(#text, self._place .. file)
      state.bytes = state.bytes + #text
      self._account.base = state.bytes
    end
    texts[file] = text
  end
  return text, "@" .. self._place .. file
end

return loading
