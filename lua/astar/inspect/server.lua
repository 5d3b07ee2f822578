--- HTTP for a page on this machine: a server that never waits. It listens on the loopback address
-- alone, and answers those that know the token. All others get the same answer, whatever they ask.
--
-- A page of another site may send requests here as well: the browser runs on this machine. It does
-- not know the token; and a request that names another host, as after DNS rebinding, or comes from
-- another origin, is refused even with it.

local Connection = require "astar.inspect.connection"

local Server = {}
Server.__index = Server

local MOST, MOST_NEW = 16, 4                     -- connections of either kind; taken in at a time
local QUIET = 15                                 -- seconds after which one is closed

local HEAD = table.concat({
  "HTTP/1.1 %s", "Content-Type: %s", "Content-Length: %d", "Connection: %s",
  "Cache-Control: no-store", "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
  "Cross-Origin-Resource-Policy: same-origin", "Content-Security-Policy: %s", "", "",
}, "\r\n")

-- The page of the battle has its scripts and styles in it.
local POLICY = "default-src 'none'; script-src 'self' 'unsafe-inline'; "
  .. "style-src 'self' 'unsafe-inline'; img-src data:; connect-src 'self'; frame-src 'self'; "
  .. "frame-ancestors 'self'; base-uri 'none'; form-action 'none'"

local function written(status, kind, body, is_last)
  return HEAD:format(status, kind, #body, is_last and "close" or "keep-alive", POLICY) .. body
end

local REFUSAL = written("404 Not Found", "text/plain; charset=utf-8", "There is nothing here.\n",
  true)

--- A server on a port, 0: any: server | nil, message. answer(method, path, body) returns a type and
-- a body; nil: there is no such thing; false: not yet, it is asked again. `socket`: the module of
-- LuaSocket.
function Server.new(socket, port, token, answer)
  local listener, message = socket.bind("127.0.0.1", port, 16)
  if not listener then return nil, message end
  listener:settimeout(0)
  local _, own = listener:getsockname()
  return setmetatable({ listener = listener, port = tonumber(own), token = token, answer = answer,
    connections = {}, now = socket.gettime }, Server)
end

function Server:close()
  for _, one in ipairs(self.connections) do one:close() end
  self.listener:close()
end

-- ---- which requests are answered ----------------------------------------------------------------

-- Takes as long wherever they differ.
local function are_same(text, other)
  if #text ~= #other then return false end
  local different = 0
  for i = 1, #text do
    if text:byte(i) ~= other:byte(i) then different = different + 1 end
  end
  return different == 0
end

local HOSTS = { "127.0.0.1:%d", "localhost:%d" }

local function is_own_host(self, host)
  for _, one in ipairs(HOSTS) do
    if host == one:format(self.port) then return true end
  end
  return false
end

-- What behind the token is asked for; nil: it is not answered. "": only the last slash of the
-- page's address is missing, which is easily lost when somebody copies it.
local function asked_path(self, request)
  local fields = request.fields
  local token, path = request.path:match "^/([%w_-]+)(.*)$"
  local site = fields["sec-fetch-site"] or "none"
  if not token or not are_same(token, self.token) then return nil end
  if path ~= "" and not path:find "^/[^?#]*$" then return nil end
  if not is_own_host(self, fields.host) then return nil end
  if fields.origin and fields.origin ~= "http://" .. fields.host then return nil end
  if site ~= "none" and site ~= "same-origin" then return nil end
  local is_call = request.method == "POST" and fields["content-type"] == "application/json"
  return (request.method == "GET" or is_call) and path or nil
end

local function moved(self, is_last)
  local bytes = written("302 Found", "text/plain; charset=utf-8", "", is_last)
  return (bytes:gsub("\r\n", ("\r\nLocation: /%s/\r\n"):format(self.token), 1))
end

-- The bytes of an answer; false: not yet.
local function answer_of(self, request, is_last)
  local path = request and request.asked
  if path == "" and request.method == "GET" then return moved(self, is_last) end
  local kind, body
  if path then kind, body = self.answer(request.method, path, request.body) end
  if kind == false then return false end
  return kind and written("200 OK", kind, body, is_last) or nil
end

-- ---- serving ------------------------------------------------------------------------------------

-- Where there are too many, the one that has been quiet for the longest makes room. Those that have
-- shown the token, and those that have not, are counted apart: nobody without it takes the place of
-- a page.
local function make_room(self, known)
  local count, quietest = 0, nil
  for _, one in ipairs(self.connections) do
    if one.known == known and not one.over then
      count = count + 1
      if not quietest or one.since < quietest.since then quietest = one end
    end
  end
  if count >= MOST then quietest:close() end
end

local function take_in(self, now)
  for _ = 1, MOST_NEW do
    local socket = self.listener:accept()
    if not socket then return end
    make_room(self, false)
    self.connections[#self.connections + 1] = Connection.new(socket, now)
  end
end

local function serve(self, one, now)
  if one.out then return one:send(now) end
  one:read(now)
  if one.over then return end
  local request = one:request(function(head)
    head.asked = asked_path(self, head)
    if head.asked and not one.known then make_room(self, true) end
    return head.asked
  end)
  if request == nil then return end
  local bytes = answer_of(self, request, one.closing)
  if bytes == false then return one:hold(request) end
  if not bytes then one.closing = true end
  one:answer(bytes or REFUSAL)
  one:send(now)
end

--- Does what there is to do now.
function Server:serve()
  local now, kept = self.now(), {}
  take_in(self, now)
  if not self.connections[1] then return end
  for _, one in ipairs(self.connections) do
    if not one.over then serve(self, one, now) end
    if not one.over and now - one.since > QUIET then one:close() end
    if not one.over then kept[#kept + 1] = one end
  end
  self.connections = kept
end

return Server
