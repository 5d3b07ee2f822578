// The page: files and their editor, the battle beside them, links to share.
"use strict";

const PAUSE = 350;                        // milliseconds after the last key until a file is taken up
const byId = (id) => document.getElementById(id);

class Page {
  constructor() {
    this.game = new Game();
    this.trace = new Trace();
    this.tools = new Tools(this.game, this.trace, (edit) => this.edits.push(edit));
    this.battles = 0;                     // how many have begun
    this.edits = [];                      // what was painted and dropped, in order
    this.files = new Map();               // by name: text, doc, original, wrong
    this.editor = CodeMirror(byId("editor"), { lineNumbers: true, mode: "lua", tabSize: 2,
      indentUnit: 2, matchBrackets: true, lineWrapping: false,
      extraKeys: { Tab: false, "Shift-Tab": false } });   // they go on to what comes next
    this.editor.getInputField().setAttribute("aria-label", "The text of the file");
    this.editor.on("change", () => this.typed());
    byId("scenario").addEventListener("change", () => this.open({ scenario: byId("scenario").value }));
    byId("again").addEventListener("click", () => this.open(this.state()));
    byId("share").addEventListener("click", () => this.share());
    for (const button of document.querySelectorAll("#parts button")) {
      button.addEventListener("click", () => this.showPart(button.dataset.part));
    }
    addEventListener("hashchange", async () => {
      const state = await fromLink(location.hash);
      if (state) this.open(state);
    });
    this.start();
  }

  async start() {
    await this.open(await fromLink(location.hash) || { scenario: "skirmish" });
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
    this.editor.refresh();
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

  async open({ scenario, files = {}, edits = [], seed = 1 }) {
    clearTimeout(this.timer);
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
    if (opened.files) this.take(opened.files);
    if (opened.wrong) return this.complain(opened);
    for (const edit of edits) await this.game.call(edit.name, edit.with);
    this.edits = [...edits];
    this.game.tick = opened.news.last;
    this.replay = frame.begin(opened.heading, opened.news);
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
      this.complain({ ...report, wrong: report.text.replace("/game/", "") });
    }
  }

  // ---- files ------------------------------------------------------------------------------------

  take(files) {
    this.files.clear();
    for (const { name, text, original } of files) {
      this.files.set(name, { name, text, original: original ?? text,
        doc: CodeMirror.Doc(text, "lua") });
    }
    byId("files").replaceChildren(...files.map(({ name }) => {
      const button = document.createElement("button");
      button.textContent = name;
      button.role = "tab";
      button.addEventListener("click", () => this.edit(name));
      return button;
    }));
    this.edit(files[0].name);
  }

  edit(name) {
    this.current = null;
    this.editor.swapDoc(this.files.get(name).doc);
    this.current = this.files.get(name);
    this.showFiles();
  }

  showFiles() {
    for (const button of byId("files").children) {
      const file = this.files.get(button.textContent);
      button.setAttribute("aria-selected", String(file === this.current));
      button.classList.toggle("changed", file.text !== file.original);
      button.classList.toggle("wrong", Boolean(file.mark));
    }
  }

  typed() {
    if (!this.current) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.takeUp(this.current), PAUSE);
  }

  // The file as it is by now becomes what the units do.
  async takeUp(file) {
    const text = file.doc.getValue();
    this.clear(file);
    const reply = await this.game.call("edit", { file: file.name, text });
    if (reply.wrong) return this.complain(reply);
    file.text = text;
    this.say(`${file.name} is taken up: its units begin again`);
    this.showFiles();
    if (!this.replay.playing) this.game.step();
  }

  clear(file) {
    if (file.mark) file.mark.clear();
    if (file.line) file.doc.removeLineClass(file.line, "background", "wrongline");
    file.mark = file.line = null;
    this.showFiles();
  }

  // Underlines what is wrong in its line.
  complain({ wrong, file: name, line, message }) {
    const file = this.files.get(name);
    this.say(wrong, true);
    if (!file || !line) return;
    this.clear(file);
    const at = Math.min(line, file.doc.lineCount()) - 1, text = file.doc.getLine(at);
    file.line = file.doc.addLineClass(at, "background", "wrongline");
    file.mark = file.doc.markText({ line: at, ch: text.search(/\S|$/) }, { line: at, ch: text.length },
      { className: "wrongtext", attributes: { title: message || wrong } });
    this.showFiles();
  }

  // ---- sharing ----------------------------------------------------------------------------------

  // All that makes this battle again.
  state() {
    const files = {};
    for (const { name, doc, original } of this.files.values()) {
      if (doc.getValue() !== original) files[name] = doc.getValue();
    }
    return { ...this.now, files, edits: this.edits };
  }

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

window.playground = new Page();
