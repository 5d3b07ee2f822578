// Draws the map, players' knowledge of it, and influence.

const LEVEL_STYLE = { size: 13, weight: 600, color: "#9fb0c8", above: true };

class Land extends View {
  overlay(haze, smooth = true) { this.lattice.overlay(this.c, haze, smooth); }

  aim(c) {
    c.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    c.fillStyle = "#0b0e14";
    c.fillRect(0, 0, this.wide, this.high);
    c.translate(this.wide / 2, this.high / 2);
    c.scale(this.camera.scale, this.camera.scale);
    c.translate(-this.camera.x, -this.camera.y);
  }

  // While neither the land nor the camera moves, the picture of the last time is good enough.
  drawLand() {
    if (this.shown.terrain) this.ground.update(this.land());
    const { x, y, scale } = this.camera;
    const key = this.shown.terrain && [x, y, scale, this.canvas.width, this.canvas.height,
      this.ratio, this.ground.version].join();
    if (key && key === this.stillKey) {
      this.c.save();
      this.c.setTransform(1, 0, 0, 1, 0, 0);
      this.c.drawImage(this.still, 0, 0);
      this.c.restore();
      return;
    }
    this.paintLand(this.c);
    if (key && key === this.lastKey) this.keepStill(key);
    this.lastKey = key;
  }

  keepStill(key) {
    this.still ??= document.createElement("canvas");
    this.still.width = this.canvas.width;
    this.still.height = this.canvas.height;
    const c = this.still.getContext("2d");
    this.aim(c);
    this.paintLand(c);
    this.stillKey = key;
  }

  paintLand(c) {
    const { run, lattice } = this;
    c.save();
    c.shadowColor = "rgba(0,0,0,0.8)";
    c.shadowBlur = 30 * this.ratio;
    c.fillStyle = "#161b24";
    lattice.fillAll(c);
    c.restore();
    c.imageSmoothingQuality = "high";
    if (this.shown.terrain) this.drawGround(c);
    else this.drawPlan();
    if (run.levels.length > 0) this.coverVoid(c);
    c.imageSmoothingQuality = "low";
    if (this.camera.scale >= 26) this.drawGrid(c);
  }

  drawGround(c) {
    const { canvas, size } = this.ground;
    c.save();
    this.lattice.clip(c);
    c.imageSmoothingEnabled = true;
    c.drawImage(canvas, 0, 0, canvas.width / size, canvas.height / size);
    c.restore();
  }

  // Between levels there is nothing.
  coverVoid(c) {
    const { run } = this;
    c.beginPath();
    c.rect(0, 0, run.width, run.height);
    for (const level of run.levels) c.rect(level.x, level.y, level.width, level.height);
    c.fillStyle = "#0b0e14";
    c.fill("evenodd");
  }

  drawLevelNames() {
    for (const level of this.run.levels) {
      this.labels.put(level.name, level.x + level.width / 2, level.y, 2, LEVEL_STYLE, true);
    }
  }

  // Without the picture: what can be entered, and how dear it is.
  drawPlan() {
    const { run } = this, land = this.land();
    const light = run.terrains.map((kind) => kind.cost === false ? 255
      : Math.max(0, 60 - 14 * kind.cost / run.straight));
    this.plan ??= new Haze(this.lattice);
    const picture = this.plan.update(`${this.film.tick} ${this.eyes}`, [74, 84, 104],
      (cell) => land[cell] ? light[land[cell] - 1] : 0);
    this.overlay(picture, false);
  }

  drawGrid(c) {
    c.strokeStyle = "rgba(255,255,255,0.05)";
    c.lineWidth = 1 / this.camera.scale;
    c.beginPath();
    this.lattice.lines(c, ...this.pointAt(0, 0), ...this.pointAt(this.wide, this.high));
    c.stroke();
  }

  drawFog() {
    const { film, eyes } = this, seen = this.vision(), differs = film.differs[eyes];
    const picture = this.fog.update(`${film.tick} ${eyes}`, [9, 12, 18],
      (cell) => seen[cell] ? 0 : differs[cell] === 0 ? 244 : 138);
    this.overlay(picture);
  }

  drawLevels(layer) {
    const levels = this.film.levels[layer], most = this.strongest(layer);
    const color = channels(this.layerColor(layer));
    const picture = this.hazes[layer].update(`${this.film.tick}`, color, (cell) => {
      const level = Math.abs(levels[cell]);
      return level === 0 ? 0 : 12 + 190 * Math.min(1, level / most) ** 2;
    });
    this.overlay(picture);
  }

  // The highest level that has been met so far, so that colors do not flicker.
  strongest(layer) {
    let most = this.most[layer];
    for (const level of this.film.levels[layer]) most = Math.max(most, Math.abs(level));
    return this.most[layer] = most;
  }

  layerColor(layer) { return LAYER_COLORS[layer % LAYER_COLORS.length]; }
}
