// Draws what was noted, said, marked and drawn at places of the map.

const NOTE_SHOWN = 40;                    // ticks
const DRAWN = new Set(["say", "mark", "line", "circle", "draw"]);
const NOTE_STYLE = { size: 12, weight: 600, color: "#ffe9a8", above: true };
const SAY_STYLE = { size: 12, weight: 550, color: "#10141d", back: "rgba(240,244,250,0.94)",
  above: true };
const MARK_STYLE = { size: 11, weight: 600, color: "#ffffff" };

class Said extends Units {
  // What is on the map for some ticks, in the order of time; and how long the longest is.
  drawings = [];
  longest = 0;

  addNotes(notes) {
    super.addNotes(notes);
    for (const note of notes) {
      if (!DRAWN.has(note.kind)) continue;
      this.drawings.push(note);
      this.longest = Math.max(this.longest, this.endOf(note) - note.tick);
    }
  }

  endOf(note) { return note.tick + (note.ticks > 0 ? note.ticks : NOTE_SHOWN); }

  // Of a player whose knowledge is not shown nothing is drawn.
  isHeard(note) {
    return this.eyes < 0 || !note.player || this.run.players[this.eyes].name === note.player;
  }

  // Those of this time, the last ones first. A unit says one thing at a time.
  current() {
    const list = [], said = new Set(), first = this.time - this.longest;
    for (let i = countUntil(this.drawings, this.time) - 1; i >= 0; i--) {
      const note = this.drawings[i];
      if (note.tick < first) break;
      if (note.kind === "say" && said.has(note.id)) continue;
      if (note.kind === "say") said.add(note.id);
      if (this.endOf(note) > this.time && this.isHeard(note)) list.push(note);
    }
    return list;
  }

  drawNotes() {
    const { c } = this;
    for (const note of this.recent("note", NOTE_SHOWN)) {
      if (!note.x) continue;
      const age = (this.time - note.tick) / NOTE_SHOWN;
      c.globalAlpha = Math.min(1, 3 * (1 - age));
      const [x, y] = this.lattice.place(note.x, note.y);
      this.labels.put(note.text, x, y - 0.5, 2, NOTE_STYLE, true);
      c.globalAlpha = 1;
    }
    for (const note of this.current()) this.drawSaid(note);
  }

  colorOf(note) {
    const player = this.run.players.findIndex((one) => one.name === note.player);
    return player < 0 ? "#ffe9a8" : this.colors[player];
  }

  drawSaid(note) {
    const { c, camera } = this, color = this.colorOf(note), line = 1 / camera.scale;
    c.globalAlpha = Math.max(0.15, Math.min(1, (this.endOf(note) - this.time) / 6));
    c.strokeStyle = color;
    c.lineWidth = Math.max(0.08, 2 * line);
    if (note.kind === "say") this.drawSpeech(note);
    else if (note.kind === "circle") this.drawCircle(note);
    else if (note.kind === "line") this.drawLine(note);
    else this.drawMark(note, color, line);
    c.globalAlpha = 1;
  }

  drawSpeech(note) {
    const unit = this.film.find(note.id);
    if (!unit || !this.isVisible(unit) || !note.text) return;
    const [x, y] = this.film.placeAt(unit, this.share);
    this.labels.put(note.text, x, y, this.radiusOf(unit) * this.camera.scale + 4, SAY_STYLE, true);
  }

  drawCircle(note) {
    const { c } = this, [x, y] = this.lattice.place(note.x, note.y);
    c.beginPath();
    this.lattice.circle(c, x, y, note.radius);
    c.stroke();
    if (note.text) this.labels.put(note.text, x, y, 2, MARK_STYLE);
  }

  drawLine(note) {
    const { c } = this, [x1, y1] = this.lattice.place(note.x, note.y);
    const [x2, y2] = this.lattice.place(note.x2, note.y2);
    c.lineCap = "round";
    c.beginPath();
    c.moveTo(x1, y1);
    c.lineTo(x2, y2);
    c.stroke();
    if (note.text) this.labels.put(note.text, (x1 + x2) / 2, (y1 + y2) / 2, 2, MARK_STYLE);
  }

  // A pin whose point is in the middle of the cell.
  drawMark(note, color, line) {
    const { c } = this, [x, y] = this.lattice.place(note.x, note.y), r = Math.max(0.3, 5 * line);
    c.fillStyle = color;
    c.beginPath();
    c.arc(x, y - 2 * r, r, Math.PI * 0.85, Math.PI * 2.15);
    c.lineTo(x, y);
    c.closePath();
    c.fill();
    c.strokeStyle = "rgba(6,8,12,0.8)";
    c.lineWidth = line;
    c.stroke();
    if (note.text) this.labels.put(note.text, x, y - 2 * r, 8, MARK_STYLE);
  }
}
