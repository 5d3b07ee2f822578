// Where the selected unit has searched for a place, drawn as heat.

const HEAT_SHOWN = 120;                   // ticks

class Heat extends Links {
  heats = new Map();                      // by ids of units

  addNotes(notes) {
    for (const note of notes) {
      if (note.kind !== "heat") continue;
      if (!this.heats.has(note.id)) this.heats.set(note.id, []);
      this.heats.get(note.id).push(note);
    }
  }

  // The last position query of a unit until now, of those that are not too long ago.
  heatOf(id) {
    const list = this.heats.get(id) || [], last = list[countUntil(list, this.time) - 1];
    return last && this.time - last.tick < HEAT_SHOWN ? last : null;
  }

  // The better a place, the brighter; the best has a frame. A note has x, y and a share of 0 to 100
  // for each place, all of them as the scores of candidates are: in hundredths.
  drawHeat(unit, line) {
    const note = this.heatOf(unit.id), { c, lattice } = this;
    if (!note) return;
    c.globalAlpha = Math.min(1, 4 * (1 - (this.time - note.tick) / HEAT_SHOWN));
    for (let i = 0; i + 2 < note.scores.length; i += 3) {
      const [x, y, share] = note.scores.slice(i, i + 3);
      const x0 = Math.round(100 * x) - 1, y0 = Math.round(100 * y) - 1;
      c.fillStyle = `hsla(${220 - 180 * share}, 90%, 60%, ${0.18 + 0.4 * share})`;
      c.beginPath();
      lattice.block(c, x0, y0, unit.size);
      c.fill();
    }
    c.strokeStyle = "rgba(255,255,255,0.9)";
    c.lineWidth = Math.max(0.06, 1.5 * line);
    c.beginPath();
    lattice.block(c, note.x - 1, note.y - 1, unit.size);
    c.stroke();
    c.globalAlpha = 1;
  }
}
