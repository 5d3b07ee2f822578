// Colors; the camera; what the player whose eyes these are can see.

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

// ---- pictures with pixels for each cell ---------------------------------------------------------

class Haze {
  constructor(lattice) {
    const { width, height } = lattice.picture;
    this.cellOf = lattice.cellOf;
    this.canvas = document.createElement("canvas");
    this.canvas.width = width;
    this.canvas.height = height;
    this.c = this.canvas.getContext("2d");
    this.image = this.c.createImageData(width, height);
    this.key = null;
  }

  // Drawn only where `key` is another one than before. color(cell) -> alpha from 0 to 255.
  update(key, color, alpha) {
    if (this.key !== key) this.paint(color, alpha);
    this.key = key;
    return this;
  }

  paint([r, g, b], alpha) {
    const { data } = this.image;
    for (let pixel = 0, i = 0; i < data.length; pixel++, i += 4) {
      data[i] = r;
      data[i + 1] = g;
      data[i + 2] = b;
      data[i + 3] = alpha(this.cellOf(pixel));
    }
    this.c.putImageData(this.image, 0, 0);
  }
}

// ---- the view -----------------------------------------------------------------------------------

const FILLED = 0.6;                       // the part of the window that the map is to fill
const LARGE_CELL = 24, BEYOND = 40;       // pixels: a cell that is large; beyond the map's edge

class View {
  constructor(film, canvas) {
    this.film = film;
    this.run = film.run;
    this.lattice = film.lattice;
    this.canvas = canvas;
    this.c = canvas.getContext("2d");
    this.camera = { x: 0, y: 0, scale: 10 };
    this.fog = new Haze(this.lattice);
    this.hazes = [];
    this.claims = [];
    this.shown = { terrain: true, fog: true, claims: false, links: true, paths: true, names: false,
      notes: true, levels: [] };
    this.most = [];
    this.eyes = -1;                       // the player whose knowledge is shown, or -1
    this.selected = 0;
    this.sprites = new Map();
    this.roles = new Roles(this.run);
    this.grow();
  }

  // What there is for each player, layer and terrain: there may be more of them now.
  grow() {
    const { run, lattice } = this;
    this.colors = playerColors(run.players);
    for (let i = this.hazes.length; i < run.layers.length; i++) {
      this.hazes[i] = new Haze(lattice);
      this.shown.levels[i] = false;
      this.most[i] = 8;
    }
    for (let i = this.claims.length; i < run.players.length; i++) {
      this.claims[i] = new Haze(lattice);
    }
    this.ground = Ground.of(run, lattice);
    this.sprites.clear();
  }

  // ---- the camera -------------------------------------------------------------------------------

  resize() {
    const box = this.canvas.getBoundingClientRect();
    this.ratio = window.devicePixelRatio || 1;
    this.wide = Math.max(1, box.width);
    this.high = Math.max(1, box.height);
    this.canvas.width = Math.round(this.wide * this.ratio);
    this.canvas.height = Math.round(this.high * this.ratio);
    if (!this.framed) this.fill();
    this.keepInside();
  }

  // The scales at which all of the map is to be seen, and at which it leaves nothing of the window
  // empty.
  scales() {
    const across = this.wide / this.lattice.wide, down = this.high / this.lattice.high;
    return [Math.min(across, down), Math.max(across, down)];
  }

  // Most of the window would be empty if all of the map was to be seen.
  isLong() {
    const [least, most] = this.scales();
    return least < most * FILLED;
  }

  fit() {
    const { wide, high } = this.lattice;
    this.least = this.scales()[0];
    this.camera = { scale: this.least, x: wide / 2, y: high / 2 };
    this.framed = false;
  }

  // As large as the map can be without leaving much empty, or as is useful, with most of the units
  // in the middle.
  fill() {
    const [least, most] = this.scales(), { units } = this.film;
    this.fit();
    if (!this.isLong()) return;
    this.camera.scale = Math.min(most, Math.max(least, LARGE_CELL));
    const places = units.map((unit) => this.lattice.place(unit.x, unit.y));
    if (places.length > 0) {
      const middle = (i) => places.reduce((sum, place) => sum + place[i], 0) / places.length;
      Object.assign(this.camera, { x: middle(0), y: middle(1) });
    }
    this.keepInside();
  }

  // Where the map is smaller than the window, it is in the middle.
  keepInside() {
    const { camera, lattice } = this;
    this.least = this.scales()[0];
    camera.scale = Math.min(120, Math.max(this.least * 0.7, camera.scale));
    const inside = (at, whole, window) => {
      const half = window / 2 / camera.scale, spare = Math.min(half, BEYOND / camera.scale);
      if (whole <= 2 * half) return whole / 2;
      return Math.max(half - spare, Math.min(whole - half + spare, at));
    };
    camera.x = inside(camera.x, lattice.wide, this.wide);
    camera.y = inside(camera.y, lattice.high, this.high);
  }

  zoom(factor, px = this.wide / 2, py = this.high / 2) {
    const [x, y] = this.pointAt(px, py);
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

  // The point of the plane that is drawn at a pixel, see lattice.js.
  pointAt(px, py) {
    const { camera } = this;
    return [camera.x + (px - this.wide / 2) / camera.scale,
      camera.y + (py - this.high / 2) / camera.scale];
  }

  // Its cell, from 0; null: it is outside the map.
  cellAt(px, py) {
    const [x, y] = this.lattice.cellAt(...this.pointAt(px, py));
    return this.lattice.has(x, y) ? [x, y] : null;
  }

  unitAt(px, py) {
    const [x, y] = this.pointAt(px, py), reach = Math.max(0.9, 16 / this.camera.scale);
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
}
