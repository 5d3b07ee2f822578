--- What an instance of a mod is in the middle of, as plain values, and back. A mod whose state is
-- a machine need not begin again when the world is saved: the machine is bytes, and the
-- host's side of it is here.
--
-- What is loaded cannot be told from what went on, because both are made from the same values:
-- when a world is saved its own instances are revived from them, too. So in both, searches and
-- places that a unit waits for are requested again, areas and sights are found again, influence
-- maps of a mod keep their values only, and paths lose what explains them.

local boxes = require "astar.sandbox.boxes"
local core = require "astar.core"
local Group = require "astar.group"
local ground = require "astar.mods.ground"
local influences = require "astar.mods.influences"
local state_modules = require "astar.mods.state_modules"
local pairs = require "astar.pairs".pairs
local places = require "astar.mods.places"
local plain = require "astar.mods.plain_data"
local Script = require "astar.mods.script"
local steer = require "astar.group.steer"

local saved_instances = {}

-- ---- what cannot be kept ------------------------------------------------------------------------

local function obstacle_of(script)
  local name = ("%s.%s"):format(script.instance.mod.name, script.name)
  if script.unit:_runs() ~= name then
    return ("unit %d runs it within another behaviour"):format(script.id)
  end
end

--- Why an instance begins again when the world is saved; nil: it goes on.
function saved_instances.obstacle(instance)
  if instance.box.kind == "stock" then return "its sandbox is the stock one" end
  if instance.box.broken or instance.pending[1] then return "its machine has stopped" end
  if instance.mod._next then return "its mod has been reloaded" end
  for _, id in ipairs(core.keys(instance.scripts)) do
    local problem = obstacle_of(instance.scripts[id])
    if problem then return problem end
  end
end

-- ---- as values ----------------------------------------------------------------------------------

local function texts_of(paths)
  local texts = {}
  for i, path in ipairs(paths) do texts[i] = path:_save() end
  return texts
end

local function state_of_answer(answer)
  return { number = answer.number, explained = answer.explained and true or nil,
    paths = texts_of(answer.paths) }
end

-- What places were asked for, and what is known of them.
local function state_of_places(one)
  local job = one.ticket
  local plan, query = job.plan, {}
  for key, value in pairs(plan.query) do
    if key ~= "unit" then query[key] = value end
  end
  return { bytes = one.bytes, room = job.room, list = plan.list, query = query,
    labels = plan.labels, budget = plan.budget, done = job.done or nil, code = job.code,
    numbers = job.numbers or nil, found = job.found or nil, problem = job.problem }
end

-- What was found, as values.
local function state_of_found(found)
  local list = {}
  for i, one in ipairs(found) do
    list[i] = { x = one.x, y = one.y, index = one.index, path = one.path:_save() }
  end
  return list
end

local function state_of_ticket(one)
  local ticket = one.ticket
  local state = { number = one.number, explained = one.explained and true or nil }
  if one.is_places then state.places = state_of_places(one)
  elseif not ticket then state.lost = true
  elseif not ticket.done then
    state.goal, state.query, state.count = one.asked.goal, one.asked.query, one.asked.count
  elseif ticket.found then state.found = state_of_found(ticket.found)
  elseif ticket.path then state.path = ticket.path:_save()
  else state.code = ticket.code end
  return state
end

local function mapped(list, f)
  local result = {}
  for i, one in ipairs(list) do result[i] = f(one) end
  return result
end

-- Its place in the ranks of a group, and what that has come to.
local function state_of_member(place)
  if not place then return nil end
  local outcome = place.member.outcome
  return { group = place.group, ended = outcome and true or nil, code = outcome and outcome[2] }
end

local function state_of_script(script)
  local route = script.route
  return { name = script.name, renewed = script.renewed and true or nil,
    data = script.data and plain.unpacked(script.data) or nil,
    member = state_of_member(script.member), keys = core.keys(script.keys),
    answers = mapped(script.answers, state_of_answer),
    route = route and { number = route.number, path = route.paths[1]:_save() } or nil,
    tickets = mapped(script.tickets, state_of_ticket) }
end

--- An instance, as values; with "images": and all that is in its machine; with "hash": the hash of
-- that; with a list: its number in that list, to which an image is added.
function saved_instances.state(instance, with)
  local state = { last = instance.last, classes = instance.classes, bytes = instance.bytes,
    scripts = {}, files = core.keys(instance.texts), vault = core.vault_identity,
    areas = instance.grounds:state(), sights = instance.sights:state(),
    maps = instance.maps:state(),
    canvas = influences.state(instance) }
  for id, script in pairs(instance.scripts) do
    if script.begun and not script.over then state.scripts[id] = state_of_script(script) end
  end
  if with == "hash" then
    state.hash = instance:at_rest():hash()
  elseif type(with) == "table" then
    with[#with + 1] = instance:at_rest()
    state.image = tostring(#with)
  elseif with == "images" then
    local template = boxes.template(instance.box.kind, state_modules.furnish)
    state.image = instance:at_rest():difference(template)
  end
  return state
end

-- ---- and back -----------------------------------------------------------------------------------

-- What is wrong with saved values is said by an error with an empty table, as in save/restore.lua.
local function expect(holds) return holds or error({}) end

local function expect_table(value) return expect(type(value) == "table") and value end

local function expect_number(value, most)
  expect(type(value) == "number" and value % 1 == 0 and value >= 1 and value <= most)
  return value
end

local function path_of(instance, text)
  return expect(type(text) == "string" and instance.world.map:_load_path(text))
end

local function revive_answer(instance, script, state)
  local paths = {}
  for i, text in ipairs(expect_table(expect_table(state).paths)) do
    paths[i] = path_of(instance, text)
  end
  instance.last = expect_number(state.number, 2 ^ 53) - 1
  script:keep_answer(paths, state.explained)
end

local function revive_route(instance, script, state)
  instance.last = expect_number(expect_table(state).number, 2 ^ 53) - 1
  script:keep_route(script.unit.route or path_of(instance, state.path))
end

local function revive_places(script, state)
  local unit, query = script.unit, { unit = script.unit.body }
  for key, value in pairs(expect_table(state.query)) do query[key] = value end
  local plan = { list = state.list, query = query, labels = state.labels, budget = state.budget }
  local job
  if state.done then
    job = { unit = unit, plan = plan, room = state.room, done = true, numbers = state.numbers,
      found = state.found, code = state.code, problem = state.problem }
  else
    job = script:ask_places(plan, expect_number(state.room, places.most))
  end
  script:keep_places(job, state.bytes)
end

-- Its group has lined up by now: saved_instances.line_up.
local function revive_member(script, state)
  local unit, group = script.unit, state.group
  local member = not state.ended and expect(group._ranks[unit.id])
  if not member then
    member = steer.member(unit)
    member.outcome = { state.code == nil or nil, state.code }
  end
  script.member = { group = group, member = member }
end

local DONE = "done"

local function revive_found(instance, list)
  local found = {}
  for i, one in ipairs(expect_table(list)) do
    expect_table(one)
    found[i] = { x = expect_number(one.x, 2 ^ 31), y = expect_number(one.y, 2 ^ 31),
      index = one.index ~= nil and expect_number(one.index, 2 ^ 31) or nil,
      path = path_of(instance, one.path) }
  end
  return found
end

-- The same again.
local function ask_again(script, state)
  if state.count then return script:ask_nearest(state.goal, state.query, state.count) end
  if state.goal.threats then return script:ask_flight(state.goal.threats) end
  return script:ask_path(state.goal, state.query)
end

-- A ticket that is answered is a table with the answer. One that is not is asked for again.
local function revive_ticket(instance, script, state)
  instance.last = expect_number(expect_table(state).number, 2 ^ 53) - 1
  if state.places then
    revive_places(script, state.places)
  elseif state.lost then
    script:keep_ticket(false, state.explained)
  elseif state.path then
    script:keep_ticket({ done = true, path = path_of(instance, state.path), state = DONE },
      state.explained)
  elseif state.found then
    script:keep_ticket({ done = true, found = revive_found(instance, state.found), state = DONE },
      state.explained)
  elseif state.code then
    script:keep_ticket({ done = true, code = expect(type(state.code) == "string") and state.code },
      state.explained)
  else
    local asked, ticket = pcall(ask_again, script, state)
    if not asked then ticket = { done = true, code = "cancelled" } end
    script:keep_ticket(ticket, state.explained, state.goal, state.query, state.count)
  end
end

local A_KEY = "%d "                              -- see Instance:key

local function revive_keys(instance, script, keys)
  for _, key in ipairs(expect_table(keys)) do
    local own = A_KEY:format(#instance.player.name) .. instance.player.name
    expect(type(key) == "string" and key:sub(1, #own) == own)
    expect(script:keep_key(key))
  end
end

local function revive_script(instance, id, state)
  local unit = expect(instance.world._units[id])
  expect_table(state)
  expect(unit.player == instance.player and type(state.name) == "string")
  expect(unit:_runs() == ("%s.%s"):format(instance.mod.name, state.name))
  local script = Script.new(instance, unit, state.name)
  script.begun, script.revived, script.renewed = true, true, state.renewed == true
  if state.data ~= nil then script:have_data(expect_table(state.data)) end
  revive_keys(instance, script, state.keys)
  if state.member then revive_member(script, state.member) end
  for _, one in ipairs(expect_table(state.answers)) do revive_answer(instance, script, one) end
  if state.route then revive_route(instance, script, state.route) end
  for _, one in ipairs(expect_table(state.tickets)) do revive_ticket(instance, script, one) end
end

local function revive_classes(instance, classes)
  instance.classes, instance.class_numbers = {}, {}
  for number, class in ipairs(expect_table(classes)) do
    expect(getmetatable(class) == core.metatables.class)
    instance.classes[number], instance.class_numbers[class] = class, number
  end
end

-- What it has read late is read, and paid for.
local function revive_files(instance, state)
  for _, file in ipairs(expect_table(state.files)) do
    expect(type(file) == "string")
    if not instance.texts[file] then
      instance.texts[file] = expect((instance.revision:read(file, false)))
    end
  end
  local bytes = expect_number(state.bytes, 2 ^ 53)
  instance.account:keep(bytes - instance.revision.bytes, "the mod's files")
  instance.bytes, instance.account.base = bytes, bytes
end

local function revive_held(instance, state)
  instance.grounds:revive(state.areas, function(from) ground.remake_areas(instance, from) end)
  instance.sights:revive(state.sights, function(from) ground.remake_sight(instance, from) end)
  influences.revive(instance, state.canvas, state.maps)
end

-- Calls f(group, unit) for units that had a place in the ranks of their group.
local function each_ranked(world, state, f)
  for _, id in ipairs(core.keys(state.scripts)) do
    local place, unit = state.scripts[id].member, world._units[id]
    if place and not place.ended and unit and unit.group == place.group then
      f(place.group, unit)
    end
  end
end

--- They have one again, once groups set out again.
function saved_instances.line_up(world, state) each_ranked(world, state, Group._fall_in) end

--- Their mod begins again: it is told, as when they are called for the first time.
function saved_instances.call_up(world, state)
  each_ranked(world, state, function(group, unit)
    if group.owner and group.order then unit:tell("called") end
  end)
end

--- Makes the host's part of an instance from what saved_instances.state has said of it. Its machine
-- is left alone.
function saved_instances.revive(instance, state)
  expect_table(state)
  revive_files(instance, state)
  revive_classes(instance, state.classes)
  revive_held(instance, state)
  for _, id in ipairs(core.keys(expect_table(state.scripts))) do
    revive_script(instance, id, state.scripts[id])
  end
  expect(type(state.last) == "number")
  instance.last, instance.identity_changes = state.last, false
end

--- Puts a saved machine into an instance that has just been loaded, out of the list `images`, if
-- there is one. False: it is of another vault.
function saved_instances.put_back(instance, state, images)
  local is_stock = instance.box.kind == "stock"
  if is_stock or expect_table(state).vault ~= core.vault_identity then return false end
  local text = expect(type(state.image) == "string") and state.image
  local image = images and images[tonumber(text)]
  if not image then
    local template = boxes.template(instance.box.kind, state_modules.furnish)
    image = expect(template:changed(text, instance.limits.memory))
  end
  instance.box:restore(image)
  return true
end

return saved_instances
