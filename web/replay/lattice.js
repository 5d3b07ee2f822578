// Where cells lie in the plane that is drawn: squares, or hexagons (hexagons.js).

// A step between the middles of neighbours is 1 long, and the map's upper left corner is at 0, 0.
// Cells count from 0 here; places count from 1, as in the game, and may lie between cells.
class Lattice {
  constructor({ width, height }) {
    Object.assign(this, { width, height, wide: width, high: height });
    // A picture with pixels for each cell: its size, its place in the plane, the cell of a pixel.
    this.picture = { width, height, x: 0, y: 0, wide: width, high: height };
    this.cellOf = (pixel) => pixel;
  }

  static of(run) { return run.grid === "square" ? new Lattice(run) : new HexLattice(run); }

  // The middle of a unit's cells, of which this is the upper left one.
  middle(x, y, size = 1) { return [x + size / 2, y + size / 2]; }

  place(x, y) { return [x - 0.5, y - 0.5]; }

  // The cell at a point; it may lie outside the map.
  cellAt(px, py) { return [Math.floor(px), Math.floor(py)]; }

  has(x, y) { return x >= 0 && y >= 0 && x < this.width && y < this.height; }

  // Adds the outline of a unit's cells to a path.
  block(path, x, y, size) { path.rect(x, y, size, size); }

  // Adds that of everything within a distance.
  circle(path, px, py, radius) { path.arc(px, py, radius, 0, 7); }

  // Adds the lines between the cells of a rectangle of the plane.
  lines(path, left, top, right, bottom) {
    const x1 = Math.max(0, Math.floor(left)), x2 = Math.min(this.width, Math.ceil(right));
    const y1 = Math.max(0, Math.floor(top)), y2 = Math.min(this.height, Math.ceil(bottom));
    for (let x = x1; x <= x2; x++) {
      path.moveTo(x, y1);
      path.lineTo(x, y2);
    }
    for (let y = y1; y <= y2; y++) {
      path.moveTo(x1, y);
      path.lineTo(x2, y);
    }
  }

  fillAll(c) { c.fillRect(0, 0, this.width, this.height); }

  // A picture of the plane has nothing outside the map that has to be cut off.
  clip() {}

  // Draws a picture that has pixels for each cell; a smooth one has no edges between cells.
  overlay(c, haze, smooth) {
    const { x, y, wide, high } = this.picture;
    c.imageSmoothingEnabled = smooth;
    c.drawImage(haze.canvas, x, y, wide, high);
  }

  // As far as it is told in the card.
  distance(a, b) { return Math.hypot(a.x - b.x, a.y - b.y); }

  look(opaque, x, y, radius, mark) {
    look(this.width, this.height, opaque, x, y, radius, mark);
  }
}
