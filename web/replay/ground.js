// The terrain as a picture, drawn once, and again where it changes. The class goes on in
// below; of hexagons in hexground.js.

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

  // ---- shapes -----------------------------------------------------------------------------------

  // The outline of cells of a style, with round corners, outer ones and inner ones.
  shape(cells, style, grow = 0, roundness = 0.5) {
    const { size } = this, shape = new Path2D(), r = size * roundness;
    const is = (x, y) => this.style(x, y) === style || this.style(x, y) === null;
    for (const [x, y] of cells) {
      const up = is(x, y - 1), down = is(x, y + 1), left = is(x - 1, y), right = is(x + 1, y);
      const corner = (a, b) => a || b ? 0 : r + grow;
      shape.roundRect(x * size - (left ? 0 : grow), y * size - (up ? 0 : grow),
        size + (left ? 0 : grow) + (right ? 0 : grow), size + (up ? 0 : grow) + (down ? 0 : grow),
        [corner(up, left), corner(up, right), corner(down, right), corner(down, left)]);
      for (const [dx, dy, beside] of [[1, 1, right], [-1, 1, left], [1, -1, right],
        [-1, -1, left]]) {
        if (beside && !is(x, y + dy) && is(x + dx, y + dy)) {
          this.inner(shape, x + (dx + 1) / 2, y + (dy + 1) / 2, -dx, dy, grow, r);
        }
        if (!beside && is(x, y + dy) && is(x + dx, y + dy)) {
          this.inner(shape, x + (dx + 1) / 2, y + (dy + 1) / 2, dx, -dy, grow, r);
        }
      }
    }
    return shape;
  }

  // The corner at x, y of a cell that is not of the style, where two of its neighbours are.
  inner(shape, x, y, dx, dy, grow, r) {
    const { size } = this, reach = Math.max(0, r - grow) + grow;
    const px = x * size, py = y * size;
    shape.moveTo(px, py);
    shape.lineTo(px + dx * reach, py);
    shape.lineTo(px + dx * reach, py + dy * grow);
    shape.quadraticCurveTo(px + dx * grow, py + dy * grow, px + dx * grow, py + dy * reach);
    shape.lineTo(px, py + dy * reach);
    shape.closePath();
  }

  fill(shape, color) {
    this.c.fillStyle = color;
    this.c.fill(shape);
  }

  clipTo(shape) { this.c.clip(shape); }

  // Lines between the middles of neighbours.
  lines(cells, style) {
    const { size } = this, shape = new Path2D();
    for (const [x, y] of cells) {
      const px = (x + 0.5) * size, py = (y + 0.5) * size;
      shape.moveTo(px, py);
      shape.lineTo(px + 0.01, py);
      for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [-1, 1], [-1, 0], [0, -1], [-1, -1],
        [1, -1]]) {
        const other = this.style(x + dx, y + dy);
        if (other !== style && other !== "bridge") continue;
        if (dx && dy && (this.style(x + dx, y) === style || this.style(x, y + dy) === style)) {
          continue;
        }
        shape.moveTo(px, py);
        shape.lineTo(px + dx * size, py + dy * size);
      }
    }
    return shape;
  }

  // Darker towards the middle, by depth.
  shade(shape, style, [r, g, b], alphas) {
    const { c, lattice, size, soft } = this, { width } = lattice;
    soft.paint([r, g, b], (cell) => {
      const x = cell % width, y = (cell - x) / width;
      return this.style(x, y) === style ? alphas[this.depth(x, y, style)] : 0;
    });
    c.save();
    this.clipTo(shape);
    c.imageSmoothingQuality = "high";
    const { picture } = lattice;
    c.drawImage(soft.canvas, picture.x * size, picture.y * size, picture.wide * size,
      picture.high * size);
    c.restore();
  }

  // A place in a cell, in shares of it.
  spot(x, y, right, down) { return [(x + right) * this.size, (y + down) * this.size]; }

  // For each of `count` places in a cell: px, py, and two chances.
  scatter(cells, count, salt, draw) {
    for (const [x, y] of cells) {
      for (let i = 0; i < count; i++) {
        const s = salt + 8 * i;
        const [px, py] = this.spot(x, y, chance(x, y, s), chance(x, y, s + 1));
        draw(px, py, chance(x, y, s + 2), chance(x, y, s + 3));
      }
    }
  }

  disc(x, y, radius, color) {
    const { c } = this;
    c.fillStyle = color;
    c.beginPath();
    c.arc(x, y, radius, 0, 2 * Math.PI);
    c.fill();
  }

  polygon(color, ...points) {
    const { c } = this;
    c.fillStyle = color;
    c.beginPath();
    for (const [x, y] of points) c.lineTo(x, y);
    c.fill();
  }

  // ---- kinds ------------------------------------------------------------------------------------

  plain(look, cells) {
    if (look.base !== mix("#4a6a49", "#564a35", 0)) {
      this.fill(this.shape(cells, "plain", 0, 0), look.base);
    }
    const { c, size } = this;
    if (size < 12) return;
    c.lineWidth = Math.max(0.6, size / 28);
    this.scatter(cells, 2, 20, (x, y, a, b) => {
      if (a > 0.35) return;
      c.strokeStyle = b > 0.5 ? "rgba(150,180,120,0.22)" : "rgba(16,34,26,0.28)";
      c.beginPath();
      c.moveTo(x, y);
      c.lineTo(x + (b - 0.5) * size * 0.15, y - size * 0.14);
      c.stroke();
    });
  }

  sand(look, cells) {
    this.fill(this.shape(cells, "sand"), look.base);
    this.scatter(cells, 3, 30, (x, y, a) => this.disc(x, y, this.size * 0.025,
      a > 0.5 ? "rgba(255,240,200,0.16)" : "rgba(60,40,20,0.16)"));
  }

  snow(look, cells) { this.fill(this.shape(cells, "snow"), look.base); }

  swamp(look, cells) {
    const { c, size } = this;
    this.fill(this.shape(cells, "swamp", size * 0.12), "rgba(62,74,48,0.6)");
    this.fill(this.shape(cells, "swamp"), look.base);
    this.scatter(cells, 1, 40, (x, y, a, b) => {
      if (a > 0.5) return;
      c.fillStyle = "rgba(84,116,112,0.5)";
      c.beginPath();
      c.ellipse(x, y, size * (0.18 + 0.2 * b), size * (0.08 + 0.07 * b), 0, 0, 7);
      c.fill();
    });
    c.strokeStyle = "rgba(164,170,104,0.55)";
    c.lineWidth = Math.max(0.7, size / 26);
    this.scatter(cells, 2, 60, (x, y, a, b) => {
      if (a > 0.4) return;
      c.beginPath();
      for (const lean of [-0.5, 0, 0.5]) {
        c.moveTo(x, y);
        c.lineTo(x + lean * size * 0.16, y - size * (0.14 + 0.1 * b));
      }
      c.stroke();
    });
  }

  scree(look, cells) {
    this.fill(this.shape(cells, "scree"), look.base);
    this.scatter(cells, 5, 80, (x, y, a, b) => {
      const r = this.size * (0.04 + 0.07 * a);
      this.disc(x + r * 0.3, y + r * 0.4, r, "rgba(20,20,24,0.35)");
      this.disc(x, y, r, b > 0.5 ? "#7d7d74" : "#68695f");
    });
  }

  water(look, cells) {
    const { c, size } = this;
    this.fill(this.shape(cells, "water", size * 0.2, 0.5), "rgba(120,120,84,0.5)");
    this.fill(this.shape(cells, "water", size * 0.07, 0.5), look.edge);
    this.fill(this.shape(cells, "water"), look.base);
    this.shade(this.shape(cells, "water"), "water", [6, 24, 44], [0, 90, 165]);
    c.lineWidth = Math.max(0.8, size / 22);
    c.lineCap = "round";
    this.scatter(cells, 1, 100, (x, y, a, b) => {
      if (a > 0.45) return;
      c.strokeStyle = `rgba(170,215,225,${0.12 + 0.16 * b})`;
      c.beginPath();
      c.arc(x, y, size * (0.12 + 0.1 * b), 3.6, 5.8);
      c.stroke();
    });
  }

  road(look, cells) {
    const { c, size } = this, shape = this.lines(cells, "road");
    c.lineCap = c.lineJoin = "round";
    c.strokeStyle = "rgba(52,44,32,0.55)";
    c.lineWidth = size * 0.74;
    c.stroke(shape);
    c.strokeStyle = look.base;
    c.lineWidth = size * 0.6;
    c.stroke(shape);
    c.strokeStyle = "rgba(180,158,118,0.35)";
    c.lineWidth = size * 0.28;
    c.stroke(shape);
    this.scatter(cells, 2, 120, (x, y, a) => {
      if (a < 0.5) this.disc(x, y, size * 0.03, "rgba(50,40,26,0.3)");
    });
  }

  bridge(look, cells) {
    const { c, size } = this;
    c.save();
    c.shadowColor = "rgba(0,0,0,0.55)";
    c.shadowBlur = size * 0.35;
    c.shadowOffsetY = size * 0.12;
    this.fill(this.shape(cells, "bridge", 0, 0.1), look.edge);
    c.restore();
    for (const [x, y] of cells) {
      for (let i = 0; i < 4; i++) {
        c.fillStyle = mix(look.base, "#b08a5c", 0.15 + 0.5 * chance(x, y, 140 + i));
        c.fillRect((x + i / 4) * size + 0.5, y * size, size / 4 - 1, size);
      }
    }
    for (const [x, y] of cells) {
      c.fillStyle = "#3d2b1b";
      if (this.style(x, y - 1) !== "bridge") c.fillRect(x * size, y * size, size, size * 0.12);
      if (this.style(x, y + 1) !== "bridge") {
        c.fillRect(x * size, (y + 0.88) * size, size, size * 0.12);
      }
    }
  }

  wood(look, cells) {
    const { size } = this;
    this.fill(this.shape(cells, "wood", size * 0.1, 0.5), "rgba(24,44,34,0.55)");
    this.fill(this.shape(cells, "wood", 0, 0.5), look.base);
    const trees = [];
    this.scatter(cells, 3, 160, (x, y, a, b) => trees.push([x, y, a, b]));
    trees.sort((a, b) => a[1] - b[1]);
    for (const [x, y, a, b] of trees) {
      const r = size * (0.22 + 0.14 * a);
      this.disc(x + r * 0.22, y + r * 0.38, r, "rgba(8,20,18,0.42)");
      this.disc(x, y, r, b > 0.66 ? "#2f5a3e" : b > 0.33 ? "#2a5040" : "#356043");
      this.disc(x - r * 0.28, y - r * 0.3, r * 0.55, "rgba(140,190,120,0.20)");
      this.disc(x - r * 0.34, y - r * 0.4, r * 0.25, "rgba(190,220,150,0.20)");
    }
  }

  // Rock everywhere, and peaks on it: the further from the rim the higher.
  mountain(look, cells) {
    const { size } = this;
    this.fill(this.shape(cells, "mountain", size * 0.16), "rgba(26,30,32,0.45)");
    this.fill(this.shape(cells, "mountain"), look.base);
    const peaks = [];
    for (const [x, y] of cells) {
      const depth = this.depth(x, y, "mountain");
      if (chance(x, y, 180) > [0.6, 0.65, 0.5][depth]) continue;
      const tall = [0.45, 0.9, 1.35][depth] + 0.4 * chance(x, y, 181);
      const foot = this.spot(x, y, 0.15 + 0.7 * chance(x, y, 182), 0.7 + 0.3 * chance(x, y, 183));
      peaks.push([...foot, tall * size, depth, chance(x, y, 184)]);
    }
    peaks.sort((a, b) => a[1] - b[1]);
    for (const peak of peaks) this.peak(...peak);
  }

  // The cells so many steps away in each direction that is straight.
  sides(x, y, reach) {
    return [[-1, 0], [1, 0], [0, -1], [0, 1]].map(([dx, dy]) => [x + dx * reach, y + dy * reach]);
  }

  // 0 at the rim of what is of a style, 1 next to it, 2 further inside.
  depth(x, y, style) {
    for (let reach = 1; reach <= 2; reach++) {
      for (const side of this.sides(x, y, reach)) {
        const other = this.style(...side);
        if (other !== null && other !== style && other !== "bridge") return reach - 1;
      }
    }
    return 2;
  }

  peak(x, foot, tall, depth, lean) {
    const wide = tall * (0.62 + 0.2 * lean), top = foot - tall;
    const bend = x + wide * (lean - 0.3) * 0.5;
    this.polygon("rgba(8,10,14,0.30)", [x - wide * 0.7, foot], [x + wide * 1.15, foot + tall * 0.1],
      [x + wide * 0.2, top + tall * 0.5]);
    this.polygon(lean > 0.5 ? "#787a82" : "#6d7079", [x - wide, foot], [x, top], [bend, foot]);
    this.polygon(lean > 0.5 ? "#43454f" : "#3c3f49", [bend, foot], [x, top], [x + wide, foot]);
    this.polygon("rgba(255,255,255,0.08)", [x - wide * 0.55, foot - tall * 0.45], [x, top],
      [x - wide * 0.12, foot - tall * 0.3]);
    if (depth < 2) return;
    const line = top + tall * 0.34, middle = x + (bend - x) * 0.34;
    this.polygon("#e4e9f0", [x - wide * 0.34, line], [x, top], [middle, line + tall * 0.04],
      [x - wide * 0.12, line - tall * 0.06]);
    this.polygon("#9aa3b5", [middle, line + tall * 0.04], [x, top], [x + wide * 0.34, line],
      [x + wide * 0.14, line - tall * 0.05]);
  }

  ore(look, cells) {
    const { size } = this;
    this.fill(this.shape(cells, "ore", size * 0.1), "rgba(24,22,16,0.5)");
    this.fill(this.shape(cells, "ore"), look.base);
    this.scatter(cells, 5, 200, (x, y, a, b) => {
      const r = size * (0.07 + 0.09 * a);
      this.polygon("rgba(10,8,4,0.4)", [x - r, y + r * 0.6], [x + r * 0.3, y - r * 0.6],
        [x + r * 1.5, y + r * 0.5], [x + r * 0.2, y + r * 1.3]);
      this.polygon(b > 0.5 ? "#d9a93c" : "#c08f2e", [x - r, y], [x, y - r], [x + r, y], [x, y + r]);
      this.polygon("#f6dc8b", [x - r * 0.7, y - r * 0.1], [x, y - r], [x + r * 0.1, y - r * 0.1]);
    });
  }

  house(look, cells) {
    const { c, size } = this;
    for (const [x, y] of cells) {
      const px = x * size, py = y * size, inset = size * 0.08;
      c.fillStyle = "rgba(0,0,0,0.35)";
      c.fillRect(px + inset * 2, py + inset * 2.4, size - inset * 2, size - inset * 2);
      const tint = chance(x, y, 220) * 0.35;
      c.fillStyle = mix(look.base, "#b27a58", tint);
      c.fillRect(px + inset, py + inset, size - 2 * inset, size / 2 - inset);
      c.fillStyle = mix(look.edge, "#7d4c38", tint);
      c.fillRect(px + inset, py + size / 2, size - 2 * inset, size / 2 - inset);
      c.fillStyle = "rgba(255,225,190,0.35)";
      c.fillRect(px + inset, py + size / 2 - size * 0.04, size - 2 * inset, size * 0.06);
    }
  }

  wall(look, cells) { this.masonry(look, cells, "wall"); }

  keep(look, cells) { this.masonry(look, cells, "keep"); }

  masonry(look, cells, style) {
    const { c, size } = this;
    c.save();
    c.shadowColor = "rgba(0,0,0,0.6)";
    c.shadowBlur = size * 0.4;
    c.shadowOffsetY = size * 0.16;
    this.fill(this.shape(cells, style, 0, 0.12), look.edge);
    c.restore();
    for (const [x, y] of cells) {
      const low = this.style(x, y + 1) !== style ? size * 0.26 : 0;
      for (const [ox, oy, w] of [[0, 0, 0.5], [0.5, 0, 0.5], [-0.25, 0.5, 0.5], [0.25, 0.5, 0.5],
        [0.75, 0.5, 0.5]]) {
        const from = Math.max(0, ox), to = Math.min(1, ox + w);
        c.fillStyle = mix(look.base, "#20242e", 0.25 * chance(x * 8 + ox * 4, y * 8 + oy * 4, 240));
        c.fillRect((x + from) * size + 0.6, (y + oy) * size + 0.6, (to - from) * size - 1.2,
          size / 2 - 1.2);
      }
      if (low) {
        c.fillStyle = "rgba(10,12,18,0.5)";
        c.fillRect(x * size, (y + 1) * size - low, size, low);
      }
      if (this.style(x, y - 1) !== style) {
        c.fillStyle = "rgba(255,255,255,0.20)";
        c.fillRect(x * size, y * size, size, Math.max(1, size * 0.07));
      }
    }
  }
}
