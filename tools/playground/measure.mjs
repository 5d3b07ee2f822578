// What the playground takes: the time to the first picture, and how many pictures a second there
// are while 200 units walk about.
//
//   node tools/playground/measure.mjs build/playground build/browser/node_modules
//
// Measure on a quiet machine; its load is printed with the figures.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { launch, serve, watchedPage } from "../../spec/browser/chromium.mjs";

const [site, modules] = process.argv.slice(2).map((name) => path.resolve(name));
const UNITS = 200, SECONDS = 10, OPENED = 5;

const { address, close } = await serve(site);

const load = () => fs.existsSync("/proc/loadavg")
  ? `load ${fs.readFileSync("/proc/loadavg", "utf8").split(" ")[0]}` : "load unknown";

// On Linux: the processor time of each thread of the browser so far, in seconds, by the thread's name.
// Unlike times by the clock it says the same on a machine that others use, too.
function threads() {
  const spent = {}, parents = new Map();
  const fields = (text) => text.slice(text.lastIndexOf(")") + 2).split(" ");
  const read = (name) => { try { return fs.readFileSync(name, "utf8"); } catch { return ""; } };
  if (!fs.existsSync("/proc/self/task")) return spent;
  for (const id of fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const text = read(`/proc/${id}/stat`);
    if (text) parents.set(id, fields(text)[1]);
  }
  for (const id of parents.keys()) {
    let parent = id;
    while (parent && parent !== String(process.pid)) parent = parents.get(parent);
    if (!parent || id === parent) continue;
    for (const thread of fs.readdirSync(`/proc/${id}/task`)) {
      const text = read(`/proc/${id}/task/${thread}/stat`);
      if (!text) continue;
      const name = text.slice(text.indexOf("(") + 1, text.lastIndexOf(")")), of = fields(text);
      spent[name] = (spent[name] || 0) + (Number(of[11]) + Number(of[12])) / 100;
    }
  }
  return spent;
}

// What they took meanwhile, in percent of a processor, the most first.
function busy(before, after, seconds) {
  return Object.keys(after).map((name) => [name, 100 * (after[name] - (before[name] || 0)) / seconds])
    .filter(([, share]) => share >= 2).sort((a, b) => b[1] - a[1])
    .map(([name, share]) => `${name} ${Math.round(share)} %`).join(", ");
}

async function withPage(f) {
  const browser = await launch(modules);
  try {
    const { page } = await watchedPage(browser, 1400, 900);
    await page.goto(address, { waitUntil: "commit" });
    const first = await page.waitForFunction(() =>
      window.playground?.replay?.shownTime !== undefined && performance.now(), undefined,
      { timeout: 60000 });
    return await f(page, Math.round(await first.jsonValue()));
  } finally {
    await browser.close();
  }
}

// In a browser of its own each time, so that nothing is in a cache.
const times = [];
for (let i = 0; i < OPENED; i++) times.push(await withPage((page, first) => first));
console.log(`first picture after ${times.join(", ")} ms (${os.cpus().length} processors, ${load()})`);

// Brings so many units onto the map, and counts pictures from then on.
async function fill(units) {
  const { game, replay } = window.playground, { width, height } = replay.run;
  for (let i = replay.film.units.length; i < units; i++) {
    await game.call("drop", { piece: 1 + i % 2, x: 1 + (i * 7) % width, y: 1 + (i * 3) % height });
  }
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const { draw } = replay;
  window.pictures = 0;
  replay.draw = function (pulse) {
    window.pictures++;
    draw.call(this, pulse);
  };
}

const count = (page) => page.evaluate(() => ({ pictures: window.pictures,
  tick: window.playground.replay.run.last, units: window.playground.replay.film.units.length,
  now: performance.now() }));

for (const scenario of ["skirmish", "field"]) {
  await withPage(async (page) => {
    const battles = await page.evaluate(() => window.playground.battles);
    if (scenario !== "skirmish") {
      await page.locator("#scenario").selectOption(scenario);
      await page.waitForFunction((count) => window.playground.battles > count, battles);
    }
    await page.evaluate(fill, UNITS);
    const before = await count(page), spent = threads();
    await new Promise((resolve) => setTimeout(resolve, 1000 * SECONDS));
    const after = await count(page), seconds = (after.now - before.now) / 1000;
    const each = (key) => ((after[key] - before[key]) / seconds).toFixed(1);
    console.log(`${scenario}: ${after.units} units, ${each("pictures")} pictures/s, ${
      each("tick")} ticks/s (${load()})\n  ${busy(spent, threads(), seconds)}`);
  });
}
close();
