// What the pointer does on the map: look, paint terrain, drop units, ask for paths.
"use strict";

class Tools {
  // `replay` is the player of the battle's page; `changed(edit)` hears of what is changed for good.
  constructor(game, trace, changed) {
    Object.assign(this, { game, trace, changed, replay: null, name: "look" });
    for (const button of document.querySelectorAll("button[data-tool]")) {
      button.addEventListener("click", () => this.choose(button.dataset.tool));
    }
    this.terrain = document.getElementById("terrain");
    this.piece = document.getElementById("piece");
    this.terrain.addEventListener("change", () => this.choose("paint"));
    this.piece.addEventListener("change", () => this.choose("drop"));
    document.getElementById("engine").addEventListener("change", () => this.ask());
    document.getElementById("traced").addEventListener("change", () => this.ask());
    this.step = document.getElementById("step");
    this.step.addEventListener("input", () => this.showStep(Number(this.step.value)));
    document.getElementById("before").addEventListener("click", () => this.stepBy(-1));
    document.getElementById("after").addEventListener("click", () => this.stepBy(1));
  }

  // A battle has begun.
  use(replay, opened) {
    this.replay = replay;
    this.question = null;
    this.trace.clear();
    document.getElementById("found").hidden = true;
    replay.scene.beneath.push((scene) => this.trace.draw(scene));
    const option = (text, value) => Object.assign(document.createElement("option"), { text, value });
    this.terrain.replaceChildren(...replay.run.terrains.map((kind) => option(kind.name, kind.name)));
    const { terrains } = replay.run, blocked = terrains.filter((kind) => kind.cost === false);
    const first = blocked.find((kind) => kind.name !== "void") || terrains[0];
    this.terrain.value = first.name;
    this.piece.replaceChildren(...opened.pieces.map((piece, i) => option(piece.name, i + 1)));
    this.choose("look");
  }

  choose(name) {
    this.name = name;
    document.getElementById("tools").dataset.chosen = name;
    for (const button of document.querySelectorAll("button[data-tool]")) {
      button.setAttribute("aria-pressed", String(button.dataset.tool === name));
    }
    const acts = { paint: this.painter(), drop: this.dropper(), path: this.asker() };
    if (this.replay) this.replay.tool = acts[name] || null;
  }

  // Words about a path or what could not be done, and what it costs.
  say(text, isBad, bill = []) {
    const words = document.getElementById("words"), hasTrace = this.trace.events.length > 0;
    document.getElementById("found").hidden = false;
    document.getElementById("steps").hidden = !hasTrace;
    words.textContent = text;
    words.classList.toggle("bad", isBad);
    document.getElementById("bill").replaceChildren(
      ...(bill.length > 0 ? this.replay.panel.card.billOf(bill) : []));
  }

  // What was changed while the game stands still is shown at once: a tick is played.
  async show() { if (!this.replay.playing) await this.game.step(); }

  painter() {
    let last = null;
    const put = async (cell) => {
      if (!cell) return;
      const cells = last ? line(last, cell) : [cell.x, cell.y];
      last = cell;
      const edit = { cells, terrain: this.terrain.value };
      this.changed({ name: "paint", with: edit });
      await this.game.call("paint", edit);
      await this.show();
    };
    return { press: put, drag: put, release: () => { last = null; this.ask(); } };
  }

  dropper() {
    return { press: async (cell) => {
      if (!cell) return;
      const edit = { piece: Number(this.piece.value), ...cell };
      const { wrong } = await this.game.call("drop", edit);
      if (wrong) this.say(`no unit at ${cell.x}, ${cell.y}: ${wrong}`, true);
      else this.changed({ name: "drop", with: edit });
      await this.show();
    } };
  }

  asker() {
    let start = null;
    return {
      press: (cell) => { start = cell; },
      release: (cell) => {
        if (!start || !cell) return;
        this.question = { x: start.x, y: start.y, to_x: cell.x, to_y: cell.y };
        this.ask();
      },
    };
  }

  // The question once more: as it was, with what has changed. Through whose eyes the battle is
  // seen, from what that player knows.
  async ask() {
    if (!this.question) return;
    const { run, scene } = this.replay;
    const reply = await this.game.call("path", { ...this.question,
      engine: document.getElementById("engine").value,
      trace: document.getElementById("traced").checked, player: run.players[scene.eyes]?.name });
    this.trace.set(reply.trace || [], reply.line || reply.cells || []);
    this.step.max = this.trace.events.length;
    this.say(wordsOf(reply, this.question), Boolean(reply.wrong || reply.code), reply.bill);
    this.showStep(this.trace.events.length);
  }

  stepBy(steps) {
    const most = this.trace.events.length;
    this.showStep(Math.max(0, Math.min(most, this.trace.shown + steps)));
  }

  showStep(step) {
    this.trace.show(step);
    this.step.value = step;
    document.getElementById("stepped").textContent = stepWords(this.trace);
    this.replay.redraw();
  }
}

function stepWords({ shown, events, last }) {
  const count = `${shown} of ${events.length}`;
  if (!last) return count;
  return `${count}: ${last.x}, ${last.y} ${last.kind}, ${last.f} = ${last.g} + ${last.h}`;
}

function wordsOf({ wrong, code, cells, cost, nodes, engine, traced },
  { x, y, to_x: toX, to_y: toY }) {
  const where = `${x}, ${y} to ${toX}, ${toY}: `;
  if (wrong) return where + wrong;
  if (!cells) return `${where}no path, ${code}`;
  const work = engine === "none" ? "known without a search"
    : nodes === undefined ? `found by ${engine}` : `${nodes} nodes by ${engine}`;
  return `${where}${cells.length / 2 - 1} steps, cost ${cost}, ${work}${
    code ? `, ends before the goal: ${code}` : ""}${
    traced && traced !== engine ? `; the trace is that of ${traced}` : ""}`;
}

// The cells between two, so that a fast pointer leaves no gaps.
function line(from, to) {
  const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y), 1), cells = [];
  for (let i = 0; i <= steps; i++) {
    cells.push(Math.round(from.x + (to.x - from.x) * i / steps),
      Math.round(from.y + (to.y - from.y) * i / steps));
  }
  return cells;
}
