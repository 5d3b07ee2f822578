local astar = require "astar"
local base64 = require("astar.formats.base64").encode
local json = require "astar.replay.json"
local replay = require "astar.replay"
local file = require "support.file"
local says = require "support.says"
local small_world = require "support.small_world"

local ATTACK = "</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>\"'&{{run}}%1"

describe("a replay #quick", function()
  local function recorded(options)
    local world = small_world(". . . .\n. . . .")
    local recording = astar.record(world, options)
    return world, recording
  end

  it("is one page with everything in it, and nothing to be fetched", function()
    local world, recording = recorded { title = "A test" }
    world:unit { player = "red", x = 1, y = 1, speed = 1 }
    world.run(3)
    local page = replay.page(recording)
    assert.match("^<!doctype html>", page)
    assert.match("<title>A test</title>", page, 1, true)
    assert.is_nil(page:find("{{", 1, true))
    assert.is_nil(page:find("https?:"))
    assert.is_nil(page:find("<link[^>]*stylesheet"))
    assert.is_nil(page:find("<script[^>]*src"))
    assert.match("default-src 'none'", page, 1, true)
  end)

  it("takes texts for texts, whatever they say", function()
    local world, recording = recorded { title = ATTACK, name = function() return ATTACK end,
      data = { "note" } }
    world:behaviour(ATTACK, function(unit)
      unit:sleep(1)
      error(ATTACK)
    end)
    world:influence(ATTACK:sub(1, 60))
    world:unit { player = ATTACK:sub(1, 60), x = 1, y = 1, behaviour = ATTACK,
      data = { note = ATTACK } }
    world.run(2)
    recording:note(ATTACK):value(ATTACK, 1)
    local page = replay.page(recording)
    assert.is_nil(page:find("alert(1)</script>", 1, true))
    assert.is_nil(page:find("<img", 1, true))
    local _, scripts = page:gsub("<script", "")
    local _, ends = page:gsub("</script", "")
    assert.same({ 2, 2 }, { scripts, ends })
  end)

  it("names the levels of the map", function()
    local map = astar.map { levels = { { name = ATTACK:sub(1, 60), width = 3, height = 2 },
      { name = "upper", width = 2, height = 2 } } }
    local world = astar.world { map = map }
    local recording = astar.record(world)
    world:tick()
    local page = replay.page(recording)
    assert.match('"levels":[{"height":2,"name":"', page, 1, true)
    assert.match('{"height":2,"name":"upper","width":2,"x":0,"y":3}', page, 1, true)
    assert.is_nil(page:find("alert(1)</script>", 1, true))
  end)

  it("has scripts that do not end their own element", function()
    local script = require("astar.replay.web").script
    for _, text in ipairs { "</", "<!--", "innerHTML" } do
      assert.is_nil(script:find(text, 1, true), text)
    end
  end)

  it("is written to a file, and says how long it is", function()
    local _, recording = recorded()
    local name = os.tmpname()
    local size = astar.replay(recording, name)
    local text = file.read(name)
    os.remove(name)
    assert.equal(size, #text)
    assert.equal(text, replay.page(recording))
  end)

  it("says why it cannot be written", function()
    local _, recording = recorded()
    local size, message = astar.replay(recording, "/nowhere/at/all")
    assert.is_nil(size)
    assert.match("/nowhere/at/all", message, 1, true)
    local full = io.open("/dev/full", "wb")      -- a disk without room, where there is such a file
    if full then
      full:close()
      size, message = astar.replay(recording, "/dev/full")
      assert.is_nil(size)
      assert.match("No space left on device", message, 1, true)
    end
    says("#1 to 'replay' (a recording expected, got table)", astar.replay, {}, "x")
    says("#2 to 'replay' (a file's name expected, got nil)", astar.replay, recording)
  end)

  it("can be written while the recording goes on", function()
    local world, recording = recorded { keys = 4 }
    world:unit { player = "red", x = 1, y = 1, speed = 1,
      behaviour = function(unit) unit:go(4, 2) end }
    world.run(2)
    replay.page(recording)
    world.run(6)
    local other, undisturbed = recorded { keys = 4 }
    other:unit { player = "red", x = 1, y = 1, speed = 1,
      behaviour = function(unit) unit:go(4, 2) end }
    other.run(8)
    assert.equal(replay.page(undisturbed):gsub("spec%.lua:%d+", ""),
      replay.page(recording):gsub("spec%.lua:%d+", ""))
  end)

  it("writes bytes as base64", function()
    local expected = { [""] = "", f = "Zg==", fo = "Zm8=", foo = "Zm9v", ["\0\255\16"] = "AP8Q" }
    for bytes, letters in pairs(expected) do assert.equal(letters, base64(bytes)) end
  end)

  it("writes JSON in plain letters", function()
    assert.equal([[{"a":[1,2.5,true],"b":"x","c":[]}]],
      json { b = "x", a = { 1, 2.5, true }, c = {} })
    assert.equal([["\u003c\u003e\u0026\u0022\u005c\u000a\u007f"]], json "<>&\"\\\n\127")
    assert.equal("123456789012", json(123456789012))
  end)

  it("writes UTF-8 as characters, and each byte that is none as ?", function()
    if _VERSION ~= "Lua 5.4" then return end     -- whose utf8 is asked here
    local function expected(text)
      local list, at = {}, 1
      while at <= #text do
        local code = utf8.len(text, at, at) and utf8.codepoint(text, at)
        local rest = code and code - 0x10000
        list[#list + 1] = not code and "?" or rest < 0 and ("\\u%04x"):format(code)
          or ("\\u%04x\\u%04x"):format(0xD800 + math.floor(rest / 0x400), 0xDC00 + rest % 0x400)
        at = at + (code and #utf8.char(code) or 1)
      end
      return '"' .. table.concat(list) .. '"'
    end
    local tails = { "", "\127", "\128", "\143", "\144", "\159", "\160", "\191", "\192" }
    for first = 127, 255 do
      for _, second in ipairs(tails) do
        for _, third in ipairs(tails) do
          for _, fourth in ipairs { "", "\127\255", "\128\128", "\191\128", "\192\128" } do
            local text = string.char(first) .. second .. third .. fourth
            assert.equal(expected(text), json(text))
          end
        end
      end
    end
  end)
end)
