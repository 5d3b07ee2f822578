// PathFinding.js: pathfinding.js astar|jps MAP SCEN SECTION PASSES SECONDS.
//
// A grid serves for one search; making the copy is not counted. The jump point finder needs octile
// told: by itself it takes Manhattan and returns paths that are too long. Uniform maps only.

const fs = require('fs');
const pf = require(process.env.PATHFINDING || 'pathfinding');

const [finderName, mapFile, scenFile, , passes, seconds] = process.argv.slice(2);

// ---- the scenario ------------------------------------------------------------------------------

const rows = fs.readFileSync(mapFile, 'latin1').split(/\r?\nmap\r?\n/)[1].split(/\r?\n/)
  .filter(row => row !== '');
const open = (x, y) => y >= 0 && y < rows.length && '.GS'.includes(rows[y][x] || '@');
const matrix = rows.map((row, y) => [...row].map((_, x) => (open(x, y) ? 0 : 1)));
const queries = fs.readFileSync(scenFile, 'latin1').split(/\r?\n/)
  .map(line => line.split('\t').map(Number)).filter(fields => fields.length >= 9)
  .map(([, , , , x, y, goalX, goalY]) => ({ x, y, goalX, goalY }));

function walk(query, cells) {
  let { x, y } = query, length = 0;
  for (const [toX, toY] of cells.slice(1)) {
    const dx = Math.abs(toX - x), dy = Math.abs(toY - y);
    const made = Math.max(dx, dy) === 1 && open(toX, toY) && open(toX, y) && open(x, toY);
    length += made ? Math.hypot(dx, dy) : Infinity;
    [x, y] = [toX, toY];
  }
  return cells.length && x === query.goalX && y === query.goalY ? length : Infinity;
}

// ---- measuring ---------------------------------------------------------------------------------

const diagonalMovement = pf.DiagonalMovement.OnlyWhenNoObstacles;
const heuristic = pf.Heuristic.octile;
const Finder = finderName === 'jps' ? pf.JumpPointFinder : pf.AStarFinder;
const finder = new Finder({ diagonalMovement, heuristic });
const grid = new pf.Grid(matrix);

const nowUs = () => Number(process.hrtime.bigint()) / 1e3;

function cpuUs() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

// By the wall clock, unless the process was taken off the processor meanwhile.
function answer({ x, y, goalX, goalY }) {
  const copy = grid.clone();
  const cpu = cpuUs(), wall = nowUs();
  const path = finder.findPath(x, y, goalX, goalY, copy);
  const cells = finderName === 'jps' && path.length ? pf.Util.expandPath(path) : path;
  const wallTaken = nowUs() - wall;
  return { us: Math.min(wallTaken, cpuUs() - cpu), cells };
}

function median(values) {
  values.sort((a, b) => a - b);
  return (values[(values.length - 1) >> 1] + values[values.length >> 1]) / 2;
}

const deadline = nowUs() + seconds * 1e6;
const found = [];
for (const query of queries) {
  if (found.length && nowUs() >= deadline) break;
  const { us, cells } = answer(query);
  found.push({ times: [us], length: walk(query, cells) });
}
for (let pass = 1; pass < passes; pass++) {
  found.forEach(({ times }, i) => times.push(answer(queries[i]).us));
}
for (const { times, length } of found) {
  console.log(median(times).toFixed(3), length === Infinity ? 'inf' : length.toFixed(8), -1);
}
console.log('end');
