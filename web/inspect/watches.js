// Watches, and what they come to on the map.

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
