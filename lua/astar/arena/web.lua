-- Written by `make web` from web/arena.

return {
style = [==[
:root {
  color-scheme: light dark; --ground: #fbfbf9; --card: #ffffff; --line: #dcdfe6; --text: #1c2330;
  --dim: #566074; --accent: #1f5fbf; --good: 31, 122, 77; --bad: 176, 58, 46;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f131b; --card: #171d28; --line: #2c3546; --text: #e4e9f2; --dim: #9aa6bb;
    --accent: #7fb2ff; --good: 84, 190, 130; --bad: 232, 112, 96;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
}
main { max-width: 1000px; margin: 0 auto; padding: 24px 16px 48px; }
h1 { font-size: 24px; margin: 0 0 4px; }
h2 { font-size: 17px; margin: 0 0 10px; }
p { margin: 0 0 10px; color: var(--dim); }
section {
  background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 16px;
  margin-top: 16px;
}
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 5px 10px; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
td.text { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 16em; }
th { color: var(--dim); font-weight: 600; border-bottom: 1px solid var(--line); }
tr + tr td { border-top: 1px solid var(--line); }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
svg { display: block; width: 100%; min-width: 460px; height: auto; }
svg text { fill: var(--text); font: 13px system-ui, sans-serif; }
svg .dim { fill: var(--dim); }
svg .grid { stroke: var(--line); }
svg .range { stroke: var(--accent); stroke-width: 3; stroke-linecap: round; }
svg .dot { fill: var(--accent); }
code {
  font: 12px/1.4 ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere;
  white-space: pre-wrap;
}
details { margin-top: 6px; }
summary { cursor: pointer; color: var(--dim); }
]==],
}
