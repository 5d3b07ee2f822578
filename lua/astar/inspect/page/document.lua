--- HTML: the page of the inspector. page/init.lua fills in the title.

return [==[
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
]==]
