--- What a mod can see: kinds of values, and what there is of each. The methods of units and the
-- functions of astar.think are those that there are; the rest is listed here, with what a field
-- holds and what a method returns.
--
-- A list says `name:kind` for a field and `name():kind,kind` for a method. `[unit]` is a list of
-- units, `*unit` an iterator. What has no kind may be anything. A kind that words.states lists is
-- one of a few words.

local mind = require "astar.world.mind"
local senses = require "astar.world.senses"
local think = require "astar.think"
local verbs = require "astar.verbs"
local words = require "astar.world.words"
local pairs = require "astar.pairs".pairs

local kinds = {}

local LISTS = {
  unit = [[id:number x:number y:number level:string
    from_x:number from_y:number fraction:number progress:number
    speed:number sight:number width:number height:number removed:boolean state:state
    avoidance:avoidance priority:number behaviour home data world:world player:player
    class:class body:body group:group route:path
    find():path,code path():path,code flight():path,code
    find_flight():path,code cover():path,code
    clear_shot():boolean positions():[place],code find_position():place,code
    nearest():found,code find_nearest():found,code gather():found,code
    units_near():[unit] enemies():[unit]
    friends():[unit] distance():number influence():number sees():boolean visible_to():boolean
    reachable():boolean level_at():string,number,number
    knows():knowledge,string event():boolean events():*string await():boolean,code
    start():task step():boolean reserve():boolean,code take():boolean
    release():unit stop():unit tell():unit behave():unit rouse() place() remove() defer() sleep()
    watch() defend() goal() say():unit mark():unit]],
  world = [[ticks:number random:random map:map units():*unit unit_at():unit player():player
    group():group groups():*group known_enemies():[known]
    strength():number,number
    threats_along():[known] sites():[site]
    areas():areas,code cut_off():areas,code sides():areas,code
    sight():sight influence():influence,code line_of_sight():boolean,code,number,number
    holder():unit reserve():boolean release():world facts:facts
    draw_line():world draw_circle():world]],
  player = "name:string knows():knowledge,string",
  class = "number:number size:number cost():number",
  map = "width:number height:number grid:string",
  random = "pick() shuffle()",
  path = [[cost:number status:status expanded:number distance:number cell():number,number
    cells():*number point():number,number blocked() explain() smooth():*number
    corners():*number]],
  ticket = "done:boolean path:path found:[found] code:code cancel()",
  body = [[id:number request_path():ticket path():path,code reachable():boolean follow_path()
    request_nearest():ticket stop() nearest():found,code]],
  squads = "muster()",
  group = [[id:number player:player name:string status:order code:code left count():number
    units():*unit
    add():group remove():group go():group,code hold():group,code
    regroup():group,code stop():group disband()]],
  known = [[unit:unit x:number y:number state:state tick:number visible:boolean data
    index:number distance:number]],
  site = "x:number y:number cells:number",
  areas = [[at():number get():area list():[area] chokes():[choke] path():[choke],code
    strength():[share] ]],
  area = [[id:number size:number x:number y:number clearance:number region:number
    cut_off:boolean neighbours chokes:number dead_end:boolean]],
  choke = [[areas cells width:number x:number y:number x1:number y1:number x2:number y2:number
    splits:boolean sizes link:boolean one_way:boolean]],
  share = "area:number own:number enemies:number",
  sight = "count():number seen_by() cells():*number",
  influence = [[get():number peaks() max_near():number,number,number
    downhill():number,number,number uphill():number,number,number]],
  task = "ended:boolean failed:boolean message wake:number values() drop()",
  found = "x:number y:number index:number goal path:path",
  place = "x:number y:number score:number why",
}

-- What a script may add to a kind's values: such a value is a table.
local OPEN = { found = true, known = true, site = true, place = true, area = true,
  choke = true, share = true }

local SETTABLE = { unit = { data = true, home = true, avoidance = true } }

-- Queries, and the options of verbs by the place of the argument, counted without the unit.
local QUERY = words.set { "influence", "claims", "occupancy", "claim_radius", "claim_ahead",
  "claim_penalty", "heuristic", "heuristic_weight", "engine", "turn_cost", "traffic_cost", "within",
  "partial", "any_angle", "explain", "budget", "class", "player", "unit" }
local GUARD = words.set { "radius", "engage" }

local POSITIONS = words.set { "from", "filter", "score", "count", "reserve", "query" }

kinds.query = QUERY

--- The keys of the tables that verbs take: sets, by the verb and the argument's place. 0: any table
-- behind the first argument, which is the goal.
kinds.tables = {
  go = { [0] = QUERY }, find = { [0] = QUERY }, path = { [0] = QUERY }, reachable = { [0] = QUERY },
  approach = { [2] = QUERY }, chase = { [2] = QUERY },
  follow = { [2] = QUERY }, nearest = { [2] = QUERY }, find_nearest = { [2] = QUERY },
  gather = { [2] = QUERY },
  retreat = { [2] = QUERY }, cover = { [3] = QUERY },
  clear_shot = { [0] = words.set { "range", "min_range", "through_units" } },
  explore = { [1] = QUERY },
  flee = { [2] = words.set { "distance", "ticks" } }, guard = { [2] = GUARD },
  escort = { [2] = GUARD }, attack_move = { [0] = words.set { "radius", "engage", "query" } },
  engage = { [2] = words.set { "range", "cooldown", "hit" } },
  take_cover = { [2] = words.set { "distance", "within", "range", "ticks", "query" } },
  flank = { [2] = words.set { "range", "radius", "front", "query" } },
  ambush = { [2] = words.set { "range", "from", "ticks", "query" } },
  harass = { [2] = words.set { "range", "near", "cooldown", "hit", "query" } },
  hold = { [2] = words.set { "within", "radius", "watch", "from", "engage", "query" } },
  positions = { [1] = POSITIONS }, find_position = { [1] = POSITIONS },
}

kinds.retry = words.set { "times", "pause", "factor", "longest" }
kinds.utility = words.set { "every", "events", "margin", "pause" }
kinds.candidate = words.set { "name", "evaluate", "execute" }

-- ---- the lists, read ----------------------------------------------------------------------------

local function type_of(text)
  local list, iterator = text:match("^%[(.*)%]$"), text:match("^%*(.*)$")
  if list then return { kind = "list", of = type_of(list) } end
  if iterator then return { kind = "iterator", of = type_of(iterator) } end
  return { kind = text }
end

local function results_of(text)
  local list = {}
  for one in text:gmatch("[^,]+") do list[#list + 1] = type_of(one) end
  return list
end

local function members_of(text)
  local members = {}
  for name, call, what in text:gmatch("([%w_]+)(%(?%)?):?(%S*)") do
    members[name] = call == "" and (what == "" and { kind = "any" } or type_of(what))
      or { kind = "method", name = name, results = results_of(what) }
  end
  return members
end

-- A verb returns true, or nil and a code.
local function add_methods(members, list)
  for name in pairs(list) do
    if name:sub(1, 1) ~= "_" and not members[name] then
      members[name] = { kind = "method", name = name,
        results = verbs[name] and results_of "any,code" or {} }
    end
  end
end

local members = {}
for kind, text in pairs(LISTS) do members[kind] = members_of(text) end
for _, list in ipairs { verbs, senses, mind } do add_methods(members.unit, list) end
members.think = {}
for name in pairs(think) do members.think[name] = { kind = "method", name = name, results = {} } end

-- ---- what there is ------------------------------------------------------------------------------

--- What there is of a kind: types by names; nil, where anything may be.
function kinds.members(kind) return members[kind] end

--- May a script add fields to such a value?
function kinds.is_open(kind) return OPEN[kind] end

--- The fields of a kind that can be set: a set.
function kinds.settable(kind) return SETTABLE[kind] or {} end

--- The words that a value of such a kind may be: a set; nil, where it is not one of a few.
function kinds.words(kind)
  if kind == "code" then return words.set(words.codes) end
  return words.states[kind] and words.set(words.states[kind])
end

return kinds
