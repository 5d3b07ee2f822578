// The page: files and their editor, the battle beside them, links to share.
"use strict";

const byId = (id) => document.getElementById(id);

class Page {
  constructor(game) {
    this.game = game;
    this.trace = new Trace();
    this.tools = new Tools(this.game, this.trace, (edit) => this.edits.push(edit));
    this.files = new Files((file) => this.takeUp(file));
    this.battles = 0;                     // how many have begun
    this.edits = [];                      // what was painted and dropped, in order
    byId("scenario").addEventListener("change", () => this.open({ scenario: byId("scenario").value }));
    byId("again").addEventListener("click", () => this.open(this.state()));
    byId("share").addEventListener("click", () => this.share());
    for (const button of document.querySelectorAll("#parts button")) {
      button.addEventListener("click", () => this.showPart(button.dataset.part));
    }
    addEventListener("hashchange", async () => {
      const state = await fromLink(location.hash);
      if (state) this.openShared(state);
    });
    this.start();
  }

  async start() {
    const state = await fromLink(location.hash);
    await (state ? this.openShared(state) : this.open({ scenario: "skirmish" }));
    requestAnimationFrame(() => setTimeout(() => this.files.makeEditor()));   // after the picture
  }

  say(text, isBad = false) {
    byId("state").textContent = text;
    byId("state").classList.toggle("bad", isBad);
  }

  showPart(part) {
    document.body.dataset.part = part;
    for (const button of document.querySelectorAll("#parts button")) {
      button.setAttribute("aria-pressed", String(button.dataset.part === part));
    }
    this.files.refresh();
  }

  // ---- a battle ---------------------------------------------------------------------------------

  // The page of the battle, empty.
  frame() {
    const view = byId("view");
    return new Promise((resolve) => {
      const ready = () => view.contentWindow.begin && !view.contentWindow.replay;
      if (ready()) return resolve(view.contentWindow);
      view.addEventListener("load", () => resolve(view.contentWindow), { once: true });
      if (view.contentWindow.replay) view.contentWindow.location.reload();
    });
  }

  // What comes from a link. A mod in it is somebody else's: nothing of it reaches the game before
  // a click.
  async openShared(state) {
    if (!bringsCode(state)) return this.open(state);
    await this.open({ scenario: state.scenario });
    const start = byId("start");
    start.hidden = false;
    start.onclick = () => this.open(state);
    this.say("The link brings a mod. It runs when you press Start.");
  }

  async open({ scenario, files = {}, edits = [], seed = 1 }) {
    byId("start").hidden = true;
    this.files.stop();
    try {
      await this.game.hold();
      await this.begin({ scenario, files, edits, seed });
    } finally {
      this.game.isHeld = false;
    }
  }

  async begin({ scenario, files, edits, seed }) {
    this.now = { scenario, seed };
    byId("scenario").value = scenario;
    this.say("…");
    const [opened, frame] = await Promise.all([
      this.game.call("open", { scenario, files, seed }), this.frame()]);
    if (opened.files) this.files.take(opened.files);
    if (opened.wrong) return this.complain(opened);
    for (const edit of edits) await this.game.call(edit.name, edit.with);
    this.edits = [...edits];
    this.game.tick = opened.news.last;
    this.replay = frame.begin(opened.heading, opened.news);
    byId("view").title = opened.heading.title;
    this.game.onNews = (news) => this.grow(news);
    this.replay.source = this.game;
    this.tools.use(this.replay, opened);
    this.replay.play(true);
    this.say(opened.about);
    this.battles++;
  }

  grow(news) {
    this.replay.grow(news);
    if (!this.replay.playing) this.replay.seek(news.last);
    for (const report of news.reports) {
      if (report.kind === "reload") continue;
      this.complain({ ...report, wrong: report.text });
    }
  }

  // ---- what is written --------------------------------------------------------------------------

  // The file as it is by now becomes what the units do.
  async takeUp(file) {
    const text = this.files.textOf(file);
    this.files.clear(file);
    const reply = await this.game.call("edit", { file: file.name, text });
    if (reply.wrong) return this.complain(reply);
    file.text = text;
    this.say(`${file.name} is taken up: its units begin again`);
    this.files.show();
    if (!this.replay.playing) this.game.step();
  }

  complain(wrong) {
    this.say(wrong.wrong.replaceAll("/game/", ""), true);
    this.files.complain(wrong);
  }

  // ---- sharing ----------------------------------------------------------------------------------

  // All that makes this battle again.
  state() { return { ...this.now, files: this.files.changed(), edits: this.edits }; }

  async share() {
    try {
      const link = await toLink(this.state());
      history.replaceState(null, "", link);
      await navigator.clipboard?.writeText(link).catch(() => {});
      this.say("The link is in the address, and copied where the browser allows that.");
    } catch (failure) {
      this.say(failure.message, true);
    }
  }
}

window.playground = new Page(window.game);
