--- The page of a replay. replay/init.lua fills in the names between double braces.

return [==[
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
]==]
