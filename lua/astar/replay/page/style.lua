--- CSS: how the page looks.

return [==[
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
]==]
