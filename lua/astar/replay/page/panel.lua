--- JavaScript: the panel beside the map: players, layers, the selected unit, events.

return [==[
// Elements are made of text nodes only: nothing that a recording says is ever read as HTML.
function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "style") Object.assign(made.style, value);
    else if (key.startsWith("aria-") || key === "role") made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children);
  return made;
}

const byId = (id) => document.getElementById(id);

function rounded(number) {
  const whole = Math.abs(number) >= 100 || Number.isInteger(number);
  return whole ? Math.round(number).toLocaleString("en") : number.toFixed(1);
}

// ---- players and charts -------------------------------------------------------------------------

function valueAt(line, time) {
  let low = 0, high = line.ticks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (line.ticks[middle] > time) high = middle;
    else low = middle + 1;
  }
  return low === 0 ? null : line.numbers[low - 1];
}

class Chart {
  constructor(run, name, colors) {
    this.run = run;
    this.colors = colors;
    this.lines = run.values.filter((line) => line.name === name);
    const all = this.lines.flatMap((line) => line.numbers);
    this.most = all.reduce((a, b) => Math.max(a, b), 1);
    this.least = all.reduce((a, b) => Math.min(a, b), 0);
    this.canvas = element("canvas", { className: "chart", "aria-hidden": "true" });
    this.numbers = this.lines.map((line) => element("b", { style: { color: this.color(line) } }));
    this.element = element("figure", {}, element("figcaption", {}, name, element("span", {},
      ...this.numbers)), this.canvas);
  }

  color(line) { return line.player ? this.colors[line.player - 1] : "#c9d1e0"; }

  // The lines are drawn again only when the size is another one; the time is a line above them.
  draw(time) {
    const ratio = window.devicePixelRatio || 1;
    const wide = Math.round(this.canvas.clientWidth * ratio);
    const high = Math.round(this.canvas.clientHeight * ratio);
    if (!wide) return;
    this.lines.forEach((line, i) => {
      const value = valueAt(line, time);
      const text = value === null ? "" : rounded(value);
      if (this.numbers[i].textContent !== text) this.numbers[i].textContent = text;
    });
    if (!this.still || this.still.width !== wide || this.still.height !== high) {
      this.canvas.width = wide;
      this.canvas.height = high;
      this.still = this.paint(wide, high, ratio);
    }
    const c = this.canvas.getContext("2d"), x = this.column(time, wide);
    c.clearRect(0, 0, wide, high);
    c.globalAlpha = 0.35;
    c.drawImage(this.still, 0, 0);
    c.globalAlpha = 1;
    if (x >= 1) c.drawImage(this.still, 0, 0, x, high, 0, 0, x, high);
    c.fillStyle = "rgba(255,255,255,0.5)";
    c.fillRect(x, 0, ratio, high);
  }

  column(time, wide) {
    return (time - this.run.first) / Math.max(1, this.run.last - this.run.first) * wide;
  }

  paint(wide, high, ratio) {
    const still = element("canvas", { width: wide, height: high }), c = still.getContext("2d");
    const pad = 2 * ratio, span = Math.max(1e-9, this.most - this.least);
    const row = (value) => high - pad - (value - this.least) / span * (high - 2 * pad);
    for (const line of this.lines) {
      c.strokeStyle = this.color(line);
      c.lineWidth = 1.5 * ratio;
      c.lineJoin = "round";
      c.beginPath();
      line.ticks.forEach((tick, i) => {
        const x = this.column(tick, wide);
        if (i > 0) c.lineTo(x, row(line.numbers[i - 1]));
        c.lineTo(x, row(line.numbers[i]));
      });
      c.lineTo(wide, row(line.numbers[line.numbers.length - 1]));
      c.stroke();
    }
    return still;
  }
}

function toggle(text, color, on, change) {
  const box = element("input", { type: "checkbox", checked: on });
  box.addEventListener("change", () => change(box.checked));
  const made = element("label", { className: "switch" }, box,
    element("i", { style: { background: color }, "aria-hidden": "true" }),
    element("span", {}, text));
  made.box = box;
  return made;
}

// ---- the panel ----------------------------------------------------------------------------------

const NEWS_AROUND = 40;                   // entries before and after the time

class Panel {
  constructor(film, scene, player) {
    this.film = film;
    this.run = film.run;
    this.scene = scene;
    this.player = player;
    this.makePlayers();
    this.makeLayers();
    this.makeNews();
    this.makeHelp();
    this.cardKey = "";
  }

  dot(player) {
    return element("i", { className: "dot", style: { background: this.scene.colors[player] } });
  }

  makePlayers() {
    const names = [...new Set(this.run.values.map((line) => line.name))];
    this.charts = names.map((name) => new Chart(this.run, name, this.scene.colors));
    const eyes = [[-1, "all"], ...this.run.players.map((one, i) => [i, one.name])];
    this.eyes = eyes.map(([player, name]) => {
      const button = element("button", { className: "chip", title: `See what ${name} knows`,
        "aria-pressed": String(player === -1) },
        ...(player < 0 ? [] : [this.dot(player)]), name);
      button.addEventListener("click", () => this.player.lookAs(player));
      button.player = player;
      return button;
    });
    byId("players").append(element("h2", {}, "Whose eyes"),
      element("div", { className: "chips", role: "group", "aria-label": "Whose knowledge to show" },
        ...this.eyes), ...this.charts.map((chart) => chart.element));
  }

  showEyes() {
    for (const button of this.eyes) {
      button.setAttribute("aria-pressed", String(button.player === this.scene.eyes));
    }
  }

  makeLayers() {
    const { shown } = this.scene, redraw = () => this.player.redraw();
    const simple = (key, text, color) => {
      const made = toggle(text, color, shown[key], (on) => {
        shown[key] = on;
        redraw();
      });
      made.box.id = `layer-${key}`;
      return made;
    };
    const levels = this.run.layers.map((name, i) => {
      const made = toggle(name, this.scene.layerColor(i), false, (on) => {
        shown.levels[i] = on;
        redraw();
      });
      made.box.id = `layer-level-${i}`;
      return made;
    });
    byId("layers").append(element("h2", {}, "Layers"), element("div", { className: "switches" },
      simple("terrain", "terrain", "#6d9a6a"), simple("fog", "knowledge", "#7d8599"),
      simple("claims", "claims", "#e8c15a"), simple("paths", "paths", "#e6ebf5"),
      simple("names", "names", "#b9c3d6"), ...levels));
  }

  // ---- what happened ----------------------------------------------------------------------------

  makeNews() {
    this.news = this.run.notes.filter((note) => note.kind !== "comes");
    this.list = element("ol", { className: "news" });
    byId("news").append(element("h2", {}, "What happened"), this.list);
    this.newsAt = -1;
  }

  showNews(time) {
    const at = countUntil(this.news, time);
    if (at === this.newsAt) return;
    this.newsAt = at;
    const from = Math.max(0, at - NEWS_AROUND);
    const entries = this.news.slice(from, at + NEWS_AROUND).map((note, i) =>
      this.newsEntry(note, from + i < at));
    this.list.replaceChildren(...entries);
    const last = this.list.children[at - from - 1];
    if (last) this.list.scrollTop = last.offsetTop - this.list.clientHeight / 2;
    else this.list.scrollTop = 0;
    if (!this.news.length) this.list.append(element("li", { className: "quiet" }, "Nothing."));
  }

  newsEntry(note, past) {
    const one = this.film.cast.get(note.id);
    const words = note.kind === "gone" ? `${one.name} is gone` : note.text;
    const button = element("button", { title: `Go to tick ${note.tick}` },
      element("time", {}, String(note.tick)),
      ...(one ? [this.dot(one.player - 1)] : [element("i", { className: "dot none" })]),
      element("span", {}, words));
    button.addEventListener("click", () => this.player.jump(note.tick, note));
    return element("li", { className: `${note.kind}${past ? "" : " later"}` }, button);
  }

  // ---- the selected unit ------------------------------------------------------------------------

  showCard() {
    const id = this.scene.selected, card = byId("card");
    const unit = this.film.find(id), one = this.film.cast.get(id);
    const key = !one ? "" : !unit ? `${id} gone` : JSON.stringify([id, unit.x, unit.y, unit.state,
      unit.behaviour, unit.verbs, unit.health, [...unit.data], unit.route && unit.route.at,
      unit.route && unit.route.cost, unit.route && unit.route.cells.length, this.player.follows]);
    if (key === this.cardKey) return;
    this.cardKey = key;
    card.hidden = !one;
    if (!one) card.replaceChildren();
    else card.replaceChildren(...this.cardParts(one, unit));
  }

  cardParts(one, unit) {
    const close = element("button", { className: "plain", title: "Deselect (Esc)",
      "aria-label": "Deselect" }, "\u00d7");
    close.addEventListener("click", () => this.player.select(0));
    const follow = element("button", { className: "chip",
      "aria-pressed": String(this.player.follows), title: "Keep it in the middle (f)" }, "follow");
    follow.addEventListener("click", () => this.player.follow(!this.player.follows));
    const head = element("header", {}, this.dot(one.player - 1),
      element("h2", {}, one.name),
      element("small", {}, this.run.players[one.player - 1].name), follow, close);
    if (!unit) return [head, element("p", { className: "quiet" }, "It is not there at this time.")];
    return [head, ...this.healthOf(unit), ...this.doingOf(unit), ...this.factsOf(unit),
      ...this.routeOf(unit)];
  }

  healthOf(unit) {
    if (unit.health >= 1) return [];
    const color = unit.health > 0.6 ? "#7be08a" : unit.health > 0.3 ? "#f5cf5b" : "#ff5c5c";
    return [element("div", { className: "bar", role: "img",
      "aria-label": `health ${Math.round(unit.health * 100)} %` },
      element("i", { style: { width: `${unit.health * 100}%`, background: color } }))];
  }

  doingOf(unit) {
    const words = unit.verbs ? unit.verbs.split(" > ") : [];
    const chain = words.flatMap((word, i) => [...(i ? [element("i", {}, "\u203a")] : []),
      element("b", {}, word)]);
    return [element("p", { className: "script" }, unit.behaviour || "nothing to do"),
      element("p", { className: "verbs" }, ...chain)];
  }

  factsOf(unit) {
    const facts = [["at", `${unit.x}, ${unit.y}`], ["state", unit.state],
      ["speed", `${(unit.speed / 1024).toFixed(2)}`], ...unit.data];
    return [element("dl", {}, ...facts.flatMap(([key, value]) => [element("dt", {}, key),
      element("dd", {}, value)]))];
  }

  routeOf(unit) {
    const { route } = unit;
    if (!route) return [element("p", { className: "quiet" }, "It follows no path.")];
    const left = route.cells.length - 1 - route.at;
    const parts = [element("p", { className: "path" }, element("b", {}, String(left)),
      ` of ${route.length - 1} steps left, the path cost `, element("b", {}, rounded(route.cost)),
      route.partial ? " and ends before the goal" : "")];
    if (!route.bill.length) return parts;
    const paid = route.bill.filter((entry) => entry.amount > 0);
    const sum = paid.reduce((total, entry) => total + entry.amount, 0);
    parts.push(element("div", { className: "bill", role: "img", "aria-label":
      paid.map((entry) => `${entry.name} ${entry.amount}`).join(", ") },
      ...paid.map((entry) => element("i", { title: `${entry.name}: ${entry.amount}`, style: {
        width: `${100 * entry.amount / sum}%`, background: this.billColor(entry.name) } }))),
    element("ul", { className: "legend" }, ...route.bill.map((entry) => element("li", {},
      element("i", { className: "dot", style: { background: this.billColor(entry.name) } }),
      `${entry.name} `, element("b", {}, rounded(entry.amount))))));
    return parts;
  }

  billColor(name) {
    const layer = this.run.layers.indexOf(name.replace(/^influence\./, ""));
    if (layer >= 0) return this.scene.layerColor(layer);
    return { terrain: "#6d9a6a", claims: "#e8c15a", turn: "#9aa7ff" }[name] || "#9aa3b5";
  }

  makeHelp() {
    const keys = [["space", "play or pause"], ["\u2190 \u2192", "a tick, with shift fifty"],
      ["+ \u2212", "faster, slower"], ["0", "all of the map"], ["f", "follow the unit"],
      ["e", "the next player's eyes"], ["n p", "next event, the one before"], ["Esc", "deselect"]];
    byId("help").append(element("details", {}, element("summary", {}, "Keys"), element("dl", {},
      ...keys.flatMap(([key, text]) => [element("dt", {}, element("kbd", {}, key)),
        element("dd", {}, text)]))));
  }

  show(time) {
    this.showCard();
    this.showNews(time);
    for (const chart of this.charts) chart.draw(time);
  }
}
]==]
