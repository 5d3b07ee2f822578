// The files of the mods: tabs, an editor, and what is wrong in them. The editor itself comes when the
// battle is there.
"use strict";

const PAUSE = 350;                        // milliseconds after the last key until a file is taken up

// A script or a style of the site, when it is there.
function load(name) {
  return new Promise((resolve, reject) => {
    const isScript = name.endsWith(".js");
    const made = document.createElement(isScript ? "script" : "link");
    made.addEventListener("load", resolve);
    made.addEventListener("error", () => reject(new Error(`${name} is missing`)));
    if (isScript) made.src = name;
    else Object.assign(made, { rel: "stylesheet", href: name });
    document.head.append(made);
  });
}

class Files {
  // `taken(file)` hears of a text that has changed, some time after the last key.
  constructor(taken) {
    this.taken = taken;
    this.all = new Map();                 // by name: text, original; doc, mark, line in the editor
    this.current = null;
    this.editor = null;
    this.tabs = document.getElementById("files");
    this.place = document.getElementById("editor");
  }

  async makeEditor() {
    await Promise.all([load("codemirror.js"), load("codemirror.css")]);
    this.editor = CodeMirror(this.place, { lineNumbers: true, mode: "lua", tabSize: 2,
      indentUnit: 2, matchBrackets: true, lineWrapping: false,
      extraKeys: { Tab: false, "Shift-Tab": false } });   // they go on to what comes next
    this.editor.getInputField().setAttribute("aria-label", "The text of the file");
    this.editor.on("change", () => this.typed());
    if (this.current) this.edit(this.current.name);
    for (const wrong of this.waiting ?? []) this.complain(wrong);
  }

  refresh() { this.editor?.refresh(); }

  // Those of a battle that begins.
  take(list) {
    this.stop();
    this.waiting = [];
    this.all.clear();
    for (const { name, text, original } of list) {
      this.all.set(name, { name, text, original: original ?? text });
    }
    this.tabs.replaceChildren(...list.map(({ name }) => {
      const button = document.createElement("button");
      button.textContent = name;
      button.role = "tab";
      button.addEventListener("click", () => this.edit(name));
      return button;
    }));
    this.edit(list[0].name);
  }

  docOf(file) { return file.doc ??= CodeMirror.Doc(file.text, "lua"); }

  textOf(file) { return file.doc ? file.doc.getValue() : file.text; }

  // The texts that are not the scenario's own, by name.
  changed() {
    const list = [...this.all.values()].filter((file) => this.textOf(file) !== file.original);
    return Object.fromEntries(list.map((file) => [file.name, this.textOf(file)]));
  }

  edit(name) {
    const file = this.all.get(name);
    this.current = null;
    if (this.editor) this.editor.swapDoc(this.docOf(file));
    this.current = file;
    this.show();
  }

  show() {
    for (const button of this.tabs.children) {
      const file = this.all.get(button.textContent);
      button.setAttribute("aria-selected", String(file === this.current));
      button.classList.toggle("changed", file.text !== file.original);
      button.classList.toggle("wrong", Boolean(file.mark));
    }
  }

  typed() {
    if (!this.current) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.taken(this.current), PAUSE);
  }

  // What was typed last is not taken up any more.
  stop() { clearTimeout(this.timer); }

  clear(file) {
    if (file.mark) file.mark.clear();
    if (file.line) file.doc.removeLineClass(file.line, "background", "wrongline");
    file.mark = file.line = null;
    this.show();
  }

  // Underlines what is wrong in its line.
  complain(wrong) {
    const file = this.all.get(wrong.file);
    if (!file || !wrong.line) return;
    if (!this.editor) return void this.waiting.push(wrong);
    const doc = this.docOf(file);
    this.clear(file);
    const at = Math.min(wrong.line, doc.lineCount()) - 1, text = doc.getLine(at);
    file.line = doc.addLineClass(at, "background", "wrongline");
    file.mark = doc.markText({ line: at, ch: text.search(/\S|$/) }, { line: at, ch: text.length },
      { className: "wrongtext", attributes: { title: wrong.message || wrong.wrong } });
    this.show();
  }
}
