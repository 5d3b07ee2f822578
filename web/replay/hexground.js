// Terrain of hexagons: what is drawn in another way than on squares, see ground.js.

const AT_ONCE = 200;                      // cells in a path: one of very many takes far longer

class HexGround extends Ground {
  // In whole pixels, with what juts out of the cells.
  area(left, top, right, bottom) {
    const { lattice, size } = this, [x1, y1] = lattice.middle(left, top);
    const [x2, y2] = lattice.middle(right - 1, bottom - 1);
    const low = (at) => Math.max(0, Math.floor((at - 1.5) * size) / size);
    const high = (at) => Math.ceil((at + 1.5) * size) / size;
    return [low(x1), low(y1), high(x2), high(y2)];
  }

  // Inside a hexagon.
  spot(x, y, right, down) {
    const [px, py] = this.lattice.middle(x, y);
    return [(px + 0.86 * (right - 0.5)) * this.size, (py + 0.86 * (down - 0.5)) * this.size];
  }

  hexagons(cells, radius) {
    const { lattice, size } = this, shape = new Path2D();
    for (const [x, y] of cells) {
      const [px, py] = lattice.middle(x, y);
      lattice.hexagon(shape, px * size, py * size, radius, !lattice.flat);
    }
    return shape;
  }

  // A list of paths. Half a pixel larger, so that nothing shows between two hexagons; what is to be
  // larger will be covered but for its rim.
  shape(cells, style, grow = 0) {
    const { size } = this, list = [];
    const shown = grow === 0 ? cells : cells.filter(([x, y]) => this.depth(x, y, style) === 0);
    for (let i = 0; i < shown.length; i += AT_ONCE) {
      list.push(this.hexagons(shown.slice(i, i + AT_ONCE), CORNER * size + 1.15 * grow + 0.5));
    }
    return list;
  }

  fill(shape, color) {
    this.c.fillStyle = color;
    for (const path of [shape].flat()) this.c.fill(path);
  }

  // What is shaded is nothing at the rim.
  clipTo() {}

  sides(x, y, reach = 1) {
    return SIDES.map((_, part) => this.lattice.around(x, y, part, reach, 0));
  }

  lines(cells, style) {
    const { lattice, size } = this, shape = new Path2D();
    const at = (x, y) => lattice.middle(x, y).map((n) => n * size);
    for (const [x, y] of cells) {
      const [px, py] = at(x, y);
      shape.moveTo(px, py);
      shape.lineTo(px + 0.01, py);
      for (const side of this.sides(x, y)) {
        const other = this.style(...side);
        if (other !== style && other !== "bridge") continue;
        shape.moveTo(px, py);
        shape.lineTo(...at(...side));
      }
    }
    return shape;
  }

  bridge(look, cells) {
    const { c, size } = this;
    this.fill(this.shape(cells, "bridge"), look.edge);
    c.save();
    c.clip(this.hexagons(cells, CORNER * size * 0.9));
    for (const [x, y] of cells) {
      const [left, top] = this.spot(x, y, -0.2, -0.2);
      for (let i = 0; i < 5; i++) {
        c.fillStyle = mix(look.base, "#b08a5c", 0.15 + 0.5 * chance(x, y, 140 + i));
        c.fillRect(left + i * size / 4 + 0.5, top, size / 4 - 1, 1.25 * size);
      }
    }
    c.restore();
  }

  house(look, cells) {
    const { c, size } = this;
    for (const [x, y] of cells) {
      const [left, top] = this.spot(x, y, 0.13, 0.13), wide = 0.64 * size;
      const tint = chance(x, y, 220) * 0.35;
      c.fillStyle = "rgba(0,0,0,0.35)";
      c.fillRect(left + size * 0.08, top + size * 0.1, wide, wide);
      c.fillStyle = mix(look.base, "#b27a58", tint);
      c.fillRect(left, top, wide, wide / 2);
      c.fillStyle = mix(look.edge, "#7d4c38", tint);
      c.fillRect(left, top + wide / 2, wide, wide / 2);
      c.fillStyle = "rgba(255,225,190,0.35)";
      c.fillRect(left, top + wide / 2 - size * 0.04, wide, size * 0.06);
    }
  }

  masonry(look, cells, style) {
    const { c, size } = this;
    c.save();
    c.shadowColor = "rgba(0,0,0,0.6)";
    c.shadowBlur = size * 0.4;
    c.shadowOffsetY = size * 0.16;
    this.fill(this.shape(cells, style), look.edge);
    c.restore();
    for (const cell of cells) {
      const shape = this.hexagons([cell], CORNER * size * 0.92);
      this.fill(shape, mix(look.base, "#20242e", 0.25 * chance(...cell, 240)));
      const [x, y] = this.spot(...cell, 0.5, 0.5), top = new Path2D();
      this.lattice.hexagon(top, x, y - size * 0.05, CORNER * size * 0.66, !this.lattice.flat);
      this.fill(top, "rgba(255,255,255,0.09)");
    }
  }
}
