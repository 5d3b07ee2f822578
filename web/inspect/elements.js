// Making elements. They are made of text nodes only: nothing that a game says is ever read as
// HTML.

const byId = (id) => document.getElementById(id);

function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "style") {
      for (const [rule, to] of Object.entries(value)) made.style.setProperty(rule, to);
    }
    else if (key.startsWith("aria-") || key === "role") made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children);
  return made;
}

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// A list of { name, words }.
function rowsOf(rows) {
  return element("dl", {}, ...rows.flatMap(({ name, words }) =>
    [element("dt", {}, name), element("dd", {}, words)]));
}

function rounded(number) {
  return Number.isInteger(number) ? String(number) : number.toFixed(Math.abs(number) < 10 ? 2 : 1);
}

// What stays the same is not made again: a selection in it stays. In what is made again, the focus
// stays on the control at the same place.
function fill(target, key, make) {
  if (target.dataset.key === key) return;
  target.dataset.key = key;
  const controls = () => [...target.querySelectorAll("a, button, input, select, summary")];
  const place = controls().indexOf(document.activeElement);
  target.replaceChildren(...make());
  if (place >= 0) controls()[place]?.focus({ preventScroll: true });
}
