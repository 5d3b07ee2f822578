-- Written by `make web` from web/inspect.

return {
page = [==[
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark">
<link rel="icon" href="data:,">
<title>{{title}}</title>
<link rel="stylesheet" href="page.css">
</head>
<body data-part="battle">
<header id="top">
  <h1>{{title}}</h1>
  <div id="pace" role="group" aria-label="The game's pace">
    <button id="pause" aria-pressed="false" title="Stop the game; go on (g)">Pause</button>
    <button id="step" title="One tick of the game (.)">Step</button>
    <label class="hidden" for="speed">Speed of the game</label>
    <select id="speed" title="Speed of the game">
      <option value="0.0625">1/16 ×</option><option value="0.25">1/4 ×</option>
      <option value="0.5">1/2 ×</option><option value="1" selected>1 ×</option>
      <option value="2">2 ×</option><option value="4">4 ×</option>
      <option value="8">8 ×</option><option value="16">16 ×</option>
    </select>
    <button id="live" aria-pressed="true" title="Show the game as it is now (l)">Live</button>
  </div>
  <p id="state" role="status"></p>
  <nav id="parts" aria-label="Parts of the page">
    <button data-part="battle" aria-pressed="true">Map</button>
    <button data-part="inspect" aria-pressed="false">Inspect</button>
  </nav>
</header>
<aside id="inspect" aria-label="What there is to know">
  <details open id="unit-part">
    <summary>Unit</summary>
    <label class="hidden" for="units">Unit</label>
    <select id="units"><option value="0">Click a unit, or choose one</option></select>
    <div id="unit"></div>
  </details>
  <details open id="watch-part">
    <summary>Watches</summary>
    <form id="watch">
      <label class="hidden" for="expression">An expression for the selected unit</label>
      <input id="expression" autocomplete="off" spellcheck="false" maxlength="2000"
        placeholder="unit.data.hp, unit:enemies(10) …">
      <button>Watch</button>
    </form>
    <p class="quiet" id="watch-hint">Lua, evaluated for the selected unit in its mod's sandbox. It
      changes nothing. Places, units and paths that it comes to are shown on the map.</p>
    <ol id="watches"></ol>
  </details>
  <details id="places-part">
    <summary>Where to stand</summary>
    <form id="places">
      <label for="query">A position query of the selected unit</label>
      <textarea id="query" rows="5" spellcheck="false">{ from = { within = 8 },
  score = { { "walk", weight = -1 },
            { "crowding", radius = 1, weight = -5 } },
  count = 64 }</textarea>
      <label class="check"><input type="checkbox" id="places-shown"> Ask in each tick</label>
    </form>
    <div id="found"></div>
  </details>
  <details id="rewind-part">
    <summary>Rewind and fork</summary>
    <div id="rewind"></div>
  </details>
  <details open id="cell-part">
    <summary>Cell</summary>
    <div id="cell"><p class="quiet">Click a cell of the map.</p></div>
  </details>
</aside>
<section id="battle" aria-label="The game">
  <iframe id="view" src="battle" title="The game"></iframe>
</section>
<noscript>The inspector needs JavaScript.</noscript>
<script src="page.js"></script>
</body>
</html>
]==],
style = [==[
:root { color-scheme: dark; --back: #10141d; --line: #2a3243; --text: #e6ebf5; --quiet: #9fb0c8;
  --accent: #58a6ff; --bad: #ff8796; --gold: #ffd166; --field: #0b0e14; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; height: 100vh; height: 100dvh; display: grid; background: var(--back);
  color: var(--text); font: 14px/1.4 system-ui, "DejaVu Sans", sans-serif; overflow: hidden;
  grid: "top top" auto "battle inspect" minmax(0, 1fr) / minmax(0, 1fr) 380px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
#top { grid-area: top; display: flex; gap: 12px; align-items: center; padding: 6px 12px;
  border-bottom: 1px solid var(--line); min-width: 0; }
h1 { font-size: 16px; margin: 0; white-space: nowrap; overflow: hidden; text-overflow: ellipsis;
  max-width: 26ch; }
button, select, input, textarea { font: inherit; color: var(--text); background: #1b2230;
  border: 1px solid var(--line); border-radius: 6px; padding: 4px 10px; min-height: 32px; }
button, select { cursor: pointer; }
input, textarea { background: var(--field); width: 100%; min-width: 0;
  font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: 13px; }
textarea { resize: vertical; }
input[type=checkbox] { width: auto; min-height: 0; }
button:hover, select:hover { border-color: var(--quiet); }
button:disabled { opacity: 0.5; cursor: default; }
button[aria-pressed="true"] { background: #23406a; border-color: var(--accent); }
#pause[aria-pressed="true"] { background: #5a4310; border-color: var(--gold); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
#pace { display: flex; gap: 6px; flex: none; }
#state { margin: 0; color: var(--quiet); flex: 1; min-width: 0; white-space: nowrap;
  overflow: hidden; text-overflow: ellipsis; font-variant-numeric: tabular-nums; }
#state.bad { color: var(--bad); }
#parts { display: none; gap: 4px; }
#battle { grid-area: battle; min-width: 0; min-height: 0; display: flex; }
#view { flex: 1; width: 100%; border: 0; background: #0b0e14; }
#inspect { grid-area: inspect; overflow-y: auto; border-left: 1px solid var(--line);
  padding-bottom: 24px; }
details { border-bottom: 1px solid var(--line); padding: 0 12px; }
details[open] { padding-bottom: 12px; }
summary { padding: 8px 0; font-weight: 650; cursor: pointer; }
#units { width: 100%; }
h2 { font-size: 14px; margin: 10px 0 4px; overflow-wrap: anywhere; }
h3 { font-size: 12px; font-weight: 650; margin: 10px 0 2px; color: var(--quiet); }
dl { margin: 0; display: grid; grid-template-columns: minmax(90px, 34%) minmax(0, 1fr);
  gap: 2px 10px; }
dt { color: var(--quiet); overflow-wrap: anywhere; }
dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.quiet { color: var(--quiet); margin: 6px 0 0; font-size: 13px; }
.wrong { color: var(--bad); overflow-wrap: anywhere; }
#choice { list-style: none; margin: 0; padding: 0; }
#choice li { display: grid; grid-template-columns: minmax(0, 40%) minmax(0, 1fr) 56px; gap: 8px;
  align-items: center; }
#choice li.chosen { color: var(--gold); font-weight: 650; }
#choice span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
#choice i { display: block; height: 8px; border-radius: 3px; background: #586379; min-width: 1px; }
#choice .chosen i { background: var(--gold); }
#choice b { text-align: right; font-weight: inherit; font-variant-numeric: tabular-nums; }
#watch { display: flex; gap: 6px; }
#watches { list-style: none; margin: 8px 0 0; padding: 0; }
#watches li { border-left: 3px solid var(--color, var(--line)); padding: 2px 0 6px 8px;
  margin-bottom: 6px; }
#watches header { display: flex; gap: 6px; align-items: baseline; }
#watches code { flex: 1; min-width: 0; overflow-wrap: anywhere; color: #a8c7ff;
  font-size: 13px; font-family: ui-monospace, "DejaVu Sans Mono", monospace; }
#watches small { color: var(--quiet); white-space: nowrap; }
#watches output { display: block; overflow-wrap: anywhere; white-space: pre-wrap; font-size: 13px;
  max-height: 12em; overflow-y: auto;
  font-family: ui-monospace, "DejaVu Sans Mono", monospace; }
.plain { min-height: 24px; padding: 0 8px; border-color: transparent; background: none;
  color: var(--quiet); }
#places label { display: block; color: var(--quiet); font-size: 13px; margin-bottom: 4px; }
#places .check { display: flex; gap: 6px; align-items: center; margin-top: 6px;
  color: var(--text); }
.line { display: flex; gap: 8px; align-items: center; }
.line input { flex: 1; }
.line output { white-space: nowrap; font-variant-numeric: tabular-nums; }
input[type=range] { padding: 0; accent-color: var(--accent); background: none; border: 0; }
.buttons { display: flex; flex-wrap: wrap; gap: 6px; margin: 8px 0; align-items: center; }
.check { display: inline-flex; gap: 6px; align-items: center; }
.link { border: 0; background: none; color: #7ab8ff; text-decoration: underline; padding: 0;
  min-height: 24px; text-align: left; }
#rewind p { margin: 6px 0; overflow-wrap: anywhere; }
#rewind select { max-width: 100%; }
#file { width: 100%; margin-bottom: 6px; }
#changes { padding-left: 18px; }
#fork-order select { flex: none; max-width: 40%; }
table { border-collapse: collapse; width: 100%; font-size: 13px; margin-top: 8px;
  font-variant-numeric: tabular-nums; display: block; overflow-x: auto; }
th { text-align: right; color: var(--quiet); font-weight: 500; padding: 2px 6px; }
td { text-align: right; padding: 2px 6px; border-top: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
tr.best td { color: var(--gold); }
@media (max-width: 900px) {
  body { grid: "top" auto "part" minmax(0, 1fr) / minmax(0, 1fr); }
  #battle, #inspect { grid-area: part; border: 0; }
  body[data-part="battle"] #inspect, body[data-part="inspect"] #battle { visibility: hidden; }
  #top { flex-wrap: wrap; gap: 4px; padding: 6px; }
  #pace { gap: 4px; }
  #speed { width: 68px; }
  #parts { display: flex; margin-left: auto; }
  h1 { display: none; }
  #state { order: 1; flex: none; width: 100%; }
  button, select, input { min-height: 40px; padding: 4px 6px; }
}
]==],
script = [==[
class Client {
  async call(name, given = {}) {
    const response = await fetch("call", { method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name, with: given }) });
    if (!response.ok) throw new Error("the game does not answer this page any more");
    const reply = await response.json();
    if (reply.failed) throw new Error(reply.failed);
    return reply;
  }

  // The page is being left: nobody waits for a reply.
  leave(viewer) {
    const text = JSON.stringify({ name: "close", with: { viewer } });
    if (viewer) navigator.sendBeacon("call", new Blob([text], { type: "application/json" }));
  }
}

const byId = (id) => document.getElementById(id);

function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "style") {
      for (const [rule, to] of Object.entries(value)) made.style.setProperty(rule, to);
    }
    else if (key.startsWith("aria-") || key === "role") made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children);
  return made;
}

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// A list of { name, words }.
function rowsOf(rows) {
  return element("dl", {}, ...rows.flatMap(({ name, words }) =>
    [element("dt", {}, name), element("dd", {}, words)]));
}

function rounded(number) {
  return Number.isInteger(number) ? String(number) : number.toFixed(Math.abs(number) < 10 ? 2 : 1);
}

// What stays the same is not made again: a selection in it stays. In what is made again, the focus
// stays on the control at the same place.
function fill(target, key, make) {
  if (target.dataset.key === key) return;
  target.dataset.key = key;
  const controls = () => [...target.querySelectorAll("a, button, input, select, summary")];
  const place = controls().indexOf(document.activeElement);
  target.replaceChildren(...make());
  if (place >= 0) controls()[place]?.focus({ preventScroll: true });
}

const BEHIND = 0.25;                      // seconds that the picture is behind the game

class Follow {
  constructor() {
    this.view = byId("view");
    this.replay = null;
    this.isLive = true;
    this.rate = 20;                       // ticks in a second, as they have come lately
    this.listeners = { select: () => {}, cell: () => {}, key: () => {} };
    byId("live").addEventListener("click", () => this.live(true));
    requestAnimationFrame((now) => this.frame(now));
  }

  // The empty page of the battle.
  window() {
    const { view } = this;
    return new Promise((resolve) => {
      const isReady = () => view.contentWindow?.begin && !view.contentWindow.replay;
      if (isReady()) return resolve(view.contentWindow);
      view.addEventListener("load", () => resolve(view.contentWindow), { once: true });
      if (view.contentWindow?.replay) view.contentWindow.location.reload();
    });
  }

  // Another recording begins.
  async begin(heading, news) {
    const before = this.replay;
    const camera = before && before.scene.framed && { ...before.scene.camera };
    const selected = before ? before.scene.selected : 0;
    const page = await this.window(), replay = page.begin(heading, news);
    this.page = page;
    this.replay = replay;
    replay.source = { want() {} };        // it comes by itself
    const { select, seek } = replay;
    replay.select = (id) => {
      select.call(replay, id);
      this.listeners.select(id);
    };
    replay.seek = (time) => {
      this.live(false);
      seek.call(replay, time);
    };
    this.listen(page, replay);
    if (camera) Object.assign(replay.scene.camera, camera);
    if (selected) select.call(replay, selected);
    replay.time = Math.max(replay.run.first, replay.run.last);
    this.live(true);
    return replay;
  }

  listen(page, replay) {
    const { canvas } = replay.scene;
    let at = null;
    canvas.addEventListener("pointerdown", (event) => { at = [event.offsetX, event.offsetY]; });
    canvas.addEventListener("pointerup", (event) => {
      const moved = at && Math.hypot(event.offsetX - at[0], event.offsetY - at[1]);
      const cell = at && moved < 5 && replay.scene.cellAt(event.offsetX, event.offsetY);
      if (cell) this.listeners.cell(cell[0] + 1, cell[1] + 1);
    });
    page.document.addEventListener("keydown", (event) => this.listeners.key(event));
  }

  grow(news) {
    const { replay } = this, now = performance.now(), ticks = news.last - replay.run.last;
    if (this.grown && ticks > 0) {
      const rate = ticks * 1000 / Math.max(1, now - this.grown);
      this.rate = Math.max(1, 0.8 * this.rate + 0.2 * rate);
    }
    if (ticks !== 0) this.grown = now;
    replay.grow(news);
  }

  // Shows a tick of the past.
  seek(tick) {
    this.replay.play(false);
    this.replay.seek(tick);
  }

  // Shows a unit in a tick.
  visit(id, tick) {
    this.replay.play(false);
    this.replay.visit(id, tick);
  }

  live(on) {
    this.isLive = on;
    byId("live").setAttribute("aria-pressed", String(on));
    if (on && this.replay && !this.replay.playing) this.replay.play(true);
  }

  // While it is live the picture goes as fast as the game does, a little behind it.
  frame(now) {
    const passed = Math.min(0.1, (now - (this.then ?? now)) / 1000), { replay } = this;
    this.then = now;
    if (replay && this.isLive && !replay.playing) this.live(false);
    if (replay && this.isLive) {
      const behind = replay.run.last - replay.time, wanted = Math.max(1, BEHIND * this.rate);
      const pace = this.rate * (behind < 1 ? 1 : Math.min(2, behind / wanted));
      replay.time = behind > 4 * wanted ? replay.run.last - wanted
        : Math.min(replay.run.last, replay.time + pace * passed);
      replay.redraw();
    }
    requestAnimationFrame((later) => this.frame(later));
  }
}

function choiceOf(list) {
  const most = Math.max(...list.map((one) => one.score), 0.001);
  return [element("h3", {}, "Candidates, as they were weighed last"),
    element("ol", { id: "choice" }, ...list.map(({ name, score, chosen }) =>
      element("li", { className: chosen ? "chosen" : "" }, element("span", { title: name }, name),
        element("i", { style: { width: `${100 * Math.max(0, score) / most}%` } }),
        element("b", {}, score > 0 ? rounded(score) : "–"))))];
}

class UnitPart {
  constructor(select) {
    this.list = byId("units");
    this.list.addEventListener("change", () => select(Number(this.list.value)));
  }

  show(id, unit) {
    if (this.list.value !== String(id)) this.list.value = String(id);
    const part = byId("unit");
    if (!id) return fill(part, "none", () => []);
    if (!unit) {
      return fill(part, `gone ${id}`, () => [element("p", { className: "quiet" },
        "The unit is gone. The map beside tells what is known of its end.")]);
    }
    fill(part, JSON.stringify(unit), () => [element("h2", {}, unit.title),
      ...(unit.choice ? choiceOf(unit.choice) : []),
      ...unit.sections.flatMap(({ title, rows }) => [element("h3", {}, title), rowsOf(rows)])]);
  }

  // The units that are there, by players. `film`: at the last tick that it has shown.
  offer(replay, id) {
    const { film, run } = replay, there = film.units.map((unit) => unit.id).join(" ");
    if (there === this.offered || document.activeElement === this.list) return;
    this.offered = there;
    const groups = run.players.map((player, i) => element("optgroup", { label: player.name },
      ...film.units.filter((unit) => unit.player === i).map((unit) =>
        element("option", { value: String(unit.id) }, `${unit.name}${
          unit.role ? `, ${unit.role}` : ""}`))));
    this.list.replaceChildren(element("option", { value: "0" }, "Click a unit, or choose one"),
      ...groups.filter((group) => group.children.length > 0));
    this.list.value = String(id);
    if (this.list.selectedIndex < 0) this.list.value = "0";
  }
}

function showCell(cell) {
  if (!cell) return;
  fill(byId("cell"), JSON.stringify(cell), () => cell.rows
    ? [element("h2", {}, `${cell.x}, ${cell.y}`), rowsOf(cell.rows)]
    : [element("p", { className: "quiet" }, "There is no such cell.")]);
}

const WATCH_COLORS = ["#ff9f5a", "#7be08a", "#c792ff", "#5ad1ff", "#ff7ab8", "#e6e65a"];

// The better a place, the brighter; the best has a frame.
function drawPlaces(scene, places, color) {
  const { c, lattice } = scene, scores = places.map((place) => place.score ?? 0);
  const least = Math.min(...scores), span = Math.max(...scores) - least;
  places.forEach(({ x, y, score }, i) => {
    const share = score === undefined || span === 0 ? 1 : (score - least) / span;
    c.globalAlpha = 0.2 + 0.45 * share;
    c.fillStyle = color;
    c.beginPath();
    lattice.block(c, x - 1, y - 1, 1);
    c.fill();
    c.globalAlpha = 1;
    if (i > 0) return;
    c.strokeStyle = "#ffffff";
    c.lineWidth = Math.max(0.06, 1.5 / scene.camera.scale);
    c.beginPath();
    lattice.block(c, x - 1, y - 1, 1);
    c.stroke();
  });
}

function drawCells({ c, lattice }, cells, color) {
  c.strokeStyle = color;
  c.lineWidth = 0.18;
  c.lineJoin = c.lineCap = "round";
  c.beginPath();
  for (let i = 0; i < cells.length; i += 2) {
    const [x, y] = lattice.middle(cells[i] - 1, cells[i + 1] - 1, 1);
    if (i === 0) c.moveTo(x, y);
    else c.lineTo(x, y);
  }
  c.stroke();
}

class Watches {
  constructor(changed) {
    this.list = [];                       // { unit, text, color, value }
    this.changed = changed;
    this.unit = 0;
    byId("watch").addEventListener("submit", (event) => {
      event.preventDefault();
      this.add(byId("expression").value.trim());
    });
  }

  add(text) {
    if (text === "" || this.list.length >= 16) return;
    if (!this.unit) return this.hint("Select a unit first: a watch is evaluated for it.");
    const color = WATCH_COLORS[this.list.length % WATCH_COLORS.length];
    this.list.push({ unit: this.unit, text, color, value: {} });
    byId("expression").value = "";
    byId("watch-hint").hidden = true;
    this.show();
    this.changed();
  }

  hint(words) {
    byId("watch-hint").hidden = false;
    byId("watch-hint").textContent = words;
  }

  remove(one) {
    this.list = this.list.filter((other) => other !== one);
    this.show();
    this.changed();
  }

  asked() { return this.list.map(({ unit, text }) => ({ unit, text })); }

  // Values come in the order of the list as it was when they were asked for.
  take(asked, values) {
    asked.forEach((question, i) => {
      const one = this.list.find((other) => other.unit === question.unit
        && other.text === question.text);
      if (one && values[i]) one.value = values[i];
    });
    this.show();
  }

  show() {
    const key = JSON.stringify(this.list);
    fill(byId("watches"), key, () => this.list.map((one) => {
      const remove = element("button", { className: "plain", title: "Remove",
        "aria-label": `Remove the watch ${one.text}` }, "×");
      remove.addEventListener("click", () => this.remove(one));
      const { wrong, words } = one.value, isDrawn = one.value.places || one.value.cells;
      return element("li", { style: { "--color": isDrawn ? one.color : "var(--line)" } },
        element("header", {}, element("code", {}, one.text),
          element("small", {}, `unit ${one.unit}`), remove),
        element("output", { className: wrong ? "wrong" : "" }, wrong ?? words ?? "…"));
    }));
  }

  draw(scene) {
    for (const { value, color } of this.list) {
      if (value.places) drawPlaces(scene, value.places, color);
      if (value.cells) drawCells(scene, value.cells, color);
    }
  }
}

const PLACES_SHOWN = 10;

class Places {
  constructor(changed) {
    this.value = null;
    byId("places").addEventListener("submit", (event) => event.preventDefault());
    byId("places-shown").addEventListener("change", () => {
      if (!this.isAsked()) this.take(null);
      changed();
    });
    byId("query").addEventListener("change", changed);
  }

  isAsked() { return byId("places-shown").checked; }

  // The watch that asks it.
  text() { return `unit:positions ${byId("query").value.trim()}`; }

  take(value) {
    this.value = value;
    fill(byId("found"), JSON.stringify(value), () => value ? this.parts(value) : []);
  }

  parts({ wrong, words, places }) {
    if (wrong) return [element("p", { className: "wrong", role: "alert" }, wrong)];
    if (!places) return [element("p", { className: "quiet" }, `No place: ${words}`)];
    const namesOf = ({ parts = [] }) => parts.map(({ name }) => name);
    const names = [...new Set(places.flatMap(namesOf))];
    const head = element("tr", {}, ...["place", "score", ...names].map((name) =>
      element("th", {}, name)));
    const rows = places.slice(0, PLACES_SHOWN).map((place, i) => element("tr",
      { className: i === 0 ? "best" : "" }, element("td", {}, `${place.x}, ${place.y}`),
      element("td", {}, rounded(place.score ?? 0)), ...names.map((name) => {
        const part = (place.parts || []).find((one) => one.name === name);
        return element("td", {}, part ? rounded(part.amount) : "");
      })));
    const rest = places.length - rows.length;
    return [element("table", {}, head, ...rows),
      ...(rest > 0 ? [element("p", { className: "quiet" }, `and ${rest} more on the map`)] : [])];
  }

  draw(scene) {
    if (this.value?.places) drawPlaces(scene, this.value.places, "#ffd166");
  }
}

const A_BIT = 4;                          // milliseconds of comparing at a time

const FIELDS = [
  ["place", (unit) => `${unit.x}, ${unit.y}`], ["state", (unit) => unit.state],
  ["player", (unit) => unit.player], ["behaviour", (unit) => unit.behaviour || "none"],
  ["health", (unit) => unit.health],
];

function dataDifference(data, other) {
  for (const key of new Set([...data.keys(), ...other.keys()])) {
    if (data.get(key) !== other.get(key)) {
      return { field: `unit.data.${key}`, here: data.get(key) ?? "nothing",
        there: other.get(key) ?? "nothing" };
    }
  }
  return null;
}

// In what a unit of the game is another one in the fork; null: in nothing.
function differenceOf(unit, other) {
  if (!unit || !other) {
    const words = (one) => one ? "is there" : "is gone";
    return { field: "it", here: words(unit), there: words(other) };
  }
  for (const [field, read] of FIELDS) {
    const here = read(unit), there = read(other);
    if (here !== there) return { field, here, there };
  }
  return dataDifference(unit.data, other.data);
}

class Fork {
  constructor() {
    this.told = null;
    this.isShown = true;
    this.first = null;                    // where they part, when that is found
  }

  // What the game tells; the fork's recording grows.
  take(told, page, replay) {
    if (!told) {
      this.told = this.run = this.film = this.first = null;
      return;
    }
    if (told.heading) this.begin(told, page, replay);
    else if (told.news) {
      page.parts.growRun(this.run, told.news);
      this.film.grow(told.news.cast);
    }
    this.told = told;
    if (replay.run !== this.original) this.compareAgain(page, replay);
    this.compare();
  }

  begin({ heading, news }, page, replay) {
    this.run = page.parts.runOf({ ...heading, ...news });
    this.film = new page.parts.Film(this.run);
    this.compareAgain(page, replay);
  }

  // The two are compared in films of their own: those that are shown stay where they are. In its
  // first tick the fork has what the game's rules have done after the world's tick, which the
  // game's recording tells in the next one.
  compareAgain(page, replay) {
    this.original = replay.run;
    this.here = new page.parts.Film(replay.run);
    this.there = new page.parts.Film(this.run);
    this.at = Math.max(replay.run.first, this.run.first + 1);
    this.first = null;
  }

  compare() {
    const begun = performance.now(), last = Math.min(this.original.last, this.run.last);
    this.here.grow(this.original.cast);
    this.there.grow(this.run.cast);
    while (!this.first && this.at <= last && performance.now() - begun < A_BIT) {
      this.first = this.compareTick(this.at);
      this.at++;
    }
  }

  compareTick(tick) {
    const byId = ({ units }) => new Map(units.map((unit) => [unit.id, unit]));
    const units = byId(this.here.seek(tick)), others = byId(this.there.seek(tick));
    const ids = [...new Set([...units.keys(), ...others.keys()])].sort((a, b) => a - b);
    for (const id of ids) {
      const unit = units.get(id), other = others.get(id);
      const difference = differenceOf(unit, other);
      if (difference) return { tick, id, name: (unit || other).name, ...difference };
    }
    return null;
  }

  // The fork's units as rings of their players' colours, each with a line to its place in the game.
  draw(scene) {
    const { film, run } = this;
    if (!film || !this.isShown || scene.time < run.first) return;
    const time = Math.min(scene.time, run.last), { c } = scene;
    film.show(time);
    c.lineWidth = Math.max(0.09, 1.6 / scene.camera.scale);
    for (const unit of film.units) {
      const [x, y] = film.placeAt(unit, time - Math.floor(time)), own = scene.film.find(unit.id);
      const [ox, oy] = own ? scene.film.placeAt(own, scene.share) : [x, y];
      if (own && Math.hypot(ox - x, oy - y) < 0.05) continue;
      c.strokeStyle = scene.colors[unit.player];
      c.setLineDash([0.25, 0.2]);
      c.beginPath();
      c.arc(x, y, Math.max(0.45, 7 / scene.camera.scale) * unit.size, 0, 7);
      c.moveTo(ox, oy);
      c.lineTo(x, y);
      c.stroke();
      c.setLineDash([]);
    }
  }
}

const HINT = "Snapshots are taken while this page looks, so the game can go back, or go on another "
  + "way beside itself. What cannot be copied begins again with each of them: behaviours in the "
  + "game's own Lua, and mods in the stock sandbox.";
const NO_WAY = "This game keeps more than its world does: it has no way back.";

class Rewind {
  constructor(main) {
    this.main = main;
    this.fork = new Fork();
    this.place = -1;                      // of the chosen tick among those kept, -1: the last
    this.wrong = "";
  }

  // `state` of the game; what it tells of the fork, or nothing.
  take(state, fork, page) {
    this.state = state;
    this.fork.take(fork, page, this.main.follow.replay);
    this.show();
  }

  async order(name, given = {}) {
    const state = await this.main.order(name, given);
    this.wrong = state?.wrong || "";
    this.show();
    return state && !state.wrong;
  }

  complain(words) {
    this.wrong = words;
    this.show();
  }

  kept() { return this.state?.kept || []; }

  tick() {
    const kept = this.kept();
    return kept[this.place < 0 ? kept.length - 1 : Math.min(this.place, kept.length - 1)];
  }

  show() {
    const part = byId("rewind"), kept = this.kept(), { told } = this.fork;
    const kind = !this.state?.rewinds ? "none" : !this.state.kept ? "off" : told
      ? `fork ${told.number}` : "on";
    fill(part, kind, () => this.make(kind));
    if (kind === "none" || kind === "off") return this.showWrong();
    const slider = byId("kept");
    slider.max = Math.max(0, kept.length - 1);
    if (this.place < 0) slider.value = slider.max;
    byId("kept-tick").textContent = `tick ${this.tick()}`;
    slider.setAttribute("aria-valuetext", `tick ${this.tick()}`);
    if (told) this.showFork(told);
    this.showWrong();
  }

  showWrong() {
    const wrong = byId("rewind-wrong");
    if (wrong) wrong.textContent = this.wrong;
  }

  make(kind) {
    const wrong = element("p", { className: "wrong", id: "rewind-wrong", role: "alert" });
    if (kind === "none") return [element("p", { className: "quiet" }, NO_WAY), wrong];
    if (kind === "off") {
      return [this.button("Keep snapshots", () => this.order("keep", { on: true }), "keep"),
        element("p", { className: "quiet" }, HINT), wrong];
    }
    const slider = element("input", { type: "range", id: "kept", min: 0, step: 1, value: 0,
      "aria-label": "A tick that is kept" });
    slider.addEventListener("input", () => {
      const last = this.kept().length - 1;
      this.place = Number(slider.value) >= last ? -1 : Number(slider.value);
      this.show();
      this.main.follow.seek(this.tick());
    });
    return [element("div", { className: "line" }, slider, element("output", { id: "kept-tick" })),
      element("div", { className: "buttons" },
        this.button("Fork here", () => this.begin(), "fork"),
        this.button("Go back here", () => this.goBack(), "go-back"),
        this.button("Stop keeping", () => this.order("keep", { on: false }), "keep-none")),
      wrong, ...(kind === "on" ? [] : this.forkParts())];
  }

  button(text, act, id) {
    const made = element("button", { id, type: "button" }, text);
    made.addEventListener("click", act);
    return made;
  }

  async begin() {
    if (await this.order("fork", { tick: this.tick() })) this.offer();
  }

  async goBack() {
    if (await this.order("go_back", { tick: this.tick() })) this.place = -1;
    this.main.follow.live(true);
  }

  // All that there is to compare, also what is not drawn.
  async compare() {
    const { compared } = await this.main.order("compare") || {};
    if (!compared) return;
    const now = this.main.state.tick === this.fork.told.tick
      ? compared.now || "Now the two are the same." : "They are not in the same tick now.";
    byId("compared").textContent = `${compared.recorded
      || "In all that is recorded the two are the same."} ${now}`;
  }

  // ---- a fork -----------------------------------------------------------------------------------

  forkParts() {
    const file = element("select", { id: "file", "aria-label": "File of a mod" });
    file.addEventListener("change", () => this.edit());
    const text = element("textarea", { id: "text", rows: 10, spellcheck: false,
      "aria-label": "The file's text in the fork" });
    const order = element("form", { id: "fork-order", className: "line" },
      element("select", { id: "verb", "aria-label": "Order for the selected unit" }),
      element("input", { id: "arguments", placeholder: "x, y", spellcheck: false,
        "aria-label": "What the order is called with" }), element("button", {}, "Order"));
    order.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.main.unit) return this.complain("Select a unit first: the order is for it.");
      this.order("order", { unit: this.main.unit, verb: byId("verb").value,
        arguments: byId("arguments").value });
    });
    this.offer();
    return [element("h3", {}, "The fork"), element("p", { id: "fork-state" }),
      element("p", { id: "parting" }),
      element("div", { className: "buttons" },
        this.button("Go on beside", () =>
          this.order("go_on", { on: this.fork.told.held }), "go-on"),
        this.button("Compare all", () => this.compare(), "compare"),
        this.button("Drop it", () => this.order("drop"), "drop"),
        this.ghosts()), element("p", { id: "compared", className: "quiet", role: "status" }),
      element("h3", {}, "Change a file"), file, text,
      element("div", { className: "buttons" }, this.button("Apply", () =>
        this.order("edit", { file: byId("file").value, text: byId("text").value }), "take-up")),
      element("h3", {}, "Order the selected unit"), order,
      element("ul", { id: "changes", className: "quiet" })];
  }

  ghosts() {
    const box = element("input", { type: "checkbox", id: "ghosts", checked: this.fork.isShown });
    box.addEventListener("change", () => {
      this.fork.isShown = box.checked;
      this.main.follow.replay.redraw();
    });
    return element("label", { className: "check" }, box, " Ghosts");
  }

  // The files and verbs that there are.
  async offer() {
    const { files, verbs } = await this.main.client.call("files");
    if (!byId("file")) return;
    this.files = files;
    const option = (text) => element("option", { value: text }, text);
    byId("file").replaceChildren(...files.map(({ name }) => option(name)));
    byId("verb").replaceChildren(...verbs.map(option));
    byId("verb").value = "go";
    const first = files.findIndex(({ name }) => !/mod\.lua$/.test(name));
    byId("file").selectedIndex = Math.max(0, first);
    this.edit();
  }

  edit() {
    const file = this.files.find(({ name }) => name === byId("file").value);
    byId("text").value = file ? file.text : "";
    byId("text").disabled = byId("take-up").disabled = !file;
  }

  showFork(told) {
    byId("fork-state").textContent = `It begins in tick ${told.begun}, and is in tick ${told.tick}${
      told.held ? ": it waits until you let it go on." : "."}`;
    byId("go-on").textContent = told.held ? "Go on beside" : "Hold";
    const notes = [...told.changes, ...told.reports];
    fill(byId("changes"), JSON.stringify(notes), () =>
      notes.map((words) => element("li", {}, words)));
    const { first } = this.fork;
    const key = first ? JSON.stringify(first) : `same ${told.held && told.tick === told.begun}`;
    fill(byId("parting"), key, () => this.partingOf(first, told));
  }

  partingOf(first, told) {
    if (!first) {
      return told.held && told.tick === told.begun ? [] : ["So far both are the same."];
    }
    const { name, id, tick, field, here, there } = first;
    const jump = element("button", { className: "link" }, `They part in tick ${tick}: ${name}`);
    jump.addEventListener("click", () => this.main.follow.visit(id, tick));
    return [jump, element("br"), `${field}: ${here} in the game, ${there} in the fork`];
  }

  draw(scene) { this.fork.draw(scene); }
}

class Main {
  constructor() {
    this.client = new Client();
    this.follow = new Follow();
    this.unit = 0;
    this.cell = null;
    this.state = { paused: false, speed: 1, tick: 0 };
    this.unitPart = new UnitPart((id) => this.follow.replay?.select(id));
    this.watches = new Watches(() => this.look());
    this.places = new Places(() => this.look());
    this.rewind = new Rewind(this);
    Object.assign(this.follow.listeners, { select: (id) => this.select(id),
      cell: (x, y) => this.clicked(x, y), key: (event) => this.key(event) });
    this.listen();
    this.run();
  }

  listen() {
    byId("pause").addEventListener("click", () => this.pause());
    byId("step").addEventListener("click", () => this.order("step", { ticks: 1 }));
    byId("speed").addEventListener("change", () =>
      this.order("speed", { speed: Number(byId("speed").value) }));
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("pagehide", () => this.client.leave(this.viewer));
    for (const button of document.querySelectorAll("#parts button")) {
      button.addEventListener("click", () => this.showPart(button.dataset.part));
    }
  }

  showPart(part) {
    document.body.dataset.part = part;
    for (const button of document.querySelectorAll("#parts button")) {
      button.setAttribute("aria-pressed", String(button.dataset.part === part));
    }
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input:not([type=range]), textarea, select")) return;
    const acts = { g: () => this.pause(), ".": () => this.order("step", { ticks: 1 }),
      l: () => this.follow.live(true) };
    if (!Object.hasOwn(acts, event.key)) return;
    event.preventDefault();
    acts[event.key]();
  }

  // ---- with the game ----------------------------------------------------------------------------

  // One request for news is under way at a time: the game answers when there is something new.
  async run() {
    while (true) {
      try {
        if (!this.viewer) await this.begin();
        await this.ask();
      } catch (failure) {
        this.viewer = null;
        this.say(failure instanceof TypeError ? "The game does not answer. Is it still there?"
          : failure.message, true);
        await wait(1000);
      }
    }
  }

  async begin() {
    const opened = await this.client.call("open");
    await this.show(opened.heading, opened.news);
    this.take(opened.state);
    this.rewind.take(opened.state, null, this.follow.page);
    this.viewer = opened.viewer;
  }

  async show(heading, news) {
    const replay = await this.follow.begin(heading, news);
    replay.scene.extras.push((scene) => {
      this.places.draw(scene);
      this.watches.draw(scene);
      this.rewind.draw(scene);
      this.drawCell(scene);
    });
    this.unitPart.offered = null;
  }

  // What the page looks at.
  asked() {
    const watches = this.watches.asked();
    if (this.places.isAsked() && this.unit) {
      watches.push({ unit: this.unit, text: this.places.text() });
    }
    return { unit: this.unit, watches, cell: this.cell || undefined };
  }

  async ask() {
    const asked = this.asked();
    const reply = await this.client.call("news", { ...asked, viewer: this.viewer,
      least: document.hidden ? 1 : 0.04, longest: 2 });
    if (reply.gone) {
      this.viewer = null;
      return;
    }
    if (reply.heading) await this.show(reply.heading, reply.news);
    else this.follow.grow(reply.news);
    this.take(reply.state);
    this.rewind.take(reply.state, reply.fork, this.follow.page);
    this.see(asked, reply);
  }

  // Something else is looked at: it is asked for at once.
  async look() {
    const asked = this.asked();
    try {
      this.see(asked, await this.client.call("look", asked));
    } catch (failure) {
      this.say(failure.message, true);
    }
  }

  see(asked, reply) {
    if (asked.unit === this.unit) this.unitPart.show(this.unit, reply.unit);
    const count = this.watches.asked().length, own = asked.watches.slice(0, count);
    this.watches.take(own, reply.values);
    if (this.places.isAsked() && asked.unit === this.unit
      && asked.watches.at(-1)?.text === this.places.text()) this.places.take(reply.values.at(-1));
    if (reply.cell && reply.cell.x === this.cell?.x && reply.cell.y === this.cell?.y) {
      showCell(reply.cell);
    }
    this.unitPart.offer(this.follow.replay, this.unit);
    this.follow.replay.redraw();
  }

  // ---- the pace ---------------------------------------------------------------------------------

  async order(name, given) {
    try {
      const state = await this.client.call(name, given);
      this.take(state);
      return state;
    } catch (failure) {
      this.say(failure.message, true);
    }
  }

  pause() { return this.order("pause", { on: !this.state.paused }); }

  take(state) {
    this.state = state;
    byId("pause").setAttribute("aria-pressed", String(state.paused));
    byId("pause").textContent = state.paused ? "Go on" : "Pause";
    if (document.activeElement !== byId("speed")) byId("speed").value = String(state.speed);
    const others = state.viewers > 1 ? `, ${state.viewers} pages look` : "";
    this.say(`tick ${state.tick.toLocaleString("en")}, ${state.units} ${
      state.units === 1 ? "unit" : "units"}${state.paused ? ", paused" : ""}${others}`);
  }

  say(text, isBad = false) {
    byId("state").textContent = text;
    byId("state").classList.toggle("bad", isBad);
  }

  // ---- what is looked at ------------------------------------------------------------------------

  select(id) {
    this.unit = id;
    this.watches.unit = id;
    this.places.take(null);
    this.look();
  }

  clicked(x, y) {
    this.cell = { x, y };
    this.look();
  }

  drawCell({ c, lattice, camera }) {
    if (!this.cell) return;
    c.strokeStyle = "rgba(255, 255, 255, 0.75)";
    c.lineWidth = Math.max(0.05, 1.2 / camera.scale);
    c.beginPath();
    lattice.block(c, this.cell.x - 1, this.cell.y - 1, 1);
    c.stroke();
  }
}
]==],
}
