-- Written by `make web` from web/replay.

return {
page = [==[
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none';
  script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>{{title}}</title>
<style>
{{style}}
</style>
</head>
<body>
<main id="stage">
  <canvas id="view" tabindex="0"
    aria-label="The map. Drag to move it, zoom with the wheel, click a unit to select it."></canvas>
  <header id="heading"><h1>{{title}}</h1><p id="clock" aria-live="off"></p></header>
  <div id="zoom" role="group" aria-label="Zoom">
    <button id="closer" title="Closer" aria-label="Closer">+</button>
    <button id="wider" title="Wider" aria-label="Wider">&minus;</button>
    <button id="fit" title="All of it (0)" aria-label="Show all of the map">
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4"/>
      </svg>
    </button>
  </div>
  <button id="drawer" aria-label="The panel" aria-controls="panel" title="The panel">
    <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2 4h12M2 8h12M2 12h12"/></svg>
  </button>
  <p id="tip" role="status" hidden></p>
</main>
<footer id="controls">
  <button id="play" class="round" aria-label="Play" title="Play or pause (space)">
    <svg viewBox="0 0 24 24" aria-hidden="true"><path id="playshape" d="M8 5v14l11-7z"/></svg>
  </button>
  <button id="back" class="step" title="A tick back" aria-label="A tick back">&lsaquo;</button>
  <button id="on" class="step" title="A tick on" aria-label="A tick on">&rsaquo;</button>
  <div id="track">
    <canvas id="marks" aria-hidden="true"></canvas>
    <input id="time" type="range" min="0" max="1" step="any" value="0" aria-label="Time">
  </div>
  <div id="pace" role="group" aria-label="Speed">
    <button id="slower" title="Slower (&minus;)" aria-label="Slower">&minus;</button>
    <output id="speed"></output>
    <button id="faster" title="Faster (+)" aria-label="Faster">+</button>
  </div>
</footer>
<aside id="panel" aria-label="What there is to know">
  <nav id="tabs" aria-label="Parts of the panel">
    <button data-tab="unit">Unit</button>
    <button data-tab="log">Log</button>
    <button data-tab="news">Events</button>
    <button data-tab="view">View</button>
  </nav>
  <section id="card" data-part="unit" aria-live="polite"></section>
  <div id="view-part" data-part="view">
    <section id="players"></section>
    <section id="roles"></section>
    <section id="layers"></section>
    <section id="help"></section>
  </div>
  <div id="feeds">
    <section id="news" data-part="news"></section>
    <section id="log" data-part="log"></section>
  </div>
</aside>
<noscript>A replay needs JavaScript.</noscript>
{{data}}<script>
"use strict";
(() => {
{{script}}
})();
</script>
</body>
</html>
]==],
style = [==[
:root {
  --ground: #0b0e14; --glass: rgba(18, 23, 33, 0.82); --line: rgba(255, 255, 255, 0.08);
  --text: #e4e9f2; --dim: #8f9bb0; --accent: #ffd166; --panel: 320px; --bar: 64px;
  --stage: 50vh;
}
* { box-sizing: border-box; margin: 0; }
[hidden] { display: none !important; }
html, body { height: 100%; }
body {
  background: var(--ground); color: var(--text); overflow: hidden;
  font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
  display: grid; grid-template: minmax(0, 1fr) var(--bar) / minmax(0, 1fr) var(--panel);
  grid-template-areas: "stage panel" "controls panel";
}
button { font: inherit; color: inherit; background: none; border: 0; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
#view:focus-visible { outline-offset: -2px; outline-width: 1px; }

#stage { grid-area: stage; position: relative; overflow: hidden; }
#view { position: absolute; inset: 0; width: 100%; height: 100%; cursor: grab; touch-action: none; }
#view:active { cursor: grabbing; }
#heading {
  position: absolute; left: 20px; top: 16px; pointer-events: none;
  text-shadow: 0 0 3px #000, 0 1px 8px #000, 0 0 2px #000;   /* a map may be below it */
}
h1 { font-size: 17px; font-weight: 650; letter-spacing: 0.01em; overflow-wrap: anywhere; }
#clock { color: #c6cedc; font-variant-numeric: tabular-nums; font-size: 13px; }
#zoom { position: absolute; right: 14px; top: 14px; display: grid; gap: 6px; }
#zoom button {
  width: 34px; height: 34px; border-radius: 10px; background: var(--glass);
  border: 1px solid var(--line); font-size: 18px; line-height: 1; display: grid;
  place-items: center;
}
#zoom svg { width: 15px; fill: none; stroke: currentColor; stroke-width: 1.6; }
#zoom button:hover, .round:hover, #pace button:hover { background: rgba(60, 72, 96, 0.9); }
#tip {
  position: absolute; left: 20px; bottom: 14px; padding: 4px 10px; border-radius: 8px;
  background: var(--glass); border: 1px solid var(--line); font-size: 12px; pointer-events: none;
  color: var(--dim); max-width: calc(100% - 40px); overflow-wrap: anywhere;
}

#controls {
  grid-area: controls; display: flex; align-items: center; gap: 16px; padding: 0 18px;
  border-top: 1px solid var(--line); background: #10141d;
}
.round {
  width: 42px; height: 42px; border-radius: 50%; background: rgba(44, 54, 74, 0.9); flex: none;
  display: grid; place-items: center;
}
.round svg { width: 24px; fill: var(--text); }
#track { position: relative; flex: 1; height: 34px; min-width: 60px; --share: 0; }
#marks { position: absolute; inset: 6px 8px; width: calc(100% - 16px); height: 22px; }
#track::before, #track::after {
  content: ""; position: absolute; left: 8px; top: 15px; height: 4px; border-radius: 2px;
}
#track::before { right: 8px; background: rgba(255, 255, 255, 0.12); }
#track::after {
  width: calc((100% - 16px) * var(--share)); background: var(--accent); opacity: 0.85;
}
#time {
  position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; appearance: none;
  background: none; cursor: pointer; z-index: 1;
}
#time::-webkit-slider-thumb {
  appearance: none; width: 16px; height: 16px; border-radius: 50%; background: #fff;
  box-shadow: 0 0 0 4px rgba(255, 209, 102, 0.28), 0 1px 4px #000;
}
#time::-moz-range-thumb {
  width: 16px; height: 16px; border: 0; border-radius: 50%; background: #fff;
  box-shadow: 0 0 0 4px rgba(255, 209, 102, 0.28), 0 1px 4px #000;
}
#pace { display: flex; align-items: center; gap: 4px; flex: none; }
#pace button { width: 30px; height: 30px; border-radius: 8px; font-size: 17px; }
#speed {
  min-width: 82px; text-align: center; color: var(--dim); font-variant-numeric: tabular-nums;
}

#panel {
  grid-area: panel; overflow: hidden auto; background: #10141d; border-left: 1px solid var(--line);
  display: flex; flex-direction: column; scrollbar-width: thin;
  scrollbar-color: #333c4e transparent;
}
section { padding: 14px 18px; border-bottom: 1px solid var(--line); }
section:empty { display: none; }
#help { border: 0; }
h2 {
  font-size: 11px; font-weight: 650; letter-spacing: 0.09em; text-transform: uppercase;
  color: var(--dim); margin-bottom: 9px;
}
.dot {
  display: inline-block; width: 9px; height: 9px; border-radius: 50%; margin-right: 7px; flex: none;
}
.dot.none { background: #ffe9a8; }
.chips { display: flex; flex-wrap: wrap; gap: 6px; }
.chip {
  padding: 4px 11px; border-radius: 99px; border: 1px solid var(--line); font-size: 13px;
  background: rgba(255, 255, 255, 0.03); overflow-wrap: anywhere; text-align: left;
}
.chip:hover { background: rgba(255, 255, 255, 0.09); }
.chip[aria-pressed="true"] { background: rgba(255, 209, 102, 0.16); border-color: var(--accent); }
figure { margin-top: 12px; }
figcaption { display: flex; justify-content: space-between; font-size: 12px; color: var(--dim); }
figcaption b { margin-left: 12px; font-variant-numeric: tabular-nums; }
.chart { width: 100%; height: 42px; display: block; margin-top: 3px; }

.switches { display: grid; grid-template-columns: 1fr 1fr; gap: 7px 12px; }
.switch {
  display: flex; align-items: center; gap: 8px; cursor: pointer; font-size: 13px; min-width: 0;
  position: relative;
}
.switch span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.switch input { position: absolute; opacity: 0; pointer-events: none; }
.switch i {
  width: 26px; height: 15px; border-radius: 8px; position: relative; flex: none;
  filter: saturate(0) brightness(0.45); transition: filter 0.15s;
}
.switch i::after {
  content: ""; position: absolute; width: 11px; height: 11px; left: 2px; top: 2px;
  border-radius: 50%; background: #fff; transition: transform 0.15s;
}
.switch input:checked + i { filter: none; }
.switch input:checked + i::after { transform: translateX(11px); }
.switch input:focus-visible + i { outline: 2px solid var(--accent); outline-offset: 2px; }

#card { background: linear-gradient(#1a2130, #141924); }
#card header { display: flex; align-items: center; gap: 4px; min-width: 0; }
#card h2 {
  margin: 0; font-size: 15px; letter-spacing: 0; text-transform: none; color: var(--text);
  overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
}
#card small { color: var(--dim); margin: 2px auto 0 4px; }
.plain { font-size: 20px; width: 28px; height: 28px; color: var(--dim); border-radius: 8px; }
.plain:hover { color: var(--text); background: rgba(255, 255, 255, 0.08); }
.bar { height: 5px; border-radius: 3px; background: rgba(0, 0, 0, 0.45); margin: 8px 0 2px; }
.bar i { display: block; height: 100%; border-radius: 3px; }
.script {
  margin-top: 8px; color: var(--dim); font: 12px ui-monospace, "DejaVu Sans Mono", monospace;
  overflow-wrap: anywhere;
}
.verbs {
  display: flex; flex-wrap: wrap; align-items: center; gap: 4px; margin: 6px 0 10px;
  min-height: 25px;
}
.verbs b {
  font-weight: 550; font-size: 13px; padding: 1px 8px; border-radius: 6px;
  background: rgba(255, 255, 255, 0.08); overflow-wrap: anywhere;
}
.verbs b:last-child { background: rgba(255, 209, 102, 0.2); color: #ffe2a0; }
.verbs i { color: var(--dim); font-style: normal; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 2px 14px; font-size: 13px; }
dt { color: var(--dim); overflow-wrap: anywhere; }
dd { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.path { margin-top: 10px; font-size: 13px; color: var(--dim); }
.path b { color: var(--text); }
.bill {
  display: flex; gap: 2px; height: 10px; margin: 7px 0; border-radius: 5px; overflow: hidden;
}
.bill i { min-width: 2px; }
.legend {
  list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 2px 14px; font-size: 12px;
  color: var(--dim);
}
.legend b { color: var(--text); font-weight: 550; }
.quiet { color: var(--dim); font-size: 13px; }

#news { flex: 1 0 200px; display: flex; flex-direction: column; min-height: 200px; }
.news {
  list-style: none; padding: 0; overflow: hidden auto; flex: 1 1 0; position: relative;
  scrollbar-width: thin; scrollbar-color: #333c4e transparent;
}
.news button {
  display: flex; align-items: baseline; width: 100%; text-align: left; padding: 2px 6px;
  border-radius: 6px; font-size: 13px;
}
.news button:hover { background: rgba(255, 255, 255, 0.07); }
.news time { color: var(--dim); width: 52px; flex: none; font-variant-numeric: tabular-nums; }
.news span { overflow-wrap: anywhere; }
.news .later { opacity: 0.45; }
.news .error span { color: #ff8a9c; }
details summary { cursor: pointer; color: var(--dim); font-size: 13px; }
details dl { margin-top: 8px; }
kbd {
  font: 12px ui-monospace, "DejaVu Sans Mono", monospace; padding: 1px 6px; border-radius: 5px;
  background: rgba(255, 255, 255, 0.08);
}

/* ---- the card ---- */
.badge { width: 22px; height: 22px; flex: none; margin-right: 6px; vertical-align: middle; }
.group { margin-top: 12px; break-inside: avoid; }
h3 { font-size: 12px; font-weight: 600; color: var(--dim); margin-bottom: 4px; }
.link {
  padding: 1px 6px; border-radius: 6px; background: rgba(255, 255, 255, 0.07); font-size: 13px;
}
.link:hover { background: rgba(255, 255, 255, 0.16); }
.end { margin: 8px 0; }
.failure {
  margin: 8px 0; padding: 8px 10px; border-radius: 8px; font-size: 13px; overflow-wrap: anywhere;
  background: rgba(255, 59, 92, 0.14); border: 1px solid rgba(255, 59, 92, 0.45);
}
.scores, .told, .known, .roles { list-style: none; padding: 0; font-size: 13px; }
.scores li {
  display: grid; grid-template-columns: minmax(0, 40%) minmax(0, 1fr) 44px; gap: 8px;
  align-items: center;
}
.scores span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.scores b { text-align: right; font-weight: 500; font-variant-numeric: tabular-nums; }
.scores .chosen { color: var(--accent); }
.curve { width: 100%; height: 18px; display: block; background: rgba(255, 255, 255, 0.04); }
.told li { display: flex; align-items: baseline; gap: 4px; }
.told span { overflow-wrap: anywhere; }
.told .time {
  color: var(--dim); width: 46px; flex: none; text-align: left; padding: 0;
  font-variant-numeric: tabular-nums;
}
.told-code span { color: #a9c7ff; }
.told-error span { color: #ff8a9c; }
.told-print span, .told-say span { color: #cfe8c4; }
.known { margin-bottom: 6px; }
.known li { margin: 3px 0; }
.roles { display: flex; flex-wrap: wrap; gap: 4px 16px; }
.roles li { display: flex; align-items: center; gap: 6px; }
.roles .badge { margin: 0; }

/* ---- lists ---- */
#feeds { display: contents; }
.feedhead { display: flex; justify-content: space-between; align-items: center; gap: 8px; }
.feedhead h2 { margin: 0; }
.feedhead { margin-bottom: 8px; }
.feedhead .chip { padding: 2px 9px; font-size: 12px; }
.by { color: var(--dim); font-style: normal; }
#log .news span { font: 12px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }
#log { flex: 1 0 180px; display: flex; flex-direction: column; min-height: 180px; }
#view-part { display: contents; }
#tabs, #drawer, .step { display: none; }
.step {
  width: 44px; height: 44px; flex: none; font-size: 24px; line-height: 1; border-radius: 10px;
}
#drawer {
  position: absolute; right: 14px; bottom: 12px; width: 44px; height: 44px; border-radius: 10px;
  background: var(--glass); border: 1px solid var(--line); place-items: center;
}
#drawer svg { width: 20px; fill: none; stroke: currentColor; stroke-width: 1.6; }

@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
/* ---- the map is wide: the panel is below it, in columns ---- */
[data-mode="below"] {
  grid-template: var(--stage) var(--bar) minmax(0, 1fr) / minmax(0, 1fr);
  grid-template-areas: "stage" "controls" "panel";
}
[data-mode="below"] #panel {
  border-left: 0; border-top: 1px solid var(--line); overflow: hidden; display: grid;
  grid-template: minmax(0, 1fr) / minmax(0, 2fr) minmax(0, 1.1fr) minmax(0, 1fr) minmax(0, 1.3fr);
}
@media (max-width: 1000px) {
  [data-mode="below"] #panel {
    grid-template-columns: minmax(0, 1.1fr) minmax(0, 1.4fr) minmax(0, 1fr) minmax(0, 1.1fr);
  }
}
[data-mode="below"] #card { overflow: hidden auto; }
[data-mode="below"] .columns { columns: 2; column-gap: 28px; margin-top: 6px; }
[data-mode="below"] .columns > * { break-inside: avoid; }
[data-mode="below"] #view-part {
  display: block; overflow: hidden auto; border-left: 1px solid var(--line);
}
[data-mode="below"] #news, [data-mode="below"] #log {
  min-height: 0; border-left: 1px solid var(--line); border-bottom: 0;
}
[data-mode="below"] section { scrollbar-width: thin; scrollbar-color: #333c4e transparent; }

/* ---- small windows: one part of the panel at a time ---- */
[data-mode="narrow"] {
  grid-template: var(--stage) var(--bar) minmax(0, 1fr) / minmax(0, 1fr);
  grid-template-areas: "stage" "controls" "panel";
}
[data-mode="drawer"] {
  grid-template: minmax(0, 1fr) var(--bar) / minmax(0, 1fr);
  grid-template-areas: "stage" "controls";
}
[data-mode="drawer"] #drawer { display: grid; }
[data-mode="drawer"] #panel {
  position: fixed; right: 0; top: 0; bottom: var(--bar); width: min(340px, 55vw); z-index: 2;
  box-shadow: -8px 0 24px rgba(0, 0, 0, 0.5);
}
[data-mode="drawer"] body:not(.open) #panel, body[data-mode="drawer"]:not(.open) #panel {
  display: none;
}
body[data-mode="drawer"].open #drawer, body[data-mode="drawer"].open #zoom {
  right: calc(min(340px, 55vw) + 14px);
}
:is([data-mode="narrow"], [data-mode="drawer"]) #panel { border-left: 0; }
:is([data-mode="narrow"], [data-mode="drawer"]) #tabs {
  display: flex; position: sticky; top: 0; background: #10141d; z-index: 1; flex: none;
  border-bottom: 1px solid var(--line);
}
#tabs button { flex: 1; min-height: 44px; color: var(--dim); border-bottom: 2px solid transparent; }
#tabs button[aria-pressed="true"] { color: var(--text); border-color: var(--accent); }
:is([data-mode="narrow"], [data-mode="drawer"]) #panel [data-part] { display: none; }
[data-tab="unit"] [data-part="unit"], [data-tab="log"] [data-part="log"],
[data-tab="news"] [data-part="news"], [data-tab="view"] [data-part="view"] {
  display: flex !important; flex-direction: column;
}
[data-mode="side"] [data-part="view"] { display: contents !important; }
[data-mode="below"] [data-part="view"], [data-mode="below"] [data-part="unit"] {
  display: block !important;
}
[data-mode="side"] #card { display: block !important; }
[data-mode="side"] :is(#news, #log) { display: flex !important; flex: 1 0 180px; }
:is([data-mode="narrow"], [data-mode="drawer"]) :is(#news, #log) { flex: 1 0 200px; }
:is([data-mode="narrow"], [data-mode="drawer"]) :is(.chip, .link, .plain, .told .time, summary) {
  min-height: 40px;
}
:is([data-mode="narrow"], [data-mode="drawer"]) .plain { width: 40px; }
:is([data-mode="narrow"], [data-mode="drawer"]) .switch { min-height: 40px; }
:is([data-mode="narrow"], [data-mode="drawer"]) .news button { min-height: 40px; }
:is([data-mode="narrow"], [data-mode="drawer"]) .news button { align-items: center; }
:is([data-mode="narrow"], [data-mode="drawer"]) #zoom button,
:is([data-mode="narrow"], [data-mode="drawer"]) #pace button { width: 44px; height: 44px; }
:is([data-mode="narrow"], [data-mode="drawer"], .live) .step { display: block; }
:is([data-mode="narrow"], [data-mode="drawer"]) #track { height: 44px; }
:is([data-mode="narrow"], [data-mode="drawer"]) #marks { inset: 11px 8px; }
:is([data-mode="narrow"], [data-mode="drawer"]) #track::before,
:is([data-mode="narrow"], [data-mode="drawer"]) #track::after { top: 20px; }
:is([data-mode="narrow"], [data-mode="drawer"]) #time::-webkit-slider-thumb {
  width: 24px; height: 24px;
}
:is([data-mode="narrow"], [data-mode="drawer"]) #time::-moz-range-thumb {
  width: 24px; height: 24px;
}
:is([data-mode="narrow"], [data-mode="drawer"]) :is(#heading) { left: 14px; top: 8px; }
:is([data-mode="narrow"], [data-mode="drawer"]) #pace { gap: 0; }
:is([data-mode="narrow"], [data-mode="drawer"]) #speed { min-width: 66px; font-size: 12px; }
[data-mode="drawer"] #controls { gap: 6px; padding: 0 10px; }
[data-mode="drawer"] #zoom { display: flex; }
[data-mode="narrow"] #zoom { display: flex; top: auto; bottom: 10px; right: 10px; }
[data-mode="narrow"] #tip { bottom: 62px; }
[data-mode="narrow"] #controls {
  flex-wrap: wrap; gap: 0 6px; padding: 4px 12px; align-content: center;
  justify-content: space-between;
}
[data-mode="narrow"] #track { flex: 1 0 100%; order: -1; }
]==],
script = [==[
// Marks the cells that are seen from x, y (from 0). `opaque(cell)` says what hides what is behind.
function look(width, height, opaque, x, y, radius, mark) {
  const columns = [];
  for (let row = 0, reach = radius; row <= radius; row++) {
    while (reach * reach + row * row > radius * radius) reach--;
    columns.push(reach);
  }
  mark(y * width + x);
  for (const [rowX, rowY] of [[0, 1], [0, -1], [1, 0], [-1, 0]]) {
    const columnX = rowY !== 0 ? 1 : 0, columnY = 1 - columnX;
    const least = -(columnX ? x : y);
    const most = columnX ? width - 1 - x : height - 1 - y;
    const room = rowX !== 0 ? (rowX < 0 ? x : width - 1 - x) : (rowY < 0 ? y : height - 1 - y);
    const lastRow = Math.min(radius, room);

    // From one slope to another; a slope is a pair of a numerator and a denominator above 0.
    const scan = (row, over, under, toOver, toUnder) => {
      if (row > lastRow) return;
      const first = Math.max(Math.floor((2 * row * over + under) / (2 * under)), least,
        -columns[row]);
      const last = Math.min(-Math.floor((toUnder - 2 * row * toOver) / (2 * toUnder)), most,
        columns[row]);
      let hidden = true;
      for (let column = first; column <= last; column++) {
        const cell = (y + columnY * column + rowY * row) * width + x + columnX * column
          + rowX * row;
        const hides = opaque(cell);
        if (hides || column * under >= row * over && column * toUnder <= row * toOver) mark(cell);
        if (column > first && hidden && !hides) [over, under] = [2 * column - 1, 2 * row];
        if (column > first && !hidden && hides) {
          scan(row + 1, over, under, 2 * column - 1, 2 * row);
        }
        hidden = hides;
      }
      if (!hidden) scan(row + 1, over, under, toOver, toUnder);
    };
    scan(1, -1, 1, 1, 1);
  }
}

// What lies between levels: it hides what is behind, and nobody sees it.
const VOID = 1;

// The cells that a player, and players that share with it, see at the film's tick: 1 for each.
function visibleTo(film, player) {
  const { width, height, terrains } = film.run, { lattice } = film;
  const seen = new Uint8Array(width * height);
  if (film.run.players[player].fog === false) return seen.fill(1);
  const hides = [false, ...terrains.map((kind) => kind.opaque)];
  const opaque = (cell) => hides[film.terrain[cell]];
  const eyes = new Set([player, ...film.sees[player]]);
  const isVoid = (cell) => film.run.levels.length > 0 && film.terrain[cell] === VOID;
  for (const unit of film.units) {
    if (unit.sight < 0 || !eyes.has(unit.player)) continue;
    const half = (unit.size - 1) >> 1;
    lattice.look(opaque, unit.x - 1 + half, unit.y - 1 + half, unit.sight,
      (cell) => { if (!isVoid(cell)) seen[cell] = 1; });
  }
  return seen;
}

// A step between the middles of neighbours is 1 long, and the map's upper left corner is at 0, 0.
// Cells count from 0 here; places count from 1, as in the game, and may lie between cells.
class Lattice {
  constructor({ width, height }) {
    Object.assign(this, { width, height, wide: width, high: height });
    // A picture with pixels for each cell: its size, its place in the plane, the cell of a pixel.
    this.picture = { width, height, x: 0, y: 0, wide: width, high: height };
    this.cellOf = (pixel) => pixel;
  }

  static of(run) { return run.grid === "square" ? new Lattice(run) : new HexLattice(run); }

  // The middle of a unit's cells, of which this is the upper left one.
  middle(x, y, size = 1) { return [x + size / 2, y + size / 2]; }

  place(x, y) { return [x - 0.5, y - 0.5]; }

  // The cell at a point; it may lie outside the map.
  cellAt(px, py) { return [Math.floor(px), Math.floor(py)]; }

  has(x, y) { return x >= 0 && y >= 0 && x < this.width && y < this.height; }

  // Adds the outline of a unit's cells to a path.
  block(path, x, y, size) { path.rect(x, y, size, size); }

  // Adds that of everything within a distance.
  circle(path, px, py, radius) { path.arc(px, py, radius, 0, 7); }

  // Adds the lines between the cells of a rectangle of the plane.
  lines(path, left, top, right, bottom) {
    const x1 = Math.max(0, Math.floor(left)), x2 = Math.min(this.width, Math.ceil(right));
    const y1 = Math.max(0, Math.floor(top)), y2 = Math.min(this.height, Math.ceil(bottom));
    for (let x = x1; x <= x2; x++) {
      path.moveTo(x, y1);
      path.lineTo(x, y2);
    }
    for (let y = y1; y <= y2; y++) {
      path.moveTo(x1, y);
      path.lineTo(x2, y);
    }
  }

  fillAll(c) { c.fillRect(0, 0, this.width, this.height); }

  // A picture of the plane has nothing outside the map that has to be cut off.
  clip() {}

  // Draws a picture that has pixels for each cell; a smooth one has no edges between cells.
  overlay(c, haze, smooth) {
    const { x, y, wide, high } = this.picture;
    c.imageSmoothingEnabled = smooth;
    c.drawImage(haze.canvas, x, y, wide, high);
  }

  // As far as it is told in the card.
  distance(a, b) { return Math.hypot(a.x - b.x, a.y - b.y); }

  look(opaque, x, y, radius, mark) {
    look(this.width, this.height, opaque, x, y, radius, mark);
  }
}

const PITCH = Math.sqrt(3) / 2;           // from a line of hexagons to the next
const CORNER = 1 / Math.sqrt(3);          // from the middle to a corner
const SMALL_CELL = 8;                     // pixels: of a smaller one the corners are not seen

// Halves of a step and lines to each side, as in src/core/grid/hex.c.
const SIDES = [[2, 0], [1, 1], [-1, 1], [-2, 0], [-1, -1], [1, -1]];

// Every second line of cells is shifted by half a cell. Lines are rows where a point is on top, and
// columns where the top is flat: those have `along` and `line` instead of x and y, or of y and x.
class HexLattice extends Lattice {
  constructor(run) {
    super(run);
    this.flat = run.grid === "flat_hex";
    [this.count, this.lineCount] = this.turn(run.width, run.height);
    const along = this.count + (this.lineCount > 1 ? 0.5 : 0);
    [this.wide, this.high] = this.turn(along, 2 * CORNER + (this.lineCount - 1) * PITCH);
    this.makePicture();
    this.outline = this.makeOutline();
  }

  // x, y of along, line, and the other way about.
  turn(a, b) { return this.flat ? [b, a] : [a, b]; }

  // Two pixels for each cell, along its line, and a rim of a pixel around all: so a line can be
  // shifted by a pixel.
  makePicture() {
    const pixels = 2 * this.count + 3, lines = this.lineCount + 2;
    const [width, height] = this.turn(pixels, lines);
    const [x, y] = this.turn(-0.5, CORNER - 1.5 * PITCH);
    const [wide, high] = this.turn(pixels / 2, lines * PITCH);
    this.picture = { width, height, x, y, wide, high };
    const near = (at, count) => Math.max(0, Math.min(count - 1, at));
    this.cellOf = (pixel) => {
      const px = pixel % width, [at, row] = this.turn(px, (pixel - px) / width);
      const line = near(row - 1, this.lineCount);
      const along = near((at - 1 - line % 2) >> 1, this.count);
      const [cx, cy] = this.turn(along, line);
      return cy * this.width + cx;
    };
  }

  // Along its rim.
  makeOutline() {
    const path = new Path2D(), last = this.lineCount - 1, lines = [...Array(last + 1).keys()];
    const all = [...Array(this.count).keys()], points = [];
    const add = (along, line, ...corners) => {
      const middle = this.turn(...this.middle(...this.turn(along, line)));
      for (const [a, b] of corners) points.push([middle[0] + a, middle[1] + b]);
    };
    const low = CORNER / 2;
    for (const along of all) add(along, 0, [-0.5, -low], [0, -CORNER], [0.5, -low]);
    for (const line of lines) add(this.count - 1, line, [0.5, -low], [0.5, low]);
    for (const along of all.reverse()) add(along, last, [0.5, low], [0, CORNER], [-0.5, low]);
    for (const line of lines.reverse()) add(0, line, [-0.5, low], [-0.5, -low]);
    for (const [a, b] of points) path.lineTo(...this.turn(a, b));
    path.closePath();
    return path;
  }

  // Of a large unit the middle of its cells, on average.
  middle(x, y, size = 1) {
    const [along, line] = this.turn(x, y), shifted = line & 1;
    const shift = ((size >> 1) + (size % 2 ? shifted : 0)) / (2 * size);
    return this.turn(along + size / 2 + shift, CORNER + (line + (size - 1) / 2) * PITCH);
  }

  place(x, y) {
    const cx = Math.round(x), cy = Math.round(y), [px, py] = this.middle(cx - 1, cy - 1);
    const [right, down] = this.flat ? [PITCH, 1] : [1, PITCH];
    return [px + (x - cx) * right, py + (y - cy) * down];
  }

  // Of the cells near the point the one whose middle is nearest.
  cellAt(px, py) {
    const [along, down] = this.turn(px, py), line = Math.floor((down - CORNER) / PITCH);
    let best = null, least = Infinity;
    for (const row of [line, line + 1]) {
      const cell = this.turn(Math.floor(along - (row & 1) / 2), row);
      const [mx, my] = this.middle(...cell), away = Math.hypot(mx - px, my - py);
      if (away < least) [best, least] = [cell, away];
    }
    return best;
  }

  // A hexagon of this radius, with a point on top or with a flat top.
  hexagon(path, px, py, radius, pointed) {
    const first = pointed ? Math.PI / 6 : 0;
    for (let i = 0; i < 6; i++) {
      const angle = first + i * Math.PI / 3;
      const x = px + radius * Math.cos(angle), y = py + radius * Math.sin(angle);
      if (i === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    path.closePath();
  }

  cell(path, x, y) { this.hexagon(path, ...this.middle(x, y), CORNER, !this.flat); }

  block(path, x, y, size) {
    for (let dy = 0; dy < size; dy++) {
      for (let dx = 0; dx < size; dx++) this.cell(path, x + dx, y + dy);
    }
  }

  // What lies within some steps is a hexagon with its corners where straight lines of cells lead.
  circle(path, px, py, radius) { this.hexagon(path, px, py, radius, this.flat); }

  lines(path, left, top, right, bottom) {
    const [x1, y1] = this.cellAt(left, top), [x2, y2] = this.cellAt(right, bottom);
    for (let y = Math.max(0, y1 - 1); y <= Math.min(this.height - 1, y2 + 1); y++) {
      for (let x = Math.max(0, x1 - 1); x <= Math.min(this.width - 1, x2 + 1); x++) {
        this.cell(path, x, y);
      }
    }
  }

  fillAll(c) { c.fill(this.outline); }

  clip(c) { c.clip(this.outline); }

  overlay(c, haze, smooth) {
    c.save();
    if (smooth || c.getTransform().a < SMALL_CELL) {
      this.clip(c);
      super.overlay(c, haze, smooth);
    } else {
      for (const [color, shape] of this.shapes(haze)) {
        c.fillStyle = color;
        c.fill(shape);
      }
    }
    c.restore();
  }

  // The cells of each color on each line: filling one path of very many cells takes far longer.
  // They are kept until the picture is another one.
  shapes(haze) {
    if (haze.shapesKey === haze.key) return haze.shapes;
    const { width } = this.picture, shapes = new Map();
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) {
        const [along, line] = this.turn(x, y);
        const [px, py] = this.turn(2 * along + 1 + line % 2, line + 1);
        const [r, g, b, a] = haze.image.data.subarray(4 * (py * width + px));
        if (a === 0) continue;
        const key = `${line} ${a}`;
        if (!shapes.has(key)) shapes.set(key, [`rgba(${r},${g},${b},${a / 255})`, new Path2D()]);
        this.cell(shapes.get(key)[1], x, y);
      }
    }
    haze.shapesKey = haze.key;
    return haze.shapes = [...shapes.values()];
  }

  // The cell on a ring around another one, `across` cells from a corner of the ring on.
  around(x, y, part, ring, across) {
    let [along, line] = this.turn(x, y);
    const other = SIDES[(part + 2) % 6], half = 2 * along + (line & 1) + SIDES[part][0] * ring
      + other[0] * across;
    line += SIDES[part][1] * ring + other[1] * across;
    return this.turn((half - (line & 1)) / 2, line);
  }

  distance(a, b) {
    const [along, line] = this.turn(a.x - 1, a.y - 1), [other, row] = this.turn(b.x - 1, b.y - 1);
    const halves = Math.abs(2 * (along - other) + (line & 1) - (row & 1));
    const lines = Math.abs(line - row);
    return lines + Math.max(0, halves - lines) / 2;
  }

  // As in src/core/map/hex_field_of_view.c. A slope is a pair, see sight.js.
  look(opaque, x, y, radius, mark) {
    const scan = (part, ring, over, under, toOver, toUnder) => {
      for (; ring <= radius; ring++) {
        const first = Math.floor((2 * ring * over + under) / (2 * under));
        const last = Math.floor((2 * ring * toOver + toUnder - 1) / (2 * toUnder));
        let begin = [over, under], hidden = false;
        if (first > last) return;
        for (let across = first; across <= last; across++) {
          const [cx, cy] = this.around(x, y, part, ring, across), cell = cy * this.width + cx;
          const isThere = this.has(cx, cy), hides = isThere && opaque(cell);
          const isBetween = across * under >= ring * over && across * toUnder <= ring * toOver;
          if (isThere && (hides || isBetween)) mark(cell);
          const edge = [2 * across - 1, 2 * ring];
          if (hides && !hidden && across > first) scan(part, ring + 1, ...begin, ...edge);
          if (!hides && hidden) begin = edge;
          hidden = hides;
        }
        if (hidden) return;
        [over, under] = begin;
      }
    };
    mark(y * this.width + x);
    for (let part = 0; part < 6; part++) scan(part, 1, 0, 1, 1, 1);
  }
}

// ---- numbers ------------------------------------------------------------------------------------

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

class Stream {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  byte() {
    return this.bytes[this.at++];
  }

  number() {
    let value = 0, place = 1, byte;
    do {
      byte = this.bytes[this.at++];
      value += (byte & 127) * place;
      place *= 128;
    } while (byte > 127);
    return value;
  }

  signed() {
    const value = this.number();
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }

  // Calls put(cell, byte) for each cell that is different.
  changes(put) {
    let cell = 0;
    for (let runs = this.number(); runs > 0; runs--) {
      cell += this.number();
      const end = cell + this.number(), value = this.byte();
      for (; cell <= end; cell++) put(cell, value);
    }
  }
}

// ---- routes -------------------------------------------------------------------------------------

const DX = [0, 1, 1, 1, 0, -1, -1, -1], DY = [-1, -1, 0, 1, 1, 1, 0, -1];

function readRoute(stream, strings) {
  const cost = stream.number(), length = stream.number();
  const cells = [[stream.number(), stream.number()]];
  for (let runs = stream.number(); runs > 0; runs--) {
    const run = stream.number(), direction = run % 8;
    if (run === 0) cells.push([stream.number(), stream.number()]); // the end of a link
    for (let i = run >> 3; i > 0; i--) {
      const [x, y] = cells[cells.length - 1];
      cells.push([x + DX[direction], y + DY[direction]]);
    }
  }
  const bill = [];
  for (let entries = stream.number(); entries > 0; entries--) {
    bill.push({ name: strings[stream.number()], amount: stream.signed() });
  }
  return { cost: cost >> 1, partial: cost % 2 === 1, length, cells, bill, at: 0 };
}

// A unit that makes way leaves its route for a while.
function advance(route, x, y) {
  const last = Math.min(route.at + 6, route.cells.length - 1);
  for (let i = route.at; i <= last; i++) {
    if (route.cells[i][0] === x && route.cells[i][1] === y) {
      route.at = i;
      return;
    }
  }
}

// ---- the film -----------------------------------------------------------------------------------

const STATES = ["standing", "moving", "waiting"];
const STRAIGHT = 1024, DIAGONAL = 1448;   // lengths of steps
const AS_IT_IS = 255;

// The state at one tick after the other. `seek` goes to any of them by way of a key frame.
class Film {
  constructor(run) {
    this.run = run;
    this.lattice = Lattice.of(run);
    this.diagonal = run.grid === "square" ? DIAGONAL : STRAIGHT;
    this.cast = new Map(run.cast.map((one) => [one.id, one]));
    this.part = -1;
    this.before = new Map();
    this.beforeTick = -1;
    this.gone = false;
    this.seek(run.first);
  }

  begin(part) {
    const { run } = this, cells = run.width * run.height;
    const entry = run.parts[part];
    this.part = part;
    this.stream = new Stream(entry.read);
    this.units = [];
    this.terrain = new Uint8Array(cells);
    this.differs = run.players.map(() => new Uint8Array(cells));
    this.levels = run.layers.map(() => new Int8Array(cells));
    this.sees = run.players.map(() => []);
    this.links = [];
    this.tick = entry.tick - 1;
    this.readTick();
  }

  // The run has become shorter, or another one: nothing that was read is taken for what it says.
  beginAgain() {
    this.cast = new Map(this.run.cast.map((one) => [one.id, one]));
    this.before.clear();
    this.beforeTick = -1;
    this.begin(0);
  }

  // The run has grown.
  grow(cast) {
    const { run } = this, cells = run.width * run.height;
    for (const one of cast) this.cast.set(one.id, one);
    while (this.differs.length < run.players.length) this.differs.push(new Uint8Array(cells));
    while (this.sees.length < run.players.length) this.sees.push([]);
    while (this.levels.length < run.layers.length) this.levels.push(new Int8Array(cells));
    this.stream.bytes = run.parts[this.part].read;
  }

  seek(tick) {
    const { run } = this;
    tick = Math.max(run.first, Math.min(run.last, tick));
    const part = this.partOf(tick);
    if (part !== this.part || tick < this.tick) this.begin(part);
    while (this.tick < tick) this.readTick();
    return this;
  }

  // The part that has a tick: the last one that begins before it, or in it.
  partOf(tick) {
    const { parts } = this.run;
    let low = 0, high = parts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (parts[middle].tick <= tick) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // The tick after a time, with what was there before it in `before`.
  show(time) {
    const whole = Math.min(Math.floor(time), this.run.last);
    if (this.beforeTick !== whole || this.tick !== Math.min(whole + 1, this.run.last)) {
      this.seek(whole);
      this.before.clear();
      for (const unit of this.units) this.before.set(unit.id, this.middleOf(unit));
      this.beforeTick = whole;
      this.seek(whole + 1);
    }
    return this;
  }

  // Where its middle is in the plane. On its way to another level it is on the one it leaves for
  // the first half of the time, and then on the other.
  middleOf(unit) {
    const travelled = unit.travelled / unit.stride;
    const share = unit.climbs ? Math.round(travelled) : travelled;
    const [x, y] = this.lattice.middle(unit.x - 1, unit.y - 1, unit.size);
    const [fromX, fromY] = this.lattice.middle(unit.fromX - 1, unit.fromY - 1, unit.size);
    return [fromX + (x - fromX) * share, fromY + (y - fromY) * share];
  }

  placeAt(unit, share) {
    const now = this.middleOf(unit), was = this.before.get(unit.id);
    if (!was || Math.hypot(now[0] - was[0], now[1] - was[1]) > 4) return now;
    return [was[0] + (now[0] - was[0]) * share, was[1] + (now[1] - was[1]) * share];
  }

  readTick() {
    this.slot = -1;
    for (const unit of this.units) {
      unit.movement = unit.speed;
      unit.moved = false;
    }
    while (this.readOperation());
    for (const unit of this.units) {
      if (!unit.moved) Film.carry(unit, false, unit.stride);
    }
    this.tick++;
  }

  static carry(unit, stepped, stride) {
    const rest = unit.stride - unit.travelled;
    if (unit.movement <= rest || !stepped) unit.travelled += Math.min(unit.movement, rest);
    else unit.travelled = Math.min(unit.movement - rest, stride);
    unit.stride = stride;
    unit.moved = true;
  }

  unit() {
    this.slot += this.stream.number();
    return this.units[this.slot];
  }

  readOperation() {
    const op = this.stream.byte();
    if (this.gone && OPERATIONS[op] !== "vanish") this.settle();
    if (op >= 128) this.step(op);
    else if (op === 0) return false;
    else this[OPERATIONS[op]](this.stream);
    return true;
  }

  step(op) {
    this.slot += 1 + op % 16;
    const unit = this.units[this.slot], direction = (op >> 4) % 8;
    this.put(unit, unit.x + DX[direction], unit.y + DY[direction], unit.x, unit.y);
  }

  put(unit, x, y, fromX, fromY) {
    const stride = x !== fromX && y !== fromY ? this.diagonal : STRAIGHT;
    Film.carry(unit, true, stride);
    const climbs = this.levelAt(x, y) !== this.levelAt(fromX, fromY);
    Object.assign(unit, { x, y, fromX, fromY, climbs });
    if (x !== fromX || y !== fromY) unit.heading = this.headingOf(x, y, fromX, fromY);
    if (unit.route) advance(unit.route, x, y);
  }

  headingOf(x, y, fromX, fromY) {
    const [px, py] = this.lattice.place(x, y), [qx, qy] = this.lattice.place(fromX, fromY);
    return Math.atan2(py - qy, px - qx);
  }

  // The level that has a cell.
  levelAt(x, y) {
    return this.run.levels.find((level) => x > level.x && x <= level.x + level.width
      && y > level.y && y <= level.y + level.height);
  }

  skip(stream) { this.slot += stream.number(); }

  vanish(stream) {
    this.slot += stream.number();
    this.units[this.slot] = null;
    this.gone = true;
  }

  // All that vanish have done so before anything else is said of units.
  settle() {
    this.units = this.units.filter((unit) => unit);
    this.gone = false;
    this.slot = -1;
  }

  appear(stream) {
    const last = this.units[this.units.length - 1];
    const id = (last ? last.id : 0) + stream.number();
    const x = stream.number(), y = stream.number();
    const { name, player, role, size } = this.cast.get(id);
    this.units.push({ id, name, role, player: player - 1, size, x, y, fromX: x, fromY: y,
      climbs: false, heading: 0, stride: STRAIGHT, travelled: STRAIGHT, speed: 0, movement: 0,
      sight: -1,
      state: "standing", route: null, behaviour: "", verbs: "", calls: "", data: new Map(),
      health: 1, failed: false, moved: false });
  }

  place(stream) {
    const unit = this.unit();
    this.put(unit, stream.number(), stream.number(), stream.number(), stream.number());
  }

  travelled(stream) {
    const unit = this.unit();
    unit.travelled = stream.number();
    unit.moved = true;
  }

  speed(stream) { this.unit().speed = stream.number(); }

  sight(stream) { this.unit().sight = stream.number() - 1; }

  state(stream) { this.unit().state = STATES[stream.number()]; }

  route(stream) {
    const unit = this.unit();
    unit.route = readRoute(stream, this.run.strings);
    advance(unit.route, unit.x, unit.y);
  }

  noRoute() { this.unit().route = null; }

  // In the text of the verbs a letter from 1 to 3 stands for a number: a whole one, the id of a
  // unit, hundredths. `calls` has the verbs with what they were called with, `verbs` without.
  doing(stream) {
    const unit = this.unit();
    unit.behaviour = this.run.strings[stream.number()];
    const text = this.run.strings[stream.number()];
    unit.calls = text.replace(/[\x01-\x03]/g, (letter) => {
      const number = stream.signed();
      if (letter === "\x02") return this.nameOf(number);
      return letter === "\x01" ? number : number / 100;
    });
    unit.verbs = text.replace(/\([^()]*\)/g, "");
  }

  nameOf(id) { return this.cast.get(id)?.name ?? `unit ${id}`; }

  data(stream) {
    const unit = this.unit(), key = this.run.strings[stream.number()], value = stream.number();
    if (value === 0) unit.data.delete(key);
    else unit.data.set(key, this.run.strings[value - 1]);
  }

  health(stream) { this.unit().health = stream.number() / 100; }

  failed(stream) { this.unit().failed = stream.number() === 1; }

  belongs(stream) {
    const unit = this.unit();
    unit.player = stream.number() - 1;
    unit.size = stream.number();
  }

  ground(stream) { stream.changes((cell, value) => { this.terrain[cell] = value; }); }

  known(stream) {
    const plane = this.differs[stream.number() - 1];
    stream.changes((cell, value) => { plane[cell] = value; });
  }

  level(stream) {
    const plane = this.levels[stream.number() - 1];
    stream.changes((cell, value) => { plane[cell] = value - 128; });
  }

  share(stream) {
    const player = stream.number() - 1, list = [];
    for (let n = stream.number(); n > 0; n--) list.push(stream.number() - 1);
    this.sees[player] = list;
  }

  // All links again, their cells counted from 0.
  linked(stream) {
    this.links = [];
    for (let n = stream.number(); n > 0; n--) {
      const [x1, y1, x2, y2, how] = [1, 1, 1, 1, 0].map((first) => stream.number() - first);
      this.links.push({ from: [x1, y1], to: [x2, y2], open: how % 2 === 1, oneWay: how > 1 });
    }
  }

  // The terrain that a player takes a cell for; 0: unseen.
  knows(player, cell) {
    const value = this.differs[player][cell];
    return value === AS_IT_IS ? this.terrain[cell] : value;
  }

  find(id) { return this.units.find((unit) => unit.id === id); }
}

const OPERATIONS = [null, "vanish", "appear", "place", "travelled", "speed", "sight", "state",
  "route", "noRoute", "doing", "data", "health", "ground", "known", "level", "share", "skip",
  "failed", "belongs", "linked"];

const LENGTHS = ["x2", "y2", "radius", "width", "height", "ticks"];

// The fields of a note, by the flag of each.
const NOTE_FIELDS = [
  [1, (note, stream) => { note.id = stream.number(); }],
  [2, (note, stream) => { note.by = stream.number(); }],
  [4, (note, stream) => {
    note.x = stream.signed() / 8;
    note.y = stream.signed() / 8;
  }],
  [8, (note, stream, strings) => { note.text = strings[stream.number()]; }],
  [16, (note, stream, strings) => { note.mod = strings[stream.number()]; }],
  [32, (note, stream, strings) => { note.player = strings[stream.number()]; }],
  [64, (note, stream, strings) => {
    note.shape = strings[stream.number()];
    note.color = strings[stream.number()];
    for (const key of LENGTHS) note[key] = stream.signed() / 8;
  }],
  [128, (note, stream) => {               // of candidates, whose names are the lines of the text
    note.chosen = stream.number();
    note.scores = [];
    for (let n = stream.number(); n > 0; n--) note.scores.push(stream.number() / 100);
  }],
];

// `tick` is that of the note before the first one.
function readNotes(bytes, strings, tick = 0) {
  const stream = new Stream(bytes), list = [];
  while (stream.at < bytes.length) {
    tick += stream.number();
    const note = { tick, kind: strings[stream.number()], id: 0, by: 0, x: 0, y: 0, text: "" };
    const flags = stream.byte();
    for (const [flag, read] of NOTE_FIELDS) if (flags & flag) read(note, stream, strings);
    list.push(note);
  }
  return list;
}

// How many of a list in the order of their ticks are not after a time.
function countUntil(notes, time) {
  let low = 0, high = notes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (notes[middle].tick > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

function newRun(heading) {
  return { ...heading, last: heading.first, terrains: [], players: [], layers: [], strings: [],
    cast: [], notes: [], noteTick: 0, values: [], parts: [] };
}

// The bytes of a part with more behind them. Their room doubles, so this is cheap for each tick.
function append(part, bytes) {
  const length = part.read.length + bytes.length;
  if (length > part.room.length) {
    const room = new Uint8Array(Math.max(256, 2 * length));
    room.set(part.read);
    part.room = room;
  }
  part.room.set(bytes, part.read.length);
  part.read = part.room.subarray(0, length);
}

function appendValues(run, { line, name, player, from, ticks, numbers }) {
  const grown = run.values[line - 1] ??= { name, player, ticks: [], numbers: [] };
  grown.ticks.splice(from - 1, Infinity, ...ticks);
  grown.numbers.splice(from - 1, Infinity, ...numbers);
}

// Forgets what the recording has forgotten: the world has gone back.
function cutRun(run, { first, parts, bytes, notes, note_tick, strings, cast, layers, values }) {
  Object.assign(run, { first, noteTick: note_tick });
  run.parts.length = Math.min(run.parts.length, parts);
  const last = run.parts[parts - 1];
  if (last) last.read = last.room.subarray(0, bytes);
  run.notes.length = notes;
  run.strings.length = strings;
  run.cast.length = cast;
  run.layers.length = layers;
  run.values.length = values.length;
  run.values.forEach((line, i) => { line.ticks.length = line.numbers.length = values[i]; });
}

// Adds what is new, and says which lists have become longer. `notes`: the new ones.
function growRun(run, news) {
  if (news.cut) cutRun(run, news.cut);
  const isLonger = { players: news.players.length > run.players.length,
    layers: news.layers.length > 0, lines: news.values.some((one) => !run.values[one.line - 1]),
    terrains: news.terrains.length > run.terrains.length };
  run.last = news.last;
  run.players = news.players;
  run.terrains = news.terrains;
  for (const key of ["strings", "cast", "layers"]) run[key].push(...news[key]);
  for (const { number, tick, bytes } of news.parts) {
    run.parts[number - 1] ??= { tick, read: new Uint8Array(0), room: new Uint8Array(0) };
    append(run.parts[number - 1], bytesOf(bytes));
  }
  for (const one of news.values) appendValues(run, one);
  const notes = readNotes(bytesOf(news.notes), run.strings, run.noteTick);
  if (notes.length > 0) run.noteTick = notes[notes.length - 1].tick;
  run.notes.push(...notes);
  return { isLonger, notes };
}

// ---- what the names of terrains look like -------------------------------------------------------

const LOOKS = [
  [/road|path|street|track/, { style: "road", base: "#8f7a58", edge: "#5d5140" }],
  [/gate|door/, { style: "bridge", base: "#8a6540", edge: "#4a3522",
    closed: { style: "wall", base: "#5c4434", edge: "#33261d" } }],
  [/bridge|plank|dock|landing|pier|jetty/, { style: "bridge", base: "#8a6540", edge: "#4a3522" }],
  [/water|river|lake|sea|ocean/, { style: "water", base: "#1f4a68", edge: "#3f7c8c" }],
  [/swamp|marsh|bog|mud/, { style: "swamp", base: "#4b5138", edge: "#3a4230" }],
  [/wood|forest|tree|jungle/, { style: "wood", base: "#23402f", edge: "#2b4a36" }],
  [/cave|tunnel/, { style: "scree", base: "#4a423a", edge: "#332d28" }],
  [/mountain|rock|cliff|hill/, { style: "mountain", base: "#4b4d55", edge: "#33363d" }],
  [/scree|gravel|stone|rubble/, { style: "scree", base: "#57574f", edge: "#4a4c45" }],
  [/sand|desert|beach/, { style: "sand", base: "#8d7c58", edge: "#7a6c4f" }],
  [/snow|ice/, { style: "snow", base: "#a9b6c2", edge: "#8798a8" }],
  [/lava|fire/, { style: "water", base: "#8a3218", edge: "#c9652a" }],
  [/house|hut|building|home/, { style: "house", base: "#8d5640", edge: "#54352a" }],
  [/keep|castle|tower|fort|base/, { style: "keep", base: "#8b8f9c", edge: "#4d505b" }],
  [/ore|gold|mine|crystal|berr/, { style: "ore", base: "#5a5138", edge: "#3f3a2a" }],
  [/wall|block|solid/, { style: "wall", base: "#5a6070", edge: "#2e323c" }],
];

function lookOf(kind, straight) {
  const known = LOOKS.find(([pattern]) => pattern.test(kind.name.toLowerCase()));
  if (known) return kind.cost === false && known[1].closed || known[1];
  if (kind.cost === false) {
    return kind.opaque ? { style: "wall", base: "#5a6070", edge: "#2e323c" }
      : { style: "water", base: "#26303c", edge: "#3a4756" };
  }
  const dear = Math.min(1, Math.max(0, kind.cost / straight - 1) / 4);
  return { style: "plain", base: mix("#4a6a49", "#564a35", dear), edge: "#34483a" };
}

// From the lowest to what stands on it.
const ORDER = ["plain", "sand", "snow", "swamp", "scree", "water", "road", "bridge", "wood",
  "mountain", "ore", "house", "wall", "keep"];

function mix(a, b, share) {
  const part = (color, i) => parseInt(color.slice(i, i + 2), 16);
  const both = [1, 3, 5].map((i) => Math.round(part(a, i) * (1 - share) + part(b, i) * share));
  return `rgb(${both.join(",")})`;
}

// A number from 0 to below 1 that is always the same for a cell.
function chance(x, y, salt) {
  let h = Math.imul(x + 1, 0x27d4eb2d) + Math.imul(y + 1, 0x165667b1) + Math.imul(salt, 0x9e3779b9);
  for (const factor of [0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f]) h = Math.imul(h ^ h >>> 15, factor);
  return ((h ^ h >>> 16) >>> 0) / 4294967296;
}

const LARGEST = 16384, AREA = 4096 * 4096; // pixels of the picture, in either direction; in all

class Ground {
  constructor(run, lattice) {
    const { width, height } = run;
    this.lattice = lattice;
    this.width = width;
    this.height = height;
    this.size = Math.max(1, Math.floor(Math.min(32, LARGEST / Math.max(lattice.wide, lattice.high),
      Math.sqrt(AREA / (lattice.wide * lattice.high)))));
    this.looks = [null, ...run.terrains.map((kind) => lookOf(kind, run.straight))];
    this.cells = null;
    this.version = 0;
    this.canvas = document.createElement("canvas");
    this.canvas.width = Math.ceil(lattice.wide * this.size);
    this.canvas.height = Math.ceil(lattice.high * this.size);
    this.c = this.canvas.getContext("2d");
    this.speckle = Ground.speckles();
    this.soft = new Haze(lattice);
  }

  static of(run, lattice) {
    return run.grid === "square" ? new Ground(run, lattice) : new HexGround(run, lattice);
  }

  // Fine grain, the same everywhere.
  static speckles() {
    const tile = document.createElement("canvas");
    tile.width = tile.height = 128;
    const c = tile.getContext("2d"), grain = c.createImageData(128, 128);
    for (let i = 0; i < 128 * 128; i++) {
      const light = chance(i % 128, i >> 7, 1) > 0.5;
      grain.data.fill(light ? 255 : 0, 4 * i, 4 * i + 3);
      grain.data[4 * i + 3] = chance(i % 128, i >> 7, 2) * 16;
    }
    c.putImageData(grain, 0, 0);
    return tile;
  }

  // Draws what differs from what has been drawn.
  update(cells) {
    if (!this.cells) {
      this.cells = cells.slice();
      this.paint(0, 0, this.width, this.height);
      return;
    }
    let left = this.width, top = this.height, right = -1, bottom = -1;
    for (let i = 0; i < cells.length; i++) {
      if (cells[i] === this.cells[i]) continue;
      const x = i % this.width, y = (i - x) / this.width;
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x);
      bottom = Math.max(bottom, y);
      this.cells[i] = cells[i];
    }
    if (right < 0) return;
    this.paint(Math.max(0, left - 1), Math.max(0, top - 1), Math.min(this.width, right + 2),
      Math.min(this.height, bottom + 2));
  }

  style(x, y) {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return null;
    const look = this.looks[this.cells[y * this.width + x]];
    return look ? look.style : "plain";
  }

  // Of a rectangle of cells what is drawn of the plane.
  area(...rect) { return rect; }

  // The cells of a rectangle, and those around it that reach into it.
  paint(left, top, right, bottom) {
    const { c, size } = this, [x1, y1, x2, y2] = this.area(left, top, right, bottom);
    this.version++;
    c.save();
    c.beginPath();
    c.rect(x1 * size, y1 * size, (x2 - x1) * size, (y2 - y1) * size);
    c.clip();
    this.meadow(x1, y1, x2, y2);
    const found = new Map();
    for (let y = Math.max(0, top - 2); y < Math.min(this.height, bottom + 2); y++) {
      for (let x = Math.max(0, left - 2); x < Math.min(this.width, right + 2); x++) {
        const id = this.cells[y * this.width + x];
        if (!found.has(id)) found.set(id, []);
        found.get(id).push([x, y]);
      }
    }
    const kinds = [...found.keys()].filter((id) => this.looks[id]);
    kinds.sort((a, b) => this.rank(a) - this.rank(b) || a - b);
    for (const id of kinds) this.kind(id, found.get(id));
    c.fillStyle = c.createPattern(this.speckle, "repeat");
    c.fillRect(x1 * size, y1 * size, (x2 - x1) * size, (y2 - y1) * size);
    c.restore();
  }

  rank(id) { return ORDER.indexOf(this.looks[id].style); }

  meadow(left, top, right, bottom) {
    const { c, size } = this;
    c.fillStyle = "#4a6a49";
    c.fillRect(left * size, top * size, (right - left) * size, (bottom - top) * size);
    const step = Math.max(1, Math.round(24 / size)), begin = (n) => Math.floor(n / step - 2) * step;
    for (let y = begin(top); y < bottom + 2 * step; y += step) {
      for (let x = begin(left); x < right + 2 * step; x += step) {
        if (chance(x, y, 3) > 0.3) continue;
        const light = chance(x, y, 4) > 0.5, reach = step * size * (1 + 2 * chance(x, y, 5));
        const px = (x + step * chance(x, y, 6)) * size, py = (y + step * chance(x, y, 7)) * size;
        const blot = c.createRadialGradient(px, py, 0, px, py, reach);
        blot.addColorStop(0, light ? "rgba(186,190,110,0.12)" : "rgba(24,58,48,0.16)");
        blot.addColorStop(1, "rgba(0,0,0,0)");
        c.fillStyle = blot;
        c.fillRect(px - reach, py - reach, 2 * reach, 2 * reach);
      }
    }
  }

  kind(id, cells) {
    const look = this.looks[id];
    if (look.style === "plain") this.plain(look, cells);
    else this[look.style](look, cells);
  }

  // ---- shapes -----------------------------------------------------------------------------------

  // The outline of cells of a style, with round corners, outer ones and inner ones.
  shape(cells, style, grow = 0, roundness = 0.5) {
    const { size } = this, shape = new Path2D(), r = size * roundness;
    const is = (x, y) => this.style(x, y) === style || this.style(x, y) === null;
    for (const [x, y] of cells) {
      const up = is(x, y - 1), down = is(x, y + 1), left = is(x - 1, y), right = is(x + 1, y);
      const corner = (a, b) => a || b ? 0 : r + grow;
      shape.roundRect(x * size - (left ? 0 : grow), y * size - (up ? 0 : grow),
        size + (left ? 0 : grow) + (right ? 0 : grow), size + (up ? 0 : grow) + (down ? 0 : grow),
        [corner(up, left), corner(up, right), corner(down, right), corner(down, left)]);
      for (const [dx, dy, beside] of [[1, 1, right], [-1, 1, left], [1, -1, right],
        [-1, -1, left]]) {
        if (beside && !is(x, y + dy) && is(x + dx, y + dy)) {
          this.inner(shape, x + (dx + 1) / 2, y + (dy + 1) / 2, -dx, dy, grow, r);
        }
        if (!beside && is(x, y + dy) && is(x + dx, y + dy)) {
          this.inner(shape, x + (dx + 1) / 2, y + (dy + 1) / 2, dx, -dy, grow, r);
        }
      }
    }
    return shape;
  }

  // The corner at x, y of a cell that is not of the style, where two of its neighbours are.
  inner(shape, x, y, dx, dy, grow, r) {
    const { size } = this, reach = Math.max(0, r - grow) + grow;
    const px = x * size, py = y * size;
    shape.moveTo(px, py);
    shape.lineTo(px + dx * reach, py);
    shape.lineTo(px + dx * reach, py + dy * grow);
    shape.quadraticCurveTo(px + dx * grow, py + dy * grow, px + dx * grow, py + dy * reach);
    shape.lineTo(px, py + dy * reach);
    shape.closePath();
  }

  fill(shape, color) {
    this.c.fillStyle = color;
    this.c.fill(shape);
  }

  clipTo(shape) { this.c.clip(shape); }

  // Lines between the middles of neighbours.
  lines(cells, style) {
    const { size } = this, shape = new Path2D();
    for (const [x, y] of cells) {
      const px = (x + 0.5) * size, py = (y + 0.5) * size;
      shape.moveTo(px, py);
      shape.lineTo(px + 0.01, py);
      for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [-1, 1], [-1, 0], [0, -1], [-1, -1],
        [1, -1]]) {
        const other = this.style(x + dx, y + dy);
        if (other !== style && other !== "bridge") continue;
        if (dx && dy && (this.style(x + dx, y) === style || this.style(x, y + dy) === style)) {
          continue;
        }
        shape.moveTo(px, py);
        shape.lineTo(px + dx * size, py + dy * size);
      }
    }
    return shape;
  }

  // Darker towards the middle, by depth.
  shade(shape, style, [r, g, b], alphas) {
    const { c, lattice, size, soft } = this, { width } = lattice;
    soft.paint([r, g, b], (cell) => {
      const x = cell % width, y = (cell - x) / width;
      return this.style(x, y) === style ? alphas[this.depth(x, y, style)] : 0;
    });
    c.save();
    this.clipTo(shape);
    c.imageSmoothingQuality = "high";
    const { picture } = lattice;
    c.drawImage(soft.canvas, picture.x * size, picture.y * size, picture.wide * size,
      picture.high * size);
    c.restore();
  }

  // A place in a cell, in shares of it.
  spot(x, y, right, down) { return [(x + right) * this.size, (y + down) * this.size]; }

  // For each of `count` places in a cell: px, py, and two chances.
  scatter(cells, count, salt, draw) {
    for (const [x, y] of cells) {
      for (let i = 0; i < count; i++) {
        const s = salt + 8 * i;
        const [px, py] = this.spot(x, y, chance(x, y, s), chance(x, y, s + 1));
        draw(px, py, chance(x, y, s + 2), chance(x, y, s + 3));
      }
    }
  }

  disc(x, y, radius, color) {
    const { c } = this;
    c.fillStyle = color;
    c.beginPath();
    c.arc(x, y, radius, 0, 2 * Math.PI);
    c.fill();
  }

  polygon(color, ...points) {
    const { c } = this;
    c.fillStyle = color;
    c.beginPath();
    for (const [x, y] of points) c.lineTo(x, y);
    c.fill();
  }

  // ---- kinds ------------------------------------------------------------------------------------

  plain(look, cells) {
    if (look.base !== mix("#4a6a49", "#564a35", 0)) {
      this.fill(this.shape(cells, "plain", 0, 0), look.base);
    }
    const { c, size } = this;
    if (size < 12) return;
    c.lineWidth = Math.max(0.6, size / 28);
    this.scatter(cells, 2, 20, (x, y, a, b) => {
      if (a > 0.35) return;
      c.strokeStyle = b > 0.5 ? "rgba(150,180,120,0.22)" : "rgba(16,34,26,0.28)";
      c.beginPath();
      c.moveTo(x, y);
      c.lineTo(x + (b - 0.5) * size * 0.15, y - size * 0.14);
      c.stroke();
    });
  }

  sand(look, cells) {
    this.fill(this.shape(cells, "sand"), look.base);
    this.scatter(cells, 3, 30, (x, y, a) => this.disc(x, y, this.size * 0.025,
      a > 0.5 ? "rgba(255,240,200,0.16)" : "rgba(60,40,20,0.16)"));
  }

  snow(look, cells) { this.fill(this.shape(cells, "snow"), look.base); }

  swamp(look, cells) {
    const { c, size } = this;
    this.fill(this.shape(cells, "swamp", size * 0.12), "rgba(62,74,48,0.6)");
    this.fill(this.shape(cells, "swamp"), look.base);
    this.scatter(cells, 1, 40, (x, y, a, b) => {
      if (a > 0.5) return;
      c.fillStyle = "rgba(84,116,112,0.5)";
      c.beginPath();
      c.ellipse(x, y, size * (0.18 + 0.2 * b), size * (0.08 + 0.07 * b), 0, 0, 7);
      c.fill();
    });
    c.strokeStyle = "rgba(164,170,104,0.55)";
    c.lineWidth = Math.max(0.7, size / 26);
    this.scatter(cells, 2, 60, (x, y, a, b) => {
      if (a > 0.4) return;
      c.beginPath();
      for (const lean of [-0.5, 0, 0.5]) {
        c.moveTo(x, y);
        c.lineTo(x + lean * size * 0.16, y - size * (0.14 + 0.1 * b));
      }
      c.stroke();
    });
  }

  scree(look, cells) {
    this.fill(this.shape(cells, "scree"), look.base);
    this.scatter(cells, 5, 80, (x, y, a, b) => {
      const r = this.size * (0.04 + 0.07 * a);
      this.disc(x + r * 0.3, y + r * 0.4, r, "rgba(20,20,24,0.35)");
      this.disc(x, y, r, b > 0.5 ? "#7d7d74" : "#68695f");
    });
  }

  water(look, cells) {
    const { c, size } = this;
    this.fill(this.shape(cells, "water", size * 0.2, 0.5), "rgba(120,120,84,0.5)");
    this.fill(this.shape(cells, "water", size * 0.07, 0.5), look.edge);
    this.fill(this.shape(cells, "water"), look.base);
    this.shade(this.shape(cells, "water"), "water", [6, 24, 44], [0, 90, 165]);
    c.lineWidth = Math.max(0.8, size / 22);
    c.lineCap = "round";
    this.scatter(cells, 1, 100, (x, y, a, b) => {
      if (a > 0.45) return;
      c.strokeStyle = `rgba(170,215,225,${0.12 + 0.16 * b})`;
      c.beginPath();
      c.arc(x, y, size * (0.12 + 0.1 * b), 3.6, 5.8);
      c.stroke();
    });
  }

  road(look, cells) {
    const { c, size } = this, shape = this.lines(cells, "road");
    c.lineCap = c.lineJoin = "round";
    c.strokeStyle = "rgba(52,44,32,0.55)";
    c.lineWidth = size * 0.74;
    c.stroke(shape);
    c.strokeStyle = look.base;
    c.lineWidth = size * 0.6;
    c.stroke(shape);
    c.strokeStyle = "rgba(180,158,118,0.35)";
    c.lineWidth = size * 0.28;
    c.stroke(shape);
    this.scatter(cells, 2, 120, (x, y, a) => {
      if (a < 0.5) this.disc(x, y, size * 0.03, "rgba(50,40,26,0.3)");
    });
  }

  bridge(look, cells) {
    const { c, size } = this;
    c.save();
    c.shadowColor = "rgba(0,0,0,0.55)";
    c.shadowBlur = size * 0.35;
    c.shadowOffsetY = size * 0.12;
    this.fill(this.shape(cells, "bridge", 0, 0.1), look.edge);
    c.restore();
    for (const [x, y] of cells) {
      for (let i = 0; i < 4; i++) {
        c.fillStyle = mix(look.base, "#b08a5c", 0.15 + 0.5 * chance(x, y, 140 + i));
        c.fillRect((x + i / 4) * size + 0.5, y * size, size / 4 - 1, size);
      }
    }
    for (const [x, y] of cells) {
      c.fillStyle = "#3d2b1b";
      if (this.style(x, y - 1) !== "bridge") c.fillRect(x * size, y * size, size, size * 0.12);
      if (this.style(x, y + 1) !== "bridge") {
        c.fillRect(x * size, (y + 0.88) * size, size, size * 0.12);
      }
    }
  }

  wood(look, cells) {
    const { size } = this;
    this.fill(this.shape(cells, "wood", size * 0.1, 0.5), "rgba(24,44,34,0.55)");
    this.fill(this.shape(cells, "wood", 0, 0.5), look.base);
    const trees = [];
    this.scatter(cells, 3, 160, (x, y, a, b) => trees.push([x, y, a, b]));
    trees.sort((a, b) => a[1] - b[1]);
    for (const [x, y, a, b] of trees) {
      const r = size * (0.22 + 0.14 * a);
      this.disc(x + r * 0.22, y + r * 0.38, r, "rgba(8,20,18,0.42)");
      this.disc(x, y, r, b > 0.66 ? "#2f5a3e" : b > 0.33 ? "#2a5040" : "#356043");
      this.disc(x - r * 0.28, y - r * 0.3, r * 0.55, "rgba(140,190,120,0.20)");
      this.disc(x - r * 0.34, y - r * 0.4, r * 0.25, "rgba(190,220,150,0.20)");
    }
  }

  // Rock everywhere, and peaks on it: the further from the rim the higher.
  mountain(look, cells) {
    const { size } = this;
    this.fill(this.shape(cells, "mountain", size * 0.16), "rgba(26,30,32,0.45)");
    this.fill(this.shape(cells, "mountain"), look.base);
    const peaks = [];
    for (const [x, y] of cells) {
      const depth = this.depth(x, y, "mountain");
      if (chance(x, y, 180) > [0.6, 0.65, 0.5][depth]) continue;
      const tall = [0.45, 0.9, 1.35][depth] + 0.4 * chance(x, y, 181);
      const foot = this.spot(x, y, 0.15 + 0.7 * chance(x, y, 182), 0.7 + 0.3 * chance(x, y, 183));
      peaks.push([...foot, tall * size, depth, chance(x, y, 184)]);
    }
    peaks.sort((a, b) => a[1] - b[1]);
    for (const peak of peaks) this.peak(...peak);
  }

  // The cells so many steps away in each direction that is straight.
  sides(x, y, reach) {
    return [[-1, 0], [1, 0], [0, -1], [0, 1]].map(([dx, dy]) => [x + dx * reach, y + dy * reach]);
  }

  // 0 at the rim of what is of a style, 1 next to it, 2 further inside.
  depth(x, y, style) {
    for (let reach = 1; reach <= 2; reach++) {
      for (const side of this.sides(x, y, reach)) {
        const other = this.style(...side);
        if (other !== null && other !== style && other !== "bridge") return reach - 1;
      }
    }
    return 2;
  }

  peak(x, foot, tall, depth, lean) {
    const wide = tall * (0.62 + 0.2 * lean), top = foot - tall;
    const bend = x + wide * (lean - 0.3) * 0.5;
    this.polygon("rgba(8,10,14,0.30)", [x - wide * 0.7, foot], [x + wide * 1.15, foot + tall * 0.1],
      [x + wide * 0.2, top + tall * 0.5]);
    this.polygon(lean > 0.5 ? "#787a82" : "#6d7079", [x - wide, foot], [x, top], [bend, foot]);
    this.polygon(lean > 0.5 ? "#43454f" : "#3c3f49", [bend, foot], [x, top], [x + wide, foot]);
    this.polygon("rgba(255,255,255,0.08)", [x - wide * 0.55, foot - tall * 0.45], [x, top],
      [x - wide * 0.12, foot - tall * 0.3]);
    if (depth < 2) return;
    const line = top + tall * 0.34, middle = x + (bend - x) * 0.34;
    this.polygon("#e4e9f0", [x - wide * 0.34, line], [x, top], [middle, line + tall * 0.04],
      [x - wide * 0.12, line - tall * 0.06]);
    this.polygon("#9aa3b5", [middle, line + tall * 0.04], [x, top], [x + wide * 0.34, line],
      [x + wide * 0.14, line - tall * 0.05]);
  }

  ore(look, cells) {
    const { size } = this;
    this.fill(this.shape(cells, "ore", size * 0.1), "rgba(24,22,16,0.5)");
    this.fill(this.shape(cells, "ore"), look.base);
    this.scatter(cells, 5, 200, (x, y, a, b) => {
      const r = size * (0.07 + 0.09 * a);
      this.polygon("rgba(10,8,4,0.4)", [x - r, y + r * 0.6], [x + r * 0.3, y - r * 0.6],
        [x + r * 1.5, y + r * 0.5], [x + r * 0.2, y + r * 1.3]);
      this.polygon(b > 0.5 ? "#d9a93c" : "#c08f2e", [x - r, y], [x, y - r], [x + r, y], [x, y + r]);
      this.polygon("#f6dc8b", [x - r * 0.7, y - r * 0.1], [x, y - r], [x + r * 0.1, y - r * 0.1]);
    });
  }

  house(look, cells) {
    const { c, size } = this;
    for (const [x, y] of cells) {
      const px = x * size, py = y * size, inset = size * 0.08;
      c.fillStyle = "rgba(0,0,0,0.35)";
      c.fillRect(px + inset * 2, py + inset * 2.4, size - inset * 2, size - inset * 2);
      const tint = chance(x, y, 220) * 0.35;
      c.fillStyle = mix(look.base, "#b27a58", tint);
      c.fillRect(px + inset, py + inset, size - 2 * inset, size / 2 - inset);
      c.fillStyle = mix(look.edge, "#7d4c38", tint);
      c.fillRect(px + inset, py + size / 2, size - 2 * inset, size / 2 - inset);
      c.fillStyle = "rgba(255,225,190,0.35)";
      c.fillRect(px + inset, py + size / 2 - size * 0.04, size - 2 * inset, size * 0.06);
    }
  }

  wall(look, cells) { this.masonry(look, cells, "wall"); }

  keep(look, cells) { this.masonry(look, cells, "keep"); }

  masonry(look, cells, style) {
    const { c, size } = this;
    c.save();
    c.shadowColor = "rgba(0,0,0,0.6)";
    c.shadowBlur = size * 0.4;
    c.shadowOffsetY = size * 0.16;
    this.fill(this.shape(cells, style, 0, 0.12), look.edge);
    c.restore();
    for (const [x, y] of cells) {
      const low = this.style(x, y + 1) !== style ? size * 0.26 : 0;
      for (const [ox, oy, w] of [[0, 0, 0.5], [0.5, 0, 0.5], [-0.25, 0.5, 0.5], [0.25, 0.5, 0.5],
        [0.75, 0.5, 0.5]]) {
        const from = Math.max(0, ox), to = Math.min(1, ox + w);
        c.fillStyle = mix(look.base, "#20242e", 0.25 * chance(x * 8 + ox * 4, y * 8 + oy * 4, 240));
        c.fillRect((x + from) * size + 0.6, (y + oy) * size + 0.6, (to - from) * size - 1.2,
          size / 2 - 1.2);
      }
      if (low) {
        c.fillStyle = "rgba(10,12,18,0.5)";
        c.fillRect(x * size, (y + 1) * size - low, size, low);
      }
      if (this.style(x, y - 1) !== style) {
        c.fillStyle = "rgba(255,255,255,0.20)";
        c.fillRect(x * size, y * size, size, Math.max(1, size * 0.07));
      }
    }
  }
}

const AT_ONCE = 200;                      // cells in a path: one of very many takes far longer

class HexGround extends Ground {
  // In whole pixels, with what juts out of the cells.
  area(left, top, right, bottom) {
    const { lattice, size } = this, [x1, y1] = lattice.middle(left, top);
    const [x2, y2] = lattice.middle(right - 1, bottom - 1);
    const low = (at) => Math.max(0, Math.floor((at - 1.5) * size) / size);
    const high = (at) => Math.ceil((at + 1.5) * size) / size;
    return [low(x1), low(y1), high(x2), high(y2)];
  }

  // Inside a hexagon.
  spot(x, y, right, down) {
    const [px, py] = this.lattice.middle(x, y);
    return [(px + 0.86 * (right - 0.5)) * this.size, (py + 0.86 * (down - 0.5)) * this.size];
  }

  hexagons(cells, radius) {
    const { lattice, size } = this, shape = new Path2D();
    for (const [x, y] of cells) {
      const [px, py] = lattice.middle(x, y);
      lattice.hexagon(shape, px * size, py * size, radius, !lattice.flat);
    }
    return shape;
  }

  // A list of paths. Half a pixel larger, so that nothing shows between two hexagons; what is to be
  // larger will be covered but for its rim.
  shape(cells, style, grow = 0) {
    const { size } = this, list = [];
    const shown = grow === 0 ? cells : cells.filter(([x, y]) => this.depth(x, y, style) === 0);
    for (let i = 0; i < shown.length; i += AT_ONCE) {
      list.push(this.hexagons(shown.slice(i, i + AT_ONCE), CORNER * size + 1.15 * grow + 0.5));
    }
    return list;
  }

  fill(shape, color) {
    this.c.fillStyle = color;
    for (const path of [shape].flat()) this.c.fill(path);
  }

  // What is shaded is nothing at the rim.
  clipTo() {}

  sides(x, y, reach = 1) {
    return SIDES.map((_, part) => this.lattice.around(x, y, part, reach, 0));
  }

  lines(cells, style) {
    const { lattice, size } = this, shape = new Path2D();
    const at = (x, y) => lattice.middle(x, y).map((n) => n * size);
    for (const [x, y] of cells) {
      const [px, py] = at(x, y);
      shape.moveTo(px, py);
      shape.lineTo(px + 0.01, py);
      for (const side of this.sides(x, y)) {
        const other = this.style(...side);
        if (other !== style && other !== "bridge") continue;
        shape.moveTo(px, py);
        shape.lineTo(...at(...side));
      }
    }
    return shape;
  }

  bridge(look, cells) {
    const { c, size } = this;
    this.fill(this.shape(cells, "bridge"), look.edge);
    c.save();
    c.clip(this.hexagons(cells, CORNER * size * 0.9));
    for (const [x, y] of cells) {
      const [left, top] = this.spot(x, y, -0.2, -0.2);
      for (let i = 0; i < 5; i++) {
        c.fillStyle = mix(look.base, "#b08a5c", 0.15 + 0.5 * chance(x, y, 140 + i));
        c.fillRect(left + i * size / 4 + 0.5, top, size / 4 - 1, 1.25 * size);
      }
    }
    c.restore();
  }

  house(look, cells) {
    const { c, size } = this;
    for (const [x, y] of cells) {
      const [left, top] = this.spot(x, y, 0.13, 0.13), wide = 0.64 * size;
      const tint = chance(x, y, 220) * 0.35;
      c.fillStyle = "rgba(0,0,0,0.35)";
      c.fillRect(left + size * 0.08, top + size * 0.1, wide, wide);
      c.fillStyle = mix(look.base, "#b27a58", tint);
      c.fillRect(left, top, wide, wide / 2);
      c.fillStyle = mix(look.edge, "#7d4c38", tint);
      c.fillRect(left, top + wide / 2, wide, wide / 2);
      c.fillStyle = "rgba(255,225,190,0.35)";
      c.fillRect(left, top + wide / 2 - size * 0.04, wide, size * 0.06);
    }
  }

  masonry(look, cells, style) {
    const { c, size } = this;
    c.save();
    c.shadowColor = "rgba(0,0,0,0.6)";
    c.shadowBlur = size * 0.4;
    c.shadowOffsetY = size * 0.16;
    this.fill(this.shape(cells, style), look.edge);
    c.restore();
    for (const cell of cells) {
      const shape = this.hexagons([cell], CORNER * size * 0.92);
      this.fill(shape, mix(look.base, "#20242e", 0.25 * chance(...cell, 240)));
      const [x, y] = this.spot(...cell, 0.5, 0.5), top = new Path2D();
      this.lattice.hexagon(top, x, y - size * 0.05, CORNER * size * 0.66, !this.lattice.flat);
      this.fill(top, "rgba(255,255,255,0.09)");
    }
  }
}

// The corners of each shape on a circle, from the one on top; none: it is round.
const SHAPES = [
  { name: "disc", corners: 0 },
  { name: "square", corners: 4, turned: 0.25, reach: 1.2 },
  { name: "diamond", corners: 4, turned: 0, reach: 1.2 },
  { name: "triangle", corners: 3, turned: 0, reach: 1.3 },
  { name: "hexagon", corners: 6, turned: 0, reach: 1.08 },
  { name: "pentagon", corners: 5, turned: 0, reach: 1.12 },
];

function outline(c, shape, x, y, radius) {
  c.beginPath();
  if (shape.corners === 0) {
    c.arc(x, y, radius, 0, 7);
    return;
  }
  const step = 2 * Math.PI / shape.corners, low = shape.corners === 3 ? radius * 0.2 : 0;
  for (let i = 0; i < shape.corners; i++) {
    const angle = (i + shape.turned * 2) * step - Math.PI / 2;
    c.lineTo(x + Math.cos(angle) * radius * shape.reach,
      y + low + Math.sin(angle) * radius * shape.reach);
  }
  c.closePath();
}

// The role of a unit is what the recording calls it, or the last part of its behaviour's name.
class Roles {
  constructor(run) {
    this.list = [];
    this.byName = new Map();
    for (const one of run.cast) if (one.role) this.named(one.role);
  }

  of(unit) {
    const file = /^(.*)\.lua:\d+$/.exec(unit.behaviour);       // a function without a name
    return this.named(unit.role || (file ? file[1] : unit.behaviour.split(".").pop()));
  }

  // The role of a name; its letter is the first in the name that no other has.
  named(name) {
    let role = this.byName.get(name);
    if (role) return role;
    const letters = [...name.toUpperCase()].filter((letter) => /\p{L}|\p{N}/u.test(letter));
    const free = letters.find((letter) => !this.list.some((other) => other.letter === letter));
    role = { name, letter: free || letters[0] || "\u00b7",
      shape: SHAPES[this.list.length % SHAPES.length] };
    this.list.push(role);
    this.byName.set(name, role);
    return role;
  }
}

// The shape with its letter, as a picture for a text.
function badge(role, color) {
  const canvas = element("canvas", { width: 40, height: 40, className: "badge",
    "aria-hidden": "true" });
  const c = canvas.getContext("2d");
  outline(c, role.shape, 20, 20, 15);
  c.fillStyle = color;
  c.fill();
  c.font = "700 19px system-ui, sans-serif";
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.fillStyle = "rgba(8,10,16,0.9)";
  c.fillText(role.letter, 20, 21);
  return canvas;
}

// Below, above, at either side, further above and below: in sizes of the text.
const PLACES = [[0, 1], [0, -1], [1, 0], [-1, 0], [0, -3], [0, 3]];
const BUCKET = 64;                        // pixels

// What has been drawn in a picture, in pixels of the page.
class Labels {
  constructor(scene) {
    this.scene = scene;
    this.buckets = new Map();
  }

  begin() { this.buckets.clear(); }

  // The buckets that a box lies in.
  *within(box) {
    for (let y = Math.floor(box.top / BUCKET); y <= Math.floor(box.bottom / BUCKET); y++) {
      for (let x = Math.floor(box.left / BUCKET); x <= Math.floor(box.right / BUCKET); x++) {
        yield y * 4096 + x;
      }
    }
  }

  isFree(box) {
    for (const key of this.within(box)) {
      for (const other of this.buckets.get(key) || []) {
        if (box.left < other.right && other.left < box.right && box.top < other.bottom
          && other.top < box.bottom) return false;
      }
    }
    return true;
  }

  take(box) {
    for (const key of this.within(box)) {
      if (!this.buckets.has(key)) this.buckets.set(key, []);
      this.buckets.get(key).push(box);
    }
  }

  // A text beside a place of the map, which is `away` pixels wide; `style`: size, weight, color,
  // back. False: there was no room, unless it is drawn anyway.
  put(text, x, y, away, style, anyway = false) {
    const { scene } = this, { c, camera } = scene;
    const px = scene.wide / 2 + (x - camera.x) * camera.scale;
    const py = scene.high / 2 + (y - camera.y) * camera.scale;
    c.save();
    c.setTransform(scene.ratio, 0, 0, scene.ratio, 0, 0);
    c.font = `${style.weight} ${style.size}px system-ui, sans-serif`;
    const wide = c.measureText(text).width + 6, high = style.size + 4;
    let box = null;
    for (const [dx, dy] of style.above ? [PLACES[1], ...PLACES] : PLACES) {
      const left = px + dx * (away + wide / 2 + 1) - wide / 2;
      const top = py + dy * (away + high / 2 + 1) - high / 2;
      const tried = { left, top, right: left + wide, bottom: top + high };
      if (this.isFree(tried)) box = tried;
      else if (anyway) box ??= tried;
      if (box === tried && this.isFree(tried)) break;
    }
    if (box) this.draw(text, box, style);
    c.restore();
    return box !== null;
  }

  draw(text, box, style) {
    const { c } = this.scene;
    this.take(box);
    c.textAlign = "left";
    c.textBaseline = "middle";
    const middle = (box.top + box.bottom) / 2;
    if (style.back) {
      c.fillStyle = style.back;
      c.beginPath();
      c.roundRect(box.left - 2, box.top, box.right - box.left + 4, box.bottom - box.top, 5);
      c.fill();
    } else {
      c.lineWidth = 3;
      c.lineJoin = "round";
      c.strokeStyle = "rgba(6,8,12,0.85)";
      c.strokeText(text, box.left + 3, middle);
    }
    c.fillStyle = style.color;
    c.fillText(text, box.left + 3, middle);
  }
}

// ---- colors -------------------------------------------------------------------------------------

const NAMED = { red: "#ff6a5c", blue: "#58a6ff", green: "#5fd38a", yellow: "#f5cf5b",
  orange: "#ff9f4a", purple: "#b98cff", violet: "#b98cff", pink: "#ff8ac4", cyan: "#4fd6e0",
  white: "#e6ebf5", black: "#7d8599", spectator: "#c9d1e0" };
const SPARE = ["#ff6a5c", "#58a6ff", "#5fd38a", "#f5cf5b", "#b98cff", "#ff9f4a", "#4fd6e0",
  "#ff8ac4"];
const LAYER_COLORS = ["#ff4d6d", "#4dabff", "#ffb84d", "#8aff80", "#d58bff", "#4dffe1"];

function playerColors(players) {
  const spare = SPARE.filter((color) => !players.some((one) => NAMED[one.name] === color));
  return players.map((one, i) => Object.hasOwn(NAMED, one.name) ? NAMED[one.name]
    : (spare.length ? spare : SPARE)[i % (spare.length || SPARE.length)]);
}

function withAlpha(color, alpha) {
  return color + Math.round(alpha * 255).toString(16).padStart(2, "0");
}

function channels(color) {
  return [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16));
}

// ---- pictures with pixels for each cell ---------------------------------------------------------

class Haze {
  constructor(lattice) {
    const { width, height } = lattice.picture;
    this.cellOf = lattice.cellOf;
    this.canvas = document.createElement("canvas");
    this.canvas.width = width;
    this.canvas.height = height;
    this.c = this.canvas.getContext("2d");
    this.image = this.c.createImageData(width, height);
    this.key = null;
  }

  // Drawn only where `key` is another one than before. color(cell) -> alpha from 0 to 255.
  update(key, color, alpha) {
    if (this.key !== key) this.paint(color, alpha);
    this.key = key;
    return this;
  }

  paint([r, g, b], alpha) {
    const { data } = this.image;
    for (let pixel = 0, i = 0; i < data.length; pixel++, i += 4) {
      data[i] = r;
      data[i + 1] = g;
      data[i + 2] = b;
      data[i + 3] = alpha(this.cellOf(pixel));
    }
    this.c.putImageData(this.image, 0, 0);
  }
}

// ---- the view -----------------------------------------------------------------------------------

const FILLED = 0.6;                       // the part of the window that the map is to fill
const LARGE_CELL = 24, BEYOND = 40;       // pixels: a cell that is large; beyond the map's edge

class View {
  constructor(film, canvas) {
    this.film = film;
    this.run = film.run;
    this.lattice = film.lattice;
    this.canvas = canvas;
    this.c = canvas.getContext("2d");
    this.camera = { x: 0, y: 0, scale: 10 };
    this.fog = new Haze(this.lattice);
    this.hazes = [];
    this.claims = [];
    this.shown = { terrain: true, fog: true, claims: false, links: true, paths: true, names: false,
      notes: true, levels: [] };
    this.most = [];
    this.eyes = -1;                       // the player whose knowledge is shown, or -1
    this.selected = 0;
    this.sprites = new Map();
    this.roles = new Roles(this.run);
    this.grow();
  }

  // What there is for each player, layer and terrain: there may be more of them now.
  grow() {
    const { run, lattice } = this;
    this.colors = playerColors(run.players);
    for (let i = this.hazes.length; i < run.layers.length; i++) {
      this.hazes[i] = new Haze(lattice);
      this.shown.levels[i] = false;
      this.most[i] = 8;
    }
    for (let i = this.claims.length; i < run.players.length; i++) {
      this.claims[i] = new Haze(lattice);
    }
    this.ground = Ground.of(run, lattice);
    this.sprites.clear();
  }

  // ---- the camera -------------------------------------------------------------------------------

  resize() {
    const box = this.canvas.getBoundingClientRect();
    this.ratio = window.devicePixelRatio || 1;
    this.wide = Math.max(1, box.width);
    this.high = Math.max(1, box.height);
    this.canvas.width = Math.round(this.wide * this.ratio);
    this.canvas.height = Math.round(this.high * this.ratio);
    if (!this.framed) this.fill();
    this.keepInside();
  }

  // The scales at which all of the map is to be seen, and at which it leaves nothing of the window
  // empty.
  scales() {
    const across = this.wide / this.lattice.wide, down = this.high / this.lattice.high;
    return [Math.min(across, down), Math.max(across, down)];
  }

  // Most of the window would be empty if all of the map was to be seen.
  isLong() {
    const [least, most] = this.scales();
    return least < most * FILLED;
  }

  fit() {
    const { wide, high } = this.lattice;
    this.least = this.scales()[0];
    this.camera = { scale: this.least, x: wide / 2, y: high / 2 };
    this.framed = false;
  }

  // As large as the map can be without leaving much empty, or as is useful, with most of the units
  // in the middle.
  fill() {
    const [least, most] = this.scales(), { units } = this.film;
    this.fit();
    if (!this.isLong()) return;
    this.camera.scale = Math.min(most, Math.max(least, LARGE_CELL));
    const places = units.map((unit) => this.lattice.place(unit.x, unit.y));
    if (places.length > 0) {
      const middle = (i) => places.reduce((sum, place) => sum + place[i], 0) / places.length;
      Object.assign(this.camera, { x: middle(0), y: middle(1) });
    }
    this.keepInside();
  }

  // Where the map is smaller than the window, it is in the middle.
  keepInside() {
    const { camera, lattice } = this;
    this.least = this.scales()[0];
    camera.scale = Math.min(120, Math.max(this.least * 0.7, camera.scale));
    const inside = (at, whole, window) => {
      const half = window / 2 / camera.scale, spare = Math.min(half, BEYOND / camera.scale);
      if (whole <= 2 * half) return whole / 2;
      return Math.max(half - spare, Math.min(whole - half + spare, at));
    };
    camera.x = inside(camera.x, lattice.wide, this.wide);
    camera.y = inside(camera.y, lattice.high, this.high);
  }

  zoom(factor, px = this.wide / 2, py = this.high / 2) {
    const [x, y] = this.pointAt(px, py);
    this.framed = true;
    this.camera.scale *= factor;
    this.keepInside();
    this.camera.x = x - (px - this.wide / 2) / this.camera.scale;
    this.camera.y = y - (py - this.high / 2) / this.camera.scale;
    this.keepInside();
  }

  drag(dx, dy) {
    this.framed = true;
    this.camera.x -= dx / this.camera.scale;
    this.camera.y -= dy / this.camera.scale;
    this.keepInside();
  }

  // The point of the plane that is drawn at a pixel, see lattice.js.
  pointAt(px, py) {
    const { camera } = this;
    return [camera.x + (px - this.wide / 2) / camera.scale,
      camera.y + (py - this.high / 2) / camera.scale];
  }

  // Its cell, from 0; null: it is outside the map.
  cellAt(px, py) {
    const [x, y] = this.lattice.cellAt(...this.pointAt(px, py));
    return this.lattice.has(x, y) ? [x, y] : null;
  }

  unitAt(px, py) {
    const [x, y] = this.pointAt(px, py), reach = Math.max(0.9, 16 / this.camera.scale);
    let best = null, least = reach;
    for (const unit of this.film.units) {
      if (!this.isVisible(unit)) continue;
      const [ux, uy] = this.film.placeAt(unit, this.share);
      const away = Math.hypot(ux - x, uy - y) - (unit.size - 1) / 2;
      if (away < least) [best, least] = [unit, away];
    }
    return best;
  }

  // ---- what is visible --------------------------------------------------------------------------

  vision() {
    const key = `${this.film.tick} ${this.eyes}`;
    if (this.visionKey !== key) {
      this.visionKey = key;
      this.seen = this.eyes < 0 ? null : visibleTo(this.film, this.eyes);
    }
    return this.seen;
  }

  // Is what it is about known to those whose eyes these are?
  isOwn(unit) {
    return this.eyes < 0 || unit.player === this.eyes
      || this.film.sees[this.eyes].includes(unit.player);
  }

  isVisible(unit) {
    if (this.isOwn(unit)) return true;
    const seen = this.vision();
    for (let y = unit.y - 1; y < unit.y - 1 + unit.size; y++) {
      for (let x = unit.x - 1; x < unit.x - 1 + unit.size; x++) {
        if (seen[y * this.run.width + x]) return true;
      }
    }
    return false;
  }

  // The terrain as it is, or as the player takes it to be; the unseen is under fog anyway.
  land() {
    if (this.eyes < 0 || !this.shown.fog) return this.film.terrain;
    const { film, eyes } = this, land = film.terrain.slice(), differs = film.differs[eyes];
    for (let i = 0; i < land.length; i++) {
      if (differs[i] !== AS_IT_IS && differs[i] !== 0) land[i] = differs[i];
    }
    return land;
  }
}

const LEVEL_STYLE = { size: 13, weight: 600, color: "#9fb0c8", above: true };

class Land extends View {
  overlay(haze, smooth = true) { this.lattice.overlay(this.c, haze, smooth); }

  aim(c) {
    c.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    c.fillStyle = "#0b0e14";
    c.fillRect(0, 0, this.wide, this.high);
    c.translate(this.wide / 2, this.high / 2);
    c.scale(this.camera.scale, this.camera.scale);
    c.translate(-this.camera.x, -this.camera.y);
  }

  // While neither the land nor the camera moves, the picture of the last time is good enough.
  drawLand() {
    if (this.shown.terrain) this.ground.update(this.land());
    const { x, y, scale } = this.camera;
    const key = this.shown.terrain && [x, y, scale, this.canvas.width, this.canvas.height,
      this.ratio, this.ground.version].join();
    if (key && key === this.stillKey) {
      this.c.save();
      this.c.setTransform(1, 0, 0, 1, 0, 0);
      this.c.drawImage(this.still, 0, 0);
      this.c.restore();
      return;
    }
    this.paintLand(this.c);
    if (key && key === this.lastKey) this.keepStill(key);
    this.lastKey = key;
  }

  keepStill(key) {
    this.still ??= document.createElement("canvas");
    this.still.width = this.canvas.width;
    this.still.height = this.canvas.height;
    const c = this.still.getContext("2d");
    this.aim(c);
    this.paintLand(c);
    this.stillKey = key;
  }

  paintLand(c) {
    const { run, lattice } = this;
    c.save();
    c.shadowColor = "rgba(0,0,0,0.8)";
    c.shadowBlur = 30 * this.ratio;
    c.fillStyle = "#161b24";
    lattice.fillAll(c);
    c.restore();
    c.imageSmoothingQuality = "high";
    if (this.shown.terrain) this.drawGround(c);
    else this.drawPlan();
    if (run.levels.length > 0) this.coverVoid(c);
    c.imageSmoothingQuality = "low";
    if (this.camera.scale >= 26) this.drawGrid(c);
  }

  drawGround(c) {
    const { canvas, size } = this.ground;
    c.save();
    this.lattice.clip(c);
    c.imageSmoothingEnabled = true;
    c.drawImage(canvas, 0, 0, canvas.width / size, canvas.height / size);
    c.restore();
  }

  // Between levels there is nothing.
  coverVoid(c) {
    const { run } = this;
    c.beginPath();
    c.rect(0, 0, run.width, run.height);
    for (const level of run.levels) c.rect(level.x, level.y, level.width, level.height);
    c.fillStyle = "#0b0e14";
    c.fill("evenodd");
  }

  drawLevelNames() {
    for (const level of this.run.levels) {
      this.labels.put(level.name, level.x + level.width / 2, level.y, 2, LEVEL_STYLE, true);
    }
  }

  // Without the picture: what can be entered, and how dear it is.
  drawPlan() {
    const { run } = this, land = this.land();
    const light = run.terrains.map((kind) => kind.cost === false ? 255
      : Math.max(0, 60 - 14 * kind.cost / run.straight));
    this.plan ??= new Haze(this.lattice);
    const picture = this.plan.update(`${this.film.tick} ${this.eyes}`, [74, 84, 104],
      (cell) => land[cell] ? light[land[cell] - 1] : 0);
    this.overlay(picture, false);
  }

  drawGrid(c) {
    c.strokeStyle = "rgba(255,255,255,0.05)";
    c.lineWidth = 1 / this.camera.scale;
    c.beginPath();
    this.lattice.lines(c, ...this.pointAt(0, 0), ...this.pointAt(this.wide, this.high));
    c.stroke();
  }

  drawFog() {
    const { film, eyes } = this, seen = this.vision(), differs = film.differs[eyes];
    const picture = this.fog.update(`${film.tick} ${eyes}`, [9, 12, 18],
      (cell) => seen[cell] ? 0 : differs[cell] === 0 ? 244 : 138);
    this.overlay(picture);
  }

  drawLevels(layer) {
    const levels = this.film.levels[layer], most = this.strongest(layer);
    const color = channels(this.layerColor(layer));
    const picture = this.hazes[layer].update(`${this.film.tick}`, color, (cell) => {
      const level = Math.abs(levels[cell]);
      return level === 0 ? 0 : 12 + 190 * Math.min(1, level / most) ** 2;
    });
    this.overlay(picture);
  }

  // The highest level that has been met so far, so that colors do not flicker.
  strongest(layer) {
    let most = this.most[layer];
    for (const level of this.film.levels[layer]) most = Math.max(most, Math.abs(level));
    return this.most[layer] = most;
  }

  layerColor(layer) { return LAYER_COLORS[layer % LAYER_COLORS.length]; }
}

const LINK_COLOR = "#8fd0e8", CLOSED_COLOR = "#ff7a6b";

class Links extends Land {
  // The eyes that look know one of its ends.
  isLinkKnown({ from, to }) {
    const { film, eyes, run } = this;
    return eyes < 0 || [from, to].some(([x, y]) => film.knows(eyes, y * run.width + x) > 0);
  }

  drawLinks() {
    for (const link of this.film.links) {
      if (this.isLinkKnown(link)) this.drawLink(link, 1 / this.camera.scale);
    }
  }

  drawLink({ from, to, open, oneWay }, line) {
    const { c, lattice } = this;
    const [x1, y1] = lattice.middle(...from), [x2, y2] = lattice.middle(...to);
    c.save();
    c.strokeStyle = c.fillStyle = open ? LINK_COLOR : CLOSED_COLOR;
    c.lineWidth = Math.max(0.06, 1.4 * line);
    c.globalAlpha = 0.45;
    c.setLineDash([0.4, 0.4]);
    c.beginPath();
    c.moveTo(x1, y1);
    c.lineTo(x2, y2);
    c.stroke();
    c.setLineDash([]);
    c.globalAlpha = 0.9;
    for (const [x, y] of [[x1, y1], [x2, y2]]) {
      c.beginPath();
      c.arc(x, y, 0.34, 0, 7);
      c.stroke();
    }
    if (!open) this.drawBar((x1 + x2) / 2, (y1 + y2) / 2);
    if (oneWay) this.drawHead(x2, y2, Math.atan2(y2 - y1, x2 - x1));
    c.restore();
  }

  // A closed one cannot be taken.
  drawBar(x, y) {
    const { c } = this;
    c.beginPath();
    for (const side of [-0.3, 0.3]) {
      c.moveTo(x - 0.3, y - side);
      c.lineTo(x + 0.3, y + side);
    }
    c.stroke();
  }

  // One that leads one way only.
  drawHead(x, y, heading) {
    const { c } = this;
    c.beginPath();
    c.moveTo(x, y);
    for (const turn of [-0.4, 0.4]) {
      c.lineTo(x - 0.8 * Math.cos(heading + turn), y - 0.8 * Math.sin(heading + turn));
    }
    c.fill();
  }
}

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

// Whether a path bends at one of its points, or ends there.
function turns([x, y], before, after) {
  return !after || Math.hypot(after[0] + before[0] - 2 * x, after[1] + before[1] - 2 * y) > 0.01;
}

const LONGEST_STEP = 1.5;                 // what is longer is a link

function jumps([x, y], before) {
  return before && Math.hypot(x - before[0], y - before[1]) > LONGEST_STEP;
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

  // Of a cell of a unit's path, the middle of what the unit covers there.
  middleOf([x, y], unit) { return this.lattice.middle(x - 1, y - 1, unit.size); }

  // Where a route bends, ends, or begins again behind a link: number of the cell, place, is it
  // behind a link. Found once for each route, for it is drawn in each picture.
  cornersOf(unit) {
    const { route } = unit, { cells } = route;
    if (route.corners) return route.corners;
    const corners = [], point = (i) => cells[i] && this.middleOf(cells[i], unit);
    let before = point(0), now = point(1), after;
    for (let i = 1; i < cells.length; i++, before = now, now = after) {
      after = point(i + 1);
      const isBehind = jumps(now, before);
      if (isBehind || turns(now, before, after)) corners.push([i, ...now, isBehind]);
    }
    return route.corners = corners;
  }

  trace(unit) {
    const { c } = this, { cells, at } = unit.route;
    const [x, y] = this.film.placeAt(unit, this.share);
    const now = this.middleOf(cells[at], unit);
    c.beginPath();
    c.moveTo(x, y);
    if (at > 0 && jumps(now, this.middleOf(cells[at - 1], unit))) c.moveTo(...now);
    else if (Math.hypot(now[0] - x, now[1] - y) < 0.2) c.lineTo(...now);
    for (const [i, cx, cy, isBehind] of this.cornersOf(unit)) {
      if (i <= at) continue;
      if (isBehind) c.moveTo(cx, cy);            // the link is drawn already
      else c.lineTo(cx, cy);
    }
  }

  drawPaths() {
    const { c } = this;
    c.lineCap = c.lineJoin = "round";
    c.lineWidth = Math.max(0.06, 1 / this.camera.scale);     // lines of one pixel are drawn faster
    for (const unit of this.film.units) {
      if (!unit.route || unit.id === this.selected || !this.isOwn(unit)) continue;
      c.strokeStyle = withAlpha(this.colors[unit.player], 0.5);
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
      this.lattice.circle(c, x, y, unit.sight + 0.5);
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
    const [gx, gy] = this.middleOf(unit.route.cells[unit.route.cells.length - 1], unit);
    const r = Math.max(0.32, 5 * line);
    c.fillStyle = "rgba(5,8,14,0.75)";
    c.strokeStyle = color;
    c.lineWidth = Math.max(0.1, 2 * line);
    c.beginPath();
    c.arc(gx, gy, r, 0, 7);
    c.fill();
    c.stroke();
    c.fillStyle = color;
    c.beginPath();
    c.arc(gx, gy, r * 0.4, 0, 7);
    c.fill();
  }
}

const DEATH_SHOWN = 14;                   // ticks
const LEAST_RADIUS = 5;                   // pixels
const NAME_STYLE = { size: 11, weight: 500, color: "#e9eef7" };
const CHOSEN_STYLE = { size: 12, weight: 650, color: "#ffffff" };

class Units extends Paths {
  // Rings where units vanished a moment ago.
  drawDeaths() {
    const { c } = this;
    for (const note of this.recent("gone", DEATH_SHOWN)) {
      const one = this.film.cast.get(note.id), age = (this.time - note.tick) / DEATH_SHOWN;
      c.strokeStyle = withAlpha(this.colors[one.player - 1], 0.9 * (1 - age));
      c.lineWidth = 0.28 * (1 - age) + 0.02;
      const [x, y] = this.lattice.place(note.x, note.y);
      c.beginPath();
      c.arc(x, y, 0.3 + 1.7 * Math.sqrt(age), 0, 7);
      c.stroke();
      c.fillStyle = withAlpha("#ffffff", 0.5 * Math.max(0, 1 - 3 * age));
      c.fill();
    }
  }

  // Notes are in the order of their ticks.
  recent(kind, ticks) {
    const { notes } = this.run, list = [];
    const first = this.time - ticks;
    for (let i = countUntil(notes, this.time) - 1; i >= 0 && notes[i].tick > first; i--) {
      if (notes[i].kind === kind) list.push(notes[i]);
    }
    return list;
  }

  drawUnits() {
    for (const unit of this.film.units) {
      if (!this.isVisible(unit)) continue;
      const [x, y] = this.film.placeAt(unit, this.share);
      this.drawUnit(unit, x, y);
    }
  }

  drawUnit(unit, x, y) {
    const { c, camera } = this, color = this.colors[unit.player];
    const radius = this.radiusOf(unit);
    const picture = this.sprite(unit.player, this.roles.of(unit),
      radius * camera.scale * this.ratio);
    const reach = radius * picture.reach;
    c.imageSmoothingEnabled = true;
    if (unit.state !== "standing") {
      c.save();
      c.translate(x, y);
      c.rotate(unit.heading);
      c.fillStyle = unit.state === "waiting" ? "#ffd75e" : color;
      c.beginPath();
      c.moveTo(radius * 1.5, 0);
      c.lineTo(radius * 0.9, -radius * 0.5);
      c.lineTo(radius * 0.9, radius * 0.5);
      c.fill();
      c.restore();
    }
    c.drawImage(picture.canvas, x - reach, y - reach, 2 * reach, 2 * reach);
    if (unit.health < 1) this.drawHealth(unit, x, y, radius);
  }

  drawHealth(unit, x, y, radius) {
    const { c } = this, from = -Math.PI / 2, r = radius * 1.12;
    c.lineCap = "butt";
    c.lineWidth = radius * 0.24;
    c.strokeStyle = "rgba(6,8,12,0.75)";
    c.beginPath();
    c.arc(x, y, r, 0, 7);
    c.stroke();
    c.strokeStyle = unit.health > 0.6 ? "#7be08a" : unit.health > 0.3 ? "#f5cf5b" : "#ff5c5c";
    c.beginPath();
    c.arc(x, y, r, from, from + 2 * Math.PI * unit.health);
    c.stroke();
  }

  // The selected unit's name first. Those for which there is no room have none.
  drawNames() {
    const { film, selected } = this, chosen = film.find(selected);
    const units = this.shown.names ? film.units : chosen ? [chosen] : [];
    const list = [...units].sort((a, b) => (b.id === selected) - (a.id === selected));
    for (const unit of list) {
      if (!this.isVisible(unit)) continue;
      const [x, y] = film.placeAt(unit, this.share);
      this.labels.put(unit.name, x, y, this.radiusOf(unit) * this.camera.scale + 2,
        unit.id === selected ? CHOSEN_STYLE : NAME_STYLE);
    }
  }

  radiusOf(unit) { return Math.max(0.4 * unit.size, LEAST_RADIUS / this.camera.scale); }

  // The shape and the letter of a role, drawn once for each size.
  sprite(player, role, radius) {
    const size = Math.max(2, Math.round(radius)), key = `${player} ${role.name} ${size}`;
    let found = this.sprites.get(key);
    if (!found) {
      if (this.sprites.size > 400) this.sprites.clear();
      found = Units.figure(this.colors[player], role, size);
      this.sprites.set(key, found);
    }
    return found;
  }

  static figure(color, role, radius) {
    const reach = 1.5, canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.ceil(2 * reach * radius);
    const c = canvas.getContext("2d"), middle = canvas.width / 2;
    c.shadowColor = "rgba(0,0,0,0.7)";
    c.shadowBlur = radius * 0.4;
    c.shadowOffsetY = radius * 0.18;
    const skin = c.createRadialGradient(middle - radius * 0.35, middle - radius * 0.45,
      radius * 0.1, middle, middle, radius * 1.1);
    skin.addColorStop(0, mix(color, "#ffffff", 0.35));
    skin.addColorStop(0.55, color);
    skin.addColorStop(1, mix(color, "#0a0d14", 0.45));
    c.fillStyle = skin;
    outline(c, role.shape, middle, middle, radius);
    c.fill();
    c.shadowColor = "transparent";
    c.lineWidth = Math.max(1, radius * 0.1);
    c.strokeStyle = "rgba(8,10,16,0.75)";
    c.stroke();
    if (radius >= 5) {
      c.font = `700 ${radius * 1.05}px system-ui, sans-serif`;
      c.textAlign = "center";
      c.textBaseline = "middle";
      c.fillStyle = "rgba(8,10,16,0.85)";
      c.fillText(role.letter, middle, middle + radius * 0.07);
    }
    return { canvas, reach };
  }
}

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

class Scene extends Said {
  constructor(film, canvas) {
    super(film, canvas);
    this.labels = new Labels(this);
    this.beneath = [];                    // what others draw: functions of this scene, below units
    this.extras = [];                     // and on top
    this.addNotes(this.run.notes);
  }

  // Forgets notes, and pictures of ticks: the run is another one.
  beginAgain() {
    this.heats.clear();
    this.drawings = [];
    this.longest = 0;
    this.visionKey = null;
    for (const haze of [this.fog, this.plan, ...this.hazes, ...this.claims]) {
      if (haze) haze.key = null;
    }
  }

  draw(time, pulse) {
    const { run, film } = this;
    film.show(time);
    this.time = time;
    this.share = time - Math.floor(time);
    this.labels.begin();
    this.aim(this.c);
    this.drawLand();
    if (this.eyes >= 0 && this.shown.fog) this.drawFog();
    run.layers.forEach((_, i) => { if (this.shown.levels[i]) this.drawLevels(i); });
    this.drawLevelNames();
    if (this.shown.links) this.drawLinks();
    if (this.shown.claims) this.drawClaims();
    if (this.shown.paths) this.drawPaths();
    for (const draw of this.beneath) draw(this);
    this.drawSelection(pulse);
    this.drawDeaths();
    this.drawUnits();
    if (this.shown.notes) this.drawNotes();
    this.drawNames();
    for (const draw of this.extras) draw(this);
  }
}

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

const NEWS_AROUND = 60;                   // entries before and after the time
const HAPPENED = new Set(["gone", "note", "error", "reload"]);
const LOGGED = new Set(["print", "say", "mark", "line", "circle", "draw", "error", "reload",
  "stopped", "more"]);

// A list of notes of some kinds, which follows the time.
class Feed {
  constructor(panel, id, title, kinds, entry) {
    Object.assign(this, { panel, kinds, all: [], notes: [], entry, at: -1 });
    this.addNotes(panel.run.notes);
    this.list = element("ol", { className: "news" });
    this.head = element("div", { className: "feedhead" }, element("h2", {}, title));
    byId(id).append(this.head, this.list);
  }

  addNotes(notes) {
    const more = notes.filter((note) => this.kinds.has(note.kind));
    if (more.length === 0) return;
    this.all.push(...more);
    this.sift(this.only);
  }

  forget() {
    this.all = [];
    this.sift(this.only);
  }

  // Shows those about a unit, or all.
  sift(only) {
    this.only = only;
    this.notes = only ? this.all.filter((note) => note.id === only) : this.all;
    this.at = -1;
  }

  show(time) {
    const at = countUntil(this.notes, time);
    if (at === this.at) return;
    this.at = at;
    const from = Math.max(0, at - NEWS_AROUND);
    const entries = this.notes.slice(from, at + NEWS_AROUND).map((note, i) =>
      this.row(note, from + i < at));
    this.list.replaceChildren(...entries);
    const last = this.list.children[at - from - 1];
    if (last) this.list.scrollTop = last.offsetTop - this.list.clientHeight / 2;
    else this.list.scrollTop = 0;
    if (!this.notes.length) this.list.append(element("li", { className: "quiet" }, "Nothing."));
  }

  row(note, past) {
    const { panel } = this;
    const button = element("button", { title: `Go to tick ${note.tick}` },
      element("time", {}, String(note.tick)), panel.dotOf(note), ...this.entry(note));
    button.addEventListener("click", () => panel.player.jump(note.tick, note));
    return element("li", { className: `${note.kind}${past ? "" : " later"}` }, button);
  }
}

// What happened: words for a note.
function happened(film, note) {
  if (note.kind !== "gone") return [element("span", {}, note.text)];
  const name = film.nameOf(note.id);
  return [element("span", {}, note.by ? `${name} is killed by ${film.nameOf(note.by)}`
    : `${name} is gone`)];
}

// What was printed, said or drawn, by which unit or mod.
function logged(film, note) {
  const names = [note.id ? film.nameOf(note.id) : note.mod || note.player || ""];
  if (note.kind === "say") names.push("says");
  if (note.kind === "mark") names.push(`marks ${Math.round(note.x)}, ${Math.round(note.y)}`);
  if (note.kind === "line" || note.kind === "circle") names.push(`draws a ${note.kind}`);
  const by = names.filter((name) => name).join(" ");
  const head = by && note.text ? `${by}: ` : by;
  return [element("span", {}, ...(head ? [element("i", { className: "by" }, head)] : []),
    note.text)];
}

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

const BAR = 64, TWO_BARS = 112, LOW_BAR = 54;    // heights of the controls
const PANEL = 320, WIDEST_PANEL = 520, LOWEST_PANEL = 290;
const NARROW = 760, LOW = 520;            // the window is a phone's, upright or on its side

// The mode, and the sizes that it leaves to the style: the height of the controls, that of the map,
// the width of the panel.
function arrange(wide, high, map) {
  const share = map.high / map.wide;
  if (high <= LOW && wide > high) return { mode: "drawer", bar: LOW_BAR };
  if (wide <= NARROW) {
    const stage = Math.max(0.32 * high, Math.min(0.5 * high, wide * share));
    return { mode: "narrow", bar: TWO_BARS, stage };
  }
  const room = high - BAR, beside = Math.min((wide - PANEL) / map.wide, room / map.high);
  const above = Math.min(wide / map.wide, (room - LOWEST_PANEL) / map.high);
  if (above > beside * 1.05) {
    return { mode: "below", bar: BAR, stage: Math.min(room - LOWEST_PANEL, wide * share) };
  }
  const panel = Math.max(PANEL, Math.min(WIDEST_PANEL, wide - beside * map.wide));
  return { mode: "side", bar: BAR, panel };
}

class Layout {
  constructor(lattice) {
    this.lattice = lattice;
    this.tabs = [...byId("tabs").querySelectorAll("[data-tab]")];
    for (const button of this.tabs) {
      button.addEventListener("click", () => this.show(button.dataset.tab));
    }
    byId("drawer").addEventListener("click", () => this.open(!this.isOpen));
    addEventListener("resize", () => this.apply());
    this.show("view");
    this.open(false);
    this.apply();
  }

  apply() {
    const { style, dataset } = document.body;
    const { mode, bar, stage = 0, panel = 0 } = arrange(innerWidth, innerHeight, this.lattice);
    dataset.mode = mode;
    style.setProperty("--bar", `${bar}px`);
    style.setProperty("--stage", `${Math.round(stage)}px`);
    style.setProperty("--panel", `${Math.round(panel)}px`);
  }

  // Of a small window's panel: one part of it.
  show(tab) {
    document.body.dataset.tab = tab;
    for (const button of this.tabs) {
      button.setAttribute("aria-pressed", String(button.dataset.tab === tab));
    }
  }

  showUnit() {
    this.show("unit");
    this.open(true);
  }

  open(on) {
    this.isOpen = on;
    document.body.classList.toggle("open", on);
    byId("drawer").setAttribute("aria-expanded", String(on));
  }
}

const SPEEDS = [1, 2, 5, 10, 20, 40, 80, 160, 320, 640];
const PLAY = "M8 5v14l11-7z", PAUSE = "M7 5h4v14H7zM13 5h4v14h-4z";
const AHEAD = 0.1;                        // seconds of ticks that a source is asked for before
const A_CLICK = 5;                        // pixels that a pointer may move and still click

class Player {
  constructor(run) {
    this.run = run;
    this.film = new Film(run);
    this.layout = new Layout(this.film.lattice);
    this.scene = new Scene(this.film, byId("view"));
    this.panel = new Panel(this.film, this.scene, this);
    this.time = run.first;
    this.pace = SPEEDS.indexOf(20);
    this.playing = false;
    this.follows = false;
    this.tool = null;                     // who gets the pointer: press, drag, release with a cell
    this.source = null;                   // what makes the run grow: want(tick) asks it for more
    this.stale = true;
    byId("time").min = run.first;
    byId("time").max = run.last;
    this.listen();
    this.setPace(this.pace);
    this.resize();
    requestAnimationFrame((now) => this.frame(now));
  }

  // ---- time -------------------------------------------------------------------------------------

  frame(now) {
    const passed = Math.min(0.1, (now - (this.then ?? now)) / 1000);
    this.then = now;
    if (this.playing) {
      this.time = Math.min(this.run.last, this.time + passed * SPEEDS[this.pace]);
      if (this.source) this.source.want(this.time + 1 + AHEAD * SPEEDS[this.pace]);
      else if (this.time >= this.run.last) this.play(false);
      this.stale = true;
    }
    if (this.stale || this.scene.selected) this.draw(now / 1000);
    requestAnimationFrame((later) => this.frame(later));
  }

  draw(pulse) {
    this.stale = false;
    if (this.follows) this.center();
    this.scene.draw(this.time, pulse);
    if (this.shownTime !== this.time) {
      this.shownTime = this.time;
      this.showClock(Math.floor(this.time));
      this.showPlace();
    }
    this.panel.show(this.time);
  }

  // Both only where it makes a difference: what is written has to be laid out and painted.
  showClock(tick) {
    const words = `tick ${tick.toLocaleString("en")} of ${this.run.last.toLocaleString("en")}`;
    if (words === this.clockWords) return;
    this.clockWords = words;
    byId("clock").textContent = words;
    byId("time").setAttribute("aria-valuetext", `tick ${tick} of ${this.run.last}`);
  }

  showPlace() {
    const slider = byId("time"), share = (this.time - this.run.first) /
      Math.max(1, this.run.last - this.run.first);
    const place = Math.round(2 * share * slider.clientWidth);      // in halves of a pixel
    if (place === this.place && this.playing) return;
    this.place = place;
    if (Number(slider.value) !== this.time) slider.value = this.time;
    byId("track").style.setProperty("--share", share);
  }

  redraw() { this.stale = true; }

  // The recording goes on: what is new of it.
  grow(news) {
    const { isLonger, notes } = growRun(this.run, news);
    if (news.cut) this.beginAgain();
    this.film.grow(news.cast);
    if (isLonger.players || isLonger.layers || isLonger.terrains) this.scene.grow();
    const added = news.cut ? this.run.notes : notes;
    this.scene.addNotes(added);
    this.panel.addNotes(added);
    this.panel.grow(isLonger);
    byId("time").min = this.run.first;
    byId("time").max = this.run.last;
    if (notes.length > 0 || news.cut) this.drawMarks();
    this.redraw();
  }

  // The recording was cut back, and may have gone on another way: no picture of it is kept.
  beginAgain() {
    this.film.beginAgain();
    this.scene.beginAgain();
    this.panel.beginAgain();
    this.shownTime = null;
    this.seek(this.time);
  }

  center() {
    const unit = this.film.find(this.scene.selected);
    if (!unit) return;
    const [x, y] = this.film.placeAt(unit, this.time - Math.floor(this.time));
    this.scene.framed = true;
    Object.assign(this.scene.camera, { x, y });
    this.scene.keepInside();
  }

  play(on = !this.playing) {
    if (on && this.time >= this.run.last && !this.source) this.time = this.run.first;
    this.playing = on;
    byId("playshape").setAttribute("d", on ? PAUSE : PLAY);
    byId("play").setAttribute("aria-label", on ? "Pause" : "Play");
    document.body.classList.toggle("playing", on);
    this.redraw();
  }

  seek(time) {
    this.time = Math.max(this.run.first, Math.min(this.run.last, time));
    this.redraw();
  }

  setPace(index) {
    this.pace = Math.max(0, Math.min(SPEEDS.length - 1, index));
    byId("speed").textContent = `${SPEEDS[this.pace]} ticks/s`;
  }

  // The cells that a player sees at the film's tick, 1 for each.
  visibleTo(player) { return visibleTo(this.film, player); }

  // To what happened, a moment before it.
  jump(tick, note) {
    this.seek(tick);
    if (note.id && this.film.seek(tick).find(note.id)) this.select(note.id);
    if (note.x) this.lookAt(note.x, note.y);
  }

  // To a unit as it is, or was last, at a tick.
  visit(id, tick) {
    this.seek(tick);
    const unit = this.film.seek(this.time).find(id);
    this.select(id);
    if (unit) this.lookAt(unit.x, unit.y);
  }

  lookAt(x, y) {
    if (this.follows || this.scene.camera.scale <= this.scene.least * 1.3) return;
    this.scene.framed = true;
    const [px, py] = this.film.lattice.place(x, y);
    Object.assign(this.scene.camera, { x: px, y: py });
    this.scene.keepInside();
  }

  jumpBy(direction) {
    const notes = this.panel.happened.all;
    const next = direction > 0 ? notes.find((note) => note.tick > this.time)
      : notes.findLast((note) => note.tick < Math.floor(this.time));
    if (next) this.jump(next.tick, next);
  }

  // ---- what is shown ----------------------------------------------------------------------------

  select(id) {
    this.scene.selected = id;
    if (id) this.layout.showUnit();
    else this.follow(false);
    this.redraw();
  }

  follow(on) {
    this.follows = on && this.scene.selected !== 0;
    if (this.follows && this.scene.camera.scale < 18) this.scene.zoom(18 / this.scene.camera.scale);
    this.redraw();
  }

  lookAs(player) {
    this.scene.eyes = player;
    this.panel.showEyes();
    this.redraw();
  }

  resize() {
    this.scene.resize();
    this.drawMarks();
    this.redraw();
  }

  // On the time line: who is gone, notes, errors.
  drawMarks() {
    const canvas = byId("marks"), ratio = window.devicePixelRatio || 1;
    canvas.width = canvas.clientWidth * ratio;
    canvas.height = canvas.clientHeight * ratio;
    const c = canvas.getContext("2d"), span = Math.max(1, this.run.last - this.run.first);
    for (const note of this.run.notes) {
      const x = (note.tick - this.run.first) / span * canvas.width;
      const one = this.film.cast.get(note.id);
      if (note.kind === "gone") {
        c.fillStyle = withAlpha(this.scene.colors[one.player - 1], 0.75);
        c.fillRect(x, canvas.height * (one.player % 2 ? 0.1 : 0.6), 1.5 * ratio,
          canvas.height * 0.3);
      } else if (note.kind === "note" || note.kind === "error") {
        c.fillStyle = note.kind === "error" ? "#ff3b5c" : "#ffe9a8";
        c.beginPath();
        c.arc(x, canvas.height / 2, 3 * ratio, 0, 7);
        c.fill();
      }
    }
  }

  // ---- keys, pointers ---------------------------------------------------------------------------

  listen() {
    const { scene } = this, on = (id, act) => byId(id).addEventListener("click", act);
    on("play", () => this.play());
    on("slower", () => this.setPace(this.pace - 1));
    on("faster", () => this.setPace(this.pace + 1));
    on("closer", () => this.zoom(1.5));
    on("wider", () => this.zoom(1 / 1.5));
    on("fit", () => this.fit());
    on("back", () => this.seek(Math.ceil(this.time) - 1));
    on("on", () => this.seek(Math.floor(this.time) + 1));
    byId("time").addEventListener("input", (event) => this.seek(Number(event.target.value)));
    document.addEventListener("keydown", (event) => this.key(event));
    this.listenToPointers(scene.canvas);
    new ResizeObserver(() => this.resize()).observe(scene.canvas);
    new ResizeObserver(() => this.drawMarks()).observe(byId("track"));
  }

  zoom(factor, x, y) {
    this.scene.zoom(factor, x, y);
    this.redraw();
  }

  fit() {
    const { scene } = this, whole = Math.abs(scene.camera.scale - scene.least) < 1e-9;
    this.follow(false);
    if (whole && scene.isLong()) scene.fill();
    else scene.fit();
    scene.framed = scene.isLong() && !whole;
    this.redraw();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches("button, summary, input[type=checkbox]");
    if (typing && (event.key === " " || event.key === "Enter")) return;
    const step = event.shiftKey ? 50 : 1, tick = Math.floor(this.time);
    const acts = {
      " ": () => this.play(), "ArrowLeft": () => this.seek(tick - step),
      "ArrowRight": () => this.seek(tick + step), "Home": () => this.seek(this.run.first),
      "End": () => this.seek(this.run.last), "+": () => this.setPace(this.pace + 1),
      "=": () => this.setPace(this.pace + 1), "-": () => this.setPace(this.pace - 1),
      "0": () => this.fit(), "f": () => this.follow(!this.follows),
      "e": () => this.lookAs(this.scene.eyes + 1 < this.run.players.length
        ? this.scene.eyes + 1 : -1),
      "n": () => this.jumpBy(1), "p": () => this.jumpBy(-1), "Escape": () => this.select(0),
    };
    if (!Object.hasOwn(acts, event.key)) return;
    event.preventDefault();
    acts[event.key]();
  }

  listenToPointers(canvas) {
    const down = new Map();
    let moved = 0, apart = 0;
    const spread = () => {
      const [a, b] = [...down.values()];
      return Math.hypot(a.x - b.x, a.y - b.y);
    };
    const at = (event) => ({ x: event.offsetX, y: event.offsetY });
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      if (this.useTool("press", event)) return;
      down.set(event.pointerId, at(event));
      if (down.size === 1) moved = 0;
      if (down.size === 2) apart = spread();
    });
    canvas.addEventListener("pointermove", (event) => {
      if (event.buttons && this.useTool("drag", event)) return;
      const was = down.get(event.pointerId), now = at(event);
      if (!was) return this.hover(event);
      down.set(event.pointerId, now);
      moved += Math.abs(now.x - was.x) + Math.abs(now.y - was.y);
      if (moved < A_CLICK) return;
      if (!this.follows) this.scene.drag((now.x - was.x) / down.size, (now.y - was.y) / down.size);
      if (down.size === 2) {
        const [a, b] = [...down.values()], wider = spread();
        this.scene.zoom(wider / Math.max(1, apart), (a.x + b.x) / 2, (a.y + b.y) / 2);
        apart = wider;
      }
      this.redraw();
    });
    const up = (event) => {
      if (this.useTool("release", event)) return;
      if (down.delete(event.pointerId) && event.type === "pointerup" && moved < A_CLICK) {
        const unit = this.scene.unitAt(event.offsetX, event.offsetY);
        this.select(unit ? unit.id : 0);
      }
    };
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
    canvas.addEventListener("pointerleave", () => { byId("tip").hidden = true; });
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * 0.0015), event.offsetX, event.offsetY);
    }, { passive: false });
  }

  // The tool, if there is one, gets what the main button does on a cell.
  useTool(act, event) {
    const isMain = act === "drag" ? event.buttons % 2 === 1 : event.button === 0;
    if (!this.tool || !isMain) return false;
    const cell = this.scene.cellAt(event.offsetX, event.offsetY);
    this.tool[act]?.(cell && { x: cell[0] + 1, y: cell[1] + 1 });
    return true;
  }

  // What is under the pointer.
  hover(event) {
    const { scene, film, run } = this, tip = byId("tip");
    const unit = scene.unitAt(event.offsetX, event.offsetY);
    const at = scene.cellAt(event.offsetX, event.offsetY);
    scene.canvas.style.cursor = unit ? "pointer" : "";
    tip.hidden = at === null;
    if (tip.hidden) return;
    const [x, y] = at, cell = y * run.width + x;
    const id = scene.eyes < 0 ? film.terrain[cell] : film.knows(scene.eyes, cell);
    const kind = id ? run.terrains[id - 1] : null;
    const layers = run.layers.flatMap((name, i) => scene.shown.levels[i] && film.levels[i][cell]
      ? [`${name} \u2248 ${approximate(film.levels[i][cell])}`] : []);
    const who = unit ? [`${unit.name}, ${unit.verbs || unit.state}`] : [];
    const where = `${x + 1}, ${y + 1} ${kind ? kind.name : "unseen"}`;
    tip.textContent = [...who, where, ...layers].join(" \u00b7 ");
  }
}

// What a level of an influence map stands for: it grows by the root of 2 from one to the next.
function approximate(level) {
  return Math.sign(level) * Math.round(2 ** ((Math.abs(level) - 0.5) / 2));
}

function runOf(recorded) {
  const run = newRun(recorded);
  growRun(run, recorded);
  return run;
}
]==],
}
