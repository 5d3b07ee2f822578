// Plays examples/inspect.lua and looks at it in a headless Chromium. Says of each check in a line
// whether it holds: "ok NAME", or "failed NAME: why".
//
//   node inspect.mjs LUA MODULES PICTURES     pictures of the page go to the last folder

import path from "node:path";
import { spawn } from "node:child_process";
import { check, expect, launch, watchedPage } from "./chromium.mjs";

const [lua, modules, pictures] = process.argv.slice(2);

const [program, ...words] = lua.split(" ");
const game = spawn(program, [...words, "examples/inspect.lua", "300"]);
process.on("exit", () => game.kill());
const address = await new Promise((resolve, reject) => {
  let said = "";
  game.stdout.on("data", (bytes) => {
    said += bytes;
    const found = said.match(/http:\S+/);
    if (found) resolve(found[0]);
  });
  game.on("exit", () => reject(new Error(`the game has ended: ${said}`)));
});

const browser = await launch(path.resolve(modules));
let complaints, requests;

const until = (page, f, given) => page.waitForFunction(f, given, { timeout: 30000 });

async function open(width, height) {
  const watched = await watchedPage(browser, width, height), { page } = watched;
  ({ complaints, requests } = watched);
  await page.goto(address);
  await until(page, () => window.inspector?.follow.replay?.time > 2);
  return page;
}

const picture = (page, name) => page.screenshot({ path: path.join(pictures, `${name}.png`) });
const tickOf = (page) => page.evaluate(() => window.inspector.state.tick);

// Where the middle of a cell is on the page.
async function pixelOf(page, x, y) {
  const [px, py] = await page.evaluate(([cx, cy]) => {
    const { scene } = window.inspector.follow.replay, { camera } = scene;
    const [mx, my] = scene.lattice.middle(cx - 1, cy - 1, 1);
    return [(mx - camera.x) * camera.scale + scene.wide / 2,
      (my - camera.y) * camera.scale + scene.high / 2];
  }, [x, y]);
  const box = await page.frameLocator("#view").locator("#view").boundingBox();
  return [box.x + px, box.y + py];
}

const watch = async (page, text) => {
  await page.locator("#expression").fill(text);
  await page.keyboard.press("Enter");
};

const valueOf = async (page, text) => {
  await until(page, (wanted) => {
    const one = window.inspector.watches.list.find((other) => other.text === wanted);
    return one && (one.value.words !== undefined || one.value.wrong !== undefined);
  }, text);
  return page.evaluate((wanted) =>
    window.inspector.watches.list.find((other) => other.text === wanted).value, text);
};

let page = await open(1400, 900);

await check("opens without a complaint, and asks for nothing from elsewhere", () => {
  expect(complaints.length === 0, complaints.join("; "));
  const others = requests.filter((url) => !url.startsWith(address) && !url.startsWith("data:"));
  expect(others.length === 0, others.join(" "));
});

await check("shows the game as it goes on", async () => {
  const [before, shown] = await page.evaluate(() =>
    [window.inspector.state.tick, window.inspector.follow.replay.time]);
  await until(page, ([tick, time]) => window.inspector.state.tick > tick + 20
    && window.inspector.follow.replay.time > time + 15, [before, shown]);
  expect(await page.evaluate(() => window.inspector.follow.replay.film.units.length) === 12,
    "there are not 12 units");
});

await check("pauses the game, makes steps, and lets it go on", async () => {
  await page.locator("#pause").click();
  await until(page, () => window.inspector.state.paused);
  const tick = await tickOf(page);
  await page.waitForTimeout(300);
  expect(await tickOf(page) === tick, "the game goes on");
  await page.locator("#step").click();
  await until(page, (before) => window.inspector.state.tick === before + 1, tick);
  await until(page, (last) => window.inspector.follow.replay.time === last, tick + 1);
  await page.locator("#pause").click();
  await until(page, (before) => window.inspector.state.tick > before + 5, tick);
});

await check("makes the game faster", async () => {
  await page.locator("#speed").selectOption("4");
  await until(page, () => window.inspector.state.speed === 4);
  await page.locator("#speed").selectOption("1");
  await until(page, () => window.inspector.state.speed === 1);
});

await check("tells all of a unit that is chosen from the list", async () => {
  await page.locator("#units").selectOption("3");
  await page.locator("#unit h2").waitFor();
  const words = await page.locator("#unit").innerText();
  for (const wanted of ["unit 3 (blue at", "arms.soldier", "instructions in this tick", "hp",
    "Candidates", "roam"]) {
    expect(words.includes(wanted), `'${wanted}' is not in ${words}`);
  }
});

await check("selects a unit that is clicked", async () => {
  await page.locator("#pause").click();
  await until(page, () => window.inspector.state.paused
    && window.inspector.follow.replay.time === window.inspector.follow.replay.run.last);
  await page.waitForTimeout(300);         // until it is drawn
  const unit = await page.evaluate(() => {
    const { film } = window.inspector.follow.replay;
    const { id, x, y } = film.units.find((one) => one.state === "standing") || film.units[5];
    return { id, x, y };
  });
  await page.mouse.click(...await pixelOf(page, unit.x, unit.y));
  await until(page, () => window.inspector.unit > 0 && document.querySelector("#unit h2"));
  const id = await page.evaluate(() => window.inspector.unit);
  await until(page, (wanted) => document.querySelector("#unit h2").textContent
    .startsWith(`unit ${wanted} (`), id);
});

await check("evaluates watches, and shows places on the map", async () => {
  await page.locator("#units").selectOption("3");
  await watch(page, "unit.data.hp * 2");
  await watch(page, "unit:path(20, 5)");
  const doubled = await valueOf(page, "unit.data.hp * 2");
  expect(Number(doubled.words) > 0, JSON.stringify(doubled));
  expect((await valueOf(page, "unit:path(20, 5)")).cells.length > 2, "no cells");
  expect(await page.locator("#watches li").count() === 2, "there are not two watches");
  await picture(page, "watches");
});

await check("tells what is wrong with a watch", async () => {
  await watch(page, "unit:go(");
  expect((await valueOf(page, "unit:go(")).wrong.length > 3, "nothing is wrong");
  await page.locator("#watches .plain").last().click();
  expect(await page.locator("#watches li").count() === 2, "it was not removed");
});

await check("shows places to stand and what they are made of", async () => {
  await page.locator("#places-part summary").click();
  await page.locator("#places-shown").check();
  await page.locator("#found table").waitFor();
  const words = await page.locator("#found").innerText();
  for (const wanted of ["place", "score", "walk", "crowding"]) expect(words.includes(wanted), words);
  await picture(page, "places");
  await page.locator("#places-shown").uncheck();
});

await check("tells of a cell that is clicked", async () => {
  await page.mouse.click(...await pixelOf(page, 24, 2));
  await until(page, () => /water, cannot be entered/.test(document.getElementById("cell").innerText));
  const words = await page.locator("#cell").innerText();
  expect(words.includes("for red"), words);
});

await check("shows layers and fog", async () => {
  const replay = page.frameLocator("#view");
  await replay.locator("#players button", { hasText: "red" }).first().click();
  expect(await page.evaluate(() => window.inspector.follow.replay.scene.eyes >= 0), "no eyes");
  await replay.locator("#layers label", { hasText: "danger" }).click();
  await page.waitForTimeout(300);
  await picture(page, "fog");
  await replay.locator("#players button", { hasText: "all" }).first().click();
  await page.locator("#pause").click();
});

await check("keeps snapshots, and goes back", async () => {
  await page.locator("#rewind-part summary").click();
  await page.locator("#keep").click();
  await until(page, () => (window.inspector.state.kept || []).length >= 4);
  await page.locator("#pause").click();
  await until(page, () => window.inspector.state.paused);
  await page.locator("#kept").fill("1");
  const wanted = await page.evaluate(() => window.inspector.rewind.tick());
  await page.locator("#go-back").click();
  await until(page, (tick) => window.inspector.state.tick === tick
    && window.inspector.follow.replay.run.last === tick, wanted);
  await page.locator("#pause").click();
  await until(page, (tick) => window.inspector.follow.replay.run.last > tick + 30, wanted);
});

await check("forks the game, and tells where the fork parts", async () => {
  await page.locator("#kept").fill("1");
  await page.locator("#fork").click();
  await page.locator("#fork-state").waitFor();
  await until(page, () => document.getElementById("text").value.includes("think.utility"));
  await page.locator("#text").fill("return function(unit) unit:go(1, 1) end");
  await page.locator("#take-up").click();
  await page.locator("#changes li").waitFor();
  await page.locator("#units").selectOption("3");
  await page.locator("#arguments").fill("30, 3");
  await page.locator("#fork-order button").click();
  await until(page, () => document.querySelectorAll("#changes li").length === 2);
  await page.locator("#go-on").click();
  await until(page, () => window.inspector.rewind.fork.first);
  const words = await page.locator("#parting").innerText();
  expect(/They part in tick \d+: unit \d+/.test(words), words);
  await page.waitForTimeout(1500);
  await page.locator("#live").click();
  await page.waitForTimeout(300);
  await picture(page, "fork");
  await page.locator("#compare").click();
  await until(page, () => /tick \d+, unit \d+/.test(document.getElementById("compared").innerText));
  await page.locator("#drop").click();
  await until(page, () => !document.getElementById("fork-state"));
});

await check("can be used with the keyboard", async () => {
  await page.locator("#pause").focus();
  const seen = new Set();
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press("Tab");
    seen.add(await page.evaluate(() => document.activeElement.id || document.activeElement.textContent));
  }
  for (const id of ["step", "speed", "live", "units", "expression", "keep-none"]) {
    expect(seen.has(id), `Tab does not come to '${id}'`);
  }
  await page.locator("#live").focus();
  const before = await page.evaluate(() => window.inspector.state.paused);
  await page.keyboard.press("g");
  await until(page, (was) => window.inspector.state.paused !== was, before);
  await page.keyboard.press("g");
  await until(page, (was) => window.inspector.state.paused === was, before);
});

// Of each text that is shown: how far its colour is from that of what is behind it.
await check("has text that is readable", async () => {
  const worst = await page.evaluate(() => {
    const numbers = (color) => color.match(/[\d.]+/g).map(Number);
    const linear = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    const behind = (one) => {
      for (let at = one; at; at = at.parentElement) {
        const color = numbers(getComputedStyle(at).backgroundColor);
        if (color.length === 3 || color[3] > 0.5) return color;
      }
      return [16, 20, 29];
    };
    let least = { ratio: 21 };
    for (const one of document.querySelectorAll("body *")) {
      const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      if (!hasText || !one.checkVisibility() || one.disabled) continue;
      const [a, b] = [light(numbers(getComputedStyle(one).color)), light(behind(one))];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (ratio < least.ratio) least = { ratio, text: one.textContent.trim().slice(0, 30) };
    }
    return least;
  });
  expect(worst.ratio >= 4.5, `'${worst.text}' has ${worst.ratio.toFixed(1)} to 1`);
});

await check("has not complained by the end", () => {
  expect(complaints.length === 0, complaints.join("; "));
});
await page.close();

await check("fits on a phone", async () => {
  page = await open(390, 844);
  await picture(page, "phone-map");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide <= 390, `the page is ${wide} pixels wide`);
  await page.locator("#parts [data-part=inspect]").click();
  await page.locator("#units").selectOption("3");
  await page.locator("#unit h2").waitFor();
  await watch(page, "unit.data");
  await valueOf(page, "unit.data");
  await picture(page, "phone-inspect");
  expect(complaints.length === 0, complaints.join("; "));
  await page.close();
});

await browser.close();
game.kill();
process.exit(0);
