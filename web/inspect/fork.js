// A fork of the game: its recording, its ghosts on the map, and the first tick and unit in which
// it is another game.

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
