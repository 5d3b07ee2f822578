// Draws a tick, from the ground up.

class Scene extends Said {
  constructor(film, canvas) {
    super(film, canvas);
    this.labels = new Labels(this);
    this.beneath = [];                    // what others draw: functions of this scene, below units
    this.extras = [];                     // and on top
    this.addNotes(this.run.notes);
  }

  // Forgets notes, and pictures of ticks: the run is another one.
  beginAgain() {
    this.heats.clear();
    this.drawings = [];
    this.longest = 0;
    this.visionKey = null;
    for (const haze of [this.fog, this.plan, ...this.hazes, ...this.claims]) {
      if (haze) haze.key = null;
    }
  }

  draw(time, pulse) {
    const { run, film } = this;
    film.show(time);
    this.time = time;
    this.share = time - Math.floor(time);
    this.labels.begin();
    this.aim(this.c);
    this.drawLand();
    if (this.eyes >= 0 && this.shown.fog) this.drawFog();
    run.layers.forEach((_, i) => { if (this.shown.levels[i]) this.drawLevels(i); });
    this.drawLevelNames();
    if (this.shown.links) this.drawLinks();
    if (this.shown.claims) this.drawClaims();
    if (this.shown.paths) this.drawPaths();
    for (const draw of this.beneath) draw(this);
    this.drawSelection(pulse);
    this.drawDeaths();
    this.drawUnits();
    if (this.shown.notes) this.drawNotes();
    this.drawNames();
    for (const draw of this.extras) draw(this);
  }
}
