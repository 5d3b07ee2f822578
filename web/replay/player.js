// Time, keys and pointers; starts the replay.

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
