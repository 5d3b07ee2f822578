// The card of the selected unit: what it does, and why.

const TOLD = new Set(["event", "code", "error", "print", "say", "gone"]);
const TOLD_SHOWN = 14, ENEMIES_SHOWN = 6;
const LAST_BLOW = 60;                     // ticks in which a unit that vanishes was struck
const SCORES_SHOWN = 400;                 // ticks of the curves of scores

class Card {
  constructor(film, scene, player) {
    Object.assign(this, { film, scene, player, run: film.run, key: null });
    this.told = new Map();
    this.addNotes(this.run.notes);
  }

  addNotes(notes) {
    for (const note of notes) {
      if (!note.id) continue;
      if (!this.told.has(note.id)) this.told.set(note.id, []);
      this.told.get(note.id).push(note);
    }
  }

  // The notes about a unit until now.
  until(id) {
    const list = this.told.get(id) || [];
    return list.slice(0, countUntil(list, this.scene.time));
  }

  show() {
    const id = this.scene.selected, card = byId("card");
    const unit = this.film.find(id), one = this.film.cast.get(id), { tick } = this.film;
    const key = `${id} ${Math.floor(this.scene.time)} ${tick} ${this.player.follows}`;
    if (key === this.key) return;
    this.key = key;
    card.classList.toggle("empty", !one);
    if (!one) {
      card.replaceChildren(element("p", { className: "quiet" },
        "Click a unit: what it does, and why."));
    } else {
      card.replaceChildren(...this.parts(one, unit));
      this.drawCurves();
    }
  }

  parts(one, unit) {
    const notes = this.until(one.id), player = unit ? unit.player : one.player - 1;
    const close = element("button", { className: "plain", title: "Deselect (Esc)",
      "aria-label": "Deselect" }, "\u00d7");
    close.addEventListener("click", () => this.player.select(0));
    const follow = element("button", { className: "chip",
      "aria-pressed": String(this.player.follows), title: "Keep it in the middle (f)" }, "follow");
    follow.addEventListener("click", () => this.player.follow(!this.player.follows));
    const role = this.scene.roles.of(unit || { role: one.role, behaviour: "" });
    const head = element("header", {}, badge(role, this.scene.colors[player]),
      element("h2", {}, one.name), element("small", {}, this.run.players[player].name), follow,
      close);
    this.curves = [];
    const parts = unit ? [this.healthOf(unit), this.doingOf(unit), this.errorOf(unit, notes),
      this.scoresOf(notes), this.placeOf(unit), this.dataOf(unit), this.knownOf(unit),
      this.routeOf(unit)]
      : [this.endOf(one, notes)];
    return [head, element("div", { className: "columns" }, ...parts.flat(),
      ...this.toldOf(notes))];
  }

  group(title, ...children) {
    return element("div", { className: "group" }, element("h3", {}, title), ...children);
  }

  // A button that goes to a unit at a tick.
  link(id, tick) {
    const one = this.film.cast.get(id);
    if (!one) return element("span", {}, `unit ${id}`);
    const button = element("button", { className: "link", title: `Go to it at tick ${tick}` },
      element("i", { className: "dot",
        style: { background: this.scene.colors[one.player - 1] } }), one.name);
    button.addEventListener("click", () => this.player.visit(id, tick));
    return button;
  }

  jump(text, tick) {
    const button = element("button", { className: "chip", title: `Go to tick ${tick}` }, text);
    button.addEventListener("click", () => this.player.visit(this.scene.selected, tick));
    return button;
  }

  // ---- one that is not there --------------------------------------------------------------------

  endOf(one, notes) {
    const gone = notes.findLast((note) => note.kind === "gone");
    if (!gone) {
      const comes = (this.told.get(one.id) || []).find((note) => note.kind === "comes");
      return [element("p", { className: "quiet" }, "It is not there at this time. "),
        ...(comes ? [this.jump(`It comes in tick ${comes.tick}`, comes.tick)] : [])];
    }
    const before = Math.max(this.run.first, gone.tick - 1);
    const blow = gone.by ? null : notes.findLast((note) => note.kind === "event" && note.by
      && note.tick > gone.tick - LAST_BLOW);
    const words = element("p", { className: "end" }, `Gone in tick ${gone.tick}`);
    if (gone.by) words.append(", killed by ", this.link(gone.by, before));
    if (blow) words.append(`; the last that it heard was "${blow.text}", of `,
      this.link(blow.by, blow.tick));
    return [words, element("div", { className: "chips" },
      this.jump("the moment before", before))];
  }

  // ---- what it does -----------------------------------------------------------------------------

  healthOf(unit) {
    if (unit.health >= 1) return [];
    const color = unit.health > 0.6 ? "#7be08a" : unit.health > 0.3 ? "#f5cf5b" : "#ff5c5c";
    return [element("div", { className: "bar", role: "img",
      "aria-label": `health ${Math.round(unit.health * 100)} %` },
      element("i", { style: { width: `${unit.health * 100}%`, background: color } }))];
  }

  doingOf(unit) {
    const words = unit.calls ? unit.calls.split(" > ") : [];
    const chain = words.flatMap((word, i) => [...(i ? [element("i", {}, "\u203a")] : []),
      element("b", {}, word)]);
    return [element("p", { className: "script" }, unit.behaviour || "nothing to do"),
      ...(chain.length ? [element("p", { className: "verbs" }, ...chain)] : [])];
  }

  // One that pauses after an error, or has no behaviour any more since one.
  errorOf(unit, notes) {
    const last = notes.findLast((note) => note.kind === "error");
    if (!last || !unit.failed && unit.behaviour) return [];
    const at = this.jump(`tick ${last.tick}`, last.tick);
    return [element("p", { className: "failure" }, element("b", {}, "Stopped by an error "), at,
      element("br"), last.text)];
  }

  dataOf(unit) {
    const facts = [["at", `${unit.x}, ${unit.y}`], ["state", unit.state],
      ["speed", `${(unit.speed / 1024).toFixed(2)}`]];
    const list = (rows) => element("dl", {}, ...rows.flatMap(([key, value]) =>
      [element("dt", {}, key), element("dd", {}, value)]));
    const data = [...unit.data].sort(([a], [b]) => a < b ? -1 : 1);
    return [list(facts), ...(data.length ? [this.group("unit.data", list(data))] : [])];
  }

  // ---- why --------------------------------------------------------------------------------------

  // What was weighed last, each list of candidates by itself, the newest first.
  scoresOf(notes) {
    const sets = new Map();
    for (const note of notes) {
      if (note.kind !== "scores") continue;
      const before = sets.get(note.text) || [];
      sets.delete(note.text);
      sets.set(note.text, [...before, note]);
    }
    return [...sets.values()].reverse().slice(0, 3).map((list) => this.scoreGroup(list));
  }

  // What the terms of its last position query have said of the best place.
  placeOf(unit) {
    const note = this.scene.heatOf(unit.id);
    if (!note) return [];
    const rows = note.text.split("\n").flatMap((row) => {
      const cut = row.lastIndexOf(" ");
      return [element("dt", {}, row.slice(0, cut)), element("dd", {}, row.slice(cut + 1))];
    });
    return [this.group(`Place ${note.x}, ${note.y}, chosen in tick ${note.tick}`,
      element("dl", {}, ...rows))];
  }

  scoreGroup(list) {
    const last = list[list.length - 1], names = last.text.split("\n");
    const most = Math.max(...list.flatMap((note) => note.scores), 0.01);
    const rows = names.map((name, i) => {
      const score = last.scores[i] ?? 0, curve = element("canvas", { className: "curve" });
      this.curves.push({ curve, list, i, most, chosen: last.chosen === i + 1 });
      return element("li", { className: last.chosen === i + 1 ? "chosen" : "" },
        element("span", {}, name), curve, element("b", {}, score > 0 ? rounded(score) : "\u2013"));
    });
    return this.group(`Candidates since tick ${last.tick}`,
      element("ol", { className: "scores" }, ...rows));
  }

  // The score of each candidate until now; what was chosen is brighter.
  drawCurves() {
    const ratio = window.devicePixelRatio || 1, now = this.scene.time, from = now - SCORES_SHOWN;
    for (const { curve, list, i, most, chosen } of this.curves) {
      const wide = curve.width = Math.max(1, Math.round(curve.clientWidth * ratio));
      const high = curve.height = Math.max(1, Math.round(curve.clientHeight * ratio));
      const c = curve.getContext("2d");
      list.forEach((note, k) => {
        const until = k + 1 < list.length ? list[k + 1].tick : now;
        if (until < from) return;
        const x = Math.max(0, (note.tick - from) / SCORES_SHOWN) * wide;
        const tall = (note.scores[i] ?? 0) / most * (high - ratio);
        c.fillStyle = note.chosen === i + 1 ? "#ffd166" : chosen ? "#7d7350" : "#586379";
        c.fillRect(x, high - tall, (until - from) / SCORES_SHOWN * wide - x, tall);
      });
    }
  }

  // The enemies that its player sees, the nearest first, and influence where it stands.
  knownOf(unit) {
    const { film, run } = this, seen = visibleTo(film, unit.player);
    const friends = new Set([unit.player, ...film.sees[unit.player]]);
    const enemies = film.units.filter((one) => !friends.has(one.player)
      && seen[(one.y - 1) * run.width + one.x - 1])
      .map((one) => [film.lattice.distance(one, unit), one])
      .sort(([a, one], [b, other]) => a - b || one.id - other.id);
    const cell = (unit.y - 1) * run.width + unit.x - 1, tick = Math.floor(this.scene.time);
    const felt = run.layers.flatMap((name, i) => film.levels[i][cell]
      ? [`${name} \u2248 ${approximate(film.levels[i][cell])}`] : []);
    const rows = enemies.slice(0, ENEMIES_SHOWN).map(([away, one]) => element("li", {},
      this.link(one.id, tick), ` ${Math.round(away)} away`));
    const rest = enemies.length - rows.length;
    const eyes = element("button", { className: "chip" },
      `see as ${run.players[unit.player].name}`);
    eyes.addEventListener("click", () => this.player.lookAs(unit.player));
    return [this.group("What its player knew", element("ul", { className: "known" }, ...rows,
      ...(rest > 0 ? [element("li", {}, `and ${rest} more`)] : []),
      ...(enemies.length === 0
        ? [element("li", { className: "quiet" }, "No enemy in sight.")] : []),
      ...felt.map((words) => element("li", {}, words))), eyes)];
  }

  // What it has heard, returned and said, the last first.
  toldOf(notes) {
    const list = notes.filter((note) => TOLD.has(note.kind)).slice(-TOLD_SHOWN).reverse();
    if (list.length === 0) return [];
    const rows = list.map((note) => {
      const words = note.kind === "gone" ? "is gone" : note.text;
      const time = element("button", { className: "time", title: `Go to tick ${note.tick}` },
        String(note.tick));
      time.addEventListener("click", () => this.player.visit(note.id, note.tick));
      return element("li", { className: `told-${note.kind}` }, time, element("span", {}, words),
        ...(note.by ? [this.link(note.by, note.tick)] : []));
    });
    return [this.group("Heard, returned, said", element("ol", { className: "told" }, ...rows))];
  }

  // ---- its path ---------------------------------------------------------------------------------

  routeOf(unit) {
    const { route } = unit;
    if (!route) return [element("p", { className: "quiet" }, "It follows no path.")];
    const left = route.cells.length - 1 - route.at;
    const parts = [element("p", { className: "path" }, element("b", {}, String(left)),
      ` of ${route.length - 1} steps left, the path cost `, element("b", {}, rounded(route.cost)),
      route.partial ? " and ends before the goal" : "")];
    if (route.bill.length) parts.push(...this.billOf(route.bill));
    return [this.group("Its path", ...parts)];
  }

  // A path's bill: the shares as a bar, and the amounts.
  billOf(bill) {
    const paid = bill.filter((entry) => entry.amount > 0);
    const sum = paid.reduce((total, entry) => total + entry.amount, 0);
    return [element("div", { className: "bill", role: "img", "aria-label":
      paid.map((entry) => `${entry.name} ${entry.amount}`).join(", ") },
      ...paid.map((entry) => element("i", { title: `${entry.name}: ${entry.amount}`, style: {
        width: `${100 * entry.amount / sum}%`, background: this.billColor(entry.name) } }))),
    element("ul", { className: "legend" }, ...bill.map((entry) => element("li", {},
      element("i", { className: "dot", style: { background: this.billColor(entry.name) } }),
      `${entry.name} `, element("b", {}, rounded(entry.amount)))))];
  }

  billColor(name) {
    const layer = this.run.layers.indexOf(name.replace(/^influence\./, ""));
    if (layer >= 0) return this.scene.layerColor(layer);
    return { terrain: "#6d9a6a", claims: "#e8c15a", turn: "#9aa7ff" }[name] || "#9aa3b5";
  }
}
