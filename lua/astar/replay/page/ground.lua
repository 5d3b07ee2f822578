--- JavaScript: the terrain as a picture, drawn once, and again where it changes. The class goes on
-- in shapes.lua and terrains.lua; of hexagons in hexground.lua.

return [==[
const LARGEST = 16384, AREA = 4096 * 4096; // pixels of the picture, in either direction; in all

class Ground {
  constructor(run, lattice) {
    const { width, height } = run;
    this.lattice = lattice;
    this.width = width;
    this.height = height;
    this.size = Math.max(1, Math.floor(Math.min(32, LARGEST / Math.max(lattice.wide, lattice.high),
      Math.sqrt(AREA / (lattice.wide * lattice.high)))));
    this.looks = [null, ...run.terrains.map((kind) => lookOf(kind, run.straight))];
    this.cells = null;
    this.version = 0;
    this.canvas = document.createElement("canvas");
    this.canvas.width = Math.ceil(lattice.wide * this.size);
    this.canvas.height = Math.ceil(lattice.high * this.size);
    this.c = this.canvas.getContext("2d");
    this.speckle = Ground.speckles();
    this.soft = new Haze(lattice);
  }

  static of(run, lattice) {
    return run.grid === "square" ? new Ground(run, lattice) : new HexGround(run, lattice);
  }

  // Fine grain, the same everywhere.
  static speckles() {
    const tile = document.createElement("canvas");
    tile.width = tile.height = 128;
    const c = tile.getContext("2d"), grain = c.createImageData(128, 128);
    for (let i = 0; i < 128 * 128; i++) {
      const light = chance(i % 128, i >> 7, 1) > 0.5;
      grain.data.fill(light ? 255 : 0, 4 * i, 4 * i + 3);
      grain.data[4 * i + 3] = chance(i % 128, i >> 7, 2) * 16;
    }
    c.putImageData(grain, 0, 0);
    return tile;
  }

  // Draws what differs from what has been drawn.
  update(cells) {
    if (!this.cells) {
      this.cells = cells.slice();
      this.paint(0, 0, this.width, this.height);
      return;
    }
    let left = this.width, top = this.height, right = -1, bottom = -1;
    for (let i = 0; i < cells.length; i++) {
      if (cells[i] === this.cells[i]) continue;
      const x = i % this.width, y = (i - x) / this.width;
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x);
      bottom = Math.max(bottom, y);
      this.cells[i] = cells[i];
    }
    if (right < 0) return;
    this.paint(Math.max(0, left - 1), Math.max(0, top - 1), Math.min(this.width, right + 2),
      Math.min(this.height, bottom + 2));
  }

  style(x, y) {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return null;
    const look = this.looks[this.cells[y * this.width + x]];
    return look ? look.style : "plain";
  }

  // Of a rectangle of cells what is drawn of the plane.
  area(...rect) { return rect; }

  // The cells of a rectangle, and those around it that reach into it.
  paint(left, top, right, bottom) {
    const { c, size } = this, [x1, y1, x2, y2] = this.area(left, top, right, bottom);
    this.version++;
    c.save();
    c.beginPath();
    c.rect(x1 * size, y1 * size, (x2 - x1) * size, (y2 - y1) * size);
    c.clip();
    this.meadow(x1, y1, x2, y2);
    const found = new Map();
    for (let y = Math.max(0, top - 2); y < Math.min(this.height, bottom + 2); y++) {
      for (let x = Math.max(0, left - 2); x < Math.min(this.width, right + 2); x++) {
        const id = this.cells[y * this.width + x];
        if (!found.has(id)) found.set(id, []);
        found.get(id).push([x, y]);
      }
    }
    const kinds = [...found.keys()].filter((id) => this.looks[id]);
    kinds.sort((a, b) => this.rank(a) - this.rank(b) || a - b);
    for (const id of kinds) this.kind(id, found.get(id));
    c.fillStyle = c.createPattern(this.speckle, "repeat");
    c.fillRect(x1 * size, y1 * size, (x2 - x1) * size, (y2 - y1) * size);
    c.restore();
  }

  rank(id) { return ORDER.indexOf(this.looks[id].style); }

  meadow(left, top, right, bottom) {
    const { c, size } = this;
    c.fillStyle = "#4a6a49";
    c.fillRect(left * size, top * size, (right - left) * size, (bottom - top) * size);
    const step = Math.max(1, Math.round(24 / size)), begin = (n) => Math.floor(n / step - 2) * step;
    for (let y = begin(top); y < bottom + 2 * step; y += step) {
      for (let x = begin(left); x < right + 2 * step; x += step) {
        if (chance(x, y, 3) > 0.3) continue;
        const light = chance(x, y, 4) > 0.5, reach = step * size * (1 + 2 * chance(x, y, 5));
        const px = (x + step * chance(x, y, 6)) * size, py = (y + step * chance(x, y, 7)) * size;
        const blot = c.createRadialGradient(px, py, 0, px, py, reach);
        blot.addColorStop(0, light ? "rgba(186,190,110,0.12)" : "rgba(24,58,48,0.16)");
        blot.addColorStop(1, "rgba(0,0,0,0)");
        c.fillStyle = blot;
        c.fillRect(px - reach, py - reach, 2 * reach, 2 * reach);
      }
    }
  }

  kind(id, cells) {
    const look = this.looks[id];
    if (look.style === "plain") this.plain(look, cells);
    else this[look.style](look, cells);
  }

]==] .. require "astar.replay.page.shapes" .. require "astar.replay.page.terrains" .. "}\n"
