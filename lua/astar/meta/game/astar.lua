---@meta astar
-- Written by `make meta` from tools/meta. Editors read it, see docs/editors.md; nothing here runs.

if ... then error(... .. " is for editors: it has types, and no code", 0) end

---Why there is no path.
---@alias astar.PathCode
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
---@alias astar.SightCode
---| "hidden"
---| "unit"
---| "far"
---| "near"
---| "unseen"
---| "gone"

---What verbs and requests return behind nil.
---@alias astar.Code
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
---@alias astar.Grid
---| "square"
---| "hex"
---| "flat_hex"

---Whether a stamp gets less with the distance.
---@alias astar.Falloff
---| "linear"
---| "none"

---How a search estimates what is left.
---@alias astar.Heuristic
---| "octile"
---| "euclidean"
---| "chebyshev"
---| "none"
---| "manhattan"

---A search engine.
---@alias astar.Engine
---| "auto"
---| "astar"
---| "jps"
---| "jps_layers"
---| "jpsw"
---| "turn"
---| "anya"
---| "dijkstra"

---What a unit does about units in its way.
---@alias astar.Avoidance
---| "wait"
---| "repath"
---| "keep_right"
---| "yield"

---What a unit is doing.
---@alias astar.UnitState
---| "standing"
---| "moving"
---| "waiting"

---Whether a path leads to its goal.
---@alias astar.PathStatus
---| "complete"
---| "partial"

---What a player knows of a cell.
---@alias astar.Knowledge
---| "unseen"
---| "seen"
---| "visible"

---Which units are meant.
---@alias astar.Side
---| "any"
---| "friends"
---| "enemies"

---A cell, { x, y }.
---@alias astar.Cell integer[]

---A list of cells: { x, y }, or anything with x and y, such as units.
---@alias astar.Cells (astar.Cell|astar.Place)[]

---What entering costs, 1 to 65535; false: it cannot be entered.
---@alias astar.Cost integer|false

---A cell or a rectangle of the map: anything with x and y.
---@class astar.Place
---@field x integer Its left column.
---@field y integer Its upper row.
---@field width? integer In cells; 1 unless given.
---@field height? integer In cells; 1 unless given.

---A goal that was found, and the path to it.
---@class astar.Found: astar.Place
---@field path astar.Path The path.
---@field x integer The cell of the goal.
---@field y integer The cell of the goal.
---@field index? integer Its place in the list of goals.
---@field goal? any The entry in the list of goals.

---A peak of an influence map.
---@class astar.Peak: astar.Place
---@field x integer Its cell.
---@field y integer Its cell.
---@field value integer The value there.

---A place that a position query has chosen.
---@class astar.Spot: astar.Place
---@field x integer Its cell.
---@field y integer Its cell.
---@field score number The sum of the shares.
---@field why table<string, number> The share of each term of the score, by its name.

---What each layer has added to a step; influence maps under their own names.
---@class astar.StepCosts
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
---@class (exact) astar.PeakOptions
---@field min? integer The least value of a peak. 1 to 65535; default 1.
---@field apart? integer How far "near it" reaches, in cells, also diagonally. 0 to 255; default 1.

---Of a question whether a unit has a clear shot.
---@class (exact) astar.ShotOptions
---@field range? integer No farther than so many cells. 1 to 2^31 - 1.
---@field min_range? integer No nearer than so many cells. 0 to 2^31 - 1; default 0.
---@field through_units? boolean It shoots past units of its side. Default false.

---Of which cells the best are chosen.
---@class (exact) astar.PositionOptions
---@field from astar.PositionSource The cells to choose from.
---@field filter? astar.PositionFilter[] Terms that leave cells out.
---@field score? astar.PositionScore[] Terms that are added up.
---@field count? integer How many places are wanted. 1 to 1024; default 1.
---@field query? astar.QueryOptions The unit or class that would stand there. Only of map:positions.
---@field reserve? string Keeps the best place under that name. Only of unit:positions and unit:find_position.

---The cells to choose from: one of ring, reach, terrain, cover, front and cells.
---@class (exact) astar.PositionSource
---@field ring? astar.PositionRing From near to far cells away from a place: { near, far, of = place }.
---@field reach? integer Those to which a path costs no more. 0 to 2^24 - 2.
---@field terrain? string Those of a terrain; "unseen": unseen ones.
---@field cover? astar.Place|astar.Cell|astar.Cells Those that nobody at these places sees.
---@field front? string Those where an influence map is above 0, beside one where it is not.
---@field cells? astar.Cells These.
---@field within? integer Beside terrain, cover and front: how far away they are at most. 0 to 255; default 24.
---@field range? integer Beside cover: how far they see.

---{ near, far, of = place }: cells that are so far from a place.
---@class (exact) astar.PositionRing
---@field of? astar.Place|astar.Cell The place. Default where the unit is.
---@field [integer] integer

---What is measured of a cell: a word, and what it needs.
---@class astar.PositionTerm
---@field to? astar.Place|astar.Cell|astar.Cells Of "distance": cells to the nearest of them.
---@field influence? string Of "influence", "danger", "height", "front": the influence map.
---@field is? string Of "terrain": its name.
---@field of? astar.Place|astar.Cell|astar.Cells Of "flank": round which place. Of "sight": how many of them are in sight.
---@field front? astar.Place|astar.Cell Of "flank": where the place looks to.
---@field radius? integer Of "crowding" and "exits": within how many cells.
---@field side? astar.Side Of "crowding": which units.
---@field range? integer Of "sight" and "cover": how far they see.
---@field from? astar.Place|astar.Cell|astar.Cells Of "cover": those that do not see it.
---@field [integer] "walk"|"distance"|"influence"|"danger"|"height"|"front"|"terrain"|"flank"|"crowding"|"exits"|"sight"|"cover"

---A term that leaves cells out.
---@class (exact) astar.PositionFilter: astar.PositionTerm
---@field min? number The least that is wanted.
---@field max? number The most that is wanted.

---A term that is added up.
---@class (exact) astar.PositionScore: astar.PositionTerm
---@field weight? number Its share is the weight times what is measured. -1000 to 1000; default 1.
---@field curve? number[][] Up to 16 points { measured, worth }, rising.
---@field name? string Its name in `why`.

---Why a unit cannot stand in a cell.
---@alias astar.PlaceCode
---| "start_blocked"
---| "goal_blocked"
---| "crowded"

---Why a saved path cannot be read.
---@alias astar.ReadCode
---| "blocked"
---| "foreign"
---| "damaged"
---| "newer"

---How cells lie in the game.
---@alias astar.Projection
---| "square"
---| "isometric"

---When a class may step diagonally.
---@alias astar.DiagonalRule
---| "no_obstacles"
---| "at_most_one_obstacle"
---| "always"
---| "never"

---What has happened to a unit in a tick.
---@alias astar.UnitEvent
---| "arrived"
---| "blocked"
---| "waiting"
---| "rerouted"
---| "repaired"
---| "crowded"

---What has happened to a watched path.
---@alias astar.WatchEvent
---| "blocked"
---| "cleared"
---| "costlier"
---| "better"

---What a recipe does with its terms.
---@alias astar.RecipeKind
---| "sum"
---| "product"
---| "greatest"
---| "least"
---| "tension"
---| "vulnerability"
---| "slope"
---| "near"
---| "flow"
---| "history"

---From influence maps, or their names, to weights; false: none.
---@alias astar.Weights table<string|astar.Influence, number>|false

---What the search did with a cell.
---@class astar.TraceNode
---@field kind "opened"|"improved"|"closed"|"passed" What it did.
---@field x integer The cell.
---@field y integer The cell.
---@field px integer Its parent; the start is its own parent.
---@field py integer Its parent.
---@field f integer The sum of g and h.
---@field g integer The cost from the start.
---@field h integer The estimate to the goal.

---What was counted in a cell, each 0 to 255.
---@class astar.Traffic
---@field east integer Units that came from the east.
---@field west integer Units that came from the west.
---@field south integer Units that came from the south.
---@field north integer Units that came from the north.
---@field south_east integer Units that came from the south-east.
---@field south_west integer Units that came from the south-west.
---@field north_east integer Units that came from the north-east.
---@field north_west integer Units that came from the north-west.
---@field waits integer Units that waited in the cell.

---What a breach removes.
---@class astar.Obstacle
---@field kind "terrain"|"class"|"unseen"|"unit"|"link" What it is.
---@field x integer Its cell.
---@field y integer Its cell.
---@field price integer What it costs to remove it.
---@field index integer The first cell of the path for which it is removed.
---@field terrain? string The name of the terrain.
---@field unit? astar.Unit The unit.
---@field link? astar.Link The link.

---The cheapest path if obstacles can be removed.
---@class astar.Breach
---@field path astar.Path The path; its cost is that of the steps, without prices.
---@field price integer The sum of the prices.
---@field cost integer The sum of both.
---@field obstacles astar.Obstacle[] What has to be removed, in the order of the path.
---@field narrow? astar.Narrow With the option `narrow`: where the unit is too large.

---A place that is too narrow for a large unit.
---@class astar.Narrow
---@field size integer The largest smaller unit that the terrain lets through.
---@field x integer The first place that is too narrow for a unit one cell larger.
---@field y integer The first place that is too narrow for a unit one cell larger.
---@field path astar.Path The path of the smaller unit.

---An area of a map.
---@class astar.Area: astar.Place
---@field id integer Its id.
---@field size integer How many cells it has.
---@field x? integer The cell by which it is named.
---@field y? integer The cell by which it is named.
---@field clearance? number The clearance of that cell. Only of map:areas.
---@field region? integer The id of its region. Not of sides.
---@field cut_off? boolean Whether its region has a larger area. Not of sides.
---@field neighbours integer[] The ids of the areas that it has chokes with.
---@field chokes integer How many chokes it has.
---@field dead_end boolean Whether it has one choke only.

---A narrow passage between two areas.
---@class astar.Choke: astar.Place
---@field areas integer[] The ids of the two areas.
---@field cells astar.Cell[] The cells that close it.
---@field width integer How many units can stand there side by side.
---@field x integer The cell in the middle.
---@field y integer The cell in the middle.
---@field x1 integer The cell at one end.
---@field y1 integer The cell at one end.
---@field x2 integer The cell at the other end.
---@field y2 integer The cell at the other end.
---@field splits boolean Whether nothing else connects its areas.
---@field sizes? integer[] If it splits: the cells connected with the first and the second area without it.
---@field link? astar.Link The link, if it is one.
---@field one_way? boolean Whether the link leads from the first area to the second only.

---Why one path is cheaper than another.
---@class astar.Comparison
---@field cost integer What the path costs.
---@field other_cost integer What the other path costs.
---@field difference integer By how much the other one costs more.
---@field layers { name: string, own: integer, other: integer, difference: integer }[] What each layer adds to the two, the greatest difference first.
---@field parts { from?: astar.Cell, to?: astar.Cell, own: integer, other: integer }[] Where the two go different ways, and at which costs.

---What astar.map makes a map of: rows, or width and height, or levels.
---@class (exact) astar.MapOptions
---@field width? integer Size in cells; at most 2^28 cells in all. 1 to 2^28.
---@field height? integer Size in cells; at most 2^28 cells in all. 1 to 2^28.
---@field rows? string|string[] A list of strings, or one string with newlines: size and terrain.
---@field levels? astar.LevelOptions[] A list of levels: `{ name =, rows = }`, `{ name =, from = }` or `{ name =, width =, height = }`, see Levels. Default none.
---@field legend? table<string, string> For `rows`: from a character to the name of a terrain; characters that it leaves out keep their default. Default `.` plain, `#` wall.
---@field from? any[][] A list of rows of the game's own values, and what they mean, see Tables.
---@field walkable? any A list of rows of the game's own values, and what they mean, see Tables.
---@field terrains? table<string, astar.Cost|astar.TerrainOptions>|astar.NamedTerrain[] From a name to its cost (1 to 65535), to `false` (units cannot enter), or to `{ cost =, opaque = }`. What units cannot enter hides what is behind it; `{ cost = false, opaque = false }`, such as water, does not. Default plain 10, wall `false`.
---@field fill? string The terrain of every cell at first. Default `"plain"`, else the first.
---@field straight? integer Costs of the two steps: `straight` at least 1, `diagonal` at most twice as much. Default 10.
---@field diagonal? integer Costs of the two steps: `straight` at least 1, `diagonal` at most twice as much. Default 14.
---@field origin? number[] Game coordinates of the map's upper left corner; isometric: of its top. Default { 0, 0 }.
---@field cell? number|number[] Size of a cell in game coordinates: a number, or `{ width, height }`. Default 1.
---@field projection? astar.Projection Or `"isometric"`: `cell` is then the size of a diamond. Default "square".
---@field grid? astar.Grid Shape of the cells: or `"hex"`, `"flat_hex"`, see Hexagons. Default "square".

---A level of astar.map: rows, or width and height.
---@class (exact) astar.LevelOptions
---@field name string Its name, 1 to 63 bytes.
---@field rows? string|string[] Its rows.
---@field from? any[][] A list of rows of the game's own values.
---@field width? integer Its width in cells.
---@field height? integer Its height in cells.

---A kind of terrain.
---@class (exact) astar.TerrainOptions
---@field cost? astar.Cost What entering costs. 1 to 65535.
---@field opaque? boolean Whether it hides what lies behind it.
---@field height? integer How high it lies. -32767 to 32767; default 0.
---@field current? astar.Current|false The current in it.

---A kind of terrain in a list of them.
---@class (exact) astar.NamedTerrain
---@field name string Its name, 1 to 63 bytes.
---@field cost astar.Cost What entering costs. 1 to 65535.
---@field opaque? boolean Whether it hides what lies behind it.
---@field height? integer How high it lies. -32767 to 32767; default 0.
---@field current? astar.Current|false The current in it.

---A current, in costs from 0 to 65535.
---@class (exact) astar.Current
---@field east? integer To the east. 0 to 65535.
---@field west? integer To the west. 0 to 65535.
---@field south? integer To the south. 0 to 65535.
---@field north? integer To the north. 0 to 65535.

---What a movement class is made of: options, and costs by the names of terrains.
---@class (exact) astar.ClassOptions
---@field size? integer The unit covers size × size cells; its position is the upper left one. 1 to 32; default 1.
---@field diagonal? astar.DiagonalRule When it may step diagonally. Default "no_obstacles".
---@field unknown? astar.Cost Cost of cells that its player has not seen, or `false`: never entered. Default the straight cost.
---@field climb? integer What a step costs more for each unit of height that it leads up. -65535 to 65535; default 0.
---@field descend? integer And for each unit that it leads down; below 0 it costs less. -65535 to 65535; default 0.
---@field drift? number What currents are multiplied by, to 1/1024; 0: they make no difference. 0 to 64; default 1.
---@field costs? table<string, astar.Cost> More costs by name, for terrains that have the name of an option.
---@field [string] astar.Cost Cost of entering it, 1 to 65535, or `false`: units of this class cannot enter it. Default its own cost.

---What map:link makes a link of.
---@class (exact) astar.LinkOptions
---@field from astar.Cell|astar.Place The two ends, each a cell; large units take the link with their upper left cell.
---@field to astar.Cell|astar.Place The two ends, each a cell; large units take the link with their upper left cell.
---@field cost integer Of the step, instead of the cost of the terrain where it ends; influence, claims and `extra_cost` are added as for any other step. What is negative lowers it by no more than it would lower a straight step to that cell. 1 to 65535.
---@field one_way? boolean It does not lead back from `to` to `from`. Default false.
---@field open? boolean Units can take it. Default true.
---@field class? astar.Class|astar.Class[] The class that takes it, or a list of classes. Default all.

---How map:influence makes an influence map.
---@class (exact) astar.InfluenceOptions
---@field weight? number The weight in queries of units that give none. -64 to 64; default 1, with a recipe 0.
---@field recipe? astar.Recipe What it is computed from.

---What an influence map is computed from: a word, up to 8 terms, and options.
---@class (exact) astar.Recipe
---@field plus? integer Is added to each cell. -65535 to 65535; default 0.
---@field min? integer The least value. -65535 to 65535; default -65535.
---@field max? integer The greatest value. -65535 to 65535; default 65535.
---@field scale? integer Of "product": the value that stands for 1. 1 to 65535; default 1.
---@field radius? integer Of "near" and "flow": how far. 1 to 32.
---@field class? astar.Class Of "flow": the class that walks.
---@field player? astar.Player Of "flow": whose knowledge is used.
---@field half_life? integer Of "history": in so many ticks it halves. 1 to 65535.
---@field [integer] astar.RecipeKind|string|astar.Influence|astar.RecipeTerm

---A term of a recipe: an influence map and a factor.
---@class (exact) astar.RecipeTerm
---@field map string|astar.Influence The influence map, or its name.
---@field factor? number What its values are multiplied by. -64 to 64; default 1.

---How influence:flood walks.
---@class (exact) astar.FloodOptions
---@field class? astar.Class The class that walks. Default the default class.
---@field player? astar.Player Whose knowledge of the map is used.

---How map:player makes a player.
---@class (exact) astar.PlayerOptions
---@field fog? boolean false: it sees every cell and all units. Default true.

---Of a question whether one cell is seen from another one.
---@class (exact) astar.SightLineOptions
---@field range? integer No farther than so many cells (Euclidean). 1 to 2^31 - 1; default any distance.
---@field min_range? integer No nearer; at most `range`. 0 to 2^31 - 1; default 0.
---@field unit? astar.Unit A unit that shoots: the units of its side are in the way, as opaque cells would be. Its side is its player and players that share with it. The unit itself and the one that stands at `to_x`, `to_y` are not in the way. Default none.
---@field player? astar.Player Of a map's question: go by what this player knows. Default none.

---What the observers of a sight have in common.
---@class (exact) astar.SightOptions
---@field radius? integer The radius of places that have none, and of units without sight. Without it such a unit sees nothing, and such a place is an error. 0 to 255; default none.
---@field player? astar.Player Of a map's sight: go by what this player knows. Default none.

---What moves, and which layers add to the costs.
---@class (exact) astar.QueryOptions
---@field class? astar.Class Movement class. Default the unit's, or one with all defaults.
---@field player? astar.Player Whose knowledge is used. Default the unit's, or none: everything is known.
---@field unit? astar.Unit The unit that moves. It brings its class and player, so it excludes these two options. Claims and occupancy need it. Default none.
---@field influence? astar.Weights From name or object to weight (-64 to 64), or `false`: none. At most 64 can be named; if more than 32 of them are not 0 everywhere, the query ends with `"limit"`. Default with a unit: every influence map at its own weight; without: none.
---@field claims? boolean Cells that friends on the move are about to walk over cost more. Default true.
---@field claim_radius? integer How near friends must be for that, and for `occupancy` (Chebyshev). 0 to 255; default 10.
---@field claim_ahead? integer How many cells of the rest of its path a friend claims, besides those where it is. By the time others come there, it has moved on. 0 to 2^28; default 16.
---@field claim_penalty? integer What a claimed cell costs more, once per cell. 0 to 65535; default a straight step.
---@field occupancy? boolean Units that stand, or that are next to the unit that moves, are obstacles if its player sees them. Friends that make way for it are obstacles only within `claim_radius`, so with 0 nowhere, and as a goal: both have the rule `"yield"`, their players share both ways, and the one that stands has a speed above 0. Default true.
---@field traffic_cost? integer What a step costs more that leads against a stream of the player's units; see Traffic. 0 to 65535; default 0.
---@field extra_cost? fun(x: integer, y: integer, name: string|nil): astar.Cost|nil A function. Default none.
---@field within? integer The unit arrives when it is that many cells from the goal (Chebyshev; on hexagons, steps), measured from the nearest cell that it covers; 1: next to it. 0 to 2^28; default 0.
---@field partial? boolean If there is no path, find one to the reachable cell nearest to the goal and the cells that `within` adds on squares, as if all ground were open; of several the one nearest to the start, then the first in reading order. A cell on another level is farther than any. If the class cannot stand at the start, find one that leads out of there. Default false.
---@field any_angle? boolean The path leads straight in all directions, see Any angle. Excludes `turn_cost` and `traffic_cost`. Default false.
---@field budget? integer How many nodes the search may expand. 1 to 2^32 - 1; default 16 × the cells of the map.
---@field heuristic? astar.Heuristic The estimate of the remaining cost. Default "octile".
---@field heuristic_weight? number 3 finds a path that costs at most 3 times as much as the cheapest, often sooner. Below 2 it seldom pays: then plain A\* has to answer. For a unit that is to set out at once there is `search:end_early`. 1 to 64; default 1.
---@field engine? astar.Engine The search engine: the fastest exact one, or the one you name. Default "auto".
---@field turn_cost? integer What each eighth of a turn costs, for smoother paths; the first step may go anywhere, and a link leaves the direction as it was. The search takes several times as long. 0 to 65535; default 0.
---@field explain? boolean Record what each layer has added, for `path:explain()`. Default false.
---@field trace? astar.TraceNode[] A table: it is emptied, then filled with what the search does, step by step: that of the `engine` you name, else of plain A\*. Default none.

---What map:prepare computes, and for whom.
---@class (exact) astar.PrepareOptions
---@field class? astar.Class Whose queries gain. Default as in queries.
---@field player? astar.Player Whose queries gain. Default as in queries.
---@field tables? boolean What the first query would make: tables, and memory for a search. Default true.
---@field layers? boolean The tables for queries with units or influence maps, too: 16 more bytes per cell. Default false.
---@field landmarks? boolean The costs from and to some cells: searches become faster, in mazes and caves two to four times, little where the way is nearly straight. Default false.
---@field dead_ends? boolean Parts of the map that a single cell connects with the rest, such as a cave, or the blind alleys of a maze: searches skip those that hold neither start nor goal. Default false.
---@field saved? boolean Instead of all that, the tables that a map had before it was saved, of all classes and players. Default false.
---@field threads? integer How many threads compute. What is computed does not depend on it. 1 to 64; default 1.
---@field progress? fun(done: number): boolean|nil Called after each step with what is done, above 0 and up to 1.

---What it costs to remove obstacles, and what else map:breach is to find.
---@class (exact) astar.BreachOptions
---@field terrain? integer|false The price of each cell that the class cannot enter. Default 100 straight steps.
---@field terrains? table<string, integer|false> A table from names of terrains to prices, where they differ from `terrain`. Default {}.
---@field unseen? integer|false The price of each cell that the player has not seen, where the class does not enter unseen land. Default 100 straight steps.
---@field unit? integer|false The price of each cell in which a unit stands that is in the way. Default 100 straight steps.
---@field link? integer|false The price of each closed link that the player knows of. Default 100 straight steps.
---@field narrow? boolean Finds the largest smaller unit that gets through, and where the unit is too large. Default false.

---What counts as another path.
---@class (exact) astar.AlternativesOptions
---@field count? integer So many paths in all, if there are as many. 1 to 2^31 - 1; default 3.
---@field stretch? number None costs more than that many times the first one. 1 to 64; default 1.5.
---@field share? number At most this part of its cells is near a path before it. 0 to 1; default 0.5.
---@field apart? integer So near, in steps as map:distance counts them; a cell of another level is never near; 0: the same cell. 0 to 254; default 3.
---@field plateau? number Every part of it that costs no more than this part of the first path is a cheapest path itself. 0 to 1; default 0.1.

---Where a field leads: one of `to`, `from` and `flee`.
---@class (exact) astar.FieldOptions
---@field to? astar.Cells The goals, a list of cells: the field leads to the nearest of them.
---@field from? astar.Cell|astar.Place A start: the field has the cost from there to each cell, and leads back.
---@field flee? astar.Cells Threats, a list like that of goals: the field leads away from them.
---@field max_cost? integer Beside `from`: cells that cost more are left out. 0 to 2^32 - 2; default any.
---@field nodes? integer Beside `flee`: to how many cells the way of the threats is found. 1 to 2^32 - 1; default all.

---Which passages divide areas.
---@class (exact) astar.AreaOptions
---@field ratio? number A passage divides areas if its clearance is less than this times theirs. 0 to 1; default 0.7.
---@field width? integer Passages wider than so many cells do not divide. 1 to 2^31 - 1; default any.

---How a ticket waits.
---@class (exact) astar.RequestOptions
---@field priority? integer Of the same player's tickets, higher ones come first. -2^31 to 2^31 - 1; default 0.
---@field done? fun(path: astar.Path|nil, code: astar.PathCode|nil, ticket: astar.Ticket) A function `done(path, code, ticket)` that `map:work` calls once, when the ticket has ended. Default none.

---How a ticket waits, and for how many goals.
---@class (exact) astar.NearestRequestOptions: astar.RequestOptions
---@field count? integer How many goals are wanted. 1 to 2^31 - 1; default 1.
---@field priority? integer Of the same player's tickets, higher ones come first. -2^31 to 2^31 - 1; default 0.
---@field done? fun(found: astar.Found[]|nil, code: astar.PathCode|nil, ticket: astar.Ticket) Called by map:work when the ticket has ended.

---Between which places map:routes finds paths.
---@class (exact) astar.RouteOptions
---@field places table<string, astar.Cell|astar.Place> A table of cells by name, `{ mine = { 3, 4 }, home = { 20, 9 } }`; 2 to 64.
---@field query? astar.QueryOptions|astar.Query A query, for all of them.

---What player:unit makes a unit of.
---@class (exact) astar.UnitOptions
---@field x integer The upper left cell that it covers.
---@field y integer The upper left cell that it covers.
---@field class? astar.Class Movement class. Default one with all defaults.
---@field speed? number Cells per tick; a diagonal step is 1.414 cells long. 0 to 64; default 0.25.
---@field sight? integer Radius in which it sees, in cells. 0 to 255; default none.
---@field avoidance? astar.Avoidance What it does about units in its way, see Collisions. Default "wait".
---@field priority? integer With `avoidance = "yield"`, units make way for one with a higher number, see The right of way. 0 to 15; default 0.

---What a watch tells of.
---@class (exact) astar.WatchOptions
---@field costlier? number|boolean A share of the cost, 0 to 64; `true`: 0.1; `false`: not told. Default 0.1.
---@field better? number|boolean A share of the cost, 0 to 1; `true`: 0.1; `false`: not told. Default 0.1.
---@field blocked? boolean Whether `"blocked"` and `"cleared"` are told. Default true.

---What the watch of a unit tells of.
---@class (exact) astar.UnitWatchOptions
---@field costlier? number|boolean A share of the cost, true or false. Default 0.1.
---@field better? number|boolean A share of the cost, true or false. Default 0.1.
---@field follow? boolean On `"better"` the unit follows the better path at once. Default false.

---What map:draw draws.
---@class (exact) astar.DrawOptions
---@field legend? table<string, string> Other letters, from letter to name.
---@field player? astar.Player The terrain as this player knows it.
---@field influence? astar.Influence An influence map, as digits from 1 to 9.
---@field field? astar.Field Arrows: the step of a field from each cell.
---@field areas? astar.Areas Letters for areas, + for chokes.
---@field trace? astar.TraceNode[] Cells that a search opened, closed and passed.
---@field path? astar.Path|astar.Path[] A path, or a list of them.
---@field links? boolean The ends of links.
---@field units? boolean|(fun(unit: astar.Unit): string|nil, string|nil) true, or a function from unit to letter and color.
---@field marks? { x: integer, y: integer, letter: string, color?: string }[] Letters in cells.
---@field x? integer Draws only a part of the map: its left column.
---@field y? integer Its upper row.
---@field width? integer Its width. 1 on.
---@field height? integer Its height. 1 on.
---@field level? string Draws only the level of this name.
---@field color? boolean With ANSI colors.
---@field colors? table<string, string> From terrain name to the parameters of an ANSI sequence.
---@field numbers? boolean With trace: F, G and H of every cell.

---What astar.graph makes a graph of.
---@class (exact) astar.GraphOptions
---@field nodes? table<integer|string, string|astar.NodeEntry> A list of names, and of tables `{ name =, x =, y =, cost =, open = }`; beside it, from a name to such a table without `name`. The list comes first, then the names in their order. Default none.
---@field edges? astar.EdgeEntry[] A list of `{ from, to, cost =, one_way =, open = }`. Default none.

---A node of a graph.
---@class (exact) astar.NodeOptions
---@field x? number Its place, both or none, rounded to 1/1024. For estimates and for `unit:position`. -2^20 to 2^20.
---@field y? number Its place, both or none, rounded to 1/1024. For estimates and for `unit:position`. -2^20 to 2^20.
---@field cost? integer Of entering it, beside the cost of the edge. 0 to 2^31 - 2; default 0.
---@field open? boolean It can be entered. Default true.

---A node in the list of astar.graph.
---@class (exact) astar.NodeEntry
---@field name? string Its name.
---@field x? number Its place. -2^20 to 2^20.
---@field y? number Its place. -2^20 to 2^20.
---@field cost? integer Of entering it. 0 to 2^31 - 2; default 0.
---@field open? boolean It can be entered. Default true.

---An edge of a graph.
---@class (exact) astar.EdgeOptions
---@field one_way? boolean It leads one way only. Default false.
---@field open? boolean It can be taken. Default true.

---An edge in astar.graph: { from, to, cost = }.
---@class (exact) astar.EdgeEntry
---@field cost integer What it costs. 1 to 2^31 - 1.
---@field one_way? boolean It leads one way only. Default false.
---@field open? boolean It can be taken. Default true.
---@field [integer] astar.NodeKey

---A query of a graph.
---@class (exact) astar.GraphQuery
---@field player? astar.GraphPlayer Goes by what this player has seen, as it was then.
---@field unknown? astar.Cost What an edge costs that the player has not seen, 1 to 2147483647; `false`: such edges are not taken. Default false.
---@field extra_cost? table<astar.NodeKey|astar.Edge, astar.Cost> From nodes and edges to what they cost more for this query, 0 to 2147483646, or `false`: they cannot be entered or taken. Default none.
---@field budget? integer The most nodes to expand; not for fields. 1 to 2^32 - 1; default none.

---Where a field over a graph leads: `to` or `from`.
---@class (exact) astar.GraphFieldOptions
---@field to? astar.NodeKey[] The goals: the field leads to the nearest of them.
---@field from? astar.NodeKey A start: the field has the cost from there to each node, and leads back.
---@field max_cost? integer Beside `from`: nodes that cost more are left out. 0 to 2^32 - 2; default any.

---What graph:unit makes a unit of.
---@class (exact) astar.GraphUnitOptions
---@field at astar.NodeKey The node.
---@field player? astar.GraphPlayer Sees the node where the unit is and the edges there: at once, when the unit comes there, and after each tick. Default none.
---@field speed? number The cost that it covers in a tick. 1/1024 to 2^20; default 1.

---Of what astar.waypoints makes a graph.
---@class (exact) astar.WaypointOptions
---@field points? astar.Cells A list of cells; those that cannot be entered are left out. Default none.
---@field corners? boolean Adds the corners of obstacles: cells diagonally beside a blocked one where both cells between them are open. Every shortest way round an obstacle passes such cells. Default false.
---@field reach? number The longest edge, in cells. Default any.
---@field query? astar.QueryOptions|astar.Query Of the map: what can be entered, and what lines cost.

---A node: its name, or its number.
---@alias astar.NodeKey string|integer

---What a node is now.
---@class astar.GraphNode
---@field number integer Its number.
---@field name? string Its name.
---@field x? number Its place.
---@field y? number Its place.
---@field cost integer What entering it costs.
---@field open boolean Whether it can be entered.

---A node that was found, and the path to it.
---@class astar.GraphFound
---@field path astar.GraphPath The path.
---@field node astar.NodeKey The node.
---@field index integer Its place in the list.

---What astar.world makes a world of.
---@class (exact) astar.WorldOptions
---@field map astar.Map The map; from now on only the world ticks it: `map:tick` and a second world on it are errors. A world keeps its map: `map:resize` makes another one, without what belongs to the world, so resize the map before.
---@field seed? integer Seed of `world.random`. 0 to 2^53; default 0.
---@field budget? integer|false Nodes that the queue may expand in a tick: 5000 of them take some 2 ms. 0 to 2^32 - 1; default `false`: 3000, and 2 for each unit.
---@field threads? integer How many threads do that. Nothing else depends on it. 1 to 64; default 1.
---@field fog? boolean `false`: the players that the world creates know the map as it is, and see all units, at all times. Default true.
---@field heavy? boolean|astar.HeavyOptions Whether each tick is saved, loaded and compared, see world.heavy. Default false.
---@field log? fun(line: astar.LogLine) A function that is called with each line of the log as it comes. Default none.
---@field report? fun(report: astar.Report) A function that is called with errors in behaviours. Default writes to stderr.

---How a heavy world compares.
---@class (exact) astar.HeavyOptions
---@field every? integer For how many ticks a loaded world runs beside the original. If the game changes the world between two ticks, it is saved again in any case. 1 on; default 1.
---@field restore? fun(text: string): astar.World A function from the saved text to a world, as `astar.read_world` makes it. Default as the world is.

---What a saved world is loaded with.
---@class (exact) astar.ReadOptions
---@field behaviours? table<string, function> Functions by name. Default none.
---@field mods? (string|astar.ModFiles)[] A list of mods, each as `world:mod` takes it. Default none.
---@field log? fun(line: astar.LogLine) As for `astar.world`. Default none.
---@field setup? fun(world: astar.World) A function that is called with the world when it has its map but no units yet; it may name behaviours and load mods as well. Default none.
---@field report? fun(report: astar.Report) As for `astar.world`.
---@field threads? integer As for `astar.world`. 1 to 64.
---@field memory? integer The most bytes that the map may take. 1 to 2^53; default 512 MB and 128 times the size of its text.

---What went wrong, or was taken up, in a world.
---@class astar.Report
---@field kind "error"|"stopped"|"version"|"reload" What it is about.
---@field tick integer When it happened.
---@field text string All of it in one line.
---@field unit? astar.WorldUnit Whose behaviour failed.
---@field behaviour? string The behaviour.
---@field message? string The error's message.
---@field where? string File and line of the script.
---@field traceback? string The calls that led there.
---@field count? integer How often it has occurred.
---@field first? integer Of world:errors: in which tick it occurred first.
---@field last? integer Of world:errors: in which tick it occurred last.
---@field group? astar.Group The group whose order failed.
---@field influence? string The influence map that can no longer be updated.
---@field mod? astar.Mod The mod.
---@field version? string With which version the world was saved.
---@field files? string[] The files that have changed.

---A line of the log.
---@class astar.LogLine
---@field tick integer When it came.
---@field text string The line.
---@field kind "print"|"error"|"stopped"|"version"|"reload" What it is.
---@field mod? string The name of the mod.
---@field player? string The name of the player.
---@field unit? integer The id of the unit.

---What is to be shown on the screen.
---@class astar.Drawing
---@field kind "say"|"mark"|"line"|"circle" What it is.
---@field text? string What is said.
---@field x? number Where it is.
---@field y? number Where it is.
---@field x2? number Where a line ends.
---@field y2? number Where a line ends.
---@field radius? number Of a circle.
---@field tick integer In which tick it was drawn.
---@field ends integer In which tick it is there no more.
---@field mod? string The name of the mod.
---@field player? string The name of the player.
---@field unit? integer The id of the unit.

---How world:influence makes and keeps an influence map.
---@class (exact) astar.WorldInfluence
---@field weight? number The weight in queries of units that give none. -64 to 64; default 1, with a recipe or a player 0.
---@field recipe? astar.Recipe What it is computed from, see Recipes. Default none.
---@field decay? number The factor by which its values decay, where there is no recipe. 0 to 1; default none.
---@field spread? number The share that its values spread, where there is no recipe. 0 to 1; default none.
---@field every? integer It decays and spreads every so many ticks. 1 to 2^31; default 1.
---@field player? astar.Player|string|false A player, or its name: whose map it is. Default `false`: everyone's.

---What world:unit makes a unit of.
---@class (exact) astar.WorldUnitOptions
---@field player astar.Player|string A player, or its name.
---@field x integer As for `player:unit`.
---@field y integer As for `player:unit`.
---@field class? astar.Class As for `player:unit`.
---@field speed? number As for `player:unit`. 0 to 64; default 0.25.
---@field sight? integer As for `player:unit`. 0 to 255; default none.
---@field avoidance? astar.Avoidance What it does about units in its way. Default "yield".
---@field priority? integer Units make way for one with a higher number, which is in a hurry. 0 to 15; default 0.
---@field home? astar.Place|astar.Cell A cell. Default where it begins.
---@field data? table A table for the game. Default an empty table.
---@field behaviour? string|(fun(unit: astar.WorldUnit, ...)) A function, or the name of a behaviour. Default none.

---A number that a mod declares in mod.lua, and the game may set.
---@class astar.ModParameter
---@field name string Its name.
---@field least number The least value.
---@field most number The largest value.
---@field default number Where the game sets none.
---@field value number The one in use.
---@field whole boolean Are its values whole numbers?

---What a mod may use.
---@class (exact) astar.ModLimits
---@field instructions? integer Of a unit in a tick, for its activation, its cleanups and all else. 1000 to 2^50; default 1000000.
---@field total? integer Of all units of a player that run the mod, in a tick: once they are used up, the other units are activated in the next tick. 1000 to 2^51; default as `instructions`.
---@field memory? integer Bytes that the mod has at most, garbage included. At most half of them may be in use. 1572864 to 2^40; default 16777216.
---@field kept? integer Bytes that the mod makes the game keep at most. 65536 to 2^40; default 8388608.
---@field nodes? integer That a unit's searches may expand in a tick, apart from those of the queue. 0 to 2^50; default 20000.
---@field requests? integer Of a unit that wait at once. 0 to 2^50; default 8.
---@field readonly? string[] A list: the keys of `unit.data` that the mod can only read. Default none.
---@field public? string[] A list: the keys of `unit.data` that the mod can read of visible foreign units. Default none.
---@field facts? fun(player: astar.Player): table A function `facts(player)`: what the player may know of the game, a table of plain data, for `unit.world.facts`. Default none.
---@field print? fun(mod: astar.Mod, line: string) A function that is called with the mod and each line that it prints, beside the log. Default none.
---@field name? string What the mod is called in this world, so that two mods of the same name can be in it. Default that in `mod.lua`.
---@field parameters? table<string, number> Values of the mod's parameters, by their names. Default none.

---A mod without a folder.
---@class astar.ModFiles
---@field name string Its name.
---@field files table<string, string> From the names of its files to their texts.

---An order of a unit; the arguments are entries 1 to n.
---@class astar.Order
---@field behaviour string|function What is to be done.
---@field n integer How many arguments there are.
---@field [integer] any

---How map:resize makes new cells.
---@class (exact) astar.ResizeOptions
---@field fill? string Their terrain. Default the first one of the map.

---What a timeline keeps.
---@class (exact) astar.TimelineOptions
---@field every? integer Ticks from one snapshot to the next. 1 to 2^53; default 20.
---@field most? integer How many snapshots are kept. 2 to 2^53; default 200.
---@field memory? number How many bytes they may take up, about. 0 on; default 2^28.
---@field play? fun(world: astar.World) `play(world)` does what your game does in a tick, `world:tick()` included.

---How two things are compared.
---@class (exact) astar.CompareOptions
---@field exact? boolean Of worlds: compare also when units are activated, how far the searches of the queue have come, the order in which they wait, and what scripts of mods are in the middle of. A fork differs in these from the world that it was made of. Default false.

---What astar.record writes down.
---@class (exact) astar.RecordOptions
---@field title? string What the page is called.
---@field name? fun(unit: astar.WorldUnit): string `name(unit)` returns what a unit is called; asked once. The first letter stands on its disc. Default "unit" and its id.
---@field health? fun(unit: astar.WorldUnit): number|nil `health(unit)` returns a number from 0 to 1, or `nil`; asked in every tick.
---@field role? fun(unit: astar.WorldUnit): string|nil `role(unit)` returns what kind of unit it is; asked once. Units of a role look alike: a shape and a letter. Without one it is the last part of the behaviour's name. Default unit.data.role.
---@field data? string[] A list of keys: only these fields of `unit.data` are shown. Default all.
---@field every? integer Terrain, links, knowledge and influence are looked at every so many ticks. 1 on; default 5.
---@field keys? integer Ticks from one key frame to the next. 1 on; default 250.

---A map: terrain, and the players, units, classes and layers on it.
---@class astar.Map
---@field width integer Size in cells.
---@field height integer Size in cells.
---@field straight integer The cost of a straight step.
---@field diagonal integer The cost of a diagonal step.
---@field grid astar.Grid The shape of its cells.
---@field ticks integer How many ticks have passed.
---@field wait_ticks integer Ticks that units have spent waiting for other units, added up.
---@field reroute_budget integer How many nodes the searches for ways round others may expand in a tick. 0 to 2^32 - 1; default 4096. It can be set.
---@field pending_requests integer How many tickets wait or run.
local Map = {}

---Frees the map and everything that belongs to it now.
function Map:close() end

---Returns 16 hexadecimal digits computed from the whole state.
---@return string
function Map:hash() end

---Saves the map with everything that belongs to it; with a file returns the map.
---@param file? string
---@return string|astar.Map|nil map
---@return string|nil message
function Map:save(file) end

---Takes a snapshot of the map with everything that belongs to it.
---@return astar.Snapshot snapshot
function Map:snapshot() end

---Goes back to a snapshot.
---@param snapshot astar.Snapshot
---@return astar.Map map
function Map:restore(snapshot) end

---Makes a second map with everything that belongs to this one, which goes on alone.
---@return astar.Map map
function Map:fork() end

---Makes a map of another size, with everything that belongs to this one.
---@param width integer
---@param height integer
---@param dx? integer
---@param dy? integer
---@param options? astar.ResizeOptions
---@return astar.Map|nil map
---@return "outside"|nil
---@return astar.WorldUnit[]|nil units
---@return astar.Link[]|nil links
function Map:resize(width, height, dx, dy, options) end

---Iterates over the classes, in the order in which they were made.
---@return fun(): astar.Class
function Map:classes() end

---Iterates over the players, in the order in which they were made.
---@return fun(): astar.Player
function Map:players() end

---Iterates over the influence maps, in the order in which they were made.
---@return fun(): astar.Influence
function Map:influences() end

---Iterates over the tickets that wait.
---@return fun(): astar.Ticket
function Map:tickets() end

---Returns how many bytes the map holds now.
---@return integer bytes
function Map:memory() end

---Returns the cost of a terrain, and whether it is opaque.
---
---`map:terrain(name, cost)`: Adds a terrain, or changes one.
---@param name string
---@return astar.Cost|nil cost
---@return boolean|nil opaque
---@return integer|nil height
---@return astar.Current|nil current
---@overload fun(self: astar.Map, name: string, cost: astar.Cost|astar.TerrainOptions): astar.Map
function Map:terrain(name) end

---Iterates over the terrains in the order of their numbers.
---@return fun(): integer, string, astar.Cost, boolean, integer|nil, astar.Current|nil
function Map:terrains() end

---Returns the name of the terrain of a cell.
---@param x integer
---@param y integer
---@return string name
function Map:get(x, y) end

---Sets the terrain of a cell.
---@param x integer
---@param y integer
---@param name string
---@return astar.Map map
function Map:set(x, y, name) end

---Sets the terrain of a rectangle.
---
---`map:fill(name)`: Sets the terrain of the whole map.
---@param x integer
---@param y integer
---@param width integer
---@param height integer
---@param name string
---@return astar.Map map
---@overload fun(self: astar.Map, name: string): astar.Map
function Map:fill(x, y, width, height, name) end

---Sets a rectangle, or the whole map, cell by cell, from rows, a list of names or a function.
---
---`map:paint(source [, legend])`: The whole map, with what its characters mean.
---@param source string|string[]|(fun(x: integer, y: integer, name: string): string|nil)
---@param x? integer
---@param y? integer
---@param width? integer
---@param height? integer
---@param legend? table<string, string>
---@return astar.Map map
---@overload fun(self: astar.Map, source: string|string[]|(fun(x: integer, y: integer, name: string): string|nil), legend?: table<string, string>): astar.Map
function Map:paint(source, x, y, width, height, legend) end

---Sets each cell that a round obstacle overlaps; returns how many have changed.
---@param wx number
---@param wy number
---@param radius number
---@param name? string
---@return integer
function Map:block_circle(wx, wy, radius, name) end

---Returns the cell under a point of the game.
---@param wx number
---@param wy number
---@return integer|nil x
---@return integer|nil y
function Map:cell_at(wx, wy) end

---Returns the centre of a cell in game coordinates.
---@param x integer
---@param y integer
---@return number wx
---@return number wy
function Map:center(x, y) end

---Returns how many steps it is from one cell to another over open ground.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@return number steps
function Map:distance(x1, y1, x2, y2) end

---Converts offset coordinates to axial ones.
---@param x integer
---@param y integer
---@return integer q
---@return integer r
function Map:to_axial(x, y) end

---Converts axial coordinates to offset ones.
---@param q integer
---@param r integer
---@return integer x
---@return integer y
function Map:from_axial(q, r) end

---Makes a movement class: what the terrain costs one kind of unit, its size, how it steps diagonally.
---@param options? astar.ClassOptions
---@return astar.Class class
function Map:class(options) end

---Makes a step between two cells that need not be neighbours.
---@param options astar.LinkOptions
---@return astar.Link link
function Map:link(options) end

---Iterates over the links, in the order in which they were made.
---@return fun(): astar.Link
function Map:links() end

---Returns the level of that name.
---@param name string
---@return astar.Level level
function Map:level(name) end

---Iterates over the levels, in the order of the list.
---@return fun(): astar.Level
function Map:levels() end

---Returns the level that has a cell of the map, and the cell's coordinates on it.
---@param x integer
---@param y integer
---@return astar.Level|nil level
---@return integer|nil x
---@return integer|nil y
function Map:level_at(x, y) end

---Returns the influence map of that name, and creates it the first time.
---@param name string
---@param options? astar.InfluenceOptions
---@return astar.Influence influence
function Map:influence(name, options) end

---Returns the player of that name, and creates it the first time.
---@param name string
---@param options? astar.PlayerOptions
---@return astar.Player player
function Map:player(name, options) end

---Returns whether one cell is seen from another one.
---@param x integer
---@param y integer
---@param to_x integer
---@param to_y integer
---@param options? astar.SightLineOptions
---@return boolean
---@return astar.SightCode|nil code
---@return integer|nil x
---@return integer|nil y
function Map:line_of_sight(x, y, to_x, to_y, options) end

---Finds what many observers see together at this moment.
---@param observers astar.Player|(astar.Unit|astar.Place|astar.Cell)[]
---@param options? astar.SightOptions
---@return astar.Sight sight
function Map:sight(observers, options) end

---Checks the options of a query once and keeps them, for many uses.
---@param options astar.QueryOptions
---@return astar.Query query
function Map:query(options) end

---Finds the cheapest path to a cell.
---
---`map:path(x1, y1, rectangle [, query])`: Finds the cheapest path to a rectangle, or next to a unit.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param query? astar.QueryOptions|astar.Query
---@return astar.Path|nil path
---@return astar.PathCode|nil code
---@overload fun(self: astar.Map, x1: integer, y1: integer, rectangle: astar.Place, query?: astar.QueryOptions|astar.Query): astar.Path|nil, astar.PathCode|nil
function Map:path(x1, y1, x2, y2, query) end

---Returns whether there is a way over the terrain. It makes no search.
---
---`map:reachable(x1, y1, rectangle [, query])`: The same for a rectangle or a unit.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param query? astar.QueryOptions|astar.Query
---@return boolean
---@return astar.PathCode|nil code
---@overload fun(self: astar.Map, x1: integer, y1: integer, rectangle: astar.Place, query?: astar.QueryOptions|astar.Query): boolean, astar.PathCode|nil
function Map:reachable(x1, y1, x2, y2, query) end

---Returns the nearest cell in which a unit could stand now.
---@param x integer
---@param y integer
---@param query? astar.QueryOptions|astar.Query
---@return integer|nil x
---@return integer|astar.PathCode y
function Map:nearest_free(x, y, query) end

---Returns a number that is equal for all cells between which the class can move, and how many these are.
---@param x integer
---@param y integer
---@param query? astar.QueryOptions|astar.Query
---@return integer|nil id
---@return integer|nil size
function Map:region(x, y, query) end

---Returns what a straight and a diagonal step into the cell cost, with all layers.
---@param x integer
---@param y integer
---@param query? astar.QueryOptions|astar.Query
---@return integer|nil straight
---@return integer|astar.PathCode|nil diagonal
function Map:cost(x, y, query) end

---Computes what the first query would have to, and what makes searches faster.
---@param options? astar.PrepareOptions
---@return astar.Map|nil map
---@return astar.PathCode|nil code
function Map:prepare(options) end

---Returns whether all ways out of a rectangle lead through one cell.
---@param x integer
---@param y integer
---@param width integer
---@param height integer
---@param query? astar.QueryOptions|astar.Query
---@return boolean
---@return integer|nil x
---@return integer|nil y
function Map:is_dead_end(x, y, width, height, query) end

---Finds the goal that is cheapest to reach, and the path to it; with a count, a list of them.
---@param x integer
---@param y integer
---@param goals astar.Goals
---@param query? astar.QueryOptions|astar.Query
---@param count? integer
---@return astar.Found|astar.Found[]|nil found
---@return astar.PathCode|nil code
function Map:nearest(x, y, goals, query, count) end

---Returns what it costs to move in a straight line.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param query? astar.QueryOptions|astar.Query
---@return integer|nil cost
---@return astar.PathCode|nil code
function Map:line(x1, y1, x2, y2, query) end

---Finds the cheapest path if what is in the way can be removed, at a price.
---
---`map:breach(x1, y1, rectangle [, query [, options]])`: The same to a rectangle or a unit.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param query? astar.QueryOptions|astar.Query
---@param options? astar.BreachOptions
---@return astar.Breach|nil breach
---@return astar.PathCode|nil code
---@overload fun(self: astar.Map, x1: integer, y1: integer, rectangle: astar.Place, query?: astar.QueryOptions|astar.Query, options?: astar.BreachOptions): astar.Breach|nil, astar.PathCode|nil
function Map:breach(x1, y1, x2, y2, query, options) end

---Finds paths to the goal that differ from one another.
---
---`map:alternatives(x1, y1, rectangle [, query [, options]])`: The same to a rectangle or a unit.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param query? astar.QueryOptions|astar.Query
---@param options? astar.AlternativesOptions
---@return astar.Path[]|nil
---@return astar.PathCode|nil code
---@overload fun(self: astar.Map, x1: integer, y1: integer, rectangle: astar.Place, query?: astar.QueryOptions|astar.Query, options?: astar.AlternativesOptions): astar.Path[]|nil, astar.PathCode|nil
function Map:alternatives(x1, y1, x2, y2, query, options) end

---Returns how far it is to the nearest cell where the class cannot stand.
---@param x integer
---@param y integer
---@param query? astar.QueryOptions|astar.Query
---@return number distance
function Map:clearance(x, y, query) end

---Divides the map at its narrow passages, and finds the chokes.
---@param query? astar.QueryOptions|astar.Query
---@param options? astar.AreaOptions
---@return astar.Areas areas
function Map:areas(query, options) end

---Finds what is left connected when cells are blocked.
---@param cells astar.Cells
---@param query? astar.QueryOptions|astar.Query
---@return astar.Areas areas
function Map:cut_off(cells, query) end

---Divides the map between sides: a cell belongs to the side that is there first.
---@param lists astar.Cells[]
---@param query? astar.QueryOptions|astar.Query
---@return astar.Areas areas
function Map:sides(lists, query) end

---Makes a field: the cost of the way from each cell to the nearest of several goals, or from a start, or away from threats.
---@param options astar.FieldOptions
---@param query? astar.QueryOptions|astar.Query
---@return astar.Field|nil field
---@return astar.PathCode|nil code
function Map:field(options, query) end

---Finds the best places for a unit that is at a cell.
---@param x integer
---@param y integer
---@param options astar.PositionOptions
---@return astar.Spot[]|nil
---@return astar.PathCode|nil code
function Map:positions(x, y, options) end

---Begins a search that can be spread over several frames.
---
---`map:search(x1, y1, rectangle [, query])`: The same to a rectangle or a unit.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param query? astar.QueryOptions|astar.Query
---@return astar.Search search
---@overload fun(self: astar.Map, x1: integer, y1: integer, rectangle: astar.Place, query?: astar.QueryOptions|astar.Query): astar.Search
function Map:search(x1, y1, x2, y2, query) end

---Requests a path that map:work finds.
---
---`map:request_path(x1, y1, rectangle [, query [, options]])`: The same to a rectangle or a unit.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param query? astar.QueryOptions|astar.Query
---@param options? astar.RequestOptions
---@return astar.Ticket ticket
---@overload fun(self: astar.Map, x1: integer, y1: integer, rectangle: astar.Place, query?: astar.QueryOptions|astar.Query, options?: astar.RequestOptions): astar.Ticket
function Map:request_path(x1, y1, x2, y2, query, options) end

---Requests the nearest of several goals that map:work finds.
---@param x integer
---@param y integer
---@param goals astar.Goals
---@param query? astar.QueryOptions|astar.Query
---@param options? astar.NearestRequestOptions
---@return astar.Ticket ticket
function Map:request_nearest(x, y, goals, query, options) end

---Expands up to so many nodes for the tickets that wait.
---@param nodes integer
---@param threads? integer
---@return integer ended
---@return integer used
function Map:work(nodes, threads) end

---Reads a path that path:save has written.
---@param text string
---@param query? astar.QueryOptions|astar.Query
---@return astar.Path|nil path
---@return "changed"|astar.ReadCode|nil code
function Map:read_path(text, query) end

---Finds the paths between named places, from each to each.
---@param options astar.RouteOptions
---@return astar.Routes routes
function Map:routes(options) end

---Reads what routes:save has written.
---@param text string
---@param query? astar.QueryOptions|astar.Query
---@return astar.Routes|nil routes
---@return astar.ReadCode|nil code
function Map:read_routes(text, query) end

---Returns the unit that covers a cell.
---@param x integer
---@param y integer
---@return astar.WorldUnit|nil unit
function Map:unit_at(x, y) end

---Returns the units around a cell, the nearest first.
---@param x integer
---@param y integer
---@param radius integer
---@param player? astar.Player
---@param side? astar.Side
---@return astar.WorldUnit[]
function Map:units_near(x, y, radius, player, side) end

---Iterates over all units in the order of their ids.
---@return fun(): astar.WorldUnit
function Map:units() end

---Moves each unit along its path; returns how many events there were.
---@return integer
function Map:tick() end

---Iterates over the events of the last tick.
---@return fun(): astar.UnitEvent, astar.WorldUnit
function Map:events() end

---Tells when a path is blocked, cleared or costlier, or when there is a better one.
---@param path astar.Path
---@param query? astar.QueryOptions|astar.Query
---@param options? astar.WatchOptions
---@return astar.Watch watch
function Map:watch_path(path, query, options) end

---Iterates over the events of watches of the last tick.
---@return fun(): astar.WatchEvent, astar.Watch
function Map:watch_events() end

---Iterates over the watches, in the order in which they were made.
---@return fun(): astar.Watch
function Map:watches() end

---Returns a byte for each cell: the number of its terrain.
---@param x? integer
---@param y? integer
---@param width? integer
---@param height? integer
---@param into? userdata
---@return string|integer size
function Map:terrain_bytes(x, y, width, height, into) end

---Writes the terrain to a file.
---@param file string
---@return astar.Map|nil map
---@return string|nil message
function Map:save_terrain(file) end

---Returns a picture in text.
---@param options? astar.DrawOptions
---@return string
function Map:draw(options) end

---Returns the terrain as rows of text, and what each character means.
---@param legend? table<string, string>
---@return string[]
---@return table<string, string> legend
function Map:rows(legend) end

---What map:nearest finds: cells, a terrain, unseen cells, cover, or a function.
---@alias astar.Goals astar.Cells|string|astar.NearestGoals|(fun(x: integer, y: integer, terrain: string|nil): boolean|nil)

---Goals that are no list: { unseen = true } or { hidden_from = sight }.
---@class astar.NearestGoals
---@field unseen? boolean Cells that the player has not seen.
---@field hidden_from? astar.Sight Cells that none of the observers sees.

---A movement class: what the terrain costs one kind of unit.
---@class astar.Class
---@field size integer Its size in cells.
---@field climb integer What a step costs more for each unit of height up.
---@field descend integer What a step costs more for each unit of height down.
---@field drift number What currents are multiplied by.
local Class = {}

---Returns what entering a terrain costs this class, or false.
---@param name string
---@return integer|false cost
function Class:cost(name) end

---A step between two cells: stairs, a teleport, a ferry.
---@class astar.Link
---@field cost integer What the step costs.
---@field is_open boolean Whether units can take it.
---@field one_way boolean Whether it leads one way only.
---@field removed boolean Whether it was removed.
local Link = {}

---Opens it.
---@return astar.Link link
function Link:open() end

---Closes it.
---@return astar.Link link
function Link:close() end

---Gives it another cost.
---@param cost integer
---@return astar.Link link
function Link:set_cost(cost) end

---Returns its two ends.
---@return integer
---@return integer
---@return integer
---@return integer
function Link:ends() end

---Removes it. Paths that lead over it are cut.
function Link:remove() end

---A level of a map: the floor of a house, a cave.
---@class astar.Level
---@field name string Its name.
---@field number integer Its place in the list.
---@field width integer Its width in cells.
---@field height integer Its height in cells.
---@field x integer The cell of the map that is its upper left corner.
---@field y integer The cell of the map that is its upper left corner.
---@field map astar.Map Its map.
local Level = {}

---Returns the cell of the map for a cell of the level.
---@param x integer
---@param y integer
---@return integer x
---@return integer y
function Level:cell(x, y) end

---Returns the cell of the map that is under a point of the game on this level.
---@param wx number
---@param wy number
---@return integer|nil x
---@return integer|nil y
function Level:cell_at(wx, wy) end

---Returns the centre of a cell of the level in game coordinates.
---@param x integer
---@param y integer
---@return number wx
---@return number wy
function Level:center(x, y) end

---An influence map: a number for each cell that queries add to costs.
---@class astar.Influence
---@field name string Its name.
---@field weight number Its weight in queries of units that give none.
---@field recipe astar.Recipe|nil What it is computed from.
local Influence = {}

---Returns the value of a cell.
---@param x integer
---@param y integer
---@return integer value
function Influence:get(x, y) end

---Sets the value of a cell, -65535 to 65535.
---@param x integer
---@param y integer
---@param value integer
---@return astar.Influence influence
function Influence:set(x, y, value) end

---Adds a stamp around a cell.
---@param x integer
---@param y integer
---@param amount integer
---@param radius? integer
---@param falloff? astar.Falloff
---@return astar.Influence influence
function Influence:add(x, y, amount, radius, falloff) end

---Adds a stamp that goes round walls.
---@param x integer
---@param y integer
---@param amount integer
---@param radius integer
---@param options? astar.FloodOptions
---@return astar.Influence influence
function Influence:flood(x, y, amount, radius, options) end

---Multiplies each value by a factor from 0 to 1.
---@param factor number
---@return astar.Influence influence
function Influence:decay(factor) end

---Each cell gives a share of its value to its neighbours.
---@param share number
---@return astar.Influence influence
function Influence:spread(share) end

---Sets all values to 0.
---@return astar.Influence influence
function Influence:clear() end

---Returns up to n peaks, the greatest first.
---@param n integer
---@param options? astar.PeakOptions
---@return astar.Peak[]
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

---Returns how much the value grows to the right and downwards.
---@param x integer
---@param y integer
---@return integer across
---@return integer down
function Influence:gradient(x, y) end

---Sets each value to so much for each observer that sees the cell.
---@param sight astar.Sight
---@param amount integer
---@return astar.Influence influence
function Influence:from_sight(sight, amount) end

---Returns four bytes for each cell: its value.
---@param x? integer
---@param y? integer
---@param width? integer
---@param height? integer
---@param into? userdata
---@return string|integer size
function Influence:value_bytes(x, y, width, height, into) end

---Removes the influence map.
function Influence:remove() end

---A player: what it knows of the map, and its units.
---@class astar.Player
---@field name string Its name.
---@field fog boolean false: it sees every cell and all units. Default true. It can be set.
---@field traffic_memory integer For how many ticks it remembers which way its units have gone; 0: it does not. 0 to 65535; default 0. It can be set.
---@field removed boolean Whether it was removed.
local Player = {}

---Returns what was counted in a cell.
---@param x integer
---@param y integer
---@return astar.Traffic
function Player:traffic_at(x, y) end

---Shows the player the cells around one; returns those that are new, { x1, y1, … }.
---@param x integer
---@param y integer
---@param radius integer
---@return integer[]
function Player:see(x, y, radius) end

---Ends the sight that player:see has given.
---@return astar.Player player
function Player:end_sight() end

---Shows the player every cell as it is now.
---@return astar.Player player
function Player:reveal() end

---Makes all cells unseen that no unit of the player sees now.
---@return astar.Player player
function Player:forget() end

---Returns what the player knows of a cell, and the terrain that it believes it to have.
---@param x integer
---@param y integer
---@return astar.Knowledge state
---@return string|nil name
function Player:knows(x, y) end

---Shares what this player knows with another one, or ends it.
---@param other astar.Player
---@param on? boolean
---@return astar.Player player
function Player:share(other, on) end

---Returns whether this player shares with another one.
---@param other astar.Player
---@return boolean
function Player:shares(other) end

---Creates a unit.
---@param options astar.UnitOptions
---@return astar.Unit|nil unit
---@return astar.PlaceCode|nil code
function Player:unit(options) end

---Iterates over the player's units in the order of their ids.
---@return fun(): astar.WorldUnit
function Player:units() end

---Iterates over the units whose remaining path is blocked, as far as the player knows.
---@return fun(): astar.WorldUnit, integer
function Player:blocked_units() end

---Returns whether one cell is seen from another one, as the player knows the terrain.
---@param x integer
---@param y integer
---@param to_x integer
---@param to_y integer
---@param options? astar.SightLineOptions
---@return boolean
---@return astar.SightCode|nil code
---@return integer|nil x
---@return integer|nil y
function Player:line_of_sight(x, y, to_x, to_y, options) end

---Finds what many observers see together, as the player knows the terrain.
---@param observers astar.Player|(astar.Unit|astar.Place|astar.Cell)[]
---@param options? astar.SightOptions
---@return astar.Sight sight
function Player:sight(observers, options) end

---Returns a byte for each cell: 0 unseen, 1 seen, 2 visible.
---@param x? integer
---@param y? integer
---@param width? integer
---@param height? integer
---@param into? userdata
---@return string|integer size
function Player:state_bytes(x, y, width, height, into) end

---Returns a byte for each cell: the terrain that the player believes it to have.
---@param x? integer
---@param y? integer
---@param width? integer
---@param height? integer
---@param into? userdata
---@return string|integer size
function Player:terrain_bytes(x, y, width, height, into) end

---Returns player:state_bytes(), and the cells whose state has changed.
---@param before? string
---@return string now
---@return integer[] cells
function Player:changed_cells(before) end

---Removes the player and its units.
function Player:remove() end

---What many observers see together.
---@class astar.Sight
local Sight = {}

---Returns how many of the observers see the cell.
---@param x integer
---@param y integer
---@return integer
function Sight:count(x, y) end

---Returns the observers that see the cell.
---@param x integer
---@param y integer
---@return (astar.Unit|astar.Place|astar.Cell)[]
function Sight:seen_by(x, y) end

---Iterates over the cells that are seen, row by row.
---@return fun(): integer, integer, integer
function Sight:cells() end

---Frees its memory at once.
function Sight:close() end

---A map as it was at a moment.
---@class astar.Snapshot
---@field copied integer How many bytes had to be copied when it was taken.
local Snapshot = {}

---Lets go of what it keeps.
function Snapshot:close() end

---The options of a query, checked once by map:query.
---@class astar.Query

---A search that can be spread over several frames.
---@class astar.Search
---@field expanded integer How many nodes it has expanded so far.
---@field engine astar.Engine|"none" The engine that works, or has found the outcome.
local Search = {}

---Expands up to so many nodes.
---@param nodes? integer
---@return astar.Path|nil path
---@return "running"|astar.PathCode|nil code
function Search:step(nodes) end

---Ends the search early, with the beginning of a path.
---@param bound number
---@return astar.Path|nil path
---@return "running"|astar.PathCode|nil code
function Search:end_early(bound) end

---Ends the search and frees its memory now.
function Search:close() end

---A path that was requested.
---@class astar.Ticket
---@field path astar.Path|nil The path, once there is one.
---@field found astar.Found[]|nil What was found, of a ticket for the nearest of several goals.
---@field code astar.PathCode|nil The code, once it has ended without a path.
---@field done boolean Whether it has ended.
---@field expanded integer How many nodes were expanded for it so far.
---@field engine astar.Engine|"none" The engine that works, or has found the outcome.
local Ticket = {}

---In a coroutine: yields until it has ended, then returns its outcome.
---@return astar.Path|astar.Found[]|nil path
---@return astar.PathCode|nil code
function Ticket:await() end

---Ends it with "cancelled", unless it has ended already.
---@return astar.Ticket ticket
function Ticket:cancel() end

---The cost of the way from each cell to the nearest of several goals.
---@class astar.Field
local Field = {}

---Returns the cost of the way.
---@param x integer
---@param y integer
---@return integer|nil cost
---@return astar.PathCode|nil code
function Field:cost(x, y) end

---Returns the neighbour to step to; the cell itself where the way ends.
---@param x integer
---@param y integer
---@return integer|nil x
---@return integer|astar.PathCode y
function Field:step(x, y) end

---Returns the path of these steps.
---@param x integer
---@param y integer
---@return astar.Path|nil path
---@return astar.PathCode|nil code
function Field:path(x, y) end

---Iterates over the cells that have a cost, in reading order.
---@return fun(): integer, integer, integer
function Field:cells() end

---Computes the field again, with units as they are now.
---@return astar.Field|nil field
---@return astar.PathCode|nil code
function Field:update() end

---Returns four bytes for each cell: its cost.
---@param x? integer
---@param y? integer
---@param width? integer
---@param height? integer
---@param into? userdata
---@return string|integer size
function Field:cost_bytes(x, y, width, height, into) end

---Frees its memory now.
function Field:close() end

---Areas of a map, and the chokes between them.
---@class astar.Areas
local Areas = {}

---Returns the id of the area of a cell.
---@param x integer
---@param y integer
---@return integer|nil id
function Areas:at(x, y) end

---Returns the area with an id.
---@param id integer
---@return astar.Area|nil area
function Areas:get(id) end

---Returns all areas, in the order of their ids.
---@return astar.Area[]
function Areas:list() end

---Returns the chokes of one area, or of all.
---@param id? integer
---@return astar.Choke[]
function Areas:chokes(id) end

---Returns the fewest chokes that lead from one area to another.
---@param from integer
---@param to integer
---@param width? integer
---@return astar.Choke[]|nil
---@return astar.PathCode|nil code
function Areas:path(from, to, width) end

---Frees its memory at once.
function Areas:close() end

---A path: its cells, and what they cost. It never changes.
---@class astar.Path
---@field cost integer The sum of its steps.
---@field status astar.PathStatus Whether it leads to its goal.
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

---Returns the link by which the path comes to a cell.
---@param index integer
---@return astar.Link|nil link
function Path:link(index) end

---Returns the index of the first cell that can no longer be entered.
---@param query? astar.QueryOptions|astar.Query
---@param from? integer
---@return integer|nil index
function Path:blocked(query, from) end

---Returns what the steps behind a cell cost now.
---@param query? astar.QueryOptions|astar.Query
---@param from? integer
---@return integer|nil cost
---@return "blocked"|"limit"|nil code
function Path:cost_now(query, from) end

---Iterates over the corners of the way of a unit that moves in straight lines.
---@param query? astar.QueryOptions|astar.Query
---@return (fun(): integer, integer, integer)|nil
---@return astar.PathCode|nil code
function Path:smooth(query) end

---Returns for each step what each layer has added.
---@return astar.StepCosts[]|nil
---@return "not explained"|nil
function Path:explain() end

---Tells why this path is cheaper than another one.
---@param other astar.Path
---@return astar.Comparison|nil
---@return "not explained"|nil
function Path:compare(other) end

---Returns the path as bytes.
---@param query? astar.QueryOptions|astar.Query
---@return string
function Path:save(query) end

---The paths between named places.
---@class astar.Routes
---@field changed boolean Whether they are of another ground than the map had when they were read.
local Routes = {}

---Returns the path from one place to another.
---@param from string
---@param to string
---@return astar.Path|nil path
---@return "changed"|astar.PathCode|astar.ReadCode|nil code
function Routes:path(from, to) end

---Iterates over the places, in the order of names.
---@return fun(): string, integer, integer
function Routes:places() end

---Returns them as bytes.
---@return string
function Routes:save() end

---Finds all of them again, on the map as it is now.
---@return astar.Routes routes
function Routes:update() end

---A path that is watched.
---@class astar.Watch
---@field unit astar.Unit|nil Its unit; nil: it is of a path.
---@field path astar.Path|nil The path that it watches.
---@field cost integer|nil What was left of the path costs.
---@field before integer|nil After "costlier": what the same cells had cost.
---@field blocked integer|nil The first cell that could not be entered.
---@field better astar.Path|nil After "better": the better path.
---@field removed boolean Whether it was removed.
local Watch = {}

---Ends the watch.
function Watch:remove() end

---A unit of a map: it stands, walks along a path, and sees for its player.
---@class astar.Unit: astar.Place
---@field x integer Its cell.
---@field y integer Its cell.
---@field from_x integer The cell before.
---@field from_y integer The cell before.
---@field fraction number How far it has come from there. 0 to 1.
---@field state astar.UnitState What it is doing.
---@field id integer Its number; a map never uses an id again.
---@field class astar.Class Its movement class.
---@field player astar.Player Its player.
---@field level string|nil The name of the level that its cell is on.
---@field width integer The size of its class.
---@field height integer The size of its class.
---@field removed boolean Whether it was removed.
---@field speed number Cells per tick. 0 to 64; default 0.25. It can be set.
---@field sight integer|nil Radius in which it sees. It can be set.
---@field avoidance astar.Avoidance What it does about units in its way. It can be set.
---@field priority integer Units make way for one with a higher number. 0 to 15; default 0. It can be set.
---@field data table|nil A table for the game. It can be set.
---@field route astar.Path|nil The path that it follows.
---@field progress integer|nil The index of its cell on the route.
local Unit = {}

---Finds the cheapest path to a cell from where it is.
---
---`unit:path(rectangle [, query])`: Finds the cheapest path to a rectangle, or next to a unit.
---@param x integer
---@param y integer
---@param query? astar.QueryOptions|astar.Query
---@return astar.Path|nil path
---@return astar.PathCode|nil code
---@overload fun(self: astar.Unit, rectangle: astar.Place, query?: astar.QueryOptions|astar.Query): astar.Path|nil, astar.PathCode|nil
function Unit:path(x, y, query) end

---Returns whether there is a way over the terrain.
---
---`unit:reachable(rectangle [, query])`: The same for a rectangle or a unit.
---@param x integer
---@param y integer
---@param query? astar.QueryOptions|astar.Query
---@return boolean
---@return astar.PathCode|nil code
---@overload fun(self: astar.Unit, rectangle: astar.Place, query?: astar.QueryOptions|astar.Query): boolean, astar.PathCode|nil
function Unit:reachable(x, y, query) end

---Finds the goal that is cheapest to reach, and the path to it; with a count, a list of them.
---@param goals astar.Goals
---@param query? astar.QueryOptions|astar.Query
---@param count? integer
---@return astar.Found|astar.Found[]|nil found
---@return astar.PathCode|nil code
function Unit:nearest(goals, query, count) end

---Finds the cheapest path if what is in the way can be removed, at a price.
---
---`unit:breach(rectangle [, query [, options]])`: The same to a rectangle or a unit.
---@param x integer
---@param y integer
---@param query? astar.QueryOptions|astar.Query
---@param options? astar.BreachOptions
---@return astar.Breach|nil breach
---@return astar.PathCode|nil code
---@overload fun(self: astar.Unit, rectangle: astar.Place, query?: astar.QueryOptions|astar.Query, options?: astar.BreachOptions): astar.Breach|nil, astar.PathCode|nil
function Unit:breach(x, y, query, options) end

---Finds paths to the goal that differ from one another.
---
---`unit:alternatives(rectangle [, query [, options]])`: The same to a rectangle or a unit.
---@param x integer
---@param y integer
---@param query? astar.QueryOptions|astar.Query
---@param options? astar.AlternativesOptions
---@return astar.Path[]|nil
---@return astar.PathCode|nil code
---@overload fun(self: astar.Unit, rectangle: astar.Place, query?: astar.QueryOptions|astar.Query, options?: astar.AlternativesOptions): astar.Path[]|nil, astar.PathCode|nil
function Unit:alternatives(x, y, query, options) end

---Begins a search that can be spread over several frames.
---
---`unit:search(rectangle [, query])`: The same to a rectangle or a unit.
---@param x integer
---@param y integer
---@param query? astar.QueryOptions|astar.Query
---@return astar.Search search
---@overload fun(self: astar.Unit, rectangle: astar.Place, query?: astar.QueryOptions|astar.Query): astar.Search
function Unit:search(x, y, query) end

---Requests a path that map:work finds.
---
---`unit:request_path(rectangle [, query [, options]])`: The same to a rectangle or a unit.
---@param x integer
---@param y integer
---@param query? astar.QueryOptions|astar.Query
---@param options? astar.RequestOptions
---@return astar.Ticket ticket
---@overload fun(self: astar.Unit, rectangle: astar.Place, query?: astar.QueryOptions|astar.Query, options?: astar.RequestOptions): astar.Ticket
function Unit:request_path(x, y, query, options) end

---Requests the nearest of several goals that map:work finds.
---@param goals astar.Goals
---@param query? astar.QueryOptions|astar.Query
---@param options? astar.NearestRequestOptions
---@return astar.Ticket ticket
function Unit:request_nearest(goals, query, options) end

---Returns whether nothing is in the way of a shot at a cell.
---
---`unit:clear_shot(target [, options])`: Returns whether nothing is in the way of a shot at a unit.
---@param x integer
---@param y integer
---@param options? astar.ShotOptions
---@return boolean
---@return astar.SightCode|nil code
---@return integer|nil x
---@return integer|nil y
---@overload fun(self: astar.Unit, target: astar.Place, options?: astar.ShotOptions): boolean, astar.SightCode|nil, integer|nil, integer|nil
function Unit:clear_shot(x, y, options) end

---Follows a path from its cell on.
---@param path astar.Path
---@param query? astar.QueryOptions
---@return astar.Unit unit
function Unit:follow_path(path, query) end

---Drops the path. A step that has begun is completed.
---@return astar.Unit unit
function Unit:stop() end

---Moves the unit to another cell at once.
---@param x integer
---@param y integer
---@return astar.Unit|nil unit
---@return astar.PlaceCode|nil code
function Unit:place(x, y) end

---Puts it in the nearest cell where it can stand, if its own was built over.
---@return integer|nil x
---@return integer|astar.PathCode y
function Unit:evict() end

---Gives the unit to another player of its map.
---@param player astar.Player
---@return astar.Unit unit
function Unit:set_player(player) end

---Gives the unit another movement class.
---@param class astar.Class
---@return astar.Unit|nil unit
---@return astar.PlaceCode|nil code
function Unit:set_class(class) end

---Returns the index of the first cell ahead that cannot be entered.
---@return integer|nil index
function Unit:blocked() end

---Returns where to draw the unit, in game coordinates.
---@return number x
---@return number y
function Unit:position() end

---Returns whether the player may know of the unit.
---@param player astar.Player
---@return boolean
function Unit:visible_to(player) end

---Returns the units near it, or near a place, that its player may know of, the nearest first.
---@param radius integer
---@param side? astar.Side
---@param place? astar.Place
---@return astar.WorldUnit[]
function Unit:units_near(radius, side, place) end

---Watches the path that the unit follows.
---@param options? astar.UnitWatchOptions
---@return astar.Watch watch
function Unit:watch_path(options) end

---Removes the unit from the map.
function Unit:remove() end

---A graph: nodes and edges instead of cells.
---@class astar.Graph
---@field node_count integer How many nodes it has.
---@field edge_count integer How many edges it has.
---@field ticks integer How many ticks have passed.
local Graph = {}

---Adds a node and returns its number.
---@param name? string
---@param options? astar.NodeOptions
---@return integer
function Graph:add_node(name, options) end

---Removes a node and its edges.
---@param node astar.NodeKey
---@return astar.Graph graph
function Graph:remove_node(node) end

---Sets what entering a node costs.
---@param node astar.NodeKey
---@param cost integer
---@return astar.Graph graph
function Graph:set_node_cost(node, cost) end

---Opens a node.
---@param node astar.NodeKey
---@return astar.Graph graph
function Graph:open_node(node) end

---Closes a node: it cannot be entered.
---@param node astar.NodeKey
---@return astar.Graph graph
function Graph:close_node(node) end

---Gives a node another place.
---@param node astar.NodeKey
---@param x number
---@param y number
---@return astar.Graph graph
function Graph:place_node(node, x, y) end

---Returns what the node is now.
---@param node astar.NodeKey
---@return astar.GraphNode
function Graph:node(node) end

---Iterates over the nodes in the order of insertion.
---@return fun(): astar.NodeKey
function Graph:nodes() end

---Adds an edge between two different nodes.
---@param from astar.NodeKey
---@param to astar.NodeKey
---@param cost integer
---@param options? astar.EdgeOptions
---@return astar.Edge edge
function Graph:add_edge(from, to, cost, options) end

---Returns the first edge that leads from one node to the other.
---@param from astar.NodeKey
---@param to astar.NodeKey
---@return astar.Edge|nil edge
function Graph:edge(from, to) end

---Iterates over the edges in the order of insertion.
---@return fun(): astar.Edge
function Graph:edges() end

---Finds the cheapest path.
---@param from astar.NodeKey
---@param to astar.NodeKey
---@param query? astar.GraphQuery
---@return astar.GraphPath|nil path
---@return astar.PathCode|nil code
function Graph:path(from, to, query) end

---Returns whether there is a path.
---@param from astar.NodeKey
---@param to astar.NodeKey
---@param query? astar.GraphQuery
---@return boolean
---@return astar.PathCode|nil code
function Graph:reachable(from, to, query) end

---Finds the goal that is cheapest to reach.
---@param from astar.NodeKey
---@param goals astar.NodeKey[]
---@param query? astar.GraphQuery
---@return astar.GraphFound|nil found
---@return astar.PathCode|nil code
function Graph:nearest(from, goals, query) end

---Iterates over the nodes to which an edge leads that can be taken.
---@param node astar.NodeKey
---@param query? astar.GraphQuery
---@return fun(): astar.NodeKey, integer, astar.Edge
function Graph:neighbours(node, query) end

---Makes a field: the cost from every node to the nearest of several goals, or from one node to every node.
---@param options astar.GraphFieldOptions
---@param query? astar.GraphQuery
---@return astar.GraphField field
function Graph:field(options, query) end

---Returns the player of that name, and creates it the first time.
---@param name string
---@return astar.GraphPlayer player
function Graph:player(name) end

---Creates a unit that stands in a node.
---@param options astar.GraphUnitOptions
---@return astar.GraphUnit unit
function Graph:unit(options) end

---Moves all units along their paths; returns how many events there were.
---@return integer
function Graph:tick() end

---Iterates over the events of the last tick.
---@return fun(): "arrived"|"blocked", astar.GraphUnit
function Graph:events() end

---Iterates over the units, in the order in which they were made.
---@return fun(): astar.GraphUnit
function Graph:units() end

---Iterates over the players, in the order in which they were made.
---@return fun(): astar.GraphPlayer
function Graph:players() end

---Saves the graph with its players and units.
---@param file? string
---@return string|astar.Graph|nil graph
---@return string|nil message
function Graph:save(file) end

---Returns 16 hexadecimal digits computed from the whole state.
---@return string
function Graph:hash() end

---Returns how many bytes the graph holds now.
---@return integer bytes
function Graph:memory() end

---Frees the graph and everything that belongs to it now.
function Graph:close() end

---An edge of a graph.
---@class astar.Edge
---@field cost integer What it costs.
---@field is_open boolean Whether it can be taken.
---@field one_way boolean Whether it leads one way only.
---@field removed boolean Whether it was removed.
local Edge = {}

---Opens it.
---@return astar.Edge edge
function Edge:open() end

---Closes it.
---@return astar.Edge edge
function Edge:close() end

---Gives it another cost.
---@param cost integer
---@return astar.Edge edge
function Edge:set_cost(cost) end

---Returns its two nodes.
---@return astar.NodeKey from
---@return astar.NodeKey to
function Edge:ends() end

---Removes it.
function Edge:remove() end

---A path over a graph.
---@class astar.GraphPath
---@field cost integer What it costs.
---@field expanded integer How many nodes the search has expanded.
---@operator len: integer
local GraphPath = {}

---Returns the node at an index; negative: from the end.
---@param index integer
---@return astar.NodeKey node
function GraphPath:node(index) end

---Returns the edge by which the path comes to a node.
---@param index integer
---@return astar.Edge|nil edge
function GraphPath:edge(index) end

---Iterates over the nodes.
---@return fun(): astar.NodeKey, integer
function GraphPath:nodes() end

---Returns the index of the first node that cannot be reached now.
---@param query? astar.GraphQuery
---@param from? integer
---@return integer|nil index
function GraphPath:blocked(query, from) end

---The cost from each node to the nearest of several goals.
---@class astar.GraphField
local GraphField = {}

---Returns the cost.
---@param node astar.NodeKey
---@return integer|nil cost
---@return astar.PathCode|nil code
function GraphField:cost(node) end

---Returns the next node, and the edge to it.
---@param node astar.NodeKey
---@return astar.NodeKey|nil node
---@return astar.Edge|astar.PathCode edge
function GraphField:step(node) end

---Returns the path of these steps.
---@param node astar.NodeKey
---@return astar.GraphPath|nil path
---@return astar.PathCode|nil code
function GraphField:path(node) end

---Iterates over the nodes that have a cost.
---@return fun(): astar.NodeKey, integer
function GraphField:nodes() end

---Frees its memory now.
function GraphField:close() end

---A player of a graph: what it has seen.
---@class astar.GraphPlayer
---@field name string Its name.
---@field removed boolean Whether it was removed.
local GraphPlayer = {}

---Shows the player a node and all edges there, as they are now.
---@param node astar.NodeKey
---@return astar.GraphPlayer player
function GraphPlayer:see(node) end

---Shows the player everything as it is now.
---@return astar.GraphPlayer player
function GraphPlayer:reveal() end

---Makes the player forget everything but where its units stand.
---@return astar.GraphPlayer player
function GraphPlayer:forget() end

---Returns what the player takes a node for.
---
---`graph_player:knows(edge)`: Returns what the player takes an edge for.
---@param node astar.NodeKey
---@return boolean
---@return integer|nil cost
---@return boolean|nil open
---@overload fun(self: astar.GraphPlayer, edge: astar.Edge): boolean, integer|nil, boolean|nil
function GraphPlayer:knows(node) end

---Removes the player and its units.
function GraphPlayer:remove() end

---A unit of a graph.
---@class astar.GraphUnit
---@field node astar.NodeKey The node that it stands in or is about to enter.
---@field from astar.NodeKey|nil On the way: the node that it comes from.
---@field edge astar.Edge|nil On the way: the edge that it is on.
---@field fraction number How much of the edge is done. 0 to 1.
---@field state "standing"|"moving"|"blocked" What it is doing.
---@field route astar.GraphPath|nil A copy of the path that it follows.
---@field id integer Its number.
---@field player astar.GraphPlayer|nil Its player.
---@field removed boolean Whether it was removed.
---@field speed number The cost that it covers in a tick. 1/1024 to 2^20; default 1. It can be set.
local GraphUnit = {}

---Finds the path from its node, as its player has seen the graph.
---@param to astar.NodeKey
---@param query? astar.GraphQuery
---@return astar.GraphPath|nil path
---@return astar.PathCode|nil code
function GraphUnit:path(to, query) end

---Follows a copy of a path from its node on.
---@param path astar.GraphPath
---@return astar.GraphUnit unit
function GraphUnit:follow_path(path) end

---Stops in its node, or in the one that it is about to enter.
---@return astar.GraphUnit unit
function GraphUnit:stop() end

---Puts it into another node, where it stands.
---@param node astar.NodeKey
---@return astar.GraphUnit unit
function GraphUnit:place(node) end

---Returns where to draw it.
---@return number|nil x
---@return number|nil y
function GraphUnit:position() end

---Removes it.
function GraphUnit:remove() end

---Events that the library raises.
---@alias astar.Event
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
---@alias astar.Verb
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
---@alias astar.Formation
---| "line"
---| "column"
---| "wedge"
---| "box"

---What a group is doing.
---@alias astar.GroupStatus
---| "standing"
---| "marching"
---| "assembled"
---| "failed"

---The name of an event: one of the library's, or the game's own.
---@alias astar.EventName astar.Event|string

---A behaviour: a function of the unit, or a name.
---@alias astar.Behaviour string|(fun(unit: astar.WorldUnit, ...: any): any)

---What a unit does; returns true, or nil and a code.
---@alias astar.Action fun(unit: astar.WorldUnit, ...: any): any

---Whether something holds.
---@alias astar.Condition fun(unit: astar.WorldUnit, ...: any): any

---How far, and for how long, a unit flees.
---@class (exact) astar.FleeOptions
---@field distance? integer It ends when no threat is within so many cells. 0 to 2^31 - 1; default 10.
---@field ticks? integer It ends after so many ticks. 0 on; default no end.

---How a unit guards.
---@class (exact) astar.GuardOptions
---@field radius? integer How near an enemy comes, in cells, until the unit engages it. 0 to 2^31 - 1; default 5.
---@field engage? fun(unit: astar.WorldUnit, enemy: astar.WorldUnit): any `engage(unit, enemy)`: what it does with an enemy. Default `unit:engage`.

---How a unit attacks on its way.
---@class (exact) astar.AttackOptions
---@field radius? integer How near an enemy comes, in cells, until the unit engages it. 0 to 2^31 - 1; default 6.
---@field engage? fun(unit: astar.WorldUnit, enemy: astar.WorldUnit): any `engage(unit, enemy)`: what it does with an enemy. Default `unit:engage`.
---@field query? astar.QueryOptions For the way. Default none.

---How a unit strikes.
---@class (exact) astar.EngageOptions
---@field range? integer The distance in cells from which the unit strikes. 1 to 2^28; default 1.
---@field cooldown? integer Ticks to wait after that. 0 on; default 8.
---@field hit? fun(unit: astar.WorldUnit, enemy: astar.WorldUnit): any `hit(unit, enemy)`: how the game strikes. Default raises the enemy's event `"attacked"` with this unit as argument.

---How a unit takes cover.
---@class (exact) astar.CoverOptions
---@field distance? integer Without `threats`: it hides from known enemies within so many cells. 0 to 2^31 - 1; default 20.
---@field within? integer How far away it searches for a place, in cells. 0 to 255; default 16.
---@field range? integer How far threats see, in cells. 0 to 255; default any distance.
---@field ticks? integer It ends after so many ticks at the latest. 0 on; default no end.
---@field query? astar.QueryOptions For the way. Default none.

---How a unit comes at a target from the side.
---@class (exact) astar.FlankOptions
---@field range? integer It ends within so many cells of the target. 1 to 255; default 2.
---@field radius? integer Until it is beside the target it keeps up to so many cells away. 0 to 255; default 8.
---@field front? astar.Place|astar.Cell Where the front of the target lies. Default the middle of the unit and its friends within 20 cells.
---@field query? astar.QueryOptions For the way. Default none.

---How a unit lies in wait.
---@class (exact) astar.AmbushOptions
---@field range? integer It waits until an enemy is within so many cells of the spot. 1 to 255; default 5.
---@field from? astar.Place|astar.Cell|astar.Cells A place or a list of them, from which enemies are expected: it stands out of their sight, as far as that goes. Default enemies that its player knows of within 40 cells, or else the other side of the spot.
---@field ticks? integer How long it waits. 0 on; default no end.
---@field query? astar.QueryOptions For the way. Default none.

---How a unit strikes from afar.
---@class (exact) astar.HarassOptions
---@field range? integer It stands at most so many cells away. 1 to 255; default 5.
---@field near? integer It stands more than so many cells away. 0 to 254; default 2.
---@field cooldown? integer Ticks to wait after a strike. 0 on; default 8.
---@field hit? fun(unit: astar.WorldUnit, enemy: astar.WorldUnit): any `hit(unit, enemy)`: how the game strikes. Default raises the enemy's event `"attacked"` with this unit as argument.
---@field query? astar.QueryOptions For the way. Default none.

---How a unit holds a place.
---@class (exact) astar.HoldOptions
---@field within? integer How far from the place the post may be, in cells. 0 to 255; default 5.
---@field radius? integer How near an enemy comes to the place until the unit engages it. 0 to 255; default 5.
---@field watch? astar.Place|astar.Cell|astar.Cells A place or a list of them, such as the ways that lead there: to see one of them is worth 50, half of what it costs to be seen by an enemy. Default none.
---@field from? astar.Place|astar.Cell|astar.Cells A place or a list of them: what the post is to be hidden from. Default enemies that its player knows of within 40 cells.
---@field engage? fun(unit: astar.WorldUnit, enemy: astar.WorldUnit): any `engage(unit, enemy)`: what it does with an enemy. Default `unit:engage`.
---@field query? astar.QueryOptions For the way. Default none.

---A unit of a world: it follows a behaviour.
---@class astar.WorldUnit: astar.Unit
---@field data table A table for the game; a world saves it. It can be set.
---@field home astar.Place Where it belongs: anything with x and y. It can be set.
---@field body astar.Unit What the map alone knows of the unit.
---@field world astar.World Its world.
---@field behaviour string|function|false Its behaviour, a name or a function; false if it has none.
---@field error astar.Report|false The last error of its behaviour; false if there was none.
---@field group astar.Group|false Its group.
local WorldUnit = {}

---Goes to a cell by the cheapest way.
---
---`unit:go(target [, query])`: Goes to a target; if it is a unit, next to it.
---@param x integer
---@param y integer
---@param query? astar.QueryOptions
---@return true|nil
---@return astar.Code|nil code
---@overload fun(self: astar.WorldUnit, target: astar.Place, query?: astar.QueryOptions): true|nil, astar.Code|nil
function WorldUnit:go(x, y, query) end

---Follows a path to its end.
---@param path astar.Path
---@param query? astar.QueryOptions
---@return true|nil
---@return astar.Code|nil code
function WorldUnit:walk(path, query) end

---Does nothing for that many ticks.
---@param ticks number
---@return true
function WorldUnit:wait(ticks) end

---Waits for the next event of that name, and returns its arguments.
---@param event astar.EventName
---@param ticks? number
---@return true|nil
---@return any|"timeout" ...
function WorldUnit:await(event, ticks) end

---Goes from point to point of a list, so many times or forever.
---@param points astar.Cells
---@param rounds? number
---@return true|nil
---@return astar.Code|nil code
function WorldUnit:patrol(points, rounds) end

---Goes next to a unit that moves.
---@param unit astar.WorldUnit
---@param query? astar.QueryOptions
---@return true|nil
---@return astar.Code|nil code
function WorldUnit:approach(unit, query) end

---Goes next to a unit that moves, and on to where it was seen last.
---@param unit astar.WorldUnit
---@param query? astar.QueryOptions
---@return true|nil
---@return astar.Code|nil code
function WorldUnit:chase(unit, query) end

---Stays near a unit; it only ends when something prevents it.
---@param unit astar.WorldUnit
---@param query? astar.QueryOptions
---@return true|nil
---@return astar.Code|nil code
function WorldUnit:follow(unit, query) end

---Flees from a target, a list of targets, or all known enemies.
---@param threats? astar.Place|astar.Cells
---@param options? astar.FleeOptions
---@return true|nil
---@return astar.Code|nil code
function WorldUnit:flee(threats, options) end

---Goes to the place, by default its home, that no enemy is near.
---@param places? astar.Cells
---@param query? astar.QueryOptions
---@return true|nil
---@return astar.Code|nil code
function WorldUnit:retreat(places, query) end

---Goes to what its player has not seen, until all is known.
---@param query? astar.QueryOptions
---@return true|nil
---@return astar.Code|nil code
function WorldUnit:explore(query) end

---Goes next to the nearest target of a list, or of a terrain, and reserves it.
---@param targets astar.Cells|string
---@param query? astar.QueryOptions
---@return astar.Found|nil found
---@return astar.Code|nil code
function WorldUnit:gather(targets, query) end

---Stays next to a place, and engages enemies that come near.
---@param place astar.Place
---@param options? astar.GuardOptions
---@return true|nil
---@return astar.Code|nil code
function WorldUnit:guard(place, options) end

---Stays near a unit, and engages enemies that come near.
---@param unit astar.WorldUnit
---@param options? astar.GuardOptions
---@return true|nil
---@return astar.Code|nil code
function WorldUnit:escort(unit, options) end

---Goes to a cell, and engages enemies on the way.
---
---`unit:attack_move(target [, options])`: Goes to a target, and engages enemies on the way.
---@param x integer
---@param y integer
---@param options? astar.AttackOptions
---@return true|nil
---@return astar.Code|nil code
---@overload fun(self: astar.WorldUnit, target: astar.Place, options?: astar.AttackOptions): true|nil, astar.Code|nil
function WorldUnit:attack_move(x, y, options) end

---Chases an enemy until it is near, strikes once, and waits.
---@param enemy astar.WorldUnit
---@param options? astar.EngageOptions
---@return true|nil
---@return astar.Code|nil code
function WorldUnit:engage(enemy, options) end

---Goes to where no threat sees it.
---@param threats? astar.Place|astar.Cells
---@param options? astar.CoverOptions
---@return true|nil
---@return astar.Code|nil code
function WorldUnit:take_cover(threats, options) end

---Comes at a target from the side or from behind.
---@param target astar.Place
---@param options? astar.FlankOptions
---@return true|nil
---@return astar.Code|nil code
function WorldUnit:flank(target, options) end

---Hides near a place and waits for an enemy.
---@param spot astar.Place
---@param options? astar.AmbushOptions
---@return true|nil
---@return astar.WorldUnit|astar.Code enemy
function WorldUnit:ambush(spot, options) end

---Strikes an enemy from afar and keeps away from it.
---@param enemy astar.WorldUnit
---@param options? astar.HarassOptions
---@return true|nil
---@return astar.Code|nil code
function WorldUnit:harass(enemy, options) end

---Holds a place from a post in cover.
---@param place astar.Place
---@param options? astar.HoldOptions
---@return true|nil
---@return astar.Code|nil code
function WorldUnit:hold(place, options) end

---Runs a verb, and engages enemies that come near the post.
---@param post astar.Place
---@param radius number
---@param engage fun(unit: astar.WorldUnit, enemy: astar.WorldUnit): any
---@param verb astar.Action
---@param ... any
---@return true|nil
---@return astar.Code|nil code
function WorldUnit:defend(post, radius, engage, verb, ...) end

---Runs a verb until look() returns something: that is the code.
---@param ticks number
---@param look fun(): string|nil
---@param verb astar.Action
---@param ... any
---@return true|nil
---@return string|nil code
function WorldUnit:watch(ticks, look, verb, ...) end

---Keeps its place in its group.
---@return true|nil
---@return astar.Code|nil code
function WorldUnit:hold_formation() end

---Raises an event of that unit; returns what hears it.
---@param name astar.EventName
---@param ... any
---@return "unit"|nil
---@return astar.Code|nil code
function WorldUnit:tell(name, ...) end

---Returns whether an event of that name was raised since the unit's last activation, and its arguments.
---@param name astar.EventName
---@return true|nil
---@return any ...
function WorldUnit:event(name) end

---Iterates over the events since its last activation: name and arguments.
---@return fun(): astar.EventName, ...
function WorldUnit:events() end

---Shows a text beside the unit.
---@param text? string
---@param ticks? integer
---@return astar.WorldUnit unit
function WorldUnit:say(text, ticks) end

---Marks a cell.
---
---`unit:mark(place [, text [, ticks]])`: Marks a place.
---@param x number
---@param y number
---@param text? string
---@param ticks? integer
---@return astar.WorldUnit unit
---@overload fun(self: astar.WorldUnit, place: astar.Place, text?: string, ticks?: integer): astar.WorldUnit
function WorldUnit:mark(x, y, text, ticks) end

---Activates the unit in the next tick.
---@return astar.WorldUnit unit
function WorldUnit:rouse() end

---Ends the unit's behaviour; another one begins in its next activation.
---@param behaviour astar.Behaviour|nil
---@param ... any
---@return astar.WorldUnit unit
function WorldUnit:behave(behaviour, ...) end

---Returns whether a player may know of the unit.
---@param player astar.Player
---@return boolean
function WorldUnit:visible_to(player) end

---Ends its walk.
---@return astar.WorldUnit unit
function WorldUnit:stop() end

---Finds the cheapest path to a cell, at once.
---
---`unit:path(rectangle [, query])`: Finds the cheapest path to a place, at once.
---@param x integer
---@param y integer
---@param query? astar.QueryOptions
---@return astar.Path|nil path
---@return astar.Code|nil code
---@overload fun(self: astar.WorldUnit, rectangle: astar.Place, query?: astar.QueryOptions): astar.Path|nil, astar.Code|nil
function WorldUnit:path(x, y, query) end

---Returns whether there is a way over the terrain.
---
---`unit:reachable(rectangle [, query])`: Returns whether there is a way over the terrain to a place.
---@param x integer
---@param y integer
---@param query? astar.QueryOptions
---@return boolean
---@return astar.Code|nil code
---@overload fun(self: astar.WorldUnit, rectangle: astar.Place, query?: astar.QueryOptions): boolean, astar.Code|nil
function WorldUnit:reachable(x, y, query) end

---Finds the goal that is cheapest to reach, and the path to it; with a count, a list of them.
---@param goals astar.Goals
---@param query? astar.QueryOptions
---@param count? integer
---@return astar.Found|astar.Found[]|nil found
---@return astar.Code|nil code
function WorldUnit:nearest(goals, query, count) end

---Returns how far away a cell is, diagonals as one.
---
---`unit:distance(target)`: Returns how far away a target is, diagonals as one.
---@param x number
---@param y number
---@return number cells
---@overload fun(self: astar.WorldUnit, target: astar.Place): number
function WorldUnit:distance(x, y) end

---Returns the name of the level that a cell is on, and where it is there.
---@param x number
---@param y number
---@return string|nil name
---@return integer|nil x
---@return integer|nil y
function WorldUnit:level_at(x, y) end

---Returns the units near it, or near a place, the nearest first.
---@param radius integer
---@param side? astar.Side
---@param place? astar.Place
---@return astar.WorldUnit[]
function WorldUnit:units_near(radius, side, place) end

---Returns the enemies near it, or near a place, the nearest first.
---@param radius integer
---@param place? astar.Place
---@return astar.WorldUnit[]
function WorldUnit:enemies(radius, place) end

---Returns the friends near it, or near a place, the nearest first.
---@param radius integer
---@param place? astar.Place
---@return astar.WorldUnit[]
function WorldUnit:friends(radius, place) end

---Returns whether its player may know of the target, and the target exists.
---@param target astar.Place
---@return boolean
function WorldUnit:sees(target) end

---Returns what its player knows of a cell.
---@param x integer
---@param y integer
---@return astar.Knowledge state
---@return string|nil terrain
function WorldUnit:knows(x, y) end

---Returns the value of an influence map where the unit is, or at a cell.
---@param name string
---@param x? integer
---@param y? integer
---@return integer|nil
function WorldUnit:influence(name, x, y) end

---Returns the path away from threats.
---@param threats astar.Cells
---@return astar.Path|nil path
---@return astar.Code|nil code
function WorldUnit:flight(threats) end

---Returns the path to the nearest place that none of the threats sees.
---@param threats astar.Cells
---@param radius integer
---@param query? astar.QueryOptions
---@return astar.Path|nil path
---@return astar.Code|nil code
function WorldUnit:cover(threats, radius, query) end

---Returns whether nothing is in the way of a shot at a cell.
---
---`unit:clear_shot(target [, options])`: Returns whether nothing is in the way of a shot at a target.
---@param x integer
---@param y integer
---@param options? astar.ShotOptions
---@return boolean
---@return astar.SightCode|nil code
---@return integer|nil x
---@return integer|nil y
---@overload fun(self: astar.WorldUnit, target: astar.Place, options?: astar.ShotOptions): boolean, astar.SightCode|nil, integer|nil, integer|nil
function WorldUnit:clear_shot(x, y, options) end

---Yields for so many ticks, or until something happens to the unit.
---@param ticks? number
function WorldUnit:sleep(ticks) end

---Finds a path with the queue, and yields until it is there.
---
---`unit:find(target [, query])`: The same to a target.
---@param x integer
---@param y integer
---@param query? astar.QueryOptions
---@return astar.Path|nil path
---@return astar.Code|nil code
---@overload fun(self: astar.WorldUnit, target: astar.Place, query?: astar.QueryOptions): astar.Path|nil, astar.Code|nil
function WorldUnit:find(x, y, query) end

---Finds the path away from threats when the world has nodes for it, and yields until it is there.
---@param threats astar.Cells
---@return astar.Path|nil path
---@return astar.Code|nil code
function WorldUnit:find_flight(threats) end

---Finds the nearest of several goals with the queue, and yields until it is there.
---@param goals astar.Goals
---@param query? astar.QueryOptions
---@param count? integer
---@return astar.Found|astar.Found[]|nil found
---@return astar.Code|nil code
function WorldUnit:find_nearest(goals, query, count) end

---Begins to follow a path; false: it begins elsewhere.
---@param path astar.Path
---@param query? astar.QueryOptions
---@return boolean
function WorldUnit:take(path, query) end

---`undo` is called when the running action ends in any way; the result cancels it.
---@param undo fun()
---@return fun()
function WorldUnit:defer(undo) end

---Runs an action as a task inside the running one.
---@param action astar.Action
---@param ... any
---@return astar.Task task
function WorldUnit:start(action, ...) end

---Activates a task; true: it has ended.
---@param task astar.Task
---@return boolean
function WorldUnit:step(task) end

---Reserves a key until the behaviour ends.
---@param key string|number
---@param purpose string
---@return true|nil
---@return "taken"|nil
function WorldUnit:reserve(key, purpose) end

---Lets a key go.
---@param purpose string
---@return astar.WorldUnit unit
function WorldUnit:release(purpose) end

---Finds the best places to stand, at once.
---@param options astar.PositionOptions
---@return astar.Spot[]|nil
---@return astar.Code|nil code
function WorldUnit:positions(options) end

---Finds the best place to stand when its turn comes.
---@param options astar.PositionOptions
---@return astar.Spot|nil place
---@return astar.Spot[]|astar.Code code
function WorldUnit:find_position(options) end

---Gives it to another player of the map, an object or a name.
---@param player astar.Player|string
---@return astar.WorldUnit unit
function WorldUnit:set_player(player) end

---Gives the unit another movement class.
---@param class astar.Class
---@return astar.WorldUnit|nil unit
---@return astar.PlaceCode|nil code
function WorldUnit:set_class(class) end

---Moves the unit to another cell at once.
---@param x integer
---@param y integer
---@return astar.WorldUnit|nil unit
---@return astar.PlaceCode|nil code
function WorldUnit:place(x, y) end

---Puts it in the nearest cell where it can stand, if its own was built over.
---@return integer|nil x
---@return integer|astar.PathCode y
function WorldUnit:evict() end

---Follows a path from its cell on. In a behaviour use unit:walk.
---@param path astar.Path
---@param query? astar.QueryOptions
---@return astar.WorldUnit unit
function WorldUnit:follow_path(path, query) end

---Returns the index of the first cell ahead that cannot be entered.
---@return integer|nil index
function WorldUnit:blocked() end

---Returns where to draw the unit, in game coordinates.
---@return number x
---@return number y
function WorldUnit:position() end

---Ends what the unit does, and begins this in its next activation.
---@param behaviour string|(fun(unit: astar.WorldUnit, ...))
---@param ... any
---@return astar.WorldUnit unit
function WorldUnit:order(behaviour, ...) end

---The order begins when the orders before it are done.
---@param behaviour string|(fun(unit: astar.WorldUnit, ...))
---@param ... any
---@return astar.WorldUnit unit
function WorldUnit:queue_order(behaviour, ...) end

---Drops all orders; the behaviour begins again.
---@return astar.WorldUnit unit
function WorldUnit:cancel_orders() end

---Returns the orders, first the one that the unit carries out.
---@return astar.Order[]
function WorldUnit:orders() end

---Removes the unit; `by` has killed it, and recordings tell it.
---@param by? astar.WorldUnit
function WorldUnit:remove(by) end

---An action inside the running one, see unit:start.
---@class astar.Task
---@field ended boolean Whether it has ended.
---@field wake integer The tick in which it wants its next activation at the latest.
local Task = {}

---Returns its results.
---@return any ...
function Task:values() end

---Ends it.
function Task:drop() end

---Random numbers that are the same on every machine for the same seed.
---@class astar.Random
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
---@class (exact) astar.RetryOptions
---@field times? integer How many attempts there are at most. 0 on; default no end.
---@field pause? number Ticks between attempts. 0 on; default 4.
---@field factor? number Each pause is so many times as long. 0 on; default 2.
---@field longest? number The longest pause. 0 on; default 256.

---A list of candidates, and how they are weighed.
---@class (exact) astar.Candidates
---@field every? integer All candidates are evaluated every so many ticks, and when the running one has ended. 1 on; default 10.
---@field events? astar.EventName[] A list of names of events at which they are evaluated at once. Default none.
---@field margin? number The running candidate continues unless another is worth more by more than this. 0 on; default 0.
---@field pause? integer A candidate that has failed is left out for so many ticks. 0 on; default 20.
---@field [integer] astar.Candidate

---Something that a unit could do.
---@class (exact) astar.Candidate
---@field evaluate fun(unit: astar.WorldUnit, ...: any): number|nil What it is worth; nil, 0 or less: out of the question.
---@field execute astar.Action The action.
---@field name? string A name for reports of errors.

---A squad of a plan.
---@class (exact) astar.Squad
---@field name string Of the squad, and of its group.
---@field role? string What `unit.data.role` has to be. Default any.
---@field accepts? fun(unit: astar.WorldUnit): any A function of the unit: does the squad take it? Default all.
---@field count? integer How many units at most. 0 to 2^31; default any number.
---@field formation? astar.Formation Of a new group. Default "box".

---What world:group makes a group of.
---@class (exact) astar.GroupOptions
---@field units? astar.WorldUnit[] A list of units, all of one player. Default none.
---@field formation? astar.Formation `"line"`, `"column"`, `"wedge"` or `"box"`; a line of more than 16 units has several ranks. Default "box".
---@field speed? number Cells per tick; no unit goes faster than its own speed. Default that of the slowest.
---@field spacing? integer Distance between neighbours, in widths of the largest unit. 1 to 32; default 1.
---@field influence? astar.Weights Influence maps for the way, a table as in queries. Default none.
---@field name? string 1 to 64 bytes that can be shown. Default none.

---How a group goes or holds.
---@class (exact) astar.GroupOrder
---@field facing? string|number[] `"north"`, `"north-east"` …, or a vector `{ dx, dy }`, for which the nearest of the eight directions is taken. Default the way they came.
---@field formation? astar.Formation How they stand.
---@field speed? number Cells per tick.
---@field spacing? integer Distance between neighbours. 1 to 32.
---@field influence? astar.Weights Influence maps for the way.

---Where and how a group gathers.
---@class (exact) astar.RegroupOrder
---@field within? integer How far from the middle of the units the place may be, in cells. 1 to 255; default 24.
---@field safe? integer How far away the place is from each enemy that their player knows of, of those within 40 cells. 0 to 255; default 7.
---@field facing? string|number[] `"north"`, `"north-east"` …, or a vector `{ dx, dy }`, for which the nearest of the eight directions is taken. Default the way they came.
---@field formation? astar.Formation How they stand.
---@field speed? number Cells per tick.
---@field spacing? integer Distance between neighbours. 1 to 32.
---@field influence? astar.Weights Influence maps for the way.

---Many units under one order.
---@class astar.Group
---@field id integer Its number.
---@field player astar.Player|nil The player of its units.
---@field status astar.GroupStatus What it is doing.
---@field code astar.Code|nil Why it has failed.
---@field left table<integer, astar.Code> By unit id, why units were left behind.
---@field name string|nil Its name. It can be set.
---@field order table|false The order, or false.
---@field owner string|nil The name of the mod that has made it.
---@field formation astar.Formation How they stand. Default "box". It can be set.
---@field speed number|nil Cells per tick. It can be set.
---@field spacing integer|nil Distance between neighbours. 1 to 32. It can be set.
---@field influence astar.Weights|nil Influence maps for the way. It can be set.
local Group = {}

---Adds a unit.
---@param unit astar.WorldUnit
---@return astar.Group group
function Group:add(unit) end

---Removes a unit.
---@param unit astar.WorldUnit
---@return astar.Group group
function Group:remove(unit) end

---Iterates over its units in the order of their ids.
---@return fun(): astar.WorldUnit
function Group:units() end

---Returns how many units there are.
---@return integer
function Group:count() end

---Orders the group to go to a cell and to stand around it.
---
---`group:go(target [, options])`: Orders the group to go to a target and to stand around it.
---@param x integer
---@param y integer
---@param options? astar.GroupOrder
---@return astar.Group group
---@overload fun(self: astar.Group, target: astar.Place, options?: astar.GroupOrder): astar.Group
function Group:go(x, y, options) end

---Orders the units to form up where they are.
---@param options? astar.GroupOrder
---@return astar.Group group
function Group:hold(options) end

---Orders the units to gather at a place that is safe and near to all of them.
---@param options? astar.RegroupOrder
---@return astar.Group group
function Group:regroup(options) end

---Ends the order; the units stop.
---@return astar.Group group
function Group:stop() end

---Ends the order and removes the group.
function Group:disband() end

---A world: a map, units with behaviours, and the tick that runs them.
---@class astar.World
---@field map astar.Map The map.
---@field ticks integer How many ticks have passed.
---@field budget integer|false Nodes that the queue may expand in a tick. 0 to 2^32 - 1; default false. It can be set.
---@field threads integer How many threads do that. 1 to 64; default 1. It can be set.
---@field heavy boolean|astar.HeavyOptions Whether each tick is saved, loaded and compared. Default false. It can be set.
---@field report fun(report: astar.Report) Called with errors in behaviours. It can be set.
---@field fog boolean Whether the players that the world creates have fog of war.
---@field failures integer How many errors there were.
---@field random astar.Random Random numbers that are the same on every machine.
---@field data table What the game itself has to remember; it is saved. It can be set.
local World = {}

---Runs one tick.
---@return astar.World world
function World:tick() end

---Returns the player of that name, and creates it the first time.
---@param name string
---@param options? astar.PlayerOptions
---@return astar.Player player
function World:player(name, options) end

---Returns the influence map of that name, and creates it the first time.
---@param name string
---@param options? astar.WorldInfluence
---@return astar.Influence influence
function World:influence(name, options) end

---Creates a unit.
---
---`world:unit(id)`: Returns the unit of that id.
---@param options astar.WorldUnitOptions
---@return astar.WorldUnit|nil unit
---@return astar.PlaceCode|nil code
---@overload fun(self: astar.World, id: number): astar.WorldUnit|nil
function World:unit(options) end

---Iterates over all units, or over those of a player, in the order of their ids.
---@param player? astar.Player|string
---@return fun(): astar.WorldUnit
function World:units(player) end

---Returns how many units there are.
---@return integer
function World:count() end

---Returns the unit that covers a cell.
---@param x integer
---@param y integer
---@return astar.WorldUnit|nil unit
function World:unit_at(x, y) end

---Returns the units around a cell, the nearest first.
---@param x integer
---@param y integer
---@param radius integer
---@param player? astar.Player
---@param side? astar.Side
---@return astar.WorldUnit[]
function World:units_near(x, y, radius, player, side) end

---Returns the units that cover a cell of the rectangle.
---@param x number
---@param y number
---@param width number
---@param height number
---@return astar.WorldUnit[]
function World:units_in(x, y, width, height) end

---Keeps a key for a unit; false if another unit has it.
---@param key string|number
---@param unit astar.WorldUnit
---@return boolean
function World:reserve(key, unit) end

---Lets a key go.
---@param key string|number
---@param unit astar.WorldUnit
function World:release(key, unit) end

---Returns the unit that has a key.
---@param key string|number
---@return astar.WorldUnit|nil unit
function World:holder(key) end

---Iterates over all events since the last tick began, with their arguments.
---@return fun(): string, astar.WorldUnit, ...
function World:events() end

---Iterates over what mods have printed, errors and reloads, the oldest first.
---@return fun(): astar.LogLine
function World:log() end

---Shows a line between two cells.
---@param x number
---@param y number
---@param x2 number
---@param y2 number
---@param text? string
---@param ticks? integer
---@return astar.World world
function World:draw_line(x, y, x2, y2, text, ticks) end

---Shows a circle around a cell.
---@param x number
---@param y number
---@param radius number
---@param text? string
---@param ticks? integer
---@return astar.World world
function World:draw_circle(x, y, radius, text, ticks) end

---Iterates over what is to be shown now.
---@return fun(): astar.Drawing
function World:drawings() end

---Iterates over the errors that have not stopped, the oldest first.
---@return fun(): astar.Report
function World:errors() end

---Gives a behaviour a name.
---
---`world:behaviour(name)`: Returns the behaviour of that name.
---@param name string
---@param f fun(unit: astar.WorldUnit, ...)
---@return astar.World world
---@overload fun(self: astar.World, name: string): fun(unit: astar.WorldUnit, ...)
function World:behaviour(name, f) end

---Creates a group.
---@param options? astar.GroupOptions
---@return astar.Group group
function World:group(options) end

---Iterates over all groups, in the order in which they were made.
---@return fun(): astar.Group
function World:groups() end

---Saves the world with everything that belongs to it.
---@param file? string
---@return string|astar.World|nil world
---@return string|nil message
function World:save(file) end

---Takes a snapshot of the world with everything that belongs to it.
---@return astar.WorldSnapshot world_snapshot
function World:snapshot() end

---Goes back to a snapshot.
---@param world_snapshot astar.WorldSnapshot
---@return astar.World world
function World:restore(world_snapshot) end

---Makes a second world with everything that belongs to this one, which goes on alone.
---@return astar.World|nil world
---@return string|nil message
function World:fork() end

---Keeps the world's past from now on.
---@param options? astar.TimelineOptions
---@return astar.Timeline timeline
function World:timeline(options) end

---Returns 16 hexadecimal digits computed from what is saved.
---@return string
function World:hash() end

---Saves, loads and compares the world now.
---@return astar.World world
function World:check_heavy() end

---Loads a mod.
---@param folder string|astar.ModFiles
---@param limits? astar.ModLimits
---@return astar.Mod|nil mod
---@return string|nil message
function World:mod(folder, limits) end

---Iterates over the mods, in the order in which they were loaded.
---@return fun(): astar.Mod
function World:mods() end

---Replaces a behaviour, a file of a mod, or a whole mod.
---
---`world:reload()`: Looks at the files of all watched mods now.
---@param name string
---@param source? string|function
---@return true|nil
---@return string|nil message
---@overload fun(self: astar.World): true
function World:reload(name, source) end

---Reloads the mod of a folder when one of its files has changed.
---@param folder string
---@param every? integer
---@return astar.Mod|nil mod
---@return string|nil message
function World:watch(folder, every) end

---A world as it was at a moment.
---@class astar.WorldSnapshot
---@field restarted integer How many units had to start again.
local WorldSnapshot = {}

---Lets go of what it keeps.
function WorldSnapshot:close() end

---A world's past, as snapshots.
---@class astar.Timeline
---@field world astar.World|false The world; false when it has been stopped.
---@field every integer Ticks from one snapshot to the next.
---@field most integer How many snapshots are kept.
---@field memory integer Bytes that they take up, about.
---@field first integer|false The tick of the first snapshot.
---@field last integer|false The tick of the last one.
local Timeline = {}

---Goes back to a tick, or to the last snapshot before it.
---@param tick integer
---@return integer|nil tick
---@return string|nil message
function Timeline:go_back(tick) end

---Makes a second world as it was at that tick.
---@param tick integer
---@return astar.World|nil world
---@return string|nil message
function Timeline:fork(tick) end

---Takes a snapshot now.
---@return integer tick
function Timeline:take() end

---Iterates over the ticks of which there is a snapshot.
---@return fun(): integer
function Timeline:ticks() end

---Lets go of all snapshots.
---@return astar.Timeline timeline
function Timeline:stop() end

---What two things differ in first.
---@class astar.Difference
---@field tick integer|false When.
---@field unit integer|false The id of the unit.
---@field owner string What differs.
---@field name string|false What the unit is called.
---@field field string In which field.
---@field a any The value in the one.
---@field b any The value in the other.
---@field shown astar.Difference|false The first difference in what is recorded.
---@field warnings string[] Why the two could not agree.

---A mod that is loaded.
---@class astar.Mod
---@field name string Its name.
---@field version string Its version.
---@field author string|nil Its author.
---@field description string|nil What it does.
---@field folder string|nil Its folder.
---@field parameters astar.ModParameter[] What mod.lua declares, with the values in use.
---@field lacks string[] What is promised for mods, and the Lua that runs cannot keep.
local Mod = {}

---Starts the mod again, in new states made of the same text.
---@return astar.Mod mod
function Mod:restart() end

---What happens in a world, written down.
---@class astar.Recording
---@field title string|nil What the page is called.
---@field vault string|false `astar.features.vault` when it was made.
---@field first integer The tick from which it goes.
---@field last integer The tick to which it goes.
local Recording = {}

---Records a note at this tick.
---@param text string
---@param place? astar.Place
---@return astar.Recording recording
function Recording:note(text, place) end

---Records a number of the game's, such as a score.
---@param name string
---@param number number
---@param player? astar.Player
---@return astar.Recording recording
function Recording:value(name, number, player) end

---Ends the recording.
---@return astar.Recording recording
function Recording:stop() end

---Returns its size.
---@return integer bytes
function Recording:size() end

---How astar.inspect looks at a world.
---@class (exact) astar.InspectOptions
---@field port? integer The port on 127.0.0.1; 0: any that is free. 0 to 65535; default 0: any that is free.
---@field token? string The secret in the address: 16 to 256 letters, digits, `_` and `-`. Default random.
---@field title? string What the page is called. Default "A game".
---@field name? fun(unit: astar.WorldUnit): string As those of `astar.record`.
---@field health? fun(unit: astar.WorldUnit): number|nil As those of `astar.record`.
---@field role? fun(unit: astar.WorldUnit): string|nil As those of `astar.record`.
---@field data? string[] As those of `astar.record`.
---@field rewind? boolean `false`: the page can neither go back nor fork the world. Default true.
---@field play? fun(world: astar.World) `play(world)`: what the game does in a tick, `world:tick()` included. Default world:tick().

---A page in the browser that looks at a running game.
---@class astar.Inspector
---@field url string The address of the page, with the token.
---@field port integer The port that it listens on.
---@field token string The secret in the address.
---@field title string What the page is called.
---@field world astar.World The world that it looks at.
local Inspector = {}

---Answers the page, and returns how many ticks the game is to do now.
---@param ticks? number
---@return integer count
function Inspector:due(ticks) end

---Answers what the page has asked. Never waits.
---@return astar.Inspector inspector
function Inspector:poll() end

---Ends it.
function Inspector:close() end

---The functions through which the library reads and writes all files.
---@class (exact) astar.FileHooks
---@field read? fun(name: string): string|nil, string|nil The text of a file; or nil and a message.
---@field write? fun(name: string, text: string): true|nil, string|nil Writes or replaces a file: true; or nil and a message.
---@field list? fun(folder: string): string[]|nil, string|nil The names in a folder; those of folders end in a slash.
---@field changed? fun(name: string): any A value that is another one when the file has changed; nil: there is no such file.

---What a graph may take.
---@class (exact) astar.GraphLoadOptions
---@field memory? integer The most bytes. 1 to 2^53; default 512 MB and 128 times the size of the text.

---What a map may take, and what one of Tiled may need.
---@class (exact) astar.LoadOptions
---@field memory? integer The most bytes that the map may take. 1 to 2^53; default 512 MB and 128 times the size of the file.
---@field terrains? table<string, astar.Cost|astar.TerrainOptions> The game's own kinds of terrain, by name.
---@field inflate? fun(bytes: string, method: "zlib"|"gzip"|"zstd", size: integer): string Undoes a compression; size is how many bytes are expected.

---A place of a map of Tiled.
---@class astar.MapPlace
---@field x integer|nil The cell; nil: outside the map.
---@field y integer|nil The cell; nil: outside the map.
---@field wx number The same place in game coordinates.
---@field wy number The same place in game coordinates.

---An object of a map of Tiled.
---@class astar.MapObject: astar.MapPlace
---@field id integer Its number.
---@field name string Its name.
---@field class string Its class.
---@field layer string The name of its layer.
---@field visible boolean Whether Tiled shows it.
---@field shape "point"|"rectangle"|"ellipse"|"polygon"|"polyline"|"text"|"tile" Its shape.
---@field area? { x: integer, y: integer, width: integer, height: integer } The cells that a rectangle or an ellipse covers.
---@field points? astar.MapPlace[] The points of a polygon or a polyline.
---@field text? string Its text.
---@field properties table<string, any> Its custom properties.
---@field link? astar.Link The link that was made of it.

---The objects of a map, from the lowest layer to the uppermost; other formats than Tiled's have none.
---@class astar.MapObjects
---@field [integer] astar.MapObject
---@field properties table<string, any> The custom properties of the map.

---What a build of the library has.
---@class astar.Features
---@field sandboxes string[] The sandboxes that there are, the default first.
---@field vault string|false The identity of the vault: with equal ones mods do the same.

---Why a call into a sandbox failed.
---@class astar.Failure
---@field message string The message.
---@field kind "error"|"syntax"|"instructions"|"memory"|"time" What kind of failure it is.
---@field where? string File and line.
---@field traceback? string The calls that led there.

---What sandbox.new makes a box of.
---@class (exact) astar.BoxOptions
---@field kind? "vault"|"bounds"|"stock" `"vault"`, `"bounds"` or `"stock"`. Default `astar.sandbox`.
---@field image? astar.Image An image of a box of the vault: the new box is as that one was.
---@field memory? integer Bytes that the mod may have, garbage included; the library takes 80 KB of them. A call fails, too, if it ends with more than half of them in use. In the vault it is the size of the machine: at least 1 MB, of which the library takes 0.7 MB. 262144 to 2^40; default 16 MB.
---@field instructions? integer How many instructions each call may take. 1000 to 2^50; default 1000000.
---@field host? fun(op: any, ...: any): any A function `host(op, ...)` that the mod's `host` calls. Its results go to the mod; an error of it that is text is raised in the mod. It cannot call the box, and cannot yield.
---@field encode? fun(object: any): any, any `encode(object)` → kind, id; `decode(kind, id)` → object: how objects cross.
---@field decode? fun(kind: any, id: any): any `encode(object)` → kind, id; `decode(kind, id)` → object: how objects cross.

---All that is in a box of the vault.
---@class astar.Image
---@field bytes integer Its size.
---@field copied integer How many bytes it does not share with the last image of its box.
local Image = {}

---Returns 16 digits, the same on every machine for the same state.
---@return string
function Image:hash() end

---Returns where it is another one than the other image.
---@param base astar.Image
---@return string
function Image:difference(base) end

---Makes the image that differs from this one so.
---@param text string
---@param most? number
---@return astar.Image|nil image
function Image:changed(text, most) end

---A state in which a mod runs.
---@class astar.Box
---@field kind "vault"|"bounds"|"stock" Which sandbox it is of.
---@field broken boolean Whether a call has stopped its machine.
---@field snapshots boolean Whether it can be copied.
---@field bytes integer Bytes that the mod has.
---@field used integer Instructions of the last call.
---@field closed boolean Whether the box is closed.
local Box = {}

---Runs text of a mod.
---@param source string
---@param chunkname string
---@param ... any
---@return boolean
---@return any|astar.Failure ...
function Box:run(source, chunkname, ...) end

---Calls the function that trusted code has exposed.
---@param name string
---@param ... any
---@return boolean
---@return any|astar.Failure ...
function Box:call(name, ...) end

---Runs trusted code in the box.
---@param f string|function
---@param chunkname string
---@param ... any
---@return boolean
---@return any|astar.Failure ...
function Box:trust(f, chunkname, ...) end

---Hands trusted code over without running it.
---@param code string
---@param chunkname string
---@param name string
---@return boolean
---@return astar.Failure|nil failure
function Box:define(code, chunkname, name) end

---Has the collector of the box's state work.
---@param what? "full"|"step"|"stop"|"restart"
---@return astar.Box box
function Box:collect(what) end

---Copies all that is in a box of the vault.
---@param image? astar.Image
---@return astar.Image image
function Box:snapshot(image) end

---Puts it back.
---@param image astar.Image
---@return astar.Box box
function Box:restore(image) end

---Makes the mod's globals read-only.
---@return boolean
---@return astar.Failure|nil failure
function Box:freeze() end

---Sets how many instructions each call may take from now on.
---@param n integer
---@return astar.Box box
function Box:allow(n) end

---Takes instructions from what is left of the running call.
---@param n integer
---@return astar.Box box
function Box:charge(n) end

---Frees the state.
function Box:close() end

---Pathfinding on grids, for games.
---@class astar.Module
---@field version string The version of the library.
---@field sandbox "vault"|"bounds"|"stock" In which sandbox mods run that are loaded from now on.
---@field features astar.Features What this build has.
---@field think astar.Think Builds behaviours from verbs and functions.
---@field squads astar.Squads Fills groups by a plan.
local astar = {}

---Creates a map.
---@param options astar.MapOptions
---@return astar.Map map
function astar.map(options) end

---Sets the functions through which files are read and written, and returns those before.
---@param hooks? astar.FileHooks
---@return astar.FileHooks|nil before
function astar.files(hooks) end

---Loads a map from a file, and its objects.
---@param file string
---@param options? astar.LoadOptions
---@return astar.Map|nil map
---@return astar.MapObjects|string objects
function astar.load(file, options) end

---Loads a map from a string, and its objects.
---@param text string
---@param options? astar.LoadOptions
---@return astar.Map|nil map
---@return astar.MapObjects|string objects
function astar.read(text, options) end

---Creates a world: a map, units with behaviours, and the tick that runs them.
---@param options astar.WorldOptions
---@return astar.World world
function astar.world(options) end

---Loads a saved world from a file.
---@param file string
---@param options? astar.ReadOptions
---@return astar.World|nil world
---@return string|nil message
function astar.load_world(file, options) end

---Loads a saved world from a string.
---@param text string
---@param options? astar.ReadOptions
---@return astar.World|nil world
---@return string|nil message
function astar.read_world(text, options) end

---Creates a graph of nodes and edges.
---@param options? astar.GraphOptions
---@return astar.Graph graph
function astar.graph(options) end

---Loads a saved graph from a string.
---@param text string
---@param options? astar.GraphLoadOptions
---@return astar.Graph|nil graph
---@return string|nil message
function astar.read_graph(text, options) end

---Loads a saved graph from a file.
---@param file string
---@param options? astar.GraphLoadOptions
---@return astar.Graph|nil graph
---@return string|nil message
function astar.load_graph(file, options) end

---Makes a graph over a map: its nodes are cells.
---@param map astar.Map
---@param options astar.WaypointOptions
---@return astar.Graph graph
function astar.waypoints(map, options) end

---Records what happens in a world.
---@param world astar.World
---@param options? astar.RecordOptions
---@return astar.Recording recording
function astar.record(world, options) end

---Says in what two things of one kind differ first.
---@param a astar.World|astar.Recording|astar.Map|string
---@param b astar.World|astar.Recording|astar.Map|string
---@param options? astar.CompareOptions
---@return astar.Difference|false|nil difference
---@return string|nil message
function astar.compare(a, b, options) end

---Writes a recording as a page that plays it.
---@param recording astar.Recording
---@param file string
---@return integer|nil size
---@return string|nil message
function astar.replay(recording, file) end

---Lets a page in the browser look at a running game.
---@param world astar.World
---@param options? astar.InspectOptions
---@return astar.Inspector|nil inspector
---@return string|nil message
function astar.inspect(world, options) end

return astar
