--- CSS: where the parts of the page are, by the mode that layout.lua has found for the window.

return [==[
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
]==]
