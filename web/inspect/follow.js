// The page of the battle, and how it follows the game.

const BEHIND = 0.25;                      // seconds that the picture is behind the game

class Follow {
  constructor() {
    this.view = byId("view");
    this.replay = null;
    this.isLive = true;
    this.rate = 20;                       // ticks in a second, as they have come lately
    this.listeners = { select: () => {}, cell: () => {}, key: () => {} };
    byId("live").addEventListener("click", () => this.live(true));
    requestAnimationFrame((now) => this.frame(now));
  }

  // The empty page of the battle.
  window() {
    const { view } = this;
    return new Promise((resolve) => {
      const isReady = () => view.contentWindow?.begin && !view.contentWindow.replay;
      if (isReady()) return resolve(view.contentWindow);
      view.addEventListener("load", () => resolve(view.contentWindow), { once: true });
      if (view.contentWindow?.replay) view.contentWindow.location.reload();
    });
  }

  // Another recording begins.
  async begin(heading, news) {
    const before = this.replay;
    const camera = before && before.scene.framed && { ...before.scene.camera };
    const selected = before ? before.scene.selected : 0;
    const page = await this.window(), replay = page.begin(heading, news);
    this.page = page;
    this.replay = replay;
    replay.source = { want() {} };        // it comes by itself
    const { select, seek } = replay;
    replay.select = (id) => {
      select.call(replay, id);
      this.listeners.select(id);
    };
    replay.seek = (time) => {
      this.live(false);
      seek.call(replay, time);
    };
    this.listen(page, replay);
    if (camera) Object.assign(replay.scene.camera, camera);
    if (selected) select.call(replay, selected);
    replay.time = Math.max(replay.run.first, replay.run.last);
    this.live(true);
    return replay;
  }

  listen(page, replay) {
    const { canvas } = replay.scene;
    let at = null;
    canvas.addEventListener("pointerdown", (event) => { at = [event.offsetX, event.offsetY]; });
    canvas.addEventListener("pointerup", (event) => {
      const moved = at && Math.hypot(event.offsetX - at[0], event.offsetY - at[1]);
      const cell = at && moved < 5 && replay.scene.cellAt(event.offsetX, event.offsetY);
      if (cell) this.listeners.cell(cell[0] + 1, cell[1] + 1);
    });
    page.document.addEventListener("keydown", (event) => this.listeners.key(event));
  }

  grow(news) {
    const { replay } = this, now = performance.now(), ticks = news.last - replay.run.last;
    if (this.grown && ticks > 0) {
      const rate = ticks * 1000 / Math.max(1, now - this.grown);
      this.rate = Math.max(1, 0.8 * this.rate + 0.2 * rate);
    }
    if (ticks !== 0) this.grown = now;
    replay.grow(news);
  }

  // Shows a tick of the past.
  seek(tick) {
    this.replay.play(false);
    this.replay.seek(tick);
  }

  // Shows a unit in a tick.
  visit(id, tick) {
    this.replay.play(false);
    this.replay.visit(id, tick);
  }

  live(on) {
    this.isLive = on;
    byId("live").setAttribute("aria-pressed", String(on));
    if (on && this.replay && !this.replay.playing) this.replay.play(true);
  }

  // While it is live the picture goes as fast as the game does, a little behind it.
  frame(now) {
    const passed = Math.min(0.1, (now - (this.then ?? now)) / 1000), { replay } = this;
    this.then = now;
    if (replay && this.isLive && !replay.playing) this.live(false);
    if (replay && this.isLive) {
      const behind = replay.run.last - replay.time, wanted = Math.max(1, BEHIND * this.rate);
      const pace = this.rate * (behind < 1 ? 1 : Math.min(2, behind / wanted));
      replay.time = behind > 4 * wanted ? replay.run.last - wanted
        : Math.min(replay.run.last, replay.time + pace * passed);
      replay.redraw();
    }
    requestAnimationFrame((later) => this.frame(later));
  }
}
