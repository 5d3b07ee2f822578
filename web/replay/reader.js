// Reads a recording. lua/astar/record/init.lua describes its parts.

// ---- numbers ------------------------------------------------------------------------------------

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

class Stream {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  byte() {
    return this.bytes[this.at++];
  }

  number() {
    let value = 0, place = 1, byte;
    do {
      byte = this.bytes[this.at++];
      value += (byte & 127) * place;
      place *= 128;
    } while (byte > 127);
    return value;
  }

  signed() {
    const value = this.number();
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }

  // Calls put(cell, byte) for each cell that is different.
  changes(put) {
    let cell = 0;
    for (let runs = this.number(); runs > 0; runs--) {
      cell += this.number();
      const end = cell + this.number(), value = this.byte();
      for (; cell <= end; cell++) put(cell, value);
    }
  }
}

// ---- routes -------------------------------------------------------------------------------------

const DX = [0, 1, 1, 1, 0, -1, -1, -1], DY = [-1, -1, 0, 1, 1, 1, 0, -1];

function readRoute(stream, strings) {
  const cost = stream.number(), length = stream.number();
  const cells = [[stream.number(), stream.number()]];
  for (let runs = stream.number(); runs > 0; runs--) {
    const run = stream.number(), direction = run % 8;
    if (run === 0) cells.push([stream.number(), stream.number()]); // the end of a link
    for (let i = run >> 3; i > 0; i--) {
      const [x, y] = cells[cells.length - 1];
      cells.push([x + DX[direction], y + DY[direction]]);
    }
  }
  const bill = [];
  for (let entries = stream.number(); entries > 0; entries--) {
    bill.push({ name: strings[stream.number()], amount: stream.signed() });
  }
  return { cost: cost >> 1, partial: cost % 2 === 1, length, cells, bill, at: 0 };
}

// A unit that makes way leaves its route for a while.
function advance(route, x, y) {
  const last = Math.min(route.at + 6, route.cells.length - 1);
  for (let i = route.at; i <= last; i++) {
    if (route.cells[i][0] === x && route.cells[i][1] === y) {
      route.at = i;
      return;
    }
  }
}

// ---- the film -----------------------------------------------------------------------------------

const STATES = ["standing", "moving", "waiting"];
const STRAIGHT = 1024, DIAGONAL = 1448;   // lengths of steps
const AS_IT_IS = 255;

// The state at one tick after the other. `seek` goes to any of them by way of a key frame.
class Film {
  constructor(run) {
    this.run = run;
    this.lattice = Lattice.of(run);
    this.diagonal = run.grid === "square" ? DIAGONAL : STRAIGHT;
    this.cast = new Map(run.cast.map((one) => [one.id, one]));
    this.part = -1;
    this.before = new Map();
    this.beforeTick = -1;
    this.gone = false;
    this.seek(run.first);
  }

  begin(part) {
    const { run } = this, cells = run.width * run.height;
    const entry = run.parts[part];
    this.part = part;
    this.stream = new Stream(entry.read);
    this.units = [];
    this.terrain = new Uint8Array(cells);
    this.differs = run.players.map(() => new Uint8Array(cells));
    this.levels = run.layers.map(() => new Int8Array(cells));
    this.sees = run.players.map(() => []);
    this.links = [];
    this.tick = entry.tick - 1;
    this.readTick();
  }

  // The run has become shorter, or another one: nothing that was read is taken for what it says.
  beginAgain() {
    this.cast = new Map(this.run.cast.map((one) => [one.id, one]));
    this.before.clear();
    this.beforeTick = -1;
    this.begin(0);
  }

  // The run has grown.
  grow(cast) {
    const { run } = this, cells = run.width * run.height;
    for (const one of cast) this.cast.set(one.id, one);
    while (this.differs.length < run.players.length) this.differs.push(new Uint8Array(cells));
    while (this.sees.length < run.players.length) this.sees.push([]);
    while (this.levels.length < run.layers.length) this.levels.push(new Int8Array(cells));
    this.stream.bytes = run.parts[this.part].read;
  }

  seek(tick) {
    const { run } = this;
    tick = Math.max(run.first, Math.min(run.last, tick));
    const part = this.partOf(tick);
    if (part !== this.part || tick < this.tick) this.begin(part);
    while (this.tick < tick) this.readTick();
    return this;
  }

  // The part that has a tick: the last one that begins before it, or in it.
  partOf(tick) {
    const { parts } = this.run;
    let low = 0, high = parts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (parts[middle].tick <= tick) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // The tick after a time, with what was there before it in `before`.
  show(time) {
    const whole = Math.min(Math.floor(time), this.run.last);
    if (this.beforeTick !== whole || this.tick !== Math.min(whole + 1, this.run.last)) {
      this.seek(whole);
      this.before.clear();
      for (const unit of this.units) this.before.set(unit.id, this.middleOf(unit));
      this.beforeTick = whole;
      this.seek(whole + 1);
    }
    return this;
  }

  // Where its middle is in the plane. On its way to another level it is on the one it leaves for
  // the first half of the time, and then on the other.
  middleOf(unit) {
    const travelled = unit.travelled / unit.stride;
    const share = unit.climbs ? Math.round(travelled) : travelled;
    const [x, y] = this.lattice.middle(unit.x - 1, unit.y - 1, unit.size);
    const [fromX, fromY] = this.lattice.middle(unit.fromX - 1, unit.fromY - 1, unit.size);
    return [fromX + (x - fromX) * share, fromY + (y - fromY) * share];
  }

  placeAt(unit, share) {
    const now = this.middleOf(unit), was = this.before.get(unit.id);
    if (!was || Math.hypot(now[0] - was[0], now[1] - was[1]) > 4) return now;
    return [was[0] + (now[0] - was[0]) * share, was[1] + (now[1] - was[1]) * share];
  }

  readTick() {
    this.slot = -1;
    for (const unit of this.units) {
      unit.movement = unit.speed;
      unit.moved = false;
    }
    while (this.readOperation());
    for (const unit of this.units) {
      if (!unit.moved) Film.carry(unit, false, unit.stride);
    }
    this.tick++;
  }

  static carry(unit, stepped, stride) {
    const rest = unit.stride - unit.travelled;
    if (unit.movement <= rest || !stepped) unit.travelled += Math.min(unit.movement, rest);
    else unit.travelled = Math.min(unit.movement - rest, stride);
    unit.stride = stride;
    unit.moved = true;
  }

  unit() {
    this.slot += this.stream.number();
    return this.units[this.slot];
  }

  readOperation() {
    const op = this.stream.byte();
    if (this.gone && OPERATIONS[op] !== "vanish") this.settle();
    if (op >= 128) this.step(op);
    else if (op === 0) return false;
    else this[OPERATIONS[op]](this.stream);
    return true;
  }

  step(op) {
    this.slot += 1 + op % 16;
    const unit = this.units[this.slot], direction = (op >> 4) % 8;
    this.put(unit, unit.x + DX[direction], unit.y + DY[direction], unit.x, unit.y);
  }

  put(unit, x, y, fromX, fromY) {
    const stride = x !== fromX && y !== fromY ? this.diagonal : STRAIGHT;
    Film.carry(unit, true, stride);
    const climbs = this.levelAt(x, y) !== this.levelAt(fromX, fromY);
    Object.assign(unit, { x, y, fromX, fromY, climbs });
    if (x !== fromX || y !== fromY) unit.heading = this.headingOf(x, y, fromX, fromY);
    if (unit.route) advance(unit.route, x, y);
  }

  headingOf(x, y, fromX, fromY) {
    const [px, py] = this.lattice.place(x, y), [qx, qy] = this.lattice.place(fromX, fromY);
    return Math.atan2(py - qy, px - qx);
  }

  // The level that has a cell.
  levelAt(x, y) {
    return this.run.levels.find((level) => x > level.x && x <= level.x + level.width
      && y > level.y && y <= level.y + level.height);
  }

  skip(stream) { this.slot += stream.number(); }

  vanish(stream) {
    this.slot += stream.number();
    this.units[this.slot] = null;
    this.gone = true;
  }

  // All that vanish have done so before anything else is said of units.
  settle() {
    this.units = this.units.filter((unit) => unit);
    this.gone = false;
    this.slot = -1;
  }

  appear(stream) {
    const last = this.units[this.units.length - 1];
    const id = (last ? last.id : 0) + stream.number();
    const x = stream.number(), y = stream.number();
    const { name, player, role, size } = this.cast.get(id);
    this.units.push({ id, name, role, player: player - 1, size, x, y, fromX: x, fromY: y,
      climbs: false, heading: 0, stride: STRAIGHT, travelled: STRAIGHT, speed: 0, movement: 0,
      sight: -1,
      state: "standing", route: null, behaviour: "", verbs: "", calls: "", data: new Map(),
      health: 1, failed: false, moved: false });
  }

  place(stream) {
    const unit = this.unit();
    this.put(unit, stream.number(), stream.number(), stream.number(), stream.number());
  }

  travelled(stream) {
    const unit = this.unit();
    unit.travelled = stream.number();
    unit.moved = true;
  }

  speed(stream) { this.unit().speed = stream.number(); }

  sight(stream) { this.unit().sight = stream.number() - 1; }

  state(stream) { this.unit().state = STATES[stream.number()]; }

  route(stream) {
    const unit = this.unit();
    unit.route = readRoute(stream, this.run.strings);
    advance(unit.route, unit.x, unit.y);
  }

  noRoute() { this.unit().route = null; }

  // In the text of the verbs a letter from 1 to 3 stands for a number: a whole one, the id of a
  // unit, hundredths. `calls` has the verbs with what they were called with, `verbs` without.
  doing(stream) {
    const unit = this.unit();
    unit.behaviour = this.run.strings[stream.number()];
    const text = this.run.strings[stream.number()];
    unit.calls = text.replace(/[\x01-\x03]/g, (letter) => {
      const number = stream.signed();
      if (letter === "\x02") return this.nameOf(number);
      return letter === "\x01" ? number : number / 100;
    });
    unit.verbs = text.replace(/\([^()]*\)/g, "");
  }

  nameOf(id) { return this.cast.get(id)?.name ?? `unit ${id}`; }

  data(stream) {
    const unit = this.unit(), key = this.run.strings[stream.number()], value = stream.number();
    if (value === 0) unit.data.delete(key);
    else unit.data.set(key, this.run.strings[value - 1]);
  }

  health(stream) { this.unit().health = stream.number() / 100; }

  failed(stream) { this.unit().failed = stream.number() === 1; }

  belongs(stream) {
    const unit = this.unit();
    unit.player = stream.number() - 1;
    unit.size = stream.number();
  }

  ground(stream) { stream.changes((cell, value) => { this.terrain[cell] = value; }); }

  known(stream) {
    const plane = this.differs[stream.number() - 1];
    stream.changes((cell, value) => { plane[cell] = value; });
  }

  level(stream) {
    const plane = this.levels[stream.number() - 1];
    stream.changes((cell, value) => { plane[cell] = value - 128; });
  }

  share(stream) {
    const player = stream.number() - 1, list = [];
    for (let n = stream.number(); n > 0; n--) list.push(stream.number() - 1);
    this.sees[player] = list;
  }

  // All links again, their cells counted from 0.
  linked(stream) {
    this.links = [];
    for (let n = stream.number(); n > 0; n--) {
      const [x1, y1, x2, y2, how] = [1, 1, 1, 1, 0].map((first) => stream.number() - first);
      this.links.push({ from: [x1, y1], to: [x2, y2], open: how % 2 === 1, oneWay: how > 1 });
    }
  }

  // The terrain that a player takes a cell for; 0: unseen.
  knows(player, cell) {
    const value = this.differs[player][cell];
    return value === AS_IT_IS ? this.terrain[cell] : value;
  }

  find(id) { return this.units.find((unit) => unit.id === id); }
}

const OPERATIONS = [null, "vanish", "appear", "place", "travelled", "speed", "sight", "state",
  "route", "noRoute", "doing", "data", "health", "ground", "known", "level", "share", "skip",
  "failed", "belongs", "linked"];
