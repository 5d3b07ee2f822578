// Rewind and fork: the ticks that are kept, a fork, its changes, and where it parts.

const HINT = "Snapshots are taken while this page looks, so the game can go back, or go on another "
  + "way beside itself. What cannot be copied begins again with each of them: behaviours in the "
  + "game's own Lua, and mods in the stock sandbox.";
const NO_WAY = "This game keeps more than its world does: it has no way back.";

class Rewind {
  constructor(main) {
    this.main = main;
    this.fork = new Fork();
    this.place = -1;                      // of the chosen tick among those kept, -1: the last
    this.wrong = "";
  }

  // `state` of the game; what it tells of the fork, or nothing.
  take(state, fork, page) {
    this.state = state;
    this.fork.take(fork, page, this.main.follow.replay);
    this.show();
  }

  async order(name, given = {}) {
    const state = await this.main.order(name, given);
    this.wrong = state?.wrong || "";
    this.show();
    return state && !state.wrong;
  }

  complain(words) {
    this.wrong = words;
    this.show();
  }

  kept() { return this.state?.kept || []; }

  tick() {
    const kept = this.kept();
    return kept[this.place < 0 ? kept.length - 1 : Math.min(this.place, kept.length - 1)];
  }

  show() {
    const part = byId("rewind"), kept = this.kept(), { told } = this.fork;
    const kind = !this.state?.rewinds ? "none" : !this.state.kept ? "off" : told
      ? `fork ${told.number}` : "on";
    fill(part, kind, () => this.make(kind));
    if (kind === "none" || kind === "off") return this.showWrong();
    const slider = byId("kept");
    slider.max = Math.max(0, kept.length - 1);
    if (this.place < 0) slider.value = slider.max;
    byId("kept-tick").textContent = `tick ${this.tick()}`;
    slider.setAttribute("aria-valuetext", `tick ${this.tick()}`);
    if (told) this.showFork(told);
    this.showWrong();
  }

  showWrong() {
    const wrong = byId("rewind-wrong");
    if (wrong) wrong.textContent = this.wrong;
  }

  make(kind) {
    const wrong = element("p", { className: "wrong", id: "rewind-wrong", role: "alert" });
    if (kind === "none") return [element("p", { className: "quiet" }, NO_WAY), wrong];
    if (kind === "off") {
      return [this.button("Keep snapshots", () => this.order("keep", { on: true }), "keep"),
        element("p", { className: "quiet" }, HINT), wrong];
    }
    const slider = element("input", { type: "range", id: "kept", min: 0, step: 1, value: 0,
      "aria-label": "A tick that is kept" });
    slider.addEventListener("input", () => {
      const last = this.kept().length - 1;
      this.place = Number(slider.value) >= last ? -1 : Number(slider.value);
      this.show();
      this.main.follow.seek(this.tick());
    });
    return [element("div", { className: "line" }, slider, element("output", { id: "kept-tick" })),
      element("div", { className: "buttons" },
        this.button("Fork here", () => this.begin(), "fork"),
        this.button("Go back here", () => this.goBack(), "go-back"),
        this.button("Stop keeping", () => this.order("keep", { on: false }), "keep-none")),
      wrong, ...(kind === "on" ? [] : this.forkParts())];
  }

  button(text, act, id) {
    const made = element("button", { id, type: "button" }, text);
    made.addEventListener("click", act);
    return made;
  }

  async begin() {
    if (await this.order("fork", { tick: this.tick() })) this.offer();
  }

  async goBack() {
    if (await this.order("go_back", { tick: this.tick() })) this.place = -1;
    this.main.follow.live(true);
  }

  // All that there is to compare, also what is not drawn.
  async compare() {
    const { compared } = await this.main.order("compare") || {};
    if (!compared) return;
    const now = this.main.state.tick === this.fork.told.tick
      ? compared.now || "Now the two are the same." : "They are not in the same tick now.";
    byId("compared").textContent = `${compared.recorded
      || "In all that is recorded the two are the same."} ${now}`;
  }

  // ---- a fork -----------------------------------------------------------------------------------

  forkParts() {
    const file = element("select", { id: "file", "aria-label": "File of a mod" });
    file.addEventListener("change", () => this.edit());
    const text = element("textarea", { id: "text", rows: 10, spellcheck: false,
      "aria-label": "The file's text in the fork" });
    const order = element("form", { id: "fork-order", className: "line" },
      element("select", { id: "verb", "aria-label": "Order for the selected unit" }),
      element("input", { id: "arguments", placeholder: "x, y", spellcheck: false,
        "aria-label": "What the order is called with" }), element("button", {}, "Order"));
    order.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.main.unit) return this.complain("Select a unit first: the order is for it.");
      this.order("order", { unit: this.main.unit, verb: byId("verb").value,
        arguments: byId("arguments").value });
    });
    this.offer();
    return [element("h3", {}, "The fork"), element("p", { id: "fork-state" }),
      element("p", { id: "parting" }),
      element("div", { className: "buttons" },
        this.button("Go on beside", () =>
          this.order("go_on", { on: this.fork.told.held }), "go-on"),
        this.button("Compare all", () => this.compare(), "compare"),
        this.button("Drop it", () => this.order("drop"), "drop"),
        this.ghosts()), element("p", { id: "compared", className: "quiet", role: "status" }),
      element("h3", {}, "Change a file"), file, text,
      element("div", { className: "buttons" }, this.button("Apply", () =>
        this.order("edit", { file: byId("file").value, text: byId("text").value }), "take-up")),
      element("h3", {}, "Order the selected unit"), order,
      element("ul", { id: "changes", className: "quiet" })];
  }

  ghosts() {
    const box = element("input", { type: "checkbox", id: "ghosts", checked: this.fork.isShown });
    box.addEventListener("change", () => {
      this.fork.isShown = box.checked;
      this.main.follow.replay.redraw();
    });
    return element("label", { className: "check" }, box, " Ghosts");
  }

  // The files and verbs that there are.
  async offer() {
    const { files, verbs } = await this.main.client.call("files");
    if (!byId("file")) return;
    this.files = files;
    const option = (text) => element("option", { value: text }, text);
    byId("file").replaceChildren(...files.map(({ name }) => option(name)));
    byId("verb").replaceChildren(...verbs.map(option));
    byId("verb").value = "go";
    const first = files.findIndex(({ name }) => !/mod\.lua$/.test(name));
    byId("file").selectedIndex = Math.max(0, first);
    this.edit();
  }

  edit() {
    const file = this.files.find(({ name }) => name === byId("file").value);
    byId("text").value = file ? file.text : "";
    byId("text").disabled = byId("take-up").disabled = !file;
  }

  showFork(told) {
    byId("fork-state").textContent = `It begins in tick ${told.begun}, and is in tick ${told.tick}${
      told.held ? ": it waits until you let it go on." : "."}`;
    byId("go-on").textContent = told.held ? "Go on beside" : "Hold";
    const notes = [...told.changes, ...told.reports];
    fill(byId("changes"), JSON.stringify(notes), () =>
      notes.map((words) => element("li", {}, words)));
    const { first } = this.fork;
    const key = first ? JSON.stringify(first) : `same ${told.held && told.tick === told.begun}`;
    fill(byId("parting"), key, () => this.partingOf(first, told));
  }

  partingOf(first, told) {
    if (!first) {
      return told.held && told.tick === told.begun ? [] : ["So far both are the same."];
    }
    const { name, id, tick, field, here, there } = first;
    const jump = element("button", { className: "link" }, `They part in tick ${tick}: ${name}`);
    jump.addEventListener("click", () => this.main.follow.visit(id, tick));
    return [jump, element("br"), `${field}: ${here} in the game, ${there} in the fork`];
  }

  draw(scene) { this.fork.draw(scene); }
}
