// What kinds of units there are, and the shape and the letter of each.

// The corners of each shape on a circle, from the one on top; none: it is round.
const SHAPES = [
  { name: "disc", corners: 0 },
  { name: "square", corners: 4, turned: 0.25, reach: 1.2 },
  { name: "diamond", corners: 4, turned: 0, reach: 1.2 },
  { name: "triangle", corners: 3, turned: 0, reach: 1.3 },
  { name: "hexagon", corners: 6, turned: 0, reach: 1.08 },
  { name: "pentagon", corners: 5, turned: 0, reach: 1.12 },
];

function outline(c, shape, x, y, radius) {
  c.beginPath();
  if (shape.corners === 0) {
    c.arc(x, y, radius, 0, 7);
    return;
  }
  const step = 2 * Math.PI / shape.corners, low = shape.corners === 3 ? radius * 0.2 : 0;
  for (let i = 0; i < shape.corners; i++) {
    const angle = (i + shape.turned * 2) * step - Math.PI / 2;
    c.lineTo(x + Math.cos(angle) * radius * shape.reach,
      y + low + Math.sin(angle) * radius * shape.reach);
  }
  c.closePath();
}

// The role of a unit is what the recording calls it, or the last part of its behaviour's name.
class Roles {
  constructor(run) {
    this.list = [];
    this.byName = new Map();
    for (const one of run.cast) if (one.role) this.named(one.role);
  }

  of(unit) {
    const file = /^(.*)\.lua:\d+$/.exec(unit.behaviour);       // a function without a name
    return this.named(unit.role || (file ? file[1] : unit.behaviour.split(".").pop()));
  }

  // The role of a name; its letter is the first in the name that no other has.
  named(name) {
    let role = this.byName.get(name);
    if (role) return role;
    const letters = [...name.toUpperCase()].filter((letter) => /\p{L}|\p{N}/u.test(letter));
    const free = letters.find((letter) => !this.list.some((other) => other.letter === letter));
    role = { name, letter: free || letters[0] || "\u00b7",
      shape: SHAPES[this.list.length % SHAPES.length] };
    this.list.push(role);
    this.byName.set(name, role);
    return role;
  }
}

// The shape with its letter, as a picture for a text.
function badge(role, color) {
  const canvas = element("canvas", { width: 40, height: 40, className: "badge",
    "aria-hidden": "true" });
  const c = canvas.getContext("2d");
  outline(c, role.shape, 20, 20, 15);
  c.fillStyle = color;
  c.fill();
  c.font = "700 19px system-ui, sans-serif";
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.fillStyle = "rgba(8,10,16,0.9)";
  c.fillText(role.letter, 20, 21);
  return canvas;
}
