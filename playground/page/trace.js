// What A* has done, drawn over the map: open and closed cells with F, G and H, and where each was
// reached from; and the path that was found.
"use strict";

const OPEN = "rgba(80, 200, 120, 0.45)", CLOSED = "rgba(70, 130, 220, 0.45)";
const NUMBERS_FROM = 34;                  // pixels of a cell that has room for numbers

class Trace {
  constructor() { this.clear(); }

  clear() {
    this.events = [];
    this.cells = [];
    this.shown = 0;
  }

  // Eight values for each event, and the cells of the path: x1, y1, x2, y2 …
  set(values, cells = []) {
    this.events = [];
    for (let i = 0; i + 7 < values.length; i += 8) {
      const [kind, x, y, px, py, f, g, h] = values.slice(i, i + 8);
      this.events.push({ kind, x, y, px, py, f, g, h });
    }
    this.cells = cells;
    this.shown = this.events.length;
  }

  // The last that was said of each cell, of the events that are shown.
  states() {
    const states = new Map();
    for (const event of this.events.slice(0, this.shown)) {
      const key = `${event.x},${event.y}`, before = states.get(key);
      states.set(key, event.kind === "closed" ? { ...before, ...event } : event);
    }
    return states.values();
  }

  draw(scene) {
    for (const state of this.states()) this.drawCell(scene, state);
    if (this.cells.length > 0 && this.shown === this.events.length) this.drawPath(scene);
  }

  drawCell(scene, { kind, x, y, px, py, f, g, h }) {
    const { c, lattice, camera } = scene;
    c.fillStyle = kind === "closed" ? CLOSED : OPEN;
    c.beginPath();
    lattice.block(c, x - 1, y - 1, 1);
    c.fill();
    if (camera.scale < 12) return;
    const [mx, my] = lattice.middle(x - 1, y - 1, 1), [fx, fy] = lattice.middle(px - 1, py - 1, 1);
    c.strokeStyle = "rgba(255, 255, 255, 0.8)";
    c.lineWidth = 0.05;
    c.beginPath();
    c.moveTo(mx, my);
    c.lineTo(mx + (fx - mx) * 0.35, my + (fy - my) * 0.35);
    c.stroke();
    if (camera.scale < NUMBERS_FROM) return;
    c.fillStyle = "#ffffff";
    c.font = "0.24px system-ui, sans-serif";
    c.textBaseline = "alphabetic";
    c.textAlign = "left";
    c.fillText(f, mx - 0.45, my - 0.22);
    c.fillText(g, mx - 0.45, my + 0.44);
    c.textAlign = "right";
    c.fillText(h, mx + 0.45, my + 0.44);
  }

  drawPath({ c, lattice }) {
    c.strokeStyle = "#ffe066";
    c.lineWidth = 0.16;
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
