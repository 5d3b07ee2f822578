--- JavaScript: draws the map, players' knowledge of it, planned paths, and the units.

return [==[
// ---- colors -------------------------------------------------------------------------------------

const NAMED = { red: "#ff6a5c", blue: "#58a6ff", green: "#5fd38a", yellow: "#f5cf5b",
  orange: "#ff9f4a", purple: "#b98cff", violet: "#b98cff", pink: "#ff8ac4", cyan: "#4fd6e0",
  white: "#e6ebf5", black: "#7d8599", spectator: "#c9d1e0" };
const SPARE = ["#ff6a5c", "#58a6ff", "#5fd38a", "#f5cf5b", "#b98cff", "#ff9f4a", "#4fd6e0",
  "#ff8ac4"];
const LAYER_COLORS = ["#ff4d6d", "#4dabff", "#ffb84d", "#8aff80", "#d58bff", "#4dffe1"];

function playerColors(players) {
  const spare = SPARE.filter((color) => !players.some((one) => NAMED[one.name] === color));
  return players.map((one, i) => Object.hasOwn(NAMED, one.name) ? NAMED[one.name]
    : (spare.length ? spare : SPARE)[i % (spare.length || SPARE.length)]);
}

function withAlpha(color, alpha) {
  return color + Math.round(alpha * 255).toString(16).padStart(2, "0");
}

function channels(color) {
  return [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16));
}

// ---- pictures with a pixel for each cell --------------------------------------------------------

class Haze {
  constructor(width, height) {
    this.canvas = document.createElement("canvas");
    this.canvas.width = width;
    this.canvas.height = height;
    this.c = this.canvas.getContext("2d");
    this.image = this.c.createImageData(width, height);
    this.key = null;
  }

  // Drawn only where `key` is another one than before. color(cell) -> alpha from 0 to 255.
  update(key, [r, g, b], alpha) {
    if (this.key === key) return this.canvas;
    this.key = key;
    const { data } = this.image;
    for (let cell = 0, i = 0; i < data.length; cell++, i += 4) {
      data[i] = r;
      data[i + 1] = g;
      data[i + 2] = b;
      data[i + 3] = alpha(cell);
    }
    this.c.putImageData(this.image, 0, 0);
    return this.canvas;
  }
}

// ---- the scene ----------------------------------------------------------------------------------

const DEATH_SHOWN = 14, NOTE_SHOWN = 40;  // ticks

// Whether a path bends at one of its cells, or ends there.
function turns(cells, i) {
  if (i + 1 >= cells.length) return true;
  const [x, y] = cells[i], before = cells[i - 1], after = cells[i + 1];
  return after[0] - x !== x - before[0] || after[1] - y !== y - before[1];
}

class Scene {
  constructor(film, canvas) {
    this.film = film;
    this.run = film.run;
    this.canvas = canvas;
    this.c = canvas.getContext("2d");
    this.colors = playerColors(this.run.players);
    this.ground = new Ground(this.run);
    this.camera = { x: 0, y: 0, scale: 10 };
    this.fog = new Haze(this.run.width, this.run.height);
    this.hazes = this.run.layers.map(() => new Haze(this.run.width, this.run.height));
    this.claims = this.run.players.map(() => new Haze(this.run.width, this.run.height));
    this.shown = { terrain: true, fog: true, claims: false, paths: true, names: false,
      levels: this.run.layers.map(() => false) };
    this.most = this.run.layers.map(() => 8);
    this.eyes = -1;                       // the player whose knowledge is shown, or -1
    this.selected = 0;
    this.sprites = new Map();
    this.initials = new Map(this.run.cast.map((one) => [one.id,
      (/\p{L}|\p{N}/u.exec(one.name) || ["?"])[0].toUpperCase()]));
  }

  // ---- the camera -------------------------------------------------------------------------------

  resize() {
    const box = this.canvas.getBoundingClientRect();
    this.ratio = window.devicePixelRatio || 1;
    this.wide = Math.max(1, box.width);
    this.high = Math.max(1, box.height);
    this.canvas.width = Math.round(this.wide * this.ratio);
    this.canvas.height = Math.round(this.high * this.ratio);
    if (!this.framed) this.fit();
    this.keepInside();
  }

  fit() {
    const { width, height } = this.run;
    this.least = Math.min(this.wide / width, this.high / height) * 0.96;
    this.camera = { scale: this.least, x: width / 2, y: height / 2 };
    this.framed = false;
  }

  keepInside() {
    const { camera, run } = this;
    this.least = Math.min(this.wide / run.width, this.high / run.height) * 0.96;
    camera.scale = Math.min(120, Math.max(this.least * 0.7, camera.scale));
    camera.x = Math.max(0, Math.min(run.width, camera.x));
    camera.y = Math.max(0, Math.min(run.height, camera.y));
  }

  zoom(factor, px = this.wide / 2, py = this.high / 2) {
    const [x, y] = this.cellAt(px, py);
    this.framed = true;
    this.camera.scale *= factor;
    this.keepInside();
    this.camera.x = x - (px - this.wide / 2) / this.camera.scale;
    this.camera.y = y - (py - this.high / 2) / this.camera.scale;
    this.keepInside();
  }

  drag(dx, dy) {
    this.framed = true;
    this.camera.x -= dx / this.camera.scale;
    this.camera.y -= dy / this.camera.scale;
    this.keepInside();
  }

  // In cells, the middle of the first being at 0.5, 0.5.
  cellAt(px, py) {
    const { camera } = this;
    return [camera.x + (px - this.wide / 2) / camera.scale,
      camera.y + (py - this.high / 2) / camera.scale];
  }

  unitAt(px, py) {
    const [x, y] = this.cellAt(px, py), reach = Math.max(0.9, 16 / this.camera.scale);
    let best = null, least = reach;
    for (const unit of this.film.units) {
      if (!this.isVisible(unit)) continue;
      const [ux, uy] = this.film.placeAt(unit, this.share);
      const away = Math.hypot(ux - x, uy - y) - (unit.size - 1) / 2;
      if (away < least) [best, least] = [unit, away];
    }
    return best;
  }

  // ---- what is visible --------------------------------------------------------------------------

  vision() {
    const key = `${this.film.tick} ${this.eyes}`;
    if (this.visionKey !== key) {
      this.visionKey = key;
      this.seen = this.eyes < 0 ? null : visibleTo(this.film, this.eyes);
    }
    return this.seen;
  }

  // Is what it is about known to those whose eyes these are?
  isOwn(unit) {
    return this.eyes < 0 || unit.player === this.eyes
      || this.film.sees[this.eyes].includes(unit.player);
  }

  isVisible(unit) {
    if (this.isOwn(unit)) return true;
    const seen = this.vision();
    for (let y = unit.y - 1; y < unit.y - 1 + unit.size; y++) {
      for (let x = unit.x - 1; x < unit.x - 1 + unit.size; x++) {
        if (seen[y * this.run.width + x]) return true;
      }
    }
    return false;
  }

  // The terrain as it is, or as the player takes it to be; the unseen is under fog anyway.
  land() {
    if (this.eyes < 0 || !this.shown.fog) return this.film.terrain;
    const { film, eyes } = this, land = film.terrain.slice(), differs = film.differs[eyes];
    for (let i = 0; i < land.length; i++) {
      if (differs[i] !== AS_IT_IS && differs[i] !== 0) land[i] = differs[i];
    }
    return land;
  }

  // ---- drawing ----------------------------------------------------------------------------------

  draw(time, pulse) {
    const { run, film } = this;
    film.show(time);
    this.time = time;
    this.share = time - Math.floor(time);
    this.aim(this.c);
    this.drawLand();
    if (this.eyes >= 0 && this.shown.fog) this.drawFog();
    run.layers.forEach((_, i) => { if (this.shown.levels[i]) this.drawLevels(i); });
    if (this.shown.claims) this.drawClaims();
    if (this.shown.paths) this.drawPaths();
    this.drawSelection(pulse);
    this.drawDeaths();
    this.drawUnits();
    this.drawNotes();
  }

  overlay(picture, smooth = true, c = this.c) {
    c.imageSmoothingEnabled = smooth;
    c.drawImage(picture, 0, 0, this.run.width, this.run.height);
  }

  aim(c) {
    c.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    c.fillStyle = "#0b0e14";
    c.fillRect(0, 0, this.wide, this.high);
    c.translate(this.wide / 2, this.high / 2);
    c.scale(this.camera.scale, this.camera.scale);
    c.translate(-this.camera.x, -this.camera.y);
  }

  // While neither the land nor the camera moves, the picture of the last time is good enough.
  drawLand() {
    if (this.shown.terrain) this.ground.update(this.land());
    const { x, y, scale } = this.camera;
    const key = this.shown.terrain && [x, y, scale, this.canvas.width, this.canvas.height,
      this.ratio, this.ground.version].join();
    if (key && key === this.stillKey) {
      this.c.save();
      this.c.setTransform(1, 0, 0, 1, 0, 0);
      this.c.drawImage(this.still, 0, 0);
      this.c.restore();
      return;
    }
    this.paintLand(this.c);
    if (key && key === this.lastKey) this.keepStill(key);
    this.lastKey = key;
  }

  keepStill(key) {
    this.still ??= document.createElement("canvas");
    this.still.width = this.canvas.width;
    this.still.height = this.canvas.height;
    const c = this.still.getContext("2d");
    this.aim(c);
    this.paintLand(c);
    this.stillKey = key;
  }

  paintLand(c) {
    const { run } = this;
    c.save();
    c.shadowColor = "rgba(0,0,0,0.8)";
    c.shadowBlur = 30 * this.ratio;
    c.fillStyle = "#161b24";
    c.fillRect(0, 0, run.width, run.height);
    c.restore();
    c.imageSmoothingQuality = "high";
    if (this.shown.terrain) this.overlay(this.ground.canvas, true, c);
    else this.drawPlan();
    c.imageSmoothingQuality = "low";
    if (this.camera.scale >= 26) this.drawGrid(c);
  }

  // Without the picture: what can be entered, and how dear it is.
  drawPlan() {
    const { run } = this, land = this.land();
    const light = run.terrains.map((kind) => kind.cost === false ? 255
      : Math.max(0, 60 - 14 * kind.cost / run.straight));
    this.plan ??= new Haze(run.width, run.height);
    const picture = this.plan.update(`${this.film.tick} ${this.eyes}`, [74, 84, 104],
      (cell) => land[cell] ? light[land[cell] - 1] : 0);
    this.overlay(picture, false);
  }

  drawGrid(c) {
    const { run, camera } = this;
    c.strokeStyle = "rgba(255,255,255,0.05)";
    c.lineWidth = 1 / camera.scale;
    c.beginPath();
    const [left, top] = this.cellAt(0, 0), [right, bottom] = this.cellAt(this.wide, this.high);
    const x1 = Math.max(0, Math.floor(left)), x2 = Math.min(run.width, Math.ceil(right));
    const y1 = Math.max(0, Math.floor(top)), y2 = Math.min(run.height, Math.ceil(bottom));
    for (let x = x1; x <= x2; x++) {
      c.moveTo(x, y1);
      c.lineTo(x, y2);
    }
    for (let y = y1; y <= y2; y++) {
      c.moveTo(x1, y);
      c.lineTo(x2, y);
    }
    c.stroke();
  }

  drawFog() {
    const { film, eyes } = this, seen = this.vision(), differs = film.differs[eyes];
    const picture = this.fog.update(`${film.tick} ${eyes}`, [9, 12, 18],
      (cell) => seen[cell] ? 0 : differs[cell] === 0 ? 244 : 138);
    this.overlay(picture);
  }

  drawLevels(layer) {
    const levels = this.film.levels[layer], most = this.strongest(layer);
    const color = channels(this.layerColor(layer));
    const picture = this.hazes[layer].update(`${this.film.tick}`, color, (cell) => {
      const level = Math.abs(levels[cell]);
      return level === 0 ? 0 : 12 + 190 * Math.min(1, level / most) ** 2;
    });
    this.overlay(picture);
  }

  // The highest level that has been met so far, so that colors do not flicker.
  strongest(layer) {
    let most = this.most[layer];
    for (const level of this.film.levels[layer]) most = Math.max(most, Math.abs(level));
    return this.most[layer] = most;
  }

  layerColor(layer) { return LAYER_COLORS[layer % LAYER_COLORS.length]; }

  // The cells that units are going to walk over.
  drawClaims() {
    this.run.players.forEach((_, player) => {
      if (!this.film.units.some((unit) => unit.player === player)) return;
      const key = `${this.film.tick} ${this.eyes}`, color = channels(this.colors[player]);
      const picture = this.claims[player].update(key, color, this.claimed(player));
      this.overlay(picture, false);
    });
  }

  claimed(player) {
    const { width, height } = this.run, count = new Uint8Array(width * height);
    for (const unit of this.film.units) {
      if (unit.player !== player || !unit.route || !this.isVisible(unit)) continue;
      const { cells, at } = unit.route;
      for (let i = at; i < cells.length; i++) {
        for (let y = cells[i][1] - 1; y < cells[i][1] - 1 + unit.size; y++) {
          for (let x = cells[i][0] - 1; x < cells[i][0] - 1 + unit.size; x++) {
            count[y * width + x] = Math.min(4, count[y * width + x] + 1);
          }
        }
      }
    }
    return (cell) => count[cell] ? 36 + 28 * count[cell] : 0;
  }

  trace(unit) {
    const { c } = this, { cells, at } = unit.route, half = unit.size / 2 - 1;
    const [x, y] = this.film.placeAt(unit, this.share);
    c.beginPath();
    c.moveTo(x, y);
    for (let i = at; i < cells.length; i++) {
      const px = cells[i][0] + half, py = cells[i][1] + half;
      if (i === at ? Math.hypot(px - x, py - y) < 0.2 : turns(cells, i)) c.lineTo(px, py);
    }
  }

  drawPaths() {
    const { c } = this;
    c.lineCap = c.lineJoin = "round";
    c.lineWidth = Math.max(0.07, 1.2 / this.camera.scale);
    for (const unit of this.film.units) {
      if (!unit.route || unit.id === this.selected || !this.isOwn(unit)) continue;
      c.strokeStyle = withAlpha(this.colors[unit.player], 0.42);
      this.trace(unit);
      c.stroke();
    }
  }

  drawSelection(pulse) {
    const unit = this.film.find(this.selected);
    if (!unit || !this.isVisible(unit)) return;
    const { c } = this, color = this.colors[unit.player], line = 1 / this.camera.scale;
    const [x, y] = this.film.placeAt(unit, this.share);
    if (unit.sight >= 0) {
      c.fillStyle = withAlpha(color, 0.06);
      c.strokeStyle = withAlpha(color, 0.35);
      c.lineWidth = line;
      c.beginPath();
      c.arc(x, y, unit.sight + 0.5, 0, 7);
      c.fill();
      c.stroke();
    }
    if (unit.route) this.drawRoute(unit, color, line);
    const radius = unit.size * 0.5 + Math.max(0.16, 4 * line) + 0.06 * Math.sin(pulse * 4);
    c.strokeStyle = "rgba(255,255,255,0.95)";
    c.lineWidth = Math.max(0.07, 1.6 * line);
    c.beginPath();
    c.arc(x, y, radius, 0, 7);
    c.stroke();
  }

  drawRoute(unit, color, line) {
    const { c } = this;
    c.lineCap = c.lineJoin = "round";
    for (const [width, style] of [[Math.max(0.3, 5 * line), "rgba(5,8,14,0.65)"],
      [Math.max(0.15, 2.4 * line), color]]) {
      c.strokeStyle = style;
      c.lineWidth = width;
      this.trace(unit);
      c.stroke();
    }
    const [gx, gy] = unit.route.cells[unit.route.cells.length - 1], half = unit.size / 2 - 1;
    const r = Math.max(0.32, 5 * line);
    c.fillStyle = "rgba(5,8,14,0.75)";
    c.strokeStyle = color;
    c.lineWidth = Math.max(0.1, 2 * line);
    c.beginPath();
    c.arc(gx + half, gy + half, r, 0, 7);
    c.fill();
    c.stroke();
    c.fillStyle = color;
    c.beginPath();
    c.arc(gx + half, gy + half, r * 0.4, 0, 7);
    c.fill();
  }

  // Rings where units vanished a moment ago.
  drawDeaths() {
    const { c } = this;
    for (const note of this.recent("gone", DEATH_SHOWN)) {
      const one = this.film.cast.get(note.id), age = (this.time - note.tick) / DEATH_SHOWN;
      c.strokeStyle = withAlpha(this.colors[one.player - 1], 0.9 * (1 - age));
      c.lineWidth = 0.28 * (1 - age) + 0.02;
      c.beginPath();
      c.arc(note.x - 0.5, note.y - 0.5, 0.3 + 1.7 * Math.sqrt(age), 0, 7);
      c.stroke();
      c.fillStyle = withAlpha("#ffffff", 0.5 * Math.max(0, 1 - 3 * age));
      c.fill();
    }
  }

  // Notes are in the order of their ticks.
  recent(kind, ticks) {
    const { notes } = this.run, list = [];
    const first = this.time - ticks;
    for (let i = countUntil(notes, this.time) - 1; i >= 0 && notes[i].tick > first; i--) {
      if (notes[i].kind === kind) list.push(notes[i]);
    }
    return list;
  }

  drawUnits() {
    for (const unit of this.film.units) {
      if (!this.isVisible(unit)) continue;
      const [x, y] = this.film.placeAt(unit, this.share);
      this.drawUnit(unit, x, y);
    }
  }

  drawUnit(unit, x, y) {
    const { c, camera } = this, color = this.colors[unit.player];
    const radius = Math.max(0.4 * unit.size, 3.2 / camera.scale);
    const picture = this.sprite(unit.player, this.initials.get(unit.id),
      radius * camera.scale * this.ratio);
    const reach = radius * picture.reach;
    c.imageSmoothingEnabled = true;
    if (unit.state !== "standing") {
      c.save();
      c.translate(x, y);
      c.rotate(unit.heading);
      c.fillStyle = unit.state === "waiting" ? "#ffd75e" : color;
      c.beginPath();
      c.moveTo(radius * 1.5, 0);
      c.lineTo(radius * 0.9, -radius * 0.5);
      c.lineTo(radius * 0.9, radius * 0.5);
      c.fill();
      c.restore();
    }
    c.drawImage(picture.canvas, x - reach, y - reach, 2 * reach, 2 * reach);
    if (unit.health < 1) this.drawHealth(unit, x, y, radius);
    if (this.shown.names && camera.scale > 9) this.drawName(unit, x, y + radius);
  }

  drawHealth(unit, x, y, radius) {
    const { c } = this, from = -Math.PI / 2, r = radius * 1.12;
    c.lineCap = "butt";
    c.lineWidth = radius * 0.24;
    c.strokeStyle = "rgba(6,8,12,0.75)";
    c.beginPath();
    c.arc(x, y, r, 0, 7);
    c.stroke();
    c.strokeStyle = unit.health > 0.6 ? "#7be08a" : unit.health > 0.3 ? "#f5cf5b" : "#ff5c5c";
    c.beginPath();
    c.arc(x, y, r, from, from + 2 * Math.PI * unit.health);
    c.stroke();
  }

  drawName(unit, x, y) {
    const { c, camera } = this, size = 11 / camera.scale;
    c.font = `500 ${size}px system-ui, sans-serif`;
    c.textAlign = "center";
    c.textBaseline = "top";
    c.lineWidth = size * 0.28;
    c.strokeStyle = "rgba(6,8,12,0.8)";
    c.strokeText(unit.name, x, y + size * 0.3);
    c.fillStyle = "#e9eef7";
    c.fillText(unit.name, x, y + size * 0.3);
  }

  drawNotes() {
    const { c, camera } = this, size = 12 / camera.scale;
    for (const note of this.recent("note", NOTE_SHOWN)) {
      if (!note.x) continue;
      const age = (this.time - note.tick) / NOTE_SHOWN;
      c.globalAlpha = Math.min(1, 3 * (1 - age));
      c.font = `600 ${size}px system-ui, sans-serif`;
      c.textAlign = "center";
      c.textBaseline = "bottom";
      c.lineWidth = size * 0.3;
      c.strokeStyle = "rgba(6,8,12,0.85)";
      const y = note.y - 1 - age * 1.2;
      c.strokeText(note.text, note.x - 0.5, y);
      c.fillStyle = "#ffe9a8";
      c.fillText(note.text, note.x - 0.5, y);
      c.globalAlpha = 1;
    }
  }

  // A disc with a letter, drawn once for each size.
  sprite(player, letter, radius) {
    const size = Math.max(2, Math.round(radius)), key = `${player} ${letter} ${size}`;
    let found = this.sprites.get(key);
    if (!found) {
      if (this.sprites.size > 400) this.sprites.clear();
      found = Scene.disc(this.colors[player], letter, size);
      this.sprites.set(key, found);
    }
    return found;
  }

  static disc(color, letter, radius) {
    const reach = 1.5, canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.ceil(2 * reach * radius);
    const c = canvas.getContext("2d"), middle = canvas.width / 2;
    c.shadowColor = "rgba(0,0,0,0.7)";
    c.shadowBlur = radius * 0.4;
    c.shadowOffsetY = radius * 0.18;
    const skin = c.createRadialGradient(middle - radius * 0.35, middle - radius * 0.45,
      radius * 0.1, middle, middle, radius * 1.1);
    skin.addColorStop(0, mix(color, "#ffffff", 0.35));
    skin.addColorStop(0.55, color);
    skin.addColorStop(1, mix(color, "#0a0d14", 0.45));
    c.fillStyle = skin;
    c.beginPath();
    c.arc(middle, middle, radius, 0, 7);
    c.fill();
    c.shadowColor = "transparent";
    c.lineWidth = Math.max(1, radius * 0.1);
    c.strokeStyle = "rgba(8,10,16,0.75)";
    c.stroke();
    if (radius >= 6) {
      c.font = `700 ${radius * 1.15}px system-ui, sans-serif`;
      c.textAlign = "center";
      c.textBaseline = "middle";
      c.fillStyle = "rgba(8,10,16,0.85)";
      c.fillText(letter, middle, middle + radius * 0.07);
    }
    return { canvas, reach };
  }
}
]==]
