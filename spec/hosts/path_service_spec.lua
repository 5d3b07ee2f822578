-- examples/hosts/path-service under the servers that are there. Each server runs in a folder of its
-- own, on a port of its own, and is stopped again, whatever happens.

local command = require "support.command"
local file = require "support.file"
local skip = require "support.skip"

local ROOT = command.output_of "pwd":gsub("\n", "")
local SERVICE = ROOT .. "/examples/hosts/path-service/"
local BUILD = os.getenv "BUILD" or "build"
local JIT_MODULE = BUILD .. "/luajit/astar/core.so"

-- A port that nobody listens on, as far as that can be told.
local function free_port()
  local pid = tonumber((command.output_of "echo $PPID"))
  for port = 20000 + pid % 20000, 60000 do
    if not command.output_of "cat /proc/net/tcp":find((":%04X "):format(port), 1, true) then
      return port
    end
  end
end

-- Starts a server in the background, waits until `ready`, a command, succeeds, and calls f(folder,
-- port).
local function with_server(start, ready, f)
  local folder, port = os.tmpname(), free_port()
  os.remove(folder)
  local script = ("mkdir -p %s; cd %s; ASTAR='%s' PORT=%d exec %s"):format(folder, folder, ROOT,
    port, start)
  file.write(folder .. ".sh", script)
  os.execute(("sh %s.sh >%s.log 2>&1 & echo $! >%s.pid"):format(folder, folder, folder))
  local wait = ("for i in $(seq 300); do if %s >/dev/null 2>&1; then exit 0; fi; sleep 0.1; " ..
    "done; exit 1"):format(ready:gsub("PORT", tostring(port)))
  local _, status = command.output_of("sh -c '" .. wait .. "'")
  local ok, message = pcall(function()
    assert(status == 0, "the server does not answer: " .. file.read(folder .. ".log"))
    f(folder, port)
  end)
  os.execute(("kill $(cat %s.pid); wait; sleep 0.2; rm -rf %s %s.*"):format(folder, folder, folder))
  if not ok then error(message, 0) end
end

local PATH = '{"cost":250,"cells":[[1,7],[2,7],[3,7],[4,7],[5,7],[6,7],[7,6],[8,5],[9,5],[10,5],' ..
  "[11,5],[12,5],[13,6],[14,7],[15,7],[16,7],[17,7],[18,7],[19,7],[20,7],[21,7],[22,7],[23,7]," ..
  "[24,7]]}"

local function asks_over_http(port)
  local function ask(address, more)
    local url = ("http://127.0.0.1:%d/%s"):format(port, address)
    local text = command.output_of(("curl -s -w '%%{http_code}' %s '%s'"):format(more or "", url))
    return text:match "^(.-)%s*(%d+)$"
  end
  assert.same({ PATH, "200" }, { ask "path?from=1,7&to=24,7" })
  assert.same({ '{"error":"from=X,Y is missing or is no cell"}', "400" }, { ask "path" })
  assert.same({ '{"error":"to=25,7 is outside of the map, which has 24 x 12 cells"}', "400" },
    { ask "path?from=1%2C7&to=25,7" })
  assert.same({ '{"error":"there is no GET nothing"}', "404" }, { ask "nothing" })
  assert.same({ '{"error":"is=lava is no terrain"}', "400" },
    { ask("terrain?at=5,7&is=lava", "-d ''") })
  assert.same({ '{"changed":[5,7]}', "200" }, { ask("terrain?at=5,7&is=wall", "-d ''") })
  assert.same({ '{"changed":[15,7]}', "200" }, { ask("terrain?at=15,7&is=wall", "-d ''") })
  assert.same({ '{"error":"unreachable"}', "404" }, { ask "path?from=1,7&to=8,9" })
end

local ALIVE = "curl -s http://127.0.0.1:PORT/"

describe("the path service #extra", function()
  describe("without a server", function()
    local service, town

    setup(function()
      service = dofile(SERVICE .. "service.lua")
      town = service.load(SERVICE .. "town.map")
    end)

    local function ask(request, query)
      local method, name = request:match "^(%S+) (.*)$"
      return { service.answer(town, method, name, service.arguments(query)) }
    end

    it("answers", function()
      assert.same({ 200, PATH .. "\n" }, ask("GET path", "from=1,7&to=24%2C7"))
      assert.same({ 200, '{"changed":[1,1]}\n' }, ask("POST terrain", "at=1,1&is=road"))
      assert.same({ 404, '{"error":"there is no GET no?thing"}\n' }, ask('GET no"thing'))
    end)

    it("refuses what is no cell, however long its numbers are", function()
      for _, from in ipairs { "", "1", "1,", "-1,2", "1.5,2", "0x1,1", "1,1,1", "1e3,1",
        "1000000,1",
        "99999999999999999999,1", "1,99999999999999999999", ("9"):rep(400) .. ",1", "1,1%00" } do
        assert.same({ 400, '{"error":"from=X,Y is missing or is no cell"}\n' },
          ask("GET path", ("from=%s&to=1,1"):format(from)))
      end
      for _, to in ipairs { "0,1", "25,1", "1,13", "999999,999999" } do
        assert.same({ 400, ('{"error":"to=%s is outside of the map, which has 24 x 12 cells"}\n')
          :format(to) }, ask("GET path", "from=1,1&to=" .. to))
      end
    end)

    it("refuses what is no terrain, whatever it is called", function()
      for is, shown in pairs { [""] = "", lava = "lava", [("x"):rep(64)] = ("x"):rep(64),
        ["wa%00ll"] = "wa?ll", ["%00"] = "?", ["%ff%22%5c%0a"] = "????" } do
        assert.same({ 400, ('{"error":"is=%s is no terrain"}\n'):format(shown) },
          ask("POST terrain", "at=1,1&is=" .. is))
      end
      assert.same({ 400, '{"error":"is= is no terrain"}\n' }, ask("POST terrain", "at=1,1"))
      assert.same({ 400, '{"error":"at=X,Y is missing or is no cell"}\n' }, ask "POST terrain")
    end)
  end)

  local aside = (BUILD:find "^/" and "" or ROOT .. "/") .. BUILD .. "/nginx"
  local it_in_lighttpd = skip.where(skip.without("lighttpd", "/usr/lib/lighttpd/mod_magnet.so",
    "curl"))
  local it_in_nginx = skip.where(skip.without(aside .. "/usr/sbin/nginx", JIT_MODULE, "curl"))
  local it_in_tarantool = skip.where(skip.without("tarantool", JIT_MODULE))

  it_in_lighttpd("runs in lighttpd", function()
    with_server(("lighttpd -D -f %slighttpd.conf"):format(SERVICE), ALIVE, function(_, port)
      asks_over_http(port)
    end)
  end)

  -- Debian's package would replace LuaJIT: tools/nginx-aside.sh unpacks it into a folder instead.
  it_in_nginx("runs in nginx", function()
    local modules = ""
    for _, name in ipairs { "ndk_http", "ngx_http_lua" } do
      modules = modules .. ("load_module %s/usr/lib/nginx/modules/%s_module.so;"):format(
        aside, name)
    end
    local library = command.output_of(("dirname %s/usr/lib/*/libluajit-5.1.so.2"):format(aside))
    file.write(aside .. "/run.sh", ([[
      sed s/8472/$PORT/ %snginx.conf >nginx.conf
      export LD_LIBRARY_PATH=%s LUA_PATH='%s/usr/share/lua/5.1/?.lua;;'
      exec %s/usr/sbin/nginx -p $PWD -c $PWD/nginx.conf -g '%s'
    ]]):format(SERVICE, library:gsub("\n", ""), aside, aside, modules))
    with_server(("sh %s/run.sh"):format(aside), ALIVE, function(_, port)
      asks_over_http(port)
    end)
  end)

  it_in_tarantool("runs in Tarantool, which keeps what has changed", function()
    local client = os.tmpname()
    file.write(client, [[
      local json = require "json"
      local server = require "net.box".connect("127.0.0.1:" .. arg[1])
      local function ask(...)
        local answer = { pcall(server.call, server, ...) }
        if not answer[1] then return tostring(answer[2]):gsub("^[^ ]*:%d+: ", "") end
        return json.encode(answer[2] or json.NULL), answer[3]
      end
      for line in io.lines() do
        local name, arguments = line:match "^(%S+) (.*)$"
        print(ask(name, json.decode(arguments)))
      end
      os.exit(0)
    ]])
    local function ask(port, text)
      return (command.output_of(("printf '%s' | tarantool %s %d 2>&1"):format(text, client, port)))
    end
    local start = ("tarantool %starantool.lua"):format(SERVICE)
    local ready = ("printf \"path [1,7,2,7]\\n\" | tarantool %s PORT | grep cost"):format(client)
    with_server(start .. "; true", ready, function(folder, port)
      local said = ask(port, [[
path [1,7,24,7]\nchange [5,7,"lava"]\nchange [25,7,"wall"]\nchange [5,7,"wall"]\n]] ..
        [[change [15,7,"wall"]\npath [1,7,8,9]\n]])
      assert.matches('"cost":250', said, 1, true)
      assert.matches("there is no terrain 'lava'", said, 1, true)
      assert.matches("x = 25 is outside the map, 1 to 24", said, 1, true)
      assert.matches("\nnull\tunreachable\n$", said)
      os.execute(("cp -r %s %s.kept"):format(folder, client))
    end)
    with_server(("sh -c 'cp %s.kept/* .; exec %s'"):format(client, start), ready:gsub("2,7", "4,7"),
      function(_, port)
        assert.matches("^null\tunreachable\n$", ask(port, [[path [1,7,8,9]\n]]))
      end)
    os.execute(("rm -rf %s %s.kept"):format(client, client))
  end)
end)
