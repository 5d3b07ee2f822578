// Hexagons in the plane, see lattice.js, and what is seen over them.

const PITCH = Math.sqrt(3) / 2;           // from a line of hexagons to the next
const CORNER = 1 / Math.sqrt(3);          // from the middle to a corner
const SMALL_CELL = 8;                     // pixels: of a smaller one the corners are not seen

// Halves of a step and lines to each side, as in src/core/grid/hex.c.
const SIDES = [[2, 0], [1, 1], [-1, 1], [-2, 0], [-1, -1], [1, -1]];

// Every second line of cells is shifted by half a cell. Lines are rows where a point is on top, and
// columns where the top is flat: those have `along` and `line` instead of x and y, or of y and x.
class HexLattice extends Lattice {
  constructor(run) {
    super(run);
    this.flat = run.grid === "flat_hex";
    [this.count, this.lineCount] = this.turn(run.width, run.height);
    const along = this.count + (this.lineCount > 1 ? 0.5 : 0);
    [this.wide, this.high] = this.turn(along, 2 * CORNER + (this.lineCount - 1) * PITCH);
    this.makePicture();
    this.outline = this.makeOutline();
  }

  // x, y of along, line, and the other way about.
  turn(a, b) { return this.flat ? [b, a] : [a, b]; }

  // Two pixels for each cell, along its line, and a rim of a pixel around all: so a line can be
  // shifted by a pixel.
  makePicture() {
    const pixels = 2 * this.count + 3, lines = this.lineCount + 2;
    const [width, height] = this.turn(pixels, lines);
    const [x, y] = this.turn(-0.5, CORNER - 1.5 * PITCH);
    const [wide, high] = this.turn(pixels / 2, lines * PITCH);
    this.picture = { width, height, x, y, wide, high };
    const near = (at, count) => Math.max(0, Math.min(count - 1, at));
    this.cellOf = (pixel) => {
      const px = pixel % width, [at, row] = this.turn(px, (pixel - px) / width);
      const line = near(row - 1, this.lineCount);
      const along = near((at - 1 - line % 2) >> 1, this.count);
      const [cx, cy] = this.turn(along, line);
      return cy * this.width + cx;
    };
  }

  // Along its rim.
  makeOutline() {
    const path = new Path2D(), last = this.lineCount - 1, lines = [...Array(last + 1).keys()];
    const all = [...Array(this.count).keys()], points = [];
    const add = (along, line, ...corners) => {
      const middle = this.turn(...this.middle(...this.turn(along, line)));
      for (const [a, b] of corners) points.push([middle[0] + a, middle[1] + b]);
    };
    const low = CORNER / 2;
    for (const along of all) add(along, 0, [-0.5, -low], [0, -CORNER], [0.5, -low]);
    for (const line of lines) add(this.count - 1, line, [0.5, -low], [0.5, low]);
    for (const along of all.reverse()) add(along, last, [0.5, low], [0, CORNER], [-0.5, low]);
    for (const line of lines.reverse()) add(0, line, [-0.5, low], [-0.5, -low]);
    for (const [a, b] of points) path.lineTo(...this.turn(a, b));
    path.closePath();
    return path;
  }

  // Of a large unit the middle of its cells, on average.
  middle(x, y, size = 1) {
    const [along, line] = this.turn(x, y), shifted = line & 1;
    const shift = ((size >> 1) + (size % 2 ? shifted : 0)) / (2 * size);
    return this.turn(along + size / 2 + shift, CORNER + (line + (size - 1) / 2) * PITCH);
  }

  place(x, y) {
    const cx = Math.round(x), cy = Math.round(y), [px, py] = this.middle(cx - 1, cy - 1);
    const [right, down] = this.flat ? [PITCH, 1] : [1, PITCH];
    return [px + (x - cx) * right, py + (y - cy) * down];
  }

  // Of the cells near the point the one whose middle is nearest.
  cellAt(px, py) {
    const [along, down] = this.turn(px, py), line = Math.floor((down - CORNER) / PITCH);
    let best = null, least = Infinity;
    for (const row of [line, line + 1]) {
      const cell = this.turn(Math.floor(along - (row & 1) / 2), row);
      const [mx, my] = this.middle(...cell), away = Math.hypot(mx - px, my - py);
      if (away < least) [best, least] = [cell, away];
    }
    return best;
  }

  // A hexagon of this radius, with a point on top or with a flat top.
  hexagon(path, px, py, radius, pointed) {
    const first = pointed ? Math.PI / 6 : 0;
    for (let i = 0; i < 6; i++) {
      const angle = first + i * Math.PI / 3;
      const x = px + radius * Math.cos(angle), y = py + radius * Math.sin(angle);
      if (i === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    path.closePath();
  }

  cell(path, x, y) { this.hexagon(path, ...this.middle(x, y), CORNER, !this.flat); }

  block(path, x, y, size) {
    for (let dy = 0; dy < size; dy++) {
      for (let dx = 0; dx < size; dx++) this.cell(path, x + dx, y + dy);
    }
  }

  // What lies within some steps is a hexagon with its corners where straight lines of cells lead.
  circle(path, px, py, radius) { this.hexagon(path, px, py, radius, this.flat); }

  lines(path, left, top, right, bottom) {
    const [x1, y1] = this.cellAt(left, top), [x2, y2] = this.cellAt(right, bottom);
    for (let y = Math.max(0, y1 - 1); y <= Math.min(this.height - 1, y2 + 1); y++) {
      for (let x = Math.max(0, x1 - 1); x <= Math.min(this.width - 1, x2 + 1); x++) {
        this.cell(path, x, y);
      }
    }
  }

  fillAll(c) { c.fill(this.outline); }

  clip(c) { c.clip(this.outline); }

  overlay(c, haze, smooth) {
    c.save();
    if (smooth || c.getTransform().a < SMALL_CELL) {
      this.clip(c);
      super.overlay(c, haze, smooth);
    } else {
      for (const [color, shape] of this.shapes(haze)) {
        c.fillStyle = color;
        c.fill(shape);
      }
    }
    c.restore();
  }

  // The cells of each color on each line: filling one path of very many cells takes far longer.
  // They are kept until the picture is another one.
  shapes(haze) {
    if (haze.shapesKey === haze.key) return haze.shapes;
    const { width } = this.picture, shapes = new Map();
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) {
        const [along, line] = this.turn(x, y);
        const [px, py] = this.turn(2 * along + 1 + line % 2, line + 1);
        const [r, g, b, a] = haze.image.data.subarray(4 * (py * width + px));
        if (a === 0) continue;
        const key = `${line} ${a}`;
        if (!shapes.has(key)) shapes.set(key, [`rgba(${r},${g},${b},${a / 255})`, new Path2D()]);
        this.cell(shapes.get(key)[1], x, y);
      }
    }
    haze.shapesKey = haze.key;
    return haze.shapes = [...shapes.values()];
  }

  // The cell on a ring around another one, `across` cells from a corner of the ring on.
  around(x, y, part, ring, across) {
    let [along, line] = this.turn(x, y);
    const other = SIDES[(part + 2) % 6], half = 2 * along + (line & 1) + SIDES[part][0] * ring
      + other[0] * across;
    line += SIDES[part][1] * ring + other[1] * across;
    return this.turn((half - (line & 1)) / 2, line);
  }

  distance(a, b) {
    const [along, line] = this.turn(a.x - 1, a.y - 1), [other, row] = this.turn(b.x - 1, b.y - 1);
    const halves = Math.abs(2 * (along - other) + (line & 1) - (row & 1));
    const lines = Math.abs(line - row);
    return lines + Math.max(0, halves - lines) / 2;
  }

  // As in src/core/map/hex_field_of_view.c. A slope is a pair, see sight.js.
  look(opaque, x, y, radius, mark) {
    const scan = (part, ring, over, under, toOver, toUnder) => {
      for (; ring <= radius; ring++) {
        const first = Math.floor((2 * ring * over + under) / (2 * under));
        const last = Math.floor((2 * ring * toOver + toUnder - 1) / (2 * toUnder));
        let begin = [over, under], hidden = false;
        if (first > last) return;
        for (let across = first; across <= last; across++) {
          const [cx, cy] = this.around(x, y, part, ring, across), cell = cy * this.width + cx;
          const isThere = this.has(cx, cy), hides = isThere && opaque(cell);
          const isBetween = across * under >= ring * over && across * toUnder <= ring * toOver;
          if (isThere && (hides || isBetween)) mark(cell);
          const edge = [2 * across - 1, 2 * ring];
          if (hides && !hidden && across > first) scan(part, ring + 1, ...begin, ...edge);
          if (!hides && hidden) begin = edge;
          hidden = hides;
        }
        if (hidden) return;
        [over, under] = begin;
      }
    };
    mark(y * this.width + x);
    for (let part = 0; part < 6; part++) scan(part, 1, 0, 1, 1, 1);
  }
}
