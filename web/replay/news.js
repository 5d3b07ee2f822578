// Lists of what happened and of what was logged.

const NEWS_AROUND = 60;                   // entries before and after the time
const HAPPENED = new Set(["gone", "note", "error", "reload"]);
const LOGGED = new Set(["print", "say", "mark", "line", "circle", "draw", "error", "reload",
  "stopped", "more"]);

// A list of notes of some kinds, which follows the time.
class Feed {
  constructor(panel, id, title, kinds, entry) {
    Object.assign(this, { panel, kinds, all: [], notes: [], entry, at: -1 });
    this.addNotes(panel.run.notes);
    this.list = element("ol", { className: "news" });
    this.head = element("div", { className: "feedhead" }, element("h2", {}, title));
    byId(id).append(this.head, this.list);
  }

  addNotes(notes) {
    const more = notes.filter((note) => this.kinds.has(note.kind));
    if (more.length === 0) return;
    this.all.push(...more);
    this.sift(this.only);
  }

  forget() {
    this.all = [];
    this.sift(this.only);
  }

  // Shows those about a unit, or all.
  sift(only) {
    this.only = only;
    this.notes = only ? this.all.filter((note) => note.id === only) : this.all;
    this.at = -1;
  }

  show(time) {
    const at = countUntil(this.notes, time);
    if (at === this.at) return;
    this.at = at;
    const from = Math.max(0, at - NEWS_AROUND);
    const entries = this.notes.slice(from, at + NEWS_AROUND).map((note, i) =>
      this.row(note, from + i < at));
    this.list.replaceChildren(...entries);
    const last = this.list.children[at - from - 1];
    if (last) this.list.scrollTop = last.offsetTop - this.list.clientHeight / 2;
    else this.list.scrollTop = 0;
    if (!this.notes.length) this.list.append(element("li", { className: "quiet" }, "Nothing."));
  }

  row(note, past) {
    const { panel } = this;
    const button = element("button", { title: `Go to tick ${note.tick}` },
      element("time", {}, String(note.tick)), panel.dotOf(note), ...this.entry(note));
    button.addEventListener("click", () => panel.player.jump(note.tick, note));
    return element("li", { className: `${note.kind}${past ? "" : " later"}` }, button);
  }
}

// What happened: words for a note.
function happened(film, note) {
  if (note.kind !== "gone") return [element("span", {}, note.text)];
  const name = film.nameOf(note.id);
  return [element("span", {}, note.by ? `${name} is killed by ${film.nameOf(note.by)}`
    : `${name} is gone`)];
}

// What was printed, said or drawn, by which unit or mod.
function logged(film, note) {
  const names = [note.id ? film.nameOf(note.id) : note.mod || note.player || ""];
  if (note.kind === "say") names.push("says");
  if (note.kind === "mark") names.push(`marks ${Math.round(note.x)}, ${Math.round(note.y)}`);
  if (note.kind === "line" || note.kind === "circle") names.push(`draws a ${note.kind}`);
  const by = names.filter((name) => name).join(" ");
  const head = by && note.text ? `${by}: ` : by;
  return [element("span", {}, ...(head ? [element("i", { className: "by" }, head)] : []),
    note.text)];
}
