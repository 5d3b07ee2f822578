// Draws planned paths, and what the selected unit is about.

// Whether a path bends at one of its points, or ends there.
function turns([x, y], before, after) {
  return !after || Math.hypot(after[0] + before[0] - 2 * x, after[1] + before[1] - 2 * y) > 0.01;
}

const LONGEST_STEP = 1.5;                 // what is longer is a link

function jumps([x, y], before) {
  return before && Math.hypot(x - before[0], y - before[1]) > LONGEST_STEP;
}

class Paths extends Heat {
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

  // Of a cell of a unit's path, the middle of what the unit covers there.
  middleOf([x, y], unit) { return this.lattice.middle(x - 1, y - 1, unit.size); }

  // Where a route bends, ends, or begins again behind a link: number of the cell, place, is it
  // behind a link. Found once for each route, for it is drawn in each picture.
  cornersOf(unit) {
    const { route } = unit, { cells } = route;
    if (route.corners) return route.corners;
    const corners = [], point = (i) => cells[i] && this.middleOf(cells[i], unit);
    let before = point(0), now = point(1), after;
    for (let i = 1; i < cells.length; i++, before = now, now = after) {
      after = point(i + 1);
      const isBehind = jumps(now, before);
      if (isBehind || turns(now, before, after)) corners.push([i, ...now, isBehind]);
    }
    return route.corners = corners;
  }

  trace(unit) {
    const { c } = this, { cells, at } = unit.route;
    const [x, y] = this.film.placeAt(unit, this.share);
    const now = this.middleOf(cells[at], unit);
    c.beginPath();
    c.moveTo(x, y);
    if (at > 0 && jumps(now, this.middleOf(cells[at - 1], unit))) c.moveTo(...now);
    else if (Math.hypot(now[0] - x, now[1] - y) < 0.2) c.lineTo(...now);
    for (const [i, cx, cy, isBehind] of this.cornersOf(unit)) {
      if (i <= at) continue;
      if (isBehind) c.moveTo(cx, cy);            // the link is drawn already
      else c.lineTo(cx, cy);
    }
  }

  drawPaths() {
    const { c } = this;
    c.lineCap = c.lineJoin = "round";
    c.lineWidth = Math.max(0.06, 1 / this.camera.scale);     // lines of one pixel are drawn faster
    for (const unit of this.film.units) {
      if (!unit.route || unit.id === this.selected || !this.isOwn(unit)) continue;
      c.strokeStyle = withAlpha(this.colors[unit.player], 0.5);
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
      this.lattice.circle(c, x, y, unit.sight + 0.5);
      c.fill();
      c.stroke();
    }
    this.drawHeat(unit, line);
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
    const [gx, gy] = this.middleOf(unit.route.cells[unit.route.cells.length - 1], unit);
    const r = Math.max(0.32, 5 * line);
    c.fillStyle = "rgba(5,8,14,0.75)";
    c.strokeStyle = color;
    c.lineWidth = Math.max(0.1, 2 * line);
    c.beginPath();
    c.arc(gx, gy, r, 0, 7);
    c.fill();
    c.stroke();
    c.fillStyle = color;
    c.beginPath();
    c.arc(gx, gy, r * 0.4, 0, 7);
    c.fill();
  }
}
