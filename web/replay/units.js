// Draws units: their roles, health and names, and where some vanished.

const DEATH_SHOWN = 14;                   // ticks
const LEAST_RADIUS = 5;                   // pixels
const NAME_STYLE = { size: 11, weight: 500, color: "#e9eef7" };
const CHOSEN_STYLE = { size: 12, weight: 650, color: "#ffffff" };

class Units extends Paths {
  // Rings where units vanished a moment ago.
  drawDeaths() {
    const { c } = this;
    for (const note of this.recent("gone", DEATH_SHOWN)) {
      const one = this.film.cast.get(note.id), age = (this.time - note.tick) / DEATH_SHOWN;
      c.strokeStyle = withAlpha(this.colors[one.player - 1], 0.9 * (1 - age));
      c.lineWidth = 0.28 * (1 - age) + 0.02;
      const [x, y] = this.lattice.place(note.x, note.y);
      c.beginPath();
      c.arc(x, y, 0.3 + 1.7 * Math.sqrt(age), 0, 7);
      c.stroke();
      c.fillStyle = withAlpha("#ffffff", 0.5 * Math.max(0, 1 - 3 * age));
      c.fill();
    }
  }

  // Notes are in the order of their ticks.
  recent(kind, ticks) {
    const { notes } = this.run, list = [];
    const first = this.time - ticks;
    for (let i = countUntil(notes, this.time) - 1; i >= 0 && notes[i].tick > first; i--) {
      if (notes[i].kind === kind) list.push(notes[i]);
    }
    return list;
  }

  drawUnits() {
    for (const unit of this.film.units) {
      if (!this.isVisible(unit)) continue;
      const [x, y] = this.film.placeAt(unit, this.share);
      this.drawUnit(unit, x, y);
    }
  }

  drawUnit(unit, x, y) {
    const { c, camera } = this, color = this.colors[unit.player];
    const radius = this.radiusOf(unit);
    const picture = this.sprite(unit.player, this.roles.of(unit),
      radius * camera.scale * this.ratio);
    const reach = radius * picture.reach;
    c.imageSmoothingEnabled = true;
    if (unit.state !== "standing") {
      c.save();
      c.translate(x, y);
      c.rotate(unit.heading);
      c.fillStyle = unit.state === "waiting" ? "#ffd75e" : color;
      c.beginPath();
      c.moveTo(radius * 1.5, 0);
      c.lineTo(radius * 0.9, -radius * 0.5);
      c.lineTo(radius * 0.9, radius * 0.5);
      c.fill();
      c.restore();
    }
    c.drawImage(picture.canvas, x - reach, y - reach, 2 * reach, 2 * reach);
    if (unit.health < 1) this.drawHealth(unit, x, y, radius);
  }

  drawHealth(unit, x, y, radius) {
    const { c } = this, from = -Math.PI / 2, r = radius * 1.12;
    c.lineCap = "butt";
    c.lineWidth = radius * 0.24;
    c.strokeStyle = "rgba(6,8,12,0.75)";
    c.beginPath();
    c.arc(x, y, r, 0, 7);
    c.stroke();
    c.strokeStyle = unit.health > 0.6 ? "#7be08a" : unit.health > 0.3 ? "#f5cf5b" : "#ff5c5c";
    c.beginPath();
    c.arc(x, y, r, from, from + 2 * Math.PI * unit.health);
    c.stroke();
  }

  // The selected unit's name first. Those for which there is no room have none.
  drawNames() {
    const { film, selected } = this, chosen = film.find(selected);
    const units = this.shown.names ? film.units : chosen ? [chosen] : [];
    const list = [...units].sort((a, b) => (b.id === selected) - (a.id === selected));
    for (const unit of list) {
      if (!this.isVisible(unit)) continue;
      const [x, y] = film.placeAt(unit, this.share);
      this.labels.put(unit.name, x, y, this.radiusOf(unit) * this.camera.scale + 2,
        unit.id === selected ? CHOSEN_STYLE : NAME_STYLE);
    }
  }

  radiusOf(unit) { return Math.max(0.4 * unit.size, LEAST_RADIUS / this.camera.scale); }

  // The shape and the letter of a role, drawn once for each size.
  sprite(player, role, radius) {
    const size = Math.max(2, Math.round(radius)), key = `${player} ${role.name} ${size}`;
    let found = this.sprites.get(key);
    if (!found) {
      if (this.sprites.size > 400) this.sprites.clear();
      found = Units.figure(this.colors[player], role, size);
      this.sprites.set(key, found);
    }
    return found;
  }

  static figure(color, role, radius) {
    const reach = 1.5, canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.ceil(2 * reach * radius);
    const c = canvas.getContext("2d"), middle = canvas.width / 2;
    c.shadowColor = "rgba(0,0,0,0.7)";
    c.shadowBlur = radius * 0.4;
    c.shadowOffsetY = radius * 0.18;
    const skin = c.createRadialGradient(middle - radius * 0.35, middle - radius * 0.45,
      radius * 0.1, middle, middle, radius * 1.1);
    skin.addColorStop(0, mix(color, "#ffffff", 0.35));
    skin.addColorStop(0.55, color);
    skin.addColorStop(1, mix(color, "#0a0d14", 0.45));
    c.fillStyle = skin;
    outline(c, role.shape, middle, middle, radius);
    c.fill();
    c.shadowColor = "transparent";
    c.lineWidth = Math.max(1, radius * 0.1);
    c.strokeStyle = "rgba(8,10,16,0.75)";
    c.stroke();
    if (radius >= 5) {
      c.font = `700 ${radius * 1.05}px system-ui, sans-serif`;
      c.textAlign = "center";
      c.textBaseline = "middle";
      c.fillStyle = "rgba(8,10,16,0.85)";
      c.fillText(role.letter, middle, middle + radius * 0.07);
    }
    return { canvas, reach };
  }
}
