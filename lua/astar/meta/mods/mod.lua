---@meta _
-- Written by `make meta` from tools/meta. Editors read it, see docs/editors.md; nothing here runs.

if ... then error(... .. " is for editors: it has types, and no code", 0) end

---Why there is no path.
---@alias astar.mods.PathCode
---| "unreachable"
---| "crowded"
---| "start_blocked"
---| "goal_blocked"
---| "budget"
---| "limit"
---| "changing"
---| "cancelled"
---| "unsuited"
---| "unseen"
---| "gone"

---Why a cell is not seen.
---@alias astar.mods.SightCode
---| "hidden"
---| "unit"
---| "far"
---| "near"
---| "unseen"
---| "gone"

---What verbs and requests return behind nil.
---@alias astar.mods.Code
---| "unreachable"
---| "crowded"
---| "start_blocked"
---| "goal_blocked"
---| "budget"
---| "limit"
---| "changing"
---| "cancelled"
---| "partial"
---| "gone"
---| "unseen"
---| "stuck"
---| "lost"
---| "blocked"
---| "stopped"
---| "timeout"
---| "cornered"
---| "unsafe"
---| "blind"
---| "none"
---| "taken"
---| "idle"
---| "full"
---| "no_group"
---| "removed"
---| "unmet"
---| "inverted"
---| "error"
---| "failed"

---The shape of a map's cells.
---@alias astar.mods.Grid
---| "square"
---| "hex"
---| "flat_hex"

---Whether a stamp gets less with the distance.
---@alias astar.mods.Falloff
---| "linear"
---| "none"

---How a search estimates what is left.
---@alias astar.mods.Heuristic
---| "octile"
---| "euclidean"
---| "chebyshev"
---| "none"
---| "manhattan"

---A search engine.
---@alias astar.mods.Engine
---| "auto"
---| "astar"
---| "jps"
---| "jps_layers"
---| "jpsw"
---| "turn"
---| "anya"
---| "dijkstra"

---What a unit does about units in its way.
---@alias astar.mods.Avoidance
---| "wait"
---| "repath"
---| "keep_right"
---| "yield"

---What a unit is doing.
---@alias astar.mods.UnitState
---| "standing"
---| "moving"
---| "waiting"

---Whether a path leads to its goal.
---@alias astar.mods.PathStatus
---| "complete"
---| "partial"

---What a player knows of a cell.
---@alias astar.mods.Knowledge
---| "unseen"
---| "seen"
---| "visible"

---Which units are meant.
---@alias astar.mods.Side
---| "any"
---| "friends"
---| "enemies"

---A cell, { x, y }.
---@alias astar.mods.Cell integer[]

---A list of cells: { x, y }, or anything with x and y, such as units.
---@alias astar.mods.Cells (astar.mods.Cell|astar.mods.Place)[]

---What entering costs, 1 to 65535; false: it cannot be entered.
---@alias astar.mods.Cost integer|false

---A cell or a rectangle of the map: anything with x and y.
---@class astar.mods.Place
---@field x integer Its left column.
---@field y integer Its upper row.
---@field width? integer In cells; 1 unless given.
---@field height? integer In cells; 1 unless given.

---A goal that was found, and the path to it.
---@class astar.mods.Found: astar.mods.Place
---@field path astar.mods.Path The path.
---@field x integer The cell of the goal.
---@field y integer The cell of the goal.
---@field index? integer Its place in the list of goals.
---@field goal? any The entry in the list of goals.

---A peak of an influence map.
---@class astar.mods.Peak: astar.mods.Place
---@field x integer Its cell.
---@field y integer Its cell.
---@field value integer The value there.

---A place that a position query has chosen.
---@class astar.mods.Spot: astar.mods.Place
---@field x integer Its cell.
---@field y integer Its cell.
---@field score number The sum of the shares.
---@field why table<string, number> The share of each term of the score, by its name.

---What each layer has added to a step; influence maps under their own names.
---@class astar.mods.StepCosts
---@field x integer The cell.
---@field y integer The cell.
---@field terrain integer The cost of its terrain.
---@field link? integer Over a link: its cost.
---@field claims? integer What claims have added.
---@field extra? integer What extra_cost has added.
---@field turn? integer The cost of the turn before the step.
---@field height? integer For going up or down.
---@field current? integer For going with a current or against it.
---@field traffic? integer For units that came the other way, and that waited.
---@field floor? integer What was added to make the sum 1.
---@field changed? integer By how much the cost had differed when the search looked at the cell.
---@field [string] integer

---Which peaks influence:peaks returns.
---@class (exact) astar.mods.PeakOptions
---@field min? integer The least value of a peak. 1 to 65535; default 1.
---@field apart? integer How far "near it" reaches, in cells, also diagonally. 0 to 255; default 1.

---Of a question whether a unit has a clear shot.
---@class (exact) astar.mods.ShotOptions
---@field range? integer No farther than so many cells. 1 to 2^31 - 1.
---@field min_range? integer No nearer than so many cells. 0 to 2^31 - 1; default 0.
---@field through_units? boolean It shoots past units of its side. Default false.

---Of which cells the best are chosen.
---@class (exact) astar.mods.PositionOptions
---@field from astar.mods.PositionSource The cells to choose from.
---@field filter? astar.mods.PositionFilter[] Terms that leave cells out.
---@field score? astar.mods.PositionScore[] Terms that are added up.
---@field count? integer How many places are wanted. 1 to 1024; default 1.
---@field query? astar.mods.QueryOptions The unit or class that would stand there. Only of map:positions.
---@field reserve? string Keeps the best place under that name. Only of unit:positions and unit:find_position.

---The cells to choose from: one of ring, reach, terrain, cover, front and cells.
---@class (exact) astar.mods.PositionSource
---@field ring? astar.mods.PositionRing From near to far cells away from a place: { near, far, of = place }.
---@field reach? integer Those to which a path costs no more. 0 to 2^24 - 2.
---@field terrain? string Those of a terrain; "unseen": unseen ones.
---@field cover? astar.mods.Place|astar.mods.Cell|astar.mods.Cells Those that nobody at these places sees.
---@field front? string Those where an influence map is above 0, beside one where it is not.
---@field cells? astar.mods.Cells These.
---@field within? integer Beside terrain, cover and front: how far away they are at most. 0 to 255; default 24.
---@field range? integer Beside cover: how far they see.

---{ near, far, of = place }: cells that are so far from a place.
---@class (exact) astar.mods.PositionRing
---@field of? astar.mods.Place|astar.mods.Cell The place. Default where the unit is.
---@field [integer] integer

---What is measured of a cell: a word, and what it needs.
---@class astar.mods.PositionTerm
---@field to? astar.mods.Place|astar.mods.Cell|astar.mods.Cells Of "distance": cells to the nearest of them.
---@field influence? string Of "influence", "danger", "height", "front": the influence map.
---@field is? string Of "terrain": its name.
---@field of? astar.mods.Place|astar.mods.Cell|astar.mods.Cells Of "flank": round which place. Of "sight": how many of them are in sight.
---@field front? astar.mods.Place|astar.mods.Cell Of "flank": where the place looks to.
---@field radius? integer Of "crowding" and "exits": within how many cells.
---@field side? astar.mods.Side Of "crowding": which units.
---@field range? integer Of "sight" and "cover": how far they see.
---@field from? astar.mods.Place|astar.mods.Cell|astar.mods.Cells Of "cover": those that do not see it.
---@field [integer] "walk"|"distance"|"influence"|"danger"|"height"|"front"|"terrain"|"flank"|"crowding"|"exits"|"sight"|"cover"

---A term that leaves cells out.
---@class (exact) astar.mods.PositionFilter: astar.mods.PositionTerm
---@field min? number The least that is wanted.
---@field max? number The most that is wanted.

---A term that is added up.
---@class (exact) astar.mods.PositionScore: astar.mods.PositionTerm
---@field weight? number Its share is the weight times what is measured. -1000 to 1000; default 1.
---@field curve? number[][] Up to 16 points { measured, worth }, rising.
---@field name? string Its name in `why`.

---From names of influence maps to weights; false: none.
---@alias astar.mods.Weights table<string, number>|false

---What unit:nearest finds: cells, a terrain, or unseen cells.
---@alias astar.mods.Goals astar.mods.Cells|string|astar.mods.NearestGoals

---{ unseen = true }: cells that the player has not seen.
---@class astar.mods.NearestGoals
---@field unseen? boolean Cells that the player has not seen.

---What moves, and which layers add to the costs.
---@class (exact) astar.mods.QueryOptions
---@field class? astar.mods.Class Movement class. Default that of the unit.
---@field player? astar.mods.Player Whose knowledge is used.
---@field unit? astar.mods.Unit The unit that moves.
---@field influence? astar.mods.Weights From names of influence maps to weights, or false. Default all at their own weights.
---@field claims? boolean Cells that friends on the move are about to enter cost more. Default true.
---@field claim_radius? integer How near friendly units must be for that. 0 to 255; default 10.
---@field claim_ahead? integer How many cells of its path a friendly unit claims. 0 to 2^28; default 16.
---@field claim_penalty? integer What a claimed cell costs more. 0 to 65535; default a straight step.
---@field occupancy? boolean Units that stand are obstacles. Default true.
---@field traffic_cost? integer What a step costs more against a stream of the player's units. 0 to 65535; default 0.
---@field within? integer It arrives when it is so many cells from the goal. 0 to 2^28; default 0.
---@field partial? boolean If there is no path: to the nearest cell that can be reached. Default false.
---@field any_angle? boolean The path leads straight in all directions. Default false.
---@field budget? integer How many nodes the search may expand. 1 to 2^32 - 1.
---@field heuristic? astar.mods.Heuristic The estimate of the remaining cost. Default "octile".
---@field heuristic_weight? number A path may cost so many times the cheapest. 1 to 64; default 1.
---@field engine? astar.mods.Engine The search engine; auto: the fastest exact one. Default "auto".
---@field turn_cost? integer What each eighth of a turn costs. 0 to 65535; default 0.
---@field explain? boolean Records what each layer has added, for path:explain. Default false.

---Events that the library raises.
---@alias astar.mods.Event
---| "arrived"
---| "blocked"
---| "waiting"
---| "rerouted"
---| "crowded"
---| "repaired"
---| "costlier"
---| "better"
---| "revealed"
---| "assembled"
---| "called"
---| "left"
---| "attacked"
---| "unreached"

---The verbs of a unit.
---@alias astar.mods.Verb
---| "ambush"
---| "approach"
---| "attack_move"
---| "await"
---| "chase"
---| "defend"
---| "engage"
---| "escort"
---| "explore"
---| "flank"
---| "flee"
---| "follow"
---| "gather"
---| "go"
---| "guard"
---| "harass"
---| "hold"
---| "hold_formation"
---| "patrol"
---| "retreat"
---| "take_cover"
---| "wait"
---| "walk"
---| "watch"

---How a group stands.
---@alias astar.mods.Formation
---| "line"
---| "column"
---| "wedge"
---| "box"

---What a group is doing.
---@alias astar.mods.GroupStatus
---| "standing"
---| "marching"
---| "assembled"
---| "failed"

---The name of an event: one of the library's, or the game's own.
---@alias astar.mods.EventName astar.mods.Event|string

---A behaviour: a function of the unit, or a name.
---@alias astar.mods.Behaviour string|(fun(unit: astar.mods.Unit, ...: any): any)

---What a unit does; returns true, or nil and a code.
---@alias astar.mods.Action fun(unit: astar.mods.Unit, ...: any): any

---Whether something holds.
---@alias astar.mods.Condition fun(unit: astar.mods.Unit, ...: any): any

---How far, and for how long, a unit flees.
---@class (exact) astar.mods.FleeOptions
---@field distance? integer It ends when no threat is within so many cells. 0 to 2^31 - 1; default 10.
---@field ticks? integer It ends after so many ticks. 0 on; default no end.

---How a unit guards.
---@class (exact) astar.mods.GuardOptions
---@field radius? integer How near an enemy comes, in cells, until the unit engages it. 0 to 2^31 - 1; default 5.
---@field engage? fun(unit: astar.mods.Unit, enemy: astar.mods.Unit): any `engage(unit, enemy)`: what it does with an enemy. Default `unit:engage`.

---How a unit attacks on its way.
---@class (exact) astar.mods.AttackOptions
---@field radius? integer How near an enemy comes, in cells, until the unit engages it. 0 to 2^31 - 1; default 6.
---@field engage? fun(unit: astar.mods.Unit, enemy: astar.mods.Unit): any `engage(unit, enemy)`: what it does with an enemy. Default `unit:engage`.
---@field query? astar.mods.QueryOptions For the way. Default none.

---How a unit strikes.
---@class (exact) astar.mods.EngageOptions
---@field range? integer The distance in cells from which the unit strikes. 1 to 2^28; default 1.
---@field cooldown? integer Ticks to wait after that. 0 on; default 8.
---@field hit? fun(unit: astar.mods.Unit, enemy: astar.mods.Unit): any `hit(unit, enemy)`: how the game strikes. Default raises the enemy's event `"attacked"` with this unit as argument.

---How a unit takes cover.
---@class (exact) astar.mods.CoverOptions
---@field distance? integer Without `threats`: it hides from known enemies within so many cells. 0 to 2^31 - 1; default 20.
---@field within? integer How far away it searches for a place, in cells. 0 to 255; default 16.
---@field range? integer How far threats see, in cells. 0 to 255; default any distance.
---@field ticks? integer It ends after so many ticks at the latest. 0 on; default no end.
---@field query? astar.mods.QueryOptions For the way. Default none.

---How a unit comes at a target from the side.
---@class (exact) astar.mods.FlankOptions
---@field range? integer It ends within so many cells of the target. 1 to 255; default 2.
---@field radius? integer Until it is beside the target it keeps up to so many cells away. 0 to 255; default 8.
---@field front? astar.mods.Place|astar.mods.Cell Where the front of the target lies. Default the middle of the unit and its friends within 20 cells.
---@field query? astar.mods.QueryOptions For the way. Default none.

---How a unit lies in wait.
---@class (exact) astar.mods.AmbushOptions
---@field range? integer It waits until an enemy is within so many cells of the spot. 1 to 255; default 5.
---@field from? astar.mods.Place|astar.mods.Cell|astar.mods.Cells A place or a list of them, from which enemies are expected: it stands out of their sight, as far as that goes. Default enemies that its player knows of within 40 cells, or else the other side of the spot.
---@field ticks? integer How long it waits. 0 on; default no end.
---@field query? astar.mods.QueryOptions For the way. Default none.

---How a unit strikes from afar.
---@class (exact) astar.mods.HarassOptions
---@field range? integer It stands at most so many cells away. 1 to 255; default 5.
---@field near? integer It stands more than so many cells away. 0 to 254; default 2.
---@field cooldown? integer Ticks to wait after a strike. 0 on; default 8.
---@field hit? fun(unit: astar.mods.Unit, enemy: astar.mods.Unit): any `hit(unit, enemy)`: how the game strikes. Default raises the enemy's event `"attacked"` with this unit as argument.
---@field query? astar.mods.QueryOptions For the way. Default none.

---How a unit holds a place.
---@class (exact) astar.mods.HoldOptions
---@field within? integer How far from the place the post may be, in cells. 0 to 255; default 5.
---@field radius? integer How near an enemy comes to the place until the unit engages it. 0 to 255; default 5.
---@field watch? astar.mods.Place|astar.mods.Cell|astar.mods.Cells A place or a list of them, such as the ways that lead there: to see one of them is worth 50, half of what it costs to be seen by an enemy. Default none.
---@field from? astar.mods.Place|astar.mods.Cell|astar.mods.Cells A place or a list of them: what the post is to be hidden from. Default enemies that its player knows of within 40 cells.
---@field engage? fun(unit: astar.mods.Unit, enemy: astar.mods.Unit): any `engage(unit, enemy)`: what it does with an enemy. Default `unit:engage`.
---@field query? astar.mods.QueryOptions For the way. Default none.

---A unit, as the mod's player knows it. Of foreign units: id, class, player, x, y, level, state.
---@class astar.mods.Unit: astar.mods.Place
---@field x integer Its cell; of one out of sight where it was seen last.
---@field y integer Its cell; of one out of sight where it was seen last.
---@field from_x integer The cell before.
---@field from_y integer The cell before.
---@field fraction number How far it has come from there. 0 to 1.
---@field state astar.mods.UnitState What it is doing.
---@field id integer Its number.
---@field class astar.mods.Class Its movement class.
---@field player astar.mods.Player Its player.
---@field level string|nil The name of the level that its cell is on.
---@field width integer The size of its class.
---@field height integer The size of its class.
---@field removed boolean Whether it was removed.
---@field speed number Cells per tick.
---@field sight integer|nil Radius in which it sees.
---@field avoidance astar.mods.Avoidance What it does about units in its way. It can be set.
---@field priority integer Units make way for one with a higher number. 0 to 15.
---@field data table What the game and the mod keep of it; of a visible enemy what the game makes public. It can be set.
---@field home astar.mods.Place Where it belongs: anything with x and y. It can be set.
---@field route astar.mods.Path|nil The path that it follows.
---@field progress integer|nil The index of its cell on the route.
---@field behaviour string|function|false What it runs.
---@field group astar.mods.Group|false Its group.
---@field world astar.mods.World The world, as far as its player knows it.
---@field body astar.mods.Body What verbs are made of.
local Unit = {}

---Goes to a cell by the cheapest way.
---
---`unit:go(target [, query])`: Goes to a target; if it is a unit, next to it.
---@param x integer
---@param y integer
---@param query? astar.mods.QueryOptions
---@return true|nil
---@return astar.mods.Code|nil code
---@overload fun(self: astar.mods.Unit, target: astar.mods.Place, query?: astar.mods.QueryOptions): true|nil, astar.mods.Code|nil
function Unit:go(x, y, query) end

---Follows a path to its end.
---@param path astar.mods.Path
---@param query? astar.mods.QueryOptions
---@return true|nil
---@return astar.mods.Code|nil code
function Unit:walk(path, query) end

---Does nothing for that many ticks.
---@param ticks number
---@return true
function Unit:wait(ticks) end

---Waits for the next event of that name, and returns its arguments.
---@param event astar.mods.EventName
---@param ticks? number
---@return true|nil
---@return any|"timeout" ...
function Unit:await(event, ticks) end

---Goes from point to point of a list, so many times or forever.
---@param points astar.mods.Cells
---@param rounds? number
---@return true|nil
---@return astar.mods.Code|nil code
function Unit:patrol(points, rounds) end

---Goes next to a unit that moves.
---@param unit astar.mods.Unit
---@param query? astar.mods.QueryOptions
---@return true|nil
---@return astar.mods.Code|nil code
function Unit:approach(unit, query) end

---Goes next to a unit that moves, and on to where it was seen last.
---@param unit astar.mods.Unit
---@param query? astar.mods.QueryOptions
---@return true|nil
---@return astar.mods.Code|nil code
function Unit:chase(unit, query) end

---Stays near a unit; it only ends when something prevents it.
---@param unit astar.mods.Unit
---@param query? astar.mods.QueryOptions
---@return true|nil
---@return astar.mods.Code|nil code
function Unit:follow(unit, query) end

---Flees from a target, a list of targets, or all known enemies.
---@param threats? astar.mods.Place|astar.mods.Cells
---@param options? astar.mods.FleeOptions
---@return true|nil
---@return astar.mods.Code|nil code
function Unit:flee(threats, options) end

---Goes to the place, by default its home, that no enemy is near.
---@param places? astar.mods.Cells
---@param query? astar.mods.QueryOptions
---@return true|nil
---@return astar.mods.Code|nil code
function Unit:retreat(places, query) end

---Goes to what its player has not seen, until all is known.
---@param query? astar.mods.QueryOptions
---@return true|nil
---@return astar.mods.Code|nil code
function Unit:explore(query) end

---Goes next to the nearest target of a list, or of a terrain, and reserves it.
---@param targets astar.mods.Cells|string
---@param query? astar.mods.QueryOptions
---@return astar.mods.Found|nil found
---@return astar.mods.Code|nil code
function Unit:gather(targets, query) end

---Stays next to a place, and engages enemies that come near.
---@param place astar.mods.Place
---@param options? astar.mods.GuardOptions
---@return true|nil
---@return astar.mods.Code|nil code
function Unit:guard(place, options) end

---Stays near a unit, and engages enemies that come near.
---@param unit astar.mods.Unit
---@param options? astar.mods.GuardOptions
---@return true|nil
---@return astar.mods.Code|nil code
function Unit:escort(unit, options) end

---Goes to a cell, and engages enemies on the way.
---
---`unit:attack_move(target [, options])`: Goes to a target, and engages enemies on the way.
---@param x integer
---@param y integer
---@param options? astar.mods.AttackOptions
---@return true|nil
---@return astar.mods.Code|nil code
---@overload fun(self: astar.mods.Unit, target: astar.mods.Place, options?: astar.mods.AttackOptions): true|nil, astar.mods.Code|nil
function Unit:attack_move(x, y, options) end

---Chases an enemy until it is near, strikes once, and waits.
---@param enemy astar.mods.Unit
---@param options? astar.mods.EngageOptions
---@return true|nil
---@return astar.mods.Code|nil code
function Unit:engage(enemy, options) end

---Goes to where no threat sees it.
---@param threats? astar.mods.Place|astar.mods.Cells
---@param options? astar.mods.CoverOptions
---@return true|nil
---@return astar.mods.Code|nil code
function Unit:take_cover(threats, options) end

---Comes at a target from the side or from behind.
---@param target astar.mods.Place
---@param options? astar.mods.FlankOptions
---@return true|nil
---@return astar.mods.Code|nil code
function Unit:flank(target, options) end

---Hides near a place and waits for an enemy.
---@param spot astar.mods.Place
---@param options? astar.mods.AmbushOptions
---@return true|nil
---@return astar.mods.Unit|astar.mods.Code enemy
function Unit:ambush(spot, options) end

---Strikes an enemy from afar and keeps away from it.
---@param enemy astar.mods.Unit
---@param options? astar.mods.HarassOptions
---@return true|nil
---@return astar.mods.Code|nil code
function Unit:harass(enemy, options) end

---Holds a place from a post in cover.
---@param place astar.mods.Place
---@param options? astar.mods.HoldOptions
---@return true|nil
---@return astar.mods.Code|nil code
function Unit:hold(place, options) end

---Runs a verb, and engages enemies that come near the post.
---@param post astar.mods.Place
---@param radius number
---@param engage fun(unit: astar.mods.Unit, enemy: astar.mods.Unit): any
---@param verb astar.mods.Action
---@param ... any
---@return true|nil
---@return astar.mods.Code|nil code
function Unit:defend(post, radius, engage, verb, ...) end

---Runs a verb until look() returns something: that is the code.
---@param ticks number
---@param look fun(): string|nil
---@param verb astar.mods.Action
---@param ... any
---@return true|nil
---@return string|nil code
function Unit:watch(ticks, look, verb, ...) end

---Keeps its place in its group.
---@return true|nil
---@return astar.mods.Code|nil code
function Unit:hold_formation() end

---Raises an event of that unit; returns what hears it.
---@param name astar.mods.EventName
---@param ... any
---@return "unit"|"game"|nil
---@return astar.mods.Code|nil code
function Unit:tell(name, ...) end

---Returns whether an event of that name was raised since the unit's last activation, and its arguments.
---@param name astar.mods.EventName
---@return true|nil
---@return any ...
function Unit:event(name) end

---Iterates over the events since its last activation: name and arguments.
---@return fun(): astar.mods.EventName, ...
function Unit:events() end

---Shows a text beside the unit.
---@param text? string
---@param ticks? integer
---@return astar.mods.Unit unit
function Unit:say(text, ticks) end

---Marks a cell.
---
---`unit:mark(place [, text [, ticks]])`: Marks a place.
---@param x number
---@param y number
---@param text? string
---@param ticks? integer
---@return astar.mods.Unit unit
---@overload fun(self: astar.mods.Unit, place: astar.mods.Place, text?: string, ticks?: integer): astar.mods.Unit
function Unit:mark(x, y, text, ticks) end

---Activates the unit in the next tick.
---@return astar.mods.Unit unit
function Unit:rouse() end

---Ends the unit's behaviour; another one begins in its next activation.
---@param behaviour astar.mods.Behaviour|nil
---@param ... any
---@return astar.mods.Unit unit
function Unit:behave(behaviour, ...) end

---Returns whether a player may know of the unit.
---@param player astar.mods.Player
---@return boolean
function Unit:visible_to(player) end

---Ends its walk.
---@return astar.mods.Unit unit
function Unit:stop() end

---Finds the cheapest path to a cell, at once.
---
---`unit:path(rectangle [, query])`: Finds the cheapest path to a place, at once.
---@param x integer
---@param y integer
---@param query? astar.mods.QueryOptions
---@return astar.mods.Path|nil path
---@return astar.mods.Code|nil code
---@overload fun(self: astar.mods.Unit, rectangle: astar.mods.Place, query?: astar.mods.QueryOptions): astar.mods.Path|nil, astar.mods.Code|nil
function Unit:path(x, y, query) end

---Returns whether there is a way over the terrain.
---
---`unit:reachable(rectangle [, query])`: Returns whether there is a way over the terrain to a place.
---@param x integer
---@param y integer
---@param query? astar.mods.QueryOptions
---@return boolean
---@return astar.mods.Code|nil code
---@overload fun(self: astar.mods.Unit, rectangle: astar.mods.Place, query?: astar.mods.QueryOptions): boolean, astar.mods.Code|nil
function Unit:reachable(x, y, query) end

---Finds the goal that is cheapest to reach, and the path to it; with a count, a list of them.
---@param goals astar.mods.Goals
---@param query? astar.mods.QueryOptions
---@param count? integer
---@return astar.mods.Found|astar.mods.Found[]|nil found
---@return astar.mods.Code|nil code
function Unit:nearest(goals, query, count) end

---Returns how far away a cell is, diagonals as one.
---
---`unit:distance(target)`: Returns how far away a target is, diagonals as one.
---@param x number
---@param y number
---@return number cells
---@overload fun(self: astar.mods.Unit, target: astar.mods.Place): number
function Unit:distance(x, y) end

---Returns the name of the level that a cell is on, and where it is there.
---@param x number
---@param y number
---@return string|nil name
---@return integer|nil x
---@return integer|nil y
function Unit:level_at(x, y) end

---Returns the units near it, or near a place, the nearest first.
---@param radius integer
---@param side? astar.mods.Side
---@param place? astar.mods.Place
---@return astar.mods.Unit[]
function Unit:units_near(radius, side, place) end

---Returns the enemies near it, or near a place, the nearest first.
---@param radius integer
---@param place? astar.mods.Place
---@return astar.mods.Unit[]
function Unit:enemies(radius, place) end

---Returns the friends near it, or near a place, the nearest first.
---@param radius integer
---@param place? astar.mods.Place
---@return astar.mods.Unit[]
function Unit:friends(radius, place) end

---Returns whether its player may know of the target, and the target exists.
---@param target astar.mods.Place
---@return boolean
function Unit:sees(target) end

---Returns what its player knows of a cell.
---@param x integer
---@param y integer
---@return astar.mods.Knowledge state
---@return string|nil terrain
function Unit:knows(x, y) end

---Returns the value of an influence map where the unit is, or at a cell.
---@param name string
---@param x? integer
---@param y? integer
---@return integer|nil
function Unit:influence(name, x, y) end

---Returns the path away from threats.
---@param threats astar.mods.Cells
---@return astar.mods.Path|nil path
---@return astar.mods.Code|nil code
function Unit:flight(threats) end

---Returns the path to the nearest place that none of the threats sees.
---@param threats astar.mods.Cells
---@param radius integer
---@param query? astar.mods.QueryOptions
---@return astar.mods.Path|nil path
---@return astar.mods.Code|nil code
function Unit:cover(threats, radius, query) end

---Returns whether nothing is in the way of a shot at a cell.
---
---`unit:clear_shot(target [, options])`: Returns whether nothing is in the way of a shot at a target.
---@param x integer
---@param y integer
---@param options? astar.mods.ShotOptions
---@return boolean
---@return astar.mods.SightCode|nil code
---@return integer|nil x
---@return integer|nil y
---@overload fun(self: astar.mods.Unit, target: astar.mods.Place, options?: astar.mods.ShotOptions): boolean, astar.mods.SightCode|nil, integer|nil, integer|nil
function Unit:clear_shot(x, y, options) end

---Yields for so many ticks, or until something happens to the unit.
---@param ticks? number
function Unit:sleep(ticks) end

---Finds a path with the queue, and yields until it is there.
---
---`unit:find(target [, query])`: The same to a target.
---@param x integer
---@param y integer
---@param query? astar.mods.QueryOptions
---@return astar.mods.Path|nil path
---@return astar.mods.Code|nil code
---@overload fun(self: astar.mods.Unit, target: astar.mods.Place, query?: astar.mods.QueryOptions): astar.mods.Path|nil, astar.mods.Code|nil
function Unit:find(x, y, query) end

---Finds the path away from threats when the world has nodes for it, and yields until it is there.
---@param threats astar.mods.Cells
---@return astar.mods.Path|nil path
---@return astar.mods.Code|nil code
function Unit:find_flight(threats) end

---Finds the nearest of several goals with the queue, and yields until it is there.
---@param goals astar.mods.Goals
---@param query? astar.mods.QueryOptions
---@param count? integer
---@return astar.mods.Found|astar.mods.Found[]|nil found
---@return astar.mods.Code|nil code
function Unit:find_nearest(goals, query, count) end

---Begins to follow a path; false: it begins elsewhere.
---@param path astar.mods.Path
---@param query? astar.mods.QueryOptions
---@return boolean
function Unit:take(path, query) end

---`undo` is called when the running action ends in any way; the result cancels it.
---@param undo fun()
---@return fun()
function Unit:defer(undo) end

---Runs an action as a task inside the running one.
---@param action astar.mods.Action
---@param ... any
---@return astar.mods.Task task
function Unit:start(action, ...) end

---Activates a task; true: it has ended.
---@param task astar.mods.Task
---@return boolean
function Unit:step(task) end

---Reserves a key until the behaviour ends.
---@param key string|number
---@param purpose string
---@return true|nil
---@return "taken"|nil
function Unit:reserve(key, purpose) end

---Lets a key go.
---@param purpose string
---@return astar.mods.Unit unit
function Unit:release(purpose) end

---Finds the best places to stand, at once.
---@param options astar.mods.PositionOptions
---@return astar.mods.Spot[]|nil
---@return astar.mods.Code|nil code
function Unit:positions(options) end

---Finds the best place to stand when its turn comes.
---@param options astar.mods.PositionOptions
---@return astar.mods.Spot|nil place
---@return astar.mods.Spot[]|astar.mods.Code code
function Unit:find_position(options) end

---An action inside the running one, see unit:start.
---@class astar.mods.Task
---@field ended boolean Whether it has ended.
---@field wake integer The tick in which it wants its next activation at the latest.
local Task = {}

---Returns its results.
---@return any ...
function Task:values() end

---Ends it.
function Task:drop() end

---Random numbers that are the same on every machine for the same seed.
---@class astar.mods.Random
---@overload fun(): number
---@overload fun(n: integer): integer
---@overload fun(m: integer, n: integer): integer
local Random = {}

---Returns an entry of a list.
---@param list any[]
---@return any entry
function Random:pick(list) end

---Shuffles a list in place.
---@param list any[]
---@return any[]
function Random:shuffle(list) end

---How often, and with which pauses, think.retry tries.
---@class (exact) astar.mods.RetryOptions
---@field times? integer How many attempts there are at most. 0 on; default no end.
---@field pause? number Ticks between attempts. 0 on; default 4.
---@field factor? number Each pause is so many times as long. 0 on; default 2.
---@field longest? number The longest pause. 0 on; default 256.

---A list of candidates, and how they are weighed.
---@class (exact) astar.mods.Candidates
---@field every? integer All candidates are evaluated every so many ticks, and when the running one has ended. 1 on; default 10.
---@field events? astar.mods.EventName[] A list of names of events at which they are evaluated at once. Default none.
---@field margin? number The running candidate continues unless another is worth more by more than this. 0 on; default 0.
---@field pause? integer A candidate that has failed is left out for so many ticks. 0 on; default 20.
---@field [integer] astar.mods.Candidate

---Something that a unit could do.
---@class (exact) astar.mods.Candidate
---@field evaluate fun(unit: astar.mods.Unit, ...: any): number|nil What it is worth; nil, 0 or less: out of the question.
---@field execute astar.mods.Action The action.
---@field name? string A name for reports of errors.

---A squad of a plan.
---@class (exact) astar.mods.Squad
---@field name string Of the squad, and of its group.
---@field role? string What `unit.data.role` has to be. Default any.
---@field accepts? fun(unit: astar.mods.Unit): any A function of the unit: does the squad take it? Default all.
---@field count? integer How many units at most. 0 to 2^31; default any number.
---@field formation? astar.mods.Formation Of a new group. Default "box".

---What world:group makes a group of.
---@class (exact) astar.mods.GroupOptions
---@field units? astar.mods.Unit[] A list of units, all of one player. Default none.
---@field formation? astar.mods.Formation `"line"`, `"column"`, `"wedge"` or `"box"`; a line of more than 16 units has several ranks. Default "box".
---@field speed? number Cells per tick; no unit goes faster than its own speed. Default that of the slowest.
---@field spacing? integer Distance between neighbours, in widths of the largest unit. 1 to 32; default 1.
---@field influence? astar.mods.Weights Influence maps for the way, a table as in queries. Default none.
---@field name? string 1 to 64 bytes that can be shown. Default none.

---How a group goes or holds.
---@class (exact) astar.mods.GroupOrder
---@field facing? string|number[] `"north"`, `"north-east"` …, or a vector `{ dx, dy }`, for which the nearest of the eight directions is taken. Default the way they came.
---@field formation? astar.mods.Formation How they stand.
---@field speed? number Cells per tick.
---@field spacing? integer Distance between neighbours. 1 to 32.
---@field influence? astar.mods.Weights Influence maps for the way.

---Where and how a group gathers.
---@class (exact) astar.mods.RegroupOrder
---@field within? integer How far from the middle of the units the place may be, in cells. 1 to 255; default 24.
---@field safe? integer How far away the place is from each enemy that their player knows of, of those within 40 cells. 0 to 255; default 7.
---@field facing? string|number[] `"north"`, `"north-east"` …, or a vector `{ dx, dy }`, for which the nearest of the eight directions is taken. Default the way they came.
---@field formation? astar.mods.Formation How they stand.
---@field speed? number Cells per tick.
---@field spacing? integer Distance between neighbours. 1 to 32.
---@field influence? astar.mods.Weights Influence maps for the way.

---Many units under one order.
---@class astar.mods.Group
---@field id integer Its number.
---@field player astar.mods.Player|nil The player of its units.
---@field status astar.mods.GroupStatus What it is doing.
---@field code astar.mods.Code|nil Why it has failed.
---@field left table<integer, astar.mods.Code> By unit id, why units were left behind.
---@field name string|nil Its name. It can be set.
local Group = {}

---Adds a unit.
---@param unit astar.mods.Unit
---@return astar.mods.Group group
function Group:add(unit) end

---Removes a unit.
---@param unit astar.mods.Unit
---@return astar.mods.Group group
function Group:remove(unit) end

---Iterates over its units in the order of their ids.
---@return fun(): astar.mods.Unit
function Group:units() end

---Returns how many units there are.
---@return integer
function Group:count() end

---Orders the group to go to a cell and to stand around it.
---
---`group:go(target [, options])`: Orders the group to go to a target and to stand around it.
---@param x integer
---@param y integer
---@param options? astar.mods.GroupOrder
---@return astar.mods.Group group
---@overload fun(self: astar.mods.Group, target: astar.mods.Place, options?: astar.mods.GroupOrder): astar.mods.Group
function Group:go(x, y, options) end

---Orders the units to form up where they are.
---@param options? astar.mods.GroupOrder
---@return astar.mods.Group group
function Group:hold(options) end

---Orders the units to gather at a place that is safe and near to all of them.
---@param options? astar.mods.RegroupOrder
---@return astar.mods.Group group
function Group:regroup(options) end

---Ends the order; the units stop.
---@return astar.mods.Group group
function Group:stop() end

---Ends the order and removes the group.
function Group:disband() end

---What verbs are made of. Scripts use the methods of the unit.
---@class astar.mods.Body
---@field id integer The id of its unit.

---A player.
---@class astar.mods.Player
---@field name string Its name.
local Player = {}

---Returns what the mod's own player knows of a cell.
---@param x integer
---@param y integer
---@return astar.mods.Knowledge state
---@return string|nil name
function Player:knows(x, y) end

---A movement class.
---@class astar.mods.Class
---@field number integer Its number.
---@field size integer Its size in cells.
local Class = {}

---Returns what entering a terrain costs this class, or false.
---@param name string
---@return integer|false cost
function Class:cost(name) end

---The size and the grid of the map.
---@class astar.mods.Map
---@field width integer Size in cells.
---@field height integer Size in cells.
---@field grid astar.mods.Grid The shape of its cells.

---A path: its cells, and what they cost.
---@class astar.mods.Path
---@field cost integer The sum of its steps.
---@field status astar.mods.PathStatus Whether it leads to its goal.
---@field expanded integer How many nodes the search has expanded.
---@field distance number Its length in game coordinates.
---@operator len: integer
local Path = {}

---Returns a cell; 1 is the start, -1 the last cell.
---@param index integer
---@return integer x
---@return integer y
function Path:cell(index) end

---Iterates over the cells.
---@return fun(): integer, integer, integer
function Path:cells() end

---Returns the point at a distance along the path, in game coordinates.
---@param distance number
---@return number wx
---@return number wy
function Path:point(distance) end

---Iterates over the cells at which the path changes direction.
---@return fun(): integer, integer, integer
function Path:corners() end

---Returns the index of the first cell that can no longer be entered.
---@param query? astar.mods.QueryOptions
---@param from? integer
---@return integer|nil index
function Path:blocked(query, from) end

---Iterates over the corners of the way of a unit that moves in straight lines.
---@param query? astar.mods.QueryOptions
---@return (fun(): integer, integer, integer)|nil
---@return astar.mods.Code|nil code
function Path:smooth(query) end

---Returns for each step what each layer has added.
---@return astar.mods.StepCosts[]|nil
---@return "not explained"|nil
function Path:explain() end

---An enemy that the player has seen.
---@class astar.mods.Known: astar.mods.Place
---@field unit astar.mods.Unit The unit.
---@field x integer Where it is, or was seen last.
---@field y integer Where it is, or was seen last.
---@field state astar.mods.UnitState What it is doing, or did when it was seen last.
---@field tick integer When it was last seen.
---@field visible boolean Whether the player sees it now.
---@field data table The public keys of its data, as they were then.
---@field index? integer Of world:threats_along: the first cell of the path near it.
---@field distance? integer Of world:threats_along: how far it is from that cell.

---A group of cells of a terrain that touch each other.
---@class astar.mods.Site: astar.mods.Place
---@field x integer The cell nearest to their middle.
---@field y integer The cell nearest to their middle.
---@field cells integer How many cells there are.

---How strong both sides are in an area.
---@class astar.mods.Share
---@field area integer The id of the area.
---@field own number The strength of the player's units.
---@field enemies number The strength of known enemies.

---An area of a map.
---@class astar.mods.Area: astar.mods.Place
---@field id integer Its id.
---@field size integer How many cells it has.
---@field x? integer The cell by which it is named.
---@field y? integer The cell by which it is named.
---@field clearance? number The clearance of that cell. Only of world:areas.
---@field region? integer The id of its region. Not of sides.
---@field cut_off? boolean Whether its region has a larger area. Not of sides.
---@field neighbours integer[] The ids of the areas that it has chokes with.
---@field chokes integer How many chokes it has.
---@field dead_end boolean Whether it has one choke only.

---A narrow passage between two areas.
---@class astar.mods.Choke: astar.mods.Place
---@field areas integer[] The ids of the two areas.
---@field cells astar.mods.Cell[] The cells that close it.
---@field width integer How many units can stand there side by side.
---@field x integer The cell in the middle.
---@field y integer The cell in the middle.
---@field x1 integer The cell at one end.
---@field y1 integer The cell at one end.
---@field x2 integer The cell at the other end.
---@field y2 integer The cell at the other end.
---@field splits boolean Whether nothing else connects its areas.
---@field sizes? integer[] If it splits: the cells connected with the first and the second area without it.
---@field link? boolean Whether it is a link.
---@field one_way? boolean Whether the link leads from the first area to the second only.

---Which known enemies are listed.
---@class (exact) astar.mods.KnownOptions
---@field within? integer Only enemies that were seen in the last so many ticks. 0 to 2^31.
---@field near? astar.mods.Place|astar.mods.Cell Only enemies that were seen at most `radius` cells (Chebyshev) from `near`, a cell.
---@field radius? integer Only enemies that were seen at most `radius` cells (Chebyshev) from `near`, a cell. 0 to 2^31.

---What strength is.
---@class (exact) astar.mods.StrengthOptions
---@field key? string|number The key of the units' data that is added up. Default units are counted.
---@field within? integer Only enemies that were seen in the last so many ticks. 0 to 2^31.

---Which known enemies are threats.
---@class (exact) astar.mods.ThreatOptions
---@field within? integer Only enemies that were seen in the last so many ticks. 0 to 2^31.

---Which passages divide areas.
---@class (exact) astar.mods.AreaOptions
---@field class? astar.mods.Class The class that walks. Default that of the unit.
---@field ratio? number A passage divides areas if its clearance is less than this times theirs. 0 to 1; default 0.7.
---@field width? integer Passages wider than so many cells do not divide. 1 to 2^31 - 1; default any.

---Which class walks.
---@class (exact) astar.mods.ClassOption
---@field class? astar.mods.Class Default the class of the unit.

---Of a question whether one cell is seen from another one.
---@class (exact) astar.mods.SightLineOptions
---@field range? integer No farther than so many cells. 1 to 2^31 - 1.
---@field min_range? integer No nearer than so many cells. 0 to 2^31 - 1; default 0.

---What an influence map is made of: a word, and what it needs.
---@class astar.mods.Recipe
---@field amount? integer Of "own", "enemies", "places", "visible", "seen", "unseen": how much. Default 1.
---@field radius? integer Of stamps and "near": how far.
---@field falloff? astar.mods.Falloff Of stamps. Default "linear".
---@field key? string Of stamps: the key of the data by which the amount is multiplied.
---@field within? integer Of "enemies": only those that were seen in the last so many ticks.
---@field list? (astar.mods.Place|astar.mods.Known)[] Of "places": where they are.
---@field plus? integer Of combined maps: is added to each cell.
---@field min? integer Of combined maps: the least value.
---@field max? integer Of combined maps: the greatest value.
---@field scale? integer Of "product": the value that stands for 1.
---@field share? number Of "spread": the share that spreads.
---@field times? integer Of "spread": how many times. 1 to 16.
---@field [integer] string|astar.mods.Recipe|astar.mods.RecipeTerm

---A term of a recipe: a map and a factor.
---@class astar.mods.RecipeTerm
---@field map string|astar.mods.Recipe The map.
---@field factor? number What its values are multiplied by.

---Areas as the player knows the map, as they were found.
---@class astar.mods.Areas
local Areas = {}

---Returns the id of the area of a cell.
---@param x integer
---@param y integer
---@return integer|nil id
function Areas:at(x, y) end

---Returns the area with an id.
---@param id integer
---@return astar.mods.Area|nil area
function Areas:get(id) end

---Returns all areas, in the order of their ids.
---@return astar.mods.Area[]
function Areas:list() end

---Returns the chokes of one area, or of all.
---@param id? integer
---@return astar.mods.Choke[]
function Areas:chokes(id) end

---Returns the fewest chokes that lead from one area to another.
---@param from integer
---@param to integer
---@param width? integer
---@return astar.mods.Choke[]|nil
---@return astar.mods.Code|nil code
function Areas:path(from, to, width) end

---Returns how strong both sides are in each area where there are any.
---@param options? astar.mods.StrengthOptions
---@return astar.mods.Share[]
function Areas:strength(options) end

---What many observers see together, as far as the player knows the land.
---@class astar.mods.Sight
local Sight = {}

---Returns how many of the observers see the cell.
---@param x integer
---@param y integer
---@return integer
function Sight:count(x, y) end

---Returns the observers that see the cell.
---@param x integer
---@param y integer
---@return (astar.mods.Place|astar.mods.Known)[]
function Sight:seen_by(x, y) end

---Iterates over the cells that are seen, row by row.
---@return fun(): integer, integer, integer
function Sight:cells() end

---An influence map of the mod's own, as it was made.
---@class astar.mods.Influence
local Influence = {}

---Returns the value of a cell.
---@param x integer
---@param y integer
---@return integer value
function Influence:get(x, y) end

---Returns up to n peaks, the greatest first.
---@param n integer
---@param options? astar.mods.PeakOptions
---@return astar.mods.Peak[]
function Influence:peaks(n, options) end

---Returns the cell with the greatest value near a cell.
---@param x integer
---@param y integer
---@param radius integer
---@return integer x
---@return integer y
---@return integer value
function Influence:max_near(x, y, radius) end

---Returns the neighbour with the least value.
---@param x integer
---@param y integer
---@return integer|nil x
---@return integer|nil y
---@return integer|nil value
function Influence:downhill(x, y) end

---Returns the neighbour with the greatest value.
---@param x integer
---@param y integer
---@return integer|nil x
---@return integer|nil y
---@return integer|nil value
function Influence:uphill(x, y) end

---The world, as far as the mod's player knows it.
---@class astar.mods.World
---@field ticks integer How many ticks have passed.
---@field random astar.mods.Random Random numbers that are the same on every machine.
---@field map astar.mods.Map The size and the grid of the map.
---@field facts table What the game tells the player: score, resources.
local World = {}

---Iterates over all units that its player sees.
---@param player? astar.mods.Player|string
---@return fun(): astar.mods.Unit
function World:units(player) end

---Returns the unit that covers a cell, if it is seen.
---@param x integer
---@param y integer
---@return astar.mods.Unit|nil unit
function World:unit_at(x, y) end

---Returns the player of that name; it does not tell whether there is one.
---@param name string
---@return astar.mods.Player player
function World:player(name) end

---Keeps a key for a unit; false if another unit has it.
---@param key string|number
---@param unit astar.mods.Unit
---@return boolean
function World:reserve(key, unit) end

---Lets a key go.
---@param key string|number
---@param unit astar.mods.Unit
function World:release(key, unit) end

---Returns the unit that has a key.
---@param key string|number
---@return astar.mods.Unit|nil unit
function World:holder(key) end

---Shows a line between two cells.
---@param x number
---@param y number
---@param x2 number
---@param y2 number
---@param text? string
---@param ticks? integer
---@return astar.mods.World world
function World:draw_line(x, y, x2, y2, text, ticks) end

---Shows a circle around a cell.
---@param x number
---@param y number
---@param radius number
---@param text? string
---@param ticks? integer
---@return astar.mods.World world
function World:draw_circle(x, y, radius, text, ticks) end

---Returns the enemies that the player has seen.
---@param options? astar.mods.KnownOptions
---@return astar.mods.Known[]
function World:known_enemies(options) end

---Counts the player's units and the known enemies near a cell.
---@param x number
---@param y number
---@param radius number
---@param options? astar.mods.StrengthOptions
---@return integer own
---@return integer enemies
function World:strength(x, y, radius, options) end

---Returns the known enemies near a path, in the order in which it comes near them.
---@param path astar.mods.Path
---@param radius number
---@param options? astar.mods.ThreatOptions
---@return astar.mods.Known[]
function World:threats_along(path, radius, options) end

---Returns where the player knows of a terrain, such as ore.
---@param terrain string
---@return astar.mods.Site[]
function World:sites(terrain) end

---Finds the areas and chokes that the player knows.
---@param options? astar.mods.AreaOptions
---@return astar.mods.Areas|nil areas
---@return astar.mods.Code|nil code
function World:areas(options) end

---Finds what is left connected when cells are blocked.
---@param cells (astar.mods.Cell|astar.mods.Place|astar.mods.Known)[]
---@param options? astar.mods.ClassOption
---@return astar.mods.Areas|nil areas
---@return astar.mods.Code|nil code
function World:cut_off(cells, options) end

---Finds the land of up to 8 sides.
---@param lists (astar.mods.Cell|astar.mods.Place|astar.mods.Known)[][]
---@param options? astar.mods.ClassOption
---@return astar.mods.Areas|nil areas
---@return astar.mods.Code|nil code
function World:sides(lists, options) end

---Finds what units, known enemies or places see together now.
---@param observers (astar.mods.Place|astar.mods.Known)[]
---@param radius? integer
---@return astar.mods.Sight sight
function World:sight(observers, radius) end

---Returns whether one cell is seen from another one.
---@param x integer
---@param y integer
---@param to_x integer
---@param to_y integer
---@param options? astar.mods.SightLineOptions
---@return boolean
---@return astar.mods.SightCode|nil code
---@return integer|nil x
---@return integer|nil y
function World:line_of_sight(x, y, to_x, to_y, options) end

---Makes an influence map of the mod's own.
---@param recipe astar.mods.Recipe
---@return astar.mods.Influence|nil influence
---@return "budget"|nil
function World:influence(recipe) end

---Creates a group of units that run behaviours of this mod.
---@param options? astar.mods.GroupOptions
---@return astar.mods.Group group
function World:group(options) end

---Iterates over the groups that the mod has made for this player.
---@return fun(): astar.mods.Group
function World:groups() end

---What mod.lua returns.
---@class astar.mods.ModTable
---@field name string Of letters, digits, _ and -.
---@field version string Its version.
---@field behaviours table<string, astar.mods.Behaviour> From names to files of the mod, or to functions.
---@field author? string Its author.
---@field description? string What it does.

---Returns the parts of a text.
---@param s string
---@param separator string
---@return string[]
function string.split(s, separator) end

---Replaces every text; returns the result and how many were replaced.
---@param s string
---@param text string
---@param by string
---@return string result
---@return integer count
function string.replace(s, text, by) end

---Removes space at both ends.
---@param s string
---@return string
function string.trim(s) end

---Returns whether a text begins with another one.
---@param s string
---@param text string
---@return boolean
function string.starts(s, text) end

---Returns whether a text ends with another one.
---@param s string
---@param text string
---@return boolean
function string.ends(s, text) end
