-- examples/hosts/luanti in a server of Luanti's, with a mod that tries it: luanti/walker_test.

local command = require "support.command"
local file = require "support.file"
local skip = require "support.skip"

local BUILD = os.getenv "BUILD" or "build"
local SERVER = "/usr/games/minetestserver"

-- A world in a new folder, with the mod as docs/hosts.md tells to install it.
local function new_world(trusted)
  local folder = os.tmpname()
  os.remove(folder)
  os.execute(([[
    mods=%s/world/worldmods; mkdir -p $mods
    cp -r examples/hosts/luanti/astar_walker spec/hosts/luanti/walker_test $mods
    cp -r lua $mods/astar_walker
    mkdir $mods/astar_walker/astar; cp %s/luajit/astar/core.so $mods/astar_walker/astar
  ]]):format(folder, BUILD))
  file.write(folder .. "/minetest.conf", "secure.enable_security = true\nmg_name = singlenode\n" ..
    (trusted and "secure.trusted_mods = astar_walker\n" or ""))
  file.write(folder .. "/world/world.mt", "gameid = minetest\nbackend = sqlite3\n" ..
    "player_backend = sqlite3\nauth_backend = sqlite3\nmod_storage_backend = sqlite3\n")
  return folder
end

local function run(folder)
  local port = 30000 + tonumber((command.output_of "echo $PPID")) % 30000
  local said, status = command.output_of(("HOME=%s timeout 120 %s --config %s/minetest.conf " ..
    "--world %s/world --port %d --logfile %s/log 2>&1"):format(folder, SERVER, folder, folder, port,
    folder))
  return said, status
end

local function with_world(trusted, f)
  local folder = new_world(trusted)
  local ok, message = pcall(f, run(folder))
  os.execute("rm -rf " .. folder)
  if not ok then error(message, 0) end
end

describe("the walkers of Luanti #extra", function()
  local it = skip.where(skip.without(SERVER, BUILD .. "/luajit/astar/core.so"))

  it("find their way, and another one when a wall is opened", function()
    with_world(true, function(said)
      assert.matches("walker_test: no walker: outside of the field\n", said, 1, true)
      assert.matches("walker_test: closed: false, unreachable\n", said, 1, true)
      assert.matches("walker_test: open: true, nil, at 14, 3\n", said, 1, true)
      assert.matches("walker_test: entity at 13.0 9.5 2.0\n", said, 1, true)
    end)
  end)

  it("say what the server's owner has to set", function()
    with_world(false, function(said)
      local advice = "astar_walker: set secure.trusted_mods = astar_walker in minetest.conf"
      assert.matches(advice, said, 1, true)
    end)
  end)
end)
