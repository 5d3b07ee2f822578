--- JavaScript: draws planned paths, and what the selected unit is about.

return [==[
// Whether a path bends at one of its cells, or ends there.
function turns(cells, i) {
  if (i + 1 >= cells.length) return true;
  const [x, y] = cells[i], before = cells[i - 1], after = cells[i + 1];
  return after[0] - x !== x - before[0] || after[1] - y !== y - before[1];
}

// Whether a path comes to one of its cells by a link.
function jumps(cells, i) {
  if (i === 0) return false;
  const [x, y] = cells[i], before = cells[i - 1];
  return Math.max(Math.abs(x - before[0]), Math.abs(y - before[1])) > 1;
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

  trace(unit) {
    const { c } = this, { cells, at } = unit.route, half = unit.size / 2 - 1;
    const [x, y] = this.film.placeAt(unit, this.share);
    c.beginPath();
    c.moveTo(x, y);
    for (let i = at; i < cells.length; i++) {
      const px = cells[i][0] + half, py = cells[i][1] + half;
      if (jumps(cells, i)) c.moveTo(px, py);         // the link is drawn already
      else if (i === at ? Math.hypot(px - x, py - y) < 0.2 : turns(cells, i)) c.lineTo(px, py);
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
}
]==]
