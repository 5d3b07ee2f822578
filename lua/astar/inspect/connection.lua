--- A connection of a browser: what has come of a request so far, and what is still to be sent of an
-- answer. Nothing waits: what cannot be read or sent now is left for the next time.

local Connection = {}
Connection.__index = Connection

local PIECE = 65536                              -- bytes that are read or sent at a time
local MOST_HEAD, MOST_BODY = 8192, 512 * 1024    -- bytes of a request

function Connection.new(socket, now)
  socket:settimeout(0)
  return setmetatable({ socket = socket, come = "", held = false, out = false, sent = 0,
    since = now, closing = false, over = false }, Connection)
end

function Connection:close()
  self.over = true
  self.socket:close()
end

-- ---- requests -----------------------------------------------------------------------------------

-- The fields of a head, by their names in small letters; nil: it is none, or has one twice.
local function fields_of(head)
  local fields = {}
  for line in head:gmatch "\r\n([^\r\n]*)" do
    local name, value = line:match "^([%w-]+):[ \t]*(.-)[ \t]*$"
    if not name or fields[name:lower()] then return nil end
    fields[name:lower()] = value
  end
  return fields
end

-- A request without its body; false: it is none that is answered.
local function read_head(head)
  local method, path = head:match "^(%u+) (/[^ \r\n]*) HTTP/1%.1\r\n"
  local fields = method and fields_of(head)
  if not fields or fields["transfer-encoding"] then return false end
  local length = fields["content-length"] or "0"
  if not length:find "^%d+$" or #length > 7 or tonumber(length) > MOST_BODY then return false end
  return { method = method, path = path, fields = fields, length = tonumber(length) }
end

--- The next request, when all of it has come: { method, path, fields, body }. nil: not yet; false:
-- what has come is no request that is answered.
function Connection:request()
  if self.held then return self:take_held() end
  local stop = self.come:find("\r\n\r\n", 1, true)
  if not stop and #self.come > MOST_HEAD then return false end
  if not stop then return nil end
  local request = stop <= MOST_HEAD and read_head(self.come:sub(1, stop - 1))
  if not request then return false end
  local last = stop + 3 + request.length
  if #self.come < last then return nil end
  request.body, self.come = self.come:sub(stop + 4, last), self.come:sub(last + 1)
  self.closing = (request.fields.connection or ""):lower() == "close"
  return request
end

--- Keeps a request that cannot be answered yet: request() returns it the next time.
function Connection:hold(request) self.held = request end

function Connection:take_held()
  local request = self.held
  self.held = false
  return request
end

--- Reads what there is, a piece at most.
function Connection:read(now)
  if #self.come > MOST_HEAD + MOST_BODY then return end
  local bytes, why, part = self.socket:receive(PIECE)
  local come = bytes or part
  if come and come ~= "" then self.come, self.since = self.come .. come, now end
  if why and why ~= "timeout" then self:close() end
end

-- ---- answers ------------------------------------------------------------------------------------

--- Begins an answer: all of its bytes.
function Connection:answer(bytes)
  self.out, self.sent = bytes, 0
end

--- Sends what can be sent now, a piece at most.
function Connection:send(now)
  local last = math.min(#self.out, self.sent + PIECE)
  local sent, why, part = self.socket:send(self.out, self.sent + 1, last)
  local reached = sent or part or self.sent
  if reached > self.sent then self.sent, self.since = reached, now end
  if why and why ~= "timeout" then return self:close() end
  if self.sent < #self.out then return end
  self.out = false
  if self.closing then self:close() end
end

return Connection
