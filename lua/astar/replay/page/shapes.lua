--- JavaScript: methods of Ground, see ground.lua: shapes and grains that terrains are drawn with.

return [==[
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

]==]
