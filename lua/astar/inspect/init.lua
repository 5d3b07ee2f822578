--- The inspector: a page in the browser that looks at a running game, see docs/inspector.md.
--
-- The game asks it how many ticks are due, and that is when it does its work: it answers what the
-- page has asked since the last time. What the page only asks changes nothing in the world, neither
-- its hash nor what comes of it. While nobody looks, the world is not recorded, and all that is
-- done is to see whether somebody has come.

local blame = require "astar.arguments.blame"
local core = require "astar.core"
local lazy = require "astar.lazy"
local options = require "astar.arguments.options"
local Pace = require "astar.inspect.pace"
local Server = require "astar.inspect.server"
local Session = require "astar.inspect.session"
local strict = require "astar.arguments.strict"
local Viewers = require "astar.inspect.viewers"

local Inspector = {}

local MISSING = "astar.inspect needs LuaSocket, which `require \"socket\"` does not find:"
  .. " install it (Debian: lua-socket; LuaRocks: luasocket)\n%s"
local NO_RANDOM = "astar.inspect: this system has no /dev/urandom to make a token from: give one,"
  .. " token = \"…\", that nobody can guess"
local TAKEN = "port %d: %s (leave `port` out, and any free one is taken)"
local LEAST_TOKEN, TOKEN_BYTES = 16, 16

local VALID = {
  port = options.whole(0, 65535), token = { "string", "a text" }, title = { "string", "a text" },
  name = { "function", "a function" }, health = { "function", "a function" },
  role = { "function", "a function" }, data = { "table", "a list of keys" },
  rewind = { "boolean", "a boolean" }, play = { "function", "a function" },
}

-- ---- making -------------------------------------------------------------------------------------

local function load_socket()
  local ok, socket = pcall(lazy.load, "socket")
  if not ok then blame.raise(MISSING:format(tostring(socket))) end
  return socket
end

local function random_token()
  local file = io.open("/dev/urandom", "rb")
  local bytes = file and file:read(TOKEN_BYTES)
  if file then file:close() end
  if not bytes or #bytes < TOKEN_BYTES then blame.raise(NO_RANDOM) end
  return (bytes:gsub(".", function(byte) return ("%02x"):format(byte:byte()) end))
end

local function check(world, given)
  if type(world) ~= "table" or not rawget(world, "_turned") then
    blame.fail("inspect", 1, "a world expected, got %s", core.show(world))
  end
  options.check("inspect", given, VALID, 2)
  local token = given.token
  if token and (#token < LEAST_TOKEN or #token > 256 or not token:find "^[%w_-]+$") then
    blame.fail("inspect", 2, "token = %s is no token: it has %d to 256 letters, digits, _ and -",
      core.show(token), LEAST_TOKEN)
  end
end

--- astar.inspect(world [, options]) -> inspector | nil, message. options: port (0: any that is
-- free); token, the secret in the address (random); title; name, role, health and data as
-- astar.record has them; play, a function that does with a world what the game does in a tick,
-- world:tick() included; rewind (true), false: the page cannot go back, nor fork the world.
function Inspector.new(world, given)
  given = given or {}
  check(world, given)
  local socket, token = load_socket(), given.token or random_token()
  local title = given.title or "A game"
  local self = setmetatable({ _world = world, _title = title, _token = token, _pace = Pace.new(),
    _viewers = Viewers.new(world, { title = title, name = given.name,
      role = given.role, health = given.health, data = given.data }),
    _rewinds = given.rewind ~= false, _play = given.play or false, _socket = socket,
    _closed = false }, Inspector)
  local session = Session.new(self)
  local server, message = Server.new(socket, given.port or 0, token, function(...)
    return session:answer(...)
  end)
  if not server then
    return nil, TAKEN:format(given.port or 0, message)
  end
  self._server, self._session = server, session
  self._port, self._url = server.port, ("http://127.0.0.1:%d/%s/"):format(server.port, token)
  return self
end

function Inspector:__tostring()
  if self._closed then return "inspector (closed)" end
  return ("inspector (%s)"):format(self._url)
end

-- ---- in the game's loop -------------------------------------------------------------------------

local function check_open(self, method)
  if self._closed then blame.fail(method, 0, "the inspector is closed") end
  if self._world._ticking then blame.raise("an inspector cannot work within its world's tick") end
end

local function work(self)
  self._session:observe()
  self._server:serve()
  local viewers = self._viewers
  if not viewers.asked or viewers:look_after(self._socket.gettime()) then return end
  self._pace:reset()                             -- nobody looks any more
  self._session:forget()
end

--- Answers what the page has asked. Never waits.
function Inspector:poll()
  check_open(self, "poll")
  work(self)
  return self
end

--- Does what poll() does, and returns how many ticks the game is to do now. `ticks` (1): how many
-- it would do without an inspector; parts of ticks are kept.
function Inspector:due(ticks)
  if ticks == nil then ticks = 1 end
  if type(ticks) ~= "number" or ticks ~= ticks or ticks < 0 then
    blame.fail("due", 1, "a number of ticks expected, got %s", core.show(ticks))
  end
  check_open(self, "due")
  work(self)
  return self._pace:due(ticks)
end

--- Ends it: the page hears no more of the game. The game goes on.
function Inspector:close()
  if self._closed then return end
  self._closed = true
  self._viewers:close()
  self._session:close()
  self._server:close()
end

return strict.class("inspector", Inspector, {
  url = "read", port = "read", token = "read", title = "read", world = "read",
})
