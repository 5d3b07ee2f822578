// All that is known of the selected unit, the list of units, and a cell.

function choiceOf(list) {
  const most = Math.max(...list.map((one) => one.score), 0.001);
  return [element("h3", {}, "Candidates, as they were weighed last"),
    element("ol", { id: "choice" }, ...list.map(({ name, score, chosen }) =>
      element("li", { className: chosen ? "chosen" : "" }, element("span", { title: name }, name),
        element("i", { style: { width: `${100 * Math.max(0, score) / most}%` } }),
        element("b", {}, score > 0 ? rounded(score) : "–"))))];
}

class UnitPart {
  constructor(select) {
    this.list = byId("units");
    this.list.addEventListener("change", () => select(Number(this.list.value)));
  }

  show(id, unit) {
    if (this.list.value !== String(id)) this.list.value = String(id);
    const part = byId("unit");
    if (!id) return fill(part, "none", () => []);
    if (!unit) {
      return fill(part, `gone ${id}`, () => [element("p", { className: "quiet" },
        "The unit is gone. The map beside tells what is known of its end.")]);
    }
    fill(part, JSON.stringify(unit), () => [element("h2", {}, unit.title),
      ...(unit.choice ? choiceOf(unit.choice) : []),
      ...unit.sections.flatMap(({ title, rows }) => [element("h3", {}, title), rowsOf(rows)])]);
  }

  // The units that are there, by players. `film`: at the last tick that it has shown.
  offer(replay, id) {
    const { film, run } = replay, there = film.units.map((unit) => unit.id).join(" ");
    if (there === this.offered || document.activeElement === this.list) return;
    this.offered = there;
    const groups = run.players.map((player, i) => element("optgroup", { label: player.name },
      ...film.units.filter((unit) => unit.player === i).map((unit) =>
        element("option", { value: String(unit.id) }, `${unit.name}${
          unit.role ? `, ${unit.role}` : ""}`))));
    this.list.replaceChildren(element("option", { value: "0" }, "Click a unit, or choose one"),
      ...groups.filter((group) => group.children.length > 0));
    this.list.value = String(id);
    if (this.list.selectedIndex < 0) this.list.value = "0";
  }
}

function showCell(cell) {
  if (!cell) return;
  fill(byId("cell"), JSON.stringify(cell), () => cell.rows
    ? [element("h2", {}, `${cell.x}, ${cell.y}`), rowsOf(cell.rows)]
    : [element("p", { className: "quiet" }, "There is no such cell.")]);
}
