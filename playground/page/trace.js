// What an engine has done, drawn over the ground: cells that were opened, closed and passed, with F,
// G and H, and from where each was reached; and the path that was found.
"use strict";

const KINDS = { 1: "opened", 2: "improved", 3: "closed", 4: "passed" };
// Dark enough for white numbers.
const KIND_COLORS = { opened: "rgba(16, 96, 58, 0.85)", improved: "rgba(16, 96, 58, 0.85)",
  closed: "rgba(28, 66, 140, 0.85)", passed: "rgba(96, 58, 128, 0.85)" };
const ARROWS_FROM = 12, NUMBERS_FROM = 34; // pixels of a cell that has room for them

class Trace {
  constructor() { this.clear(); }

  clear() { this.set([]); }

  // Eight values for each event, and the cells of the path: x1, y1, x2, y2 …
  set(values, cells = []) {
    this.events = [];
    for (let i = 0; i + 7 < values.length; i += 8) {
      const [kind, x, y, px, py, f, g, h] = values.slice(i, i + 8);
      this.events.push({ kind: KINDS[kind], x, y, px, py, f, g, h });
    }
    this.cells = cells;
    this.show(this.events.length);
  }

  // So many events, of which the last one is marked unless it is the end.
  show(count) {
    const states = new Map();
    for (const event of this.events.slice(0, count)) states.set(`${event.x},${event.y}`, event);
    this.states = [...states.values()];
    this.shown = count;
    this.isWhole = count === this.events.length;
    this.last = this.isWhole ? null : this.events[count - 1];
  }

  draw(scene) {
    for (const state of this.states) this.drawCell(scene, state);
    if (this.cells.length > 0 && this.isWhole) this.drawPath(scene);
    if (scene.camera.scale >= ARROWS_FROM) for (const state of this.states) this.drawWay(scene, state);
    if (scene.camera.scale >= NUMBERS_FROM) this.drawNumbers(scene);
    if (this.last) this.drawLast(scene);
  }

  drawCell({ c, lattice }, { kind, x, y }) {
    c.fillStyle = KIND_COLORS[kind];
    c.beginPath();
    lattice.block(c, x - 1, y - 1, 1);
    c.fill();
  }

  // A pointer as in the guide: a dot, and a line towards the next cell, or all the way to one that is
  // farther away.
  drawWay({ c, lattice }, { x, y, px, py }) {
    const [mx, my] = lattice.middle(x - 1, y - 1, 1), [fx, fy] = lattice.middle(px - 1, py - 1, 1);
    const isFar = Math.max(Math.abs(px - x), Math.abs(py - y)) > 1, part = isFar ? 1 : 0.22;
    c.strokeStyle = c.fillStyle = isFar ? "rgba(255, 255, 255, 0.5)" : "rgba(255, 255, 255, 0.85)";
    c.lineWidth = 0.05;
    c.beginPath();
    c.arc(mx, my, 0.06, 0, 7);
    c.fill();
    c.beginPath();
    c.moveTo(mx, my);
    c.lineTo(mx + (fx - mx) * part, my + (fy - my) * part);
    c.stroke();
  }

  drawNumbers({ c, lattice }) {
    c.fillStyle = "#ffffff";
    c.font = "0.21px system-ui, sans-serif";
    c.textBaseline = "alphabetic";
    for (const { x, y, f, g, h } of this.states) {
      const [mx, my] = lattice.middle(x - 1, y - 1, 1);
      c.textAlign = "left";
      c.fillText(f, mx - 0.46, my - 0.26);
      c.fillText(g, mx - 0.46, my + 0.44);
      c.textAlign = "right";
      c.fillText(h, mx + 0.46, my + 0.44);
    }
  }

  drawLast({ c, lattice }) {
    c.strokeStyle = "#ffe066";
    c.lineWidth = 0.08;
    c.beginPath();
    lattice.block(c, this.last.x - 1, this.last.y - 1, 1);
    c.stroke();
  }

  drawPath({ c, lattice }) {
    c.strokeStyle = "#ffe066";
    c.lineWidth = 0.1;
    c.lineJoin = c.lineCap = "round";
    c.beginPath();
    for (let i = 0; i < this.cells.length; i += 2) {
      const [x, y] = lattice.middle(this.cells[i] - 1, this.cells[i + 1] - 1, 1);
      if (i === 0) c.moveTo(x, y);
      else c.lineTo(x, y);
    }
    c.stroke();
  }
}
