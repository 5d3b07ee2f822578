--- A connection of a browser: what has come of a request so far, and what is still to be sent of an
-- answer. Nothing waits: what cannot be read or sent now is left for the next time.

local Connection = {}
Connection.__index = Connection

local PIECE = 65536                              -- bytes that are read or sent at a time
local MOST_HEAD, MOST_BODY = 8192, 512 * 1024    -- bytes of a request

function Connection.new(socket, now)
  socket:settimeout(0)
  return setmetatable({ socket = socket, come = "", head = false, held = false, out = false,
    sent = 0, since = now, known = false, closing = false, over = false }, Connection)
end

function Connection:close()
  self.over = true
  self.socket:close()
end

-- ---- requests -----------------------------------------------------------------------------------

-- The fields of a head, by their names in small letters; nil: it is none, or has one twice.
local function fields_of(head)
  local fields = {}
  if head:gsub("\r\n", ""):find "[\r\n]" then return nil end
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

-- The next head, when all of it has come; nil: not yet; false: it is none that is answered, such as
-- one whose lines do not end as they should.
local function next_head(self)
  local _, last = self.come:find "\n\r?\n"
  if not last and #self.come < MOST_HEAD then return nil end
  if not last then return false end
  local head = self.come:sub(1, last):match "^(.*)\r\n\r\n$"
  self.come = self.come:sub(last + 1)
  return head and read_head(head) or false
end

--- The next request, when all of it has come: { method, path, fields, body }. nil: not yet; false:
-- what has come is no request that is answered. may(request) says of a head whether it is: nothing
-- that comes behind another one is kept.
function Connection:request(may)
  if self.held then return self:take_held() end
  if not self.head then
    local head = next_head(self)
    if head == nil then return nil end
    if not head or not may(head) then return false end
    self.head, self.known = head, true
  end
  local request = self.head
  if #self.come < request.length then return nil end
  request.body, self.come = self.come:sub(1, request.length), self.come:sub(request.length + 1)
  self.closing = (request.fields.connection or ""):lower() == "close"
  self.head = false
  return request
end

--- Keeps a request that cannot be answered yet: request() returns it the next time.
function Connection:hold(request) self.held = request end

function Connection:take_held()
  local request = self.held
  self.held = false
  return request
end

--- Reads what there is, a piece at most, and no more than belongs to a head, or to its request.
function Connection:read(now)
  local room = (self.head and self.head.length or MOST_HEAD) - #self.come
  if room <= 0 then return end
  local bytes, why, part = self.socket:receive(math.min(PIECE, room))
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
  if not self.closing then return end
  self.socket:receive(PIECE)                     -- with bytes unread it could lose the answer
  self:close()
end

return Connection
