--- CSS: how the page of the inspector looks.

return [==[
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
]==]
