// Where the selected unit would stand, by a position query: each place with its parts.

const PLACES_SHOWN = 10;

class Places {
  constructor(changed) {
    this.value = null;
    byId("places").addEventListener("submit", (event) => event.preventDefault());
    byId("places-shown").addEventListener("change", () => {
      if (!this.isAsked()) this.take(null);
      changed();
    });
    byId("query").addEventListener("change", changed);
  }

  isAsked() { return byId("places-shown").checked; }

  // The watch that asks it.
  text() { return `unit:positions ${byId("query").value.trim()}`; }

  take(value) {
    this.value = value;
    fill(byId("found"), JSON.stringify(value), () => value ? this.parts(value) : []);
  }

  parts({ wrong, words, places }) {
    if (wrong) return [element("p", { className: "wrong", role: "alert" }, wrong)];
    if (!places) return [element("p", { className: "quiet" }, `No place: ${words}`)];
    const namesOf = ({ parts = [] }) => parts.map(({ name }) => name);
    const names = [...new Set(places.flatMap(namesOf))];
    const head = element("tr", {}, ...["place", "score", ...names].map((name) =>
      element("th", {}, name)));
    const rows = places.slice(0, PLACES_SHOWN).map((place, i) => element("tr",
      { className: i === 0 ? "best" : "" }, element("td", {}, `${place.x}, ${place.y}`),
      element("td", {}, rounded(place.score ?? 0)), ...names.map((name) => {
        const part = (place.parts || []).find((one) => one.name === name);
        return element("td", {}, part ? rounded(part.amount) : "");
      })));
    const rest = places.length - rows.length;
    return [element("table", {}, head, ...rows),
      ...(rest > 0 ? [element("p", { className: "quiet" }, `and ${rest} more on the map`)] : [])];
  }

  draw(scene) {
    if (this.value?.places) drawPlaces(scene, this.value.places, "#ffd166");
  }
}
