--- The server of the inspector over a real socket: which requests are answered, and that nobody
-- holds it up.

local astar = require "astar"
local core = require "astar.core"
local json = require "astar.replay.json"
local literal = require "astar.formats.tiled.literal"
local skip = require "support.skip"
local sockets = require "support.sockets"

local TOKEN = "a-token-of-these-specs"

local function new_inspector(given)
  local map = astar.map { width = 12, height = 8 }
  local world = astar.world { map = map, fog = false }
  world:behaviour("walk", function(unit) while true do unit:go(12, 8) unit:go(1, 1) end end)
  world:unit { player = "red", x = 1, y = 1, speed = 0.5, behaviour = "walk", data = { hp = 7 } }
  local options = { token = TOKEN }
  for key, value in pairs(given or {}) do options[key] = value end
  return assert(astar.inspect(world, options)), world
end

local function connected(inspector)
  local client = assert(sockets.socket.connect("127.0.0.1", inspector.port))
  client:settimeout(0)
  return client
end

-- All that comes back until the connection is closed, or nothing comes any more.
local function answer(inspector, client, polls)
  local come = ""
  for _ = 1, polls or 60 do
    inspector:poll()
    local bytes, why, part = client:receive(65536)
    come = come .. (bytes or part or "")
    if why == "closed" then return come, true end
    sockets.socket.sleep(0.001)
  end
  return come, false
end

local function asked(inspector, text)
  local client = connected(inspector)
  client:send(text)
  local come, is_closed = answer(inspector, client)
  client:close()
  return come, is_closed
end

local function get(inspector, path, fields)
  return (asked(inspector, ("GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%sConnection: close\r\n\r\n")
    :format(path, inspector.port, fields or "")))
end

local POST = "POST /%s/call HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n"
  .. "%sContent-Length: %d\r\nConnection: close\r\n\r\n%s"

local function call(inspector, name, with)
  local body = json { name = name, with = with or { a = 1 } }
  local come = asked(inspector, POST:format(TOKEN, inspector.port, "", #body, body))
  assert.matches("^HTTP/1.1 200 OK", come)
  return assert(literal.read(come:match "\r\n\r\n(.*)$", "json"))
end

describe("the server of an inspector", function()
  local it, _, _, before_each, after_each = skip.where(sockets.missing)
  local inspector, world

  before_each(function() inspector, world = new_inspector() end)
  after_each(function() inspector:close() end)

  local function is_refused(come)
    assert.matches("^HTTP/1.1 404 Not Found\r\n", come)
    assert.matches("\r\n\r\nThere is nothing here.\n$", come)
  end

  -- Each of these texts is refused, and the connection closed.
  local function are_refused(texts)
    for _, text in ipairs(texts) do
      local come, is_closed = asked(inspector, text)
      is_refused(come)
      assert.is_true(is_closed)
    end
  end

  it("serves its page to those that know the token, on the loopback address", function()
    assert.equal(("http://127.0.0.1:%d/%s/"):format(inspector.port, TOKEN), inspector.url)
    local page = get(inspector, "/" .. TOKEN .. "/")
    assert.matches("^HTTP/1.1 200 OK\r\nContent%-Type: text/html", page)
    assert.matches("<title>A game</title>", page)
    for _, file in ipairs { "battle", "page.css", "page.js" } do
      assert.matches("^HTTP/1.1 200 OK", get(inspector, ("/%s/%s"):format(TOKEN, file)))
    end
    is_refused(get(inspector, ("/%s/other"):format(TOKEN)))
  end)

  it("leads to the page where the last slash of its address is missing", function()
    local moved = get(inspector, "/" .. TOKEN)
    assert.matches("^HTTP/1.1 302 Found\r\n", moved)
    assert.is_truthy(moved:find("\r\nLocation: /" .. TOKEN .. "/\r\n", 1, true))
    assert.equal(1, select(2, moved:gsub("Location", "")))
    is_refused(get(inspector, "/" .. TOKEN, "Sec-Fetch-Site: cross-site\r\n"))
    is_refused(asked(inspector, ("POST /%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: "
      .. "application/json\r\nContent-Length: 2\r\n\r\n{}"):format(TOKEN, inspector.port)))
  end)

  it("lets go of its connections and its port when it is closed", function()
    local other = assert(astar.inspect(world, { token = TOKEN }))
    local client = connected(other)
    other:poll()
    other:close()
    client:settimeout(1)
    assert.same({ nil, "closed", "" }, { client:receive(1) })
    assert.is_nil((sockets.socket.connect("127.0.0.1", other.port)))
    client:close()
  end)

  it("shows a title as text, whatever is in it", function()
    local title = "</title><script>{{title}}"
    local named = assert(astar.inspect(world, { token = TOKEN, title = title }))
    for _, file in ipairs { "", "battle" } do
      local page = get(named, ("/%s/%s"):format(TOKEN, file))
      assert.is_truthy(page:find("<title>&lt;/title&gt;&lt;script&gt;{{title}}</title>", 1, true))
    end
    named:close()
  end)

  it("answers all others alike", function()
    local one = get(inspector, "/")
    is_refused(one)
    assert.is_truthy(one:find("\r\nConnection: close\r\n", 1, true))
    for _, path in ipairs { "/a-token-of-these-specz/", "/b-token-of-these-specs/",
      "/a-token-of-these-specz",
      "/" .. TOKEN:upper() .. "/", "/../" .. TOKEN .. "/", "//" } do
      assert.equal(one, get(inspector, path))
    end
  end)

  it("refuses another host, another origin, another site, and what is no JSON", function()
    local path = "/" .. TOKEN .. "/"
    is_refused(asked(inspector, ("GET %s HTTP/1.1\r\nHost: evil.example:%d\r\n\r\n"):format(path,
      inspector.port)))
    is_refused(asked(inspector, ("GET %s HTTP/1.1\r\n\r\n"):format(path)))
    is_refused(get(inspector, path, "Origin: http://evil.example\r\n"))
    is_refused(get(inspector, path, "Sec-Fetch-Site: cross-site\r\n"))
    is_refused(asked(inspector, ("POST %scall HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
      .. "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}"):format(path, inspector.port)))
    is_refused(asked(inspector, ("PUT %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n"):format(path,
      inspector.port)))
    assert.matches("^HTTP/1.1 200 OK", get(inspector, path,
      ("Origin: http://127.0.0.1:%d\r\n"):format(inspector.port)))
  end)

  it("refuses what is too long, or no request", function()
    are_refused {
      ("x"):rep(10000), "\r\n\r\n", "GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nno field\r\n\r\n",
      ("GET /%s HTTP/1.1\r\nHost: a\r\n\r\n"):format(("y"):rep(9000)),
      ("POST /%s/call HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 9999999\r\n\r\n"):format(
        TOKEN, inspector.port),
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "\0\255\r\n\r\n",
    }
  end)

  it("refuses lines that do not end as they should, at once", function()
    local head = ("GET /%s/ HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n"):format(
      TOKEN, inspector.port)
    assert.matches("^HTTP/1.1 200 OK", (asked(inspector, head)))
    are_refused { (head:gsub("\r", "")), (head:gsub("\r\n", "\n", 1)),
      (head:gsub("\r\nC", "\nC")), (head:gsub("\r\n\r\n", "\r\n\n")),
      (head:gsub("\r\n\r\n", "\n\r\n")), (head:gsub("\r\nC", "\rC")) }
  end)

  it("keeps nothing of those that do not know the token but a head", function()
    local body, clients = ("x"):rep(500000), {}
    for i = 1, 12 do
      clients[i] = connected(inspector)
      clients[i]:send(POST:format("another-token-of-16", inspector.port, "", #body, body))
      inspector:poll()
      for _, one in ipairs(inspector._server.connections) do assert.is_true(#one.come <= 8192) end
    end
    for _, one in ipairs(clients) do
      is_refused((answer(inspector, one)))
      one:close()
    end
    local long = json { name = "nothing", with = { text = body } }
    assert.matches("there is no such call", (asked(inspector, POST:format(TOKEN, inspector.port, "",
      #long, long))))
  end)

  it("keeps a page's connection, however many others come", function()
    local page = connected(inspector)
    page:send(("GET /%s/ HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n"):format(TOKEN, inspector.port))
    assert.matches("^HTTP/1.1 200 OK", (answer(inspector, page)))
    local body = json { name = "open", with = { a = 1 } }
    page:send((POST:format(TOKEN, inspector.port, "", #body, body):sub(1, -3)))
    inspector:poll()
    local others = {}
    for i = 1, 40 do
      others[i] = connected(inspector)
      others[i]:send(i % 2 == 0 and "GET /" or "")
      inspector:poll()
    end
    page:send(body:sub(-2))
    assert.matches("^HTTP/1.1 200 OK", (answer(inspector, page)))
    assert.is_true(#inspector._server.connections <= 32)
    for _, one in ipairs(others) do one:close() end
    page:close()
  end)

  it("answers calls, and tells what is wrong with one", function()
    assert.equal(1, call(inspector, "open").viewer)
    assert.matches("there is no such call", call(inspector, "nothing").failed)
    local body = "{ nonsense"
    local come = asked(inspector, POST:format(TOKEN, inspector.port, "", #body, body))
    assert.matches("failed", come)
    local page = call(inspector, "look", { unit = 1, cell = { x = 3, y = 3 } })
    assert.equal(1, page.unit.id)
    assert.equal("terrain", page.cell.rows[1].name)
  end)

  it("answers a page that waits for news as soon as there are some", function()
    call(inspector, "open")
    local client, body = connected(inspector), json { name = "news", with = { viewer = 1,
      longest = 5 } }
    client:send(POST:format(TOKEN, inspector.port, "", #body, body))
    assert.equal("", (answer(inspector, client, 10)))
    world:tick()
    assert.matches("^HTTP/1.1 200 OK", (answer(inspector, client)))
    client:close()
  end)

  it("reads a request that comes in pieces, and two that come at once", function()
    local client = connected(inspector)
    local text = ("GET /%s/ HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n"):format(TOKEN, inspector.port)
    for i = 1, #text do
      client:send(text:sub(i, i))
      inspector:poll()
    end
    assert.matches("^HTTP/1.1 200 OK", (answer(inspector, client)))
    client:send(text .. text)
    local _, count = answer(inspector, client):gsub("HTTP/1.1 200 OK", "")
    assert.equal(2, count)
    client:close()
  end)

  it("does not wait for those who say nothing, or read nothing", function()
    local quiet = {}
    for i = 1, 40 do
      quiet[i] = connected(inspector)
      if i % 2 == 0 then quiet[i]:send("GET /" .. TOKEN) end
      if i % 3 == 0 then
        quiet[i]:send(("GET /%s/battle HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n"):format(TOKEN,
          inspector.port))
      end
      inspector:poll()
    end
    local begun = sockets.socket.gettime()
    for _ = 1, 20 do inspector:poll() end
    assert.is_true(sockets.socket.gettime() - begun < 1)
    assert.matches("^HTTP/1.1 200 OK", get(inspector, "/" .. TOKEN .. "/"))
    assert.is_true(#inspector._server.connections <= 32)
    for _, one in ipairs(quiet) do one:close() end
  end)

  it("records from when somebody looks until nobody does", function()
    for _ = 1, 5 do world:tick() end
    inspector:poll()
    assert.is_false(world._recording)
    local opened = call(inspector, "open")
    assert.equal(5, opened.heading.first)
    assert.is_truthy(world._recording)
    local now = sockets.socket.gettime
    inspector._socket = setmetatable({ gettime = function() return now() + 60 end },
      { __index = sockets.socket })
    inspector:poll()
    assert.is_false(world._recording)
    assert.equal(1, inspector:due())
  end)

  it("forgets what was asked when nobody looked, such as by a page that had been away", function()
    call(inspector, "pause", { on = true })
    call(inspector, "keep", { on = true })
    assert.same({ 0, true }, { inspector:due(), world._timeline ~= false })
    local now = sockets.socket.gettime
    inspector._socket = setmetatable({ gettime = function() return now() + 60 end },
      { __index = sockets.socket })
    inspector:poll()
    assert.same({ 1, false }, { inspector:due(), world._timeline ~= false })
  end)

  it("shares a recording of the game's, and gives way to one", function()
    call(inspector, "open")
    local recording = astar.record(world)
    world:tick()
    assert.equal(recording, world._recording)
    assert.is_truthy(call(inspector, "news", { viewer = 1 }).heading)
    inspector:close()
    assert.equal(recording, world._recording)
    assert.has_error(function() astar.record(world) end)
  end)
end)

describe("astar.inspect", function()
  local function message_of(...)
    local _, message = pcall(astar.inspect, ...)
    return message
  end

  it("says what is wrong", function()
    local world = astar.world { map = astar.map { width = 3, height = 3 } }
    assert.matches("bad argument #1 to 'inspect' %(a world expected, got 5%)", message_of(5))
    assert.matches("unknown key 'prot', the nearest is 'port'", message_of(world, { prot = 1 }))
    assert.matches("port = 70000 is not a whole number from 0 to 65535",
      message_of(world, { port = 70000 }))
    assert.matches("port = '8000' is not a whole number", message_of(world, { port = "8000" }))
    assert.matches("token = 'short' is no token: it has 16 to 256 letters",
      message_of(world, { token = "short" }))
  end)

  local it_with_sockets = skip.where(sockets.missing)

  it_with_sockets("says what is wrong with the time that is left", function()
    local world = astar.world { map = astar.map { width = 3, height = 3 } }
    local inspector = assert(astar.inspect(world))
    for _, ticks in ipairs { "x", -1, 0 / 0 } do
      assert.has_error(function() inspector:due(ticks) end, "bad argument #1 to 'due' (a number of "
        .. "ticks expected, got " .. core.show(ticks) .. ")")
    end
    assert.equal(0, inspector:due(0))
    inspector:close()
  end)

  it("says what to install where LuaSocket is not there", function()
    local lazy = require "astar.lazy"
    local load = lazy.load
    lazy.load = function(name)
      if name == "socket" then error("module 'socket' not found", 0) end
      return load(name)
    end
    local message = message_of(astar.world { map = astar.map { width = 3, height = 3 } })
    lazy.load = load
    assert.matches("needs LuaSocket, .*Debian: lua%-socket; LuaRocks: luasocket", message)
  end)

  it_with_sockets("has a token that nobody guesses, and tells of a port that is taken", function()
    local world = astar.world { map = astar.map { width = 3, height = 3 } }
    local one, other = assert(astar.inspect(world)), assert(astar.inspect(world))
    assert.matches("^%x+$", one.token)
    assert.equal(32, #one.token)
    assert.are_not.equal(one.token, other.token)
    local none, message = astar.inspect(world, { port = one.port })
    assert.is_nil(none)
    assert.matches("^port %d+: .+ %(leave `port` out, and any free one is taken%)$", message)
    assert.matches("^inspector %(http://127", tostring(one))
    one:close()
    one:close()
    other:close()
    assert.equal("inspector (closed)", tostring(one))
    assert.has_error(function() one:poll() end)
  end)
end)
