// The game in its worker: calls, and the ticks that the page asks for.
"use strict";

class Game {
  constructor() {
    this.worker = new Worker("worker.js");
    this.calls = new Map();
    this.last = 0;
    this.wanted = 0;
    this.isBusy = false;
    this.isHeld = false;                  // another battle is being opened
    this.running = Promise.resolve();
    this.onNews = () => {};
    this.worker.onmessage = ({ data: { id, reply } }) => {
      const call = this.calls.get(id);
      this.calls.delete(id);
      if (reply.failed) call.reject(new Error(reply.failed));
      else call.resolve(reply);
    };
    this.worker.onerror = (event) => {
      for (const call of this.calls.values()) call.reject(new Error(event.message));
    };
  }

  call(name, given = {}) {
    return new Promise((resolve, reject) => {
      const id = ++this.last;
      this.calls.set(id, { resolve, reject });
      this.worker.postMessage({ id, name, with: given });
    });
  }

  // The replay's page wants the game to come to a tick. One request is under way at a time.
  want(tick) {
    this.wanted = Math.floor(tick);
    if (!this.isBusy && !this.isHeld && this.wanted > this.tick) this.running = this.play();
    return this.running;
  }

  async play() {
    this.isBusy = true;
    try {
      const news = await this.call("tick", { ticks: Math.min(60, this.wanted - this.tick) });
      this.tick = news.last;
      this.onNews(news);
    } finally {
      this.isBusy = false;
    }
  }

  // From now on no tick is played until `isHeld` is false; the last one has ended.
  hold() {
    this.isHeld = true;
    return this.running;
  }

  // So many ticks at once, for a pause in which something was changed.
  step(ticks = 1) { return this.want(this.tick + ticks); }
}

// At once, before the page is there: nothing else takes as long to come.
window.game = new Game();
