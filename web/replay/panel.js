// The panel beside the map: players, layers, the selected unit, events.

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
    this.grow();
    this.canvas = element("canvas", { className: "chart", "aria-hidden": "true" });
    this.numbers = this.lines.map((line) => element("b", { style: { color: this.color(line) } }));
    this.element = element("figure", {}, element("figcaption", {}, name, element("span", {},
      ...this.numbers)), this.canvas);
  }

  grow() {
    const all = this.lines.flatMap((line) => line.numbers);
    this.most = all.reduce((a, b) => Math.max(a, b), 1);
    this.least = all.reduce((a, b) => Math.min(a, b), 0);
    this.still = null;
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
    const c = this.canvas.getContext("2d"), x = Math.round(this.column(time, wide));
    if (x === this.drawnTo && this.still === this.drawn) return;
    [this.drawnTo, this.drawn] = [x, this.still];
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

class Panel {
  constructor(film, scene, player) {
    this.film = film;
    this.run = film.run;
    this.scene = scene;
    this.player = player;
    this.card = new Card(film, scene, player);
    this.makePlayers();
    this.makeRoles();
    this.makeLayers();
    this.makeFeeds();
    this.makeHelp();
  }

  dot(player) {
    return element("i", { className: "dot", style: { background: this.scene.colors[player] } });
  }

  // That of the player whose unit it is, or whose mod has said it.
  dotOf(note) {
    const one = this.film.cast.get(note.id);
    const player = one ? one.player - 1
      : this.run.players.findIndex((each) => each.name === note.player);
    return player >= 0 ? this.dot(player) : element("i", { className: "dot none" });
  }

  makePlayers() {
    const names = [...new Set(this.run.values.map((line) => line.name))];
    this.charts = names.map((name) => new Chart(this.run, name, this.scene.colors));
    const eyes = [[-1, "all"], ...this.run.players.map((one, i) => [i, one.name])];
    this.eyes = eyes.map(([player, name]) => {
      const button = element("button", { className: "chip", title: `See what ${name} knows`,
        "aria-pressed": String(player === this.scene.eyes) },
        ...(player < 0 ? [] : [this.dot(player)]), name);
      button.addEventListener("click", () => this.player.lookAs(player));
      button.player = player;
      return button;
    });
    byId("players").replaceChildren(element("h2", {}, "Whose eyes"),
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
      const made = toggle(name, this.scene.layerColor(i), shown.levels[i], (on) => {
        shown.levels[i] = on;
        redraw();
      });
      made.box.id = `layer-level-${i}`;
      return made;
    });
    byId("layers").replaceChildren(element("h2", {}, "Layers"), element("div", {
      className: "switches" },
      simple("terrain", "terrain", "#6d9a6a"), simple("fog", "knowledge", "#7d8599"),
      simple("links", "links", "#8fd0e8"), simple("claims", "claims", "#e8c15a"),
      simple("paths", "paths", "#e6ebf5"),
      simple("names", "names", "#b9c3d6"), simple("notes", "what is said", "#ffe9a8"),
      ...levels));
  }

  addNotes(notes) {
    for (const part of [this.card, this.happened, this.log]) part.addNotes(notes);
  }

  // The run is another one: what there is of it is added once more.
  beginAgain() {
    this.rolesTick = this.card.key = null;
    this.card.told.clear();
    for (const feed of [this.happened, this.log]) feed.forget();
    this.makePlayers();
    this.makeLayers();
  }

  // Values, players and layers of a run that has grown.
  grow(hasNew) {
    if (hasNew.players || hasNew.lines) this.makePlayers();
    if (hasNew.layers) this.makeLayers();
    for (const chart of this.charts) chart.grow();
  }

  // ---- roles ------------------------------------------------------------------------------------

  makeRoles() {
    this.rolesList = element("ul", { className: "roles" });
    byId("roles").append(element("h2", {}, "Units"), this.rolesList);
  }

  // How many units of each role each player has.
  showRoles() {
    const { units } = this.film, { roles, colors } = this.scene;
    if (this.rolesTick === this.film.tick) return;
    this.rolesTick = this.film.tick;
    const count = new Map();
    for (const unit of units) {
      const role = roles.of(unit);
      if (!count.has(role)) count.set(role, this.run.players.map(() => 0));
      count.get(role)[unit.player]++;
    }
    const words = [...count].map(([role, numbers]) => [role.name, ...numbers].join()).join("|");
    if (words === this.rolesWords) return;
    this.rolesWords = words;
    this.rolesList.replaceChildren(...roles.list.filter((role) => count.has(role)).map((role) =>
      element("li", {}, badge(role, "#c9d1e0"), element("span", {}, role.name || "no behaviour"),
        ...count.get(role).map((number, player) => number === 0 ? ""
          : element("b", { style: { color: colors[player] } }, String(number))))));
  }

  // ---- what happened ----------------------------------------------------------------------------

  makeFeeds() {
    this.happened = new Feed(this, "news", "What happened", HAPPENED,
      (note) => happened(this.film, note));
    this.log = new Feed(this, "log", "Log", LOGGED, (note) => logged(this.film, note));
    this.only = element("button", { className: "chip", "aria-pressed": "false" },
      "selected unit only");
    this.only.addEventListener("click", () => this.sift(!this.sifted));
    this.log.head.append(this.only);
  }

  // The log of all, or of the selected unit alone.
  sift(on) {
    this.sifted = on;
    this.only.setAttribute("aria-pressed", String(on));
    this.siftedFor = this.scene.selected;
    this.log.sift(on ? this.siftedFor || -1 : 0);
    this.player.redraw();
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
    this.card.show();
    this.showRoles();
    if (this.sifted && this.siftedFor !== this.scene.selected) this.sift(true);
    this.happened.show(time);
    this.log.show(time);
    for (const chart of this.charts) chart.draw(time);
  }
}
