// The page of the inspector as a whole.

class Main {
  constructor() {
    this.client = new Client();
    this.follow = new Follow();
    this.unit = 0;
    this.cell = null;
    this.state = { paused: false, speed: 1, tick: 0 };
    this.unitPart = new UnitPart((id) => this.follow.replay?.select(id));
    this.watches = new Watches(() => this.look());
    this.places = new Places(() => this.look());
    this.rewind = new Rewind(this);
    Object.assign(this.follow.listeners, { select: (id) => this.select(id),
      cell: (x, y) => this.clicked(x, y), key: (event) => this.key(event) });
    this.listen();
    this.run();
  }

  listen() {
    byId("pause").addEventListener("click", () => this.pause());
    byId("step").addEventListener("click", () => this.order("step", { ticks: 1 }));
    byId("speed").addEventListener("change", () =>
      this.order("speed", { speed: Number(byId("speed").value) }));
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("pagehide", () => this.client.leave(this.viewer));
    for (const button of document.querySelectorAll("#parts button")) {
      button.addEventListener("click", () => this.showPart(button.dataset.part));
    }
  }

  showPart(part) {
    document.body.dataset.part = part;
    for (const button of document.querySelectorAll("#parts button")) {
      button.setAttribute("aria-pressed", String(button.dataset.part === part));
    }
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input:not([type=range]), textarea, select")) return;
    const acts = { g: () => this.pause(), ".": () => this.order("step", { ticks: 1 }),
      l: () => this.follow.live(true) };
    if (!Object.hasOwn(acts, event.key)) return;
    event.preventDefault();
    acts[event.key]();
  }

  // ---- with the game ----------------------------------------------------------------------------

  // One request for news is under way at a time: the game answers when there is something new.
  async run() {
    while (true) {
      try {
        if (!this.viewer) await this.begin();
        await this.ask();
      } catch (failure) {
        this.viewer = null;
        this.say(failure instanceof TypeError ? "The game does not answer. Is it still there?"
          : failure.message, true);
        await wait(1000);
      }
    }
  }

  async begin() {
    const opened = await this.client.call("open");
    await this.show(opened.heading, opened.news);
    this.take(opened.state);
    this.rewind.take(opened.state, null, this.follow.page);
    this.viewer = opened.viewer;
  }

  async show(heading, news) {
    const replay = await this.follow.begin(heading, news);
    replay.scene.extras.push((scene) => {
      this.places.draw(scene);
      this.watches.draw(scene);
      this.rewind.draw(scene);
      this.drawCell(scene);
    });
    this.unitPart.offered = null;
  }

  // What the page looks at.
  asked() {
    const watches = this.watches.asked();
    if (this.places.isAsked() && this.unit) {
      watches.push({ unit: this.unit, text: this.places.text() });
    }
    return { unit: this.unit, watches, cell: this.cell || undefined };
  }

  async ask() {
    const asked = this.asked();
    const reply = await this.client.call("news", { ...asked, viewer: this.viewer,
      least: document.hidden ? 1 : 0.04, longest: 2 });
    if (reply.gone) {
      this.viewer = null;
      return;
    }
    if (reply.heading) await this.show(reply.heading, reply.news);
    else this.follow.grow(reply.news);
    this.take(reply.state);
    this.rewind.take(reply.state, reply.fork, this.follow.page);
    this.see(asked, reply);
  }

  // Something else is looked at: it is asked for at once.
  async look() {
    const asked = this.asked();
    try {
      this.see(asked, await this.client.call("look", asked));
    } catch (failure) {
      this.say(failure.message, true);
    }
  }

  see(asked, reply) {
    if (asked.unit === this.unit) this.unitPart.show(this.unit, reply.unit);
    const count = this.watches.asked().length, own = asked.watches.slice(0, count);
    this.watches.take(own, reply.values);
    if (this.places.isAsked() && asked.unit === this.unit
      && asked.watches.at(-1)?.text === this.places.text()) this.places.take(reply.values.at(-1));
    if (reply.cell && reply.cell.x === this.cell?.x && reply.cell.y === this.cell?.y) {
      showCell(reply.cell);
    }
    this.unitPart.offer(this.follow.replay, this.unit);
    this.follow.replay.redraw();
  }

  // ---- the pace ---------------------------------------------------------------------------------

  async order(name, given) {
    try {
      const state = await this.client.call(name, given);
      this.take(state);
      return state;
    } catch (failure) {
      this.say(failure.message, true);
    }
  }

  pause() { return this.order("pause", { on: !this.state.paused }); }

  take(state) {
    this.state = state;
    byId("pause").setAttribute("aria-pressed", String(state.paused));
    byId("pause").textContent = state.paused ? "Go on" : "Pause";
    if (document.activeElement !== byId("speed")) byId("speed").value = String(state.speed);
    const others = state.viewers > 1 ? `, ${state.viewers} pages look` : "";
    this.say(`tick ${state.tick.toLocaleString("en")}, ${state.units} ${
      state.units === 1 ? "unit" : "units"}${state.paused ? ", paused" : ""}${others}`);
  }

  say(text, isBad = false) {
    byId("state").textContent = text;
    byId("state").classList.toggle("bad", isBad);
  }

  // ---- what is looked at ------------------------------------------------------------------------

  select(id) {
    this.unit = id;
    this.watches.unit = id;
    this.places.take(null);
    this.look();
  }

  clicked(x, y) {
    this.cell = { x, y };
    this.look();
  }

  drawCell({ c, lattice, camera }) {
    if (!this.cell) return;
    c.strokeStyle = "rgba(255, 255, 255, 0.75)";
    c.lineWidth = Math.max(0.05, 1.2 / camera.scale);
    c.beginPath();
    lattice.block(c, this.cell.x - 1, this.cell.y - 1, 1);
    c.stroke();
  }
}
