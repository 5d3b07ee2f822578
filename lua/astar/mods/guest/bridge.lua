--- The connection from a mod's state to the host: queries and orders to it, and the functions that
-- the host may call.

local bridge = {
  activation = 0,                                -- counts the host's calls: what it was told
}                                                -- holds until the next one

local sandbox = sandbox                          -- luacheck: ignore

bridge.compile, bridge.objects, bridge.seal = sandbox.compile, sandbox.objects, sandbox.seal
bridge.readonly = sandbox.readonly               -- makes a table such that no mod can change it
bridge.weak = sandbox.weak                       -- weak(mode), in place of setmetatable and __mode
bridge.object, bridge.private = sandbox.object, sandbox.private   -- see guest/object.lua
bridge.private_of = sandbox.private_of
bridge.environment, bridge.pairs = sandbox.environment, sandbox.safe.pairs

--- ask(op, ...) asks the host. What it refuses is raised here.
bridge.ask = sandbox.ask

--- expose(name, f) lets the host call f(...) by a name. `f` calls bridge.enter first.
bridge.expose = sandbox.expose

--- on_activation(f) lets the host call f(...) for an activation of a unit. `f` calls bridge.enter
-- first.
bridge.on_activation = sandbox.on_activation

--- The host has called.
function bridge.enter() bridge.activation = bridge.activation + 1 end

return bridge
