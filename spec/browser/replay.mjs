// Opens replays in a headless Chromium, as replay_spec.lua has written them, and says of each check
// in a line whether it holds: "ok NAME", or "failed NAME: why".
//
//   node replay.mjs FOLDER MODULES     skirmish.html, skirmish.json, attack.html are in the folder

import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";

const [folder, modules] = process.argv.slice(2).map((name) => path.resolve(name));
const { chromium } = createRequire(path.join(modules, "x.js"))("playwright-core");
const truth = JSON.parse(fs.readFileSync(path.join(folder, "skirmish.json"), "utf8"));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

let complaints, requests;

async function open(name, width = 1280, height = 760) {
  const page = await browser.newPage({ viewport: { width, height } });
  complaints = [];
  requests = [];
  page.on("console", (message) => {
    const ours = !message.text().includes("willReadFrequently");   // that is about this test
    if (["error", "warning"].includes(message.type()) && ours) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(`file://${path.join(folder, name)}`);
  await page.waitForFunction(() => window.replay && window.replay.shownTime !== undefined);
  return page;
}

function expect(holds, why) {
  if (!holds) throw new Error(why);
}

async function check(name, f) {
  try {
    await f();
    console.log(`ok ${name}`);
  } catch (error) {
    console.log(`failed ${name}: ${error.message.split("\n")[0]}`);
  }
}

const settle = (page) => page.evaluate(() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(done))));

// The pixels of the map, as a number that is another one when they are.
const picture = (page) => page.evaluate(() => {
  const { canvas, c } = window.replay.scene;
  const { data } = c.getImageData(0, 0, canvas.width, canvas.height);
  let hash = 0;
  for (let i = 0; i < data.length; i += 4) {
    hash = Math.imul(hash ^ (data[i] << 16 | data[i + 1] << 8 | data[i + 2]), 16777619);
  }
  return hash;
});

const time = (page) => page.evaluate(() => window.replay.time);

let page = await open("skirmish.html");

await check("opens without a complaint", () => {
  expect(complaints.length === 0, complaints.join("; "));
});

await check("asks for nothing but itself", () => {
  const others = requests.filter((url) => !url.endsWith("skirmish.html") && !/^data:/.test(url));
  expect(others.length === 0, others.join(" "));
});

await check("shows units where they were", async () => {
  for (const { tick, units } of truth.ticks) {
    const shown = await page.evaluate((at) => window.replay.film.seek(at).units.map((unit) =>
      [unit.id, unit.x, unit.y, Math.floor(unit.travelled * 1024 / unit.stride)]), tick);
    expect(JSON.stringify(shown) === JSON.stringify(units), `tick ${tick} differs`);
  }
});

await check("knows what each player sees and takes the land for", async () => {
  for (const { tick, players } of truth.ticks) {
    for (const [player, cells] of players.entries()) {
      const shown = await page.evaluate(([at, who]) => {
        const film = window.replay.film.seek(at), seen = window.replay.visibleTo(who);
        return [...seen].map((now, cell) => now ? 2 : film.knows(who, cell) ? 1 : 0).join("");
      }, [tick, player]);
      expect(shown === cells, `player ${player + 1} in tick ${tick}`);
    }
  }
});

await check("plays and pauses", async () => {
  await page.keyboard.press("Home");
  await page.click("#play");
  await page.waitForFunction(() => window.replay.time > 3);
  await page.keyboard.press("Escape");
  await page.click("#play");
  const stopped = await time(page);
  await page.waitForTimeout(120);
  expect(await time(page) === stopped, "it goes on");
  await page.locator("#view").focus();
  await page.keyboard.press(" ");
  await page.waitForFunction((from) => window.replay.time > from, stopped);
  await page.keyboard.press(" ");
});

await check("scrubs", async () => {
  const box = await page.locator("#time").boundingBox();
  await page.mouse.move(box.x + 20, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
  const at = await time(page), half = truth.last / 2;
  expect(Math.abs(at - half) < truth.last * 0.03, `the middle is ${at}`);
  await page.keyboard.press("ArrowRight");
  expect(await time(page) === Math.floor(at) + 1, "the arrow does not go a tick on");
});

await check("scrubs without a pause", async () => {
  const longest = await page.evaluate(() => {
    const times = [];
    for (let i = 0; i < 40; i++) {
      const began = performance.now();
      window.replay.seek(i * 7919 % window.replay.run.last);
      window.replay.draw(0);
      times.push(performance.now() - began);
    }
    return times.sort((a, b) => a - b)[35];
  });
  expect(longest < 250, `${longest.toFixed(0)} ms`);
});

await check("switches layers", async () => {
  await page.evaluate((tick) => window.replay.seek(tick), truth.ticks[3].tick);
  await settle(page);
  for (const id of truth.layers) {
    const before = await picture(page);
    await page.locator(`label:has(#${id})`).click();
    await settle(page);
    expect(await picture(page) !== before, `${id} makes no difference`);
    await page.locator(`label:has(#${id})`).click();
    await settle(page);
    expect(await picture(page) === before, `${id} does not come back`);
  }
});

await check("shows the knowledge of a player", async () => {
  const before = await picture(page);
  await page.locator("#players .chip", { hasText: "red" }).click();
  await settle(page);
  expect(await picture(page) !== before, "red knows everything");
  await page.keyboard.press("Escape");
  await page.locator("#players .chip", { hasText: "all" }).click();
});

await check("selects the unit that is clicked", async () => {
  const place = await page.evaluate(() => {
    const { scene, film } = window.replay;
    const unit = film.units.find((one) => one.route && one.route.bill.length > 0);
    const [x, y] = film.placeAt(unit, scene.share), box = scene.canvas.getBoundingClientRect();
    return { x: box.x + scene.wide / 2 + (x - scene.camera.x) * scene.camera.scale,
      y: box.y + scene.high / 2 + (y - scene.camera.y) * scene.camera.scale, name: unit.name,
      script: unit.behaviour, cost: unit.route.cost };
  });
  await page.mouse.click(place.x, place.y);
  await settle(page);
  const card = await page.locator("#card").innerText();
  for (const text of [place.name, place.script, place.cost.toLocaleString("en"), "terrain"]) {
    expect(card.includes(text), `the card does not say ${text}`);
  }
  await page.keyboard.press("f");
  await settle(page);
  await page.keyboard.press("Escape");
  await settle(page);
  expect(await page.locator("#card").isHidden(), "it is still selected");
});

await check("goes to what happened", async () => {
  await page.keyboard.press("Home");
  await page.keyboard.press("n");
  expect(await time(page) === truth.first, `it went to ${await time(page)}`);
});

await check("zooms and moves", async () => {
  const scale = () => page.evaluate(() => window.replay.scene.camera.scale);
  await page.click("#fit");
  const before = await scale();
  await page.mouse.move(400, 300);
  await page.mouse.wheel(0, -400);
  await page.waitForFunction((was) => window.replay.scene.camera.scale > was * 1.2, before);
  const x = await page.evaluate(() => window.replay.scene.camera.x);
  await page.mouse.down();
  await page.mouse.move(300, 300, { steps: 4 });
  await page.mouse.up();
  expect(await page.evaluate(() => window.replay.scene.camera.x) > x, "it does not move");
  await page.click("#fit");
  expect(Math.abs(await scale() - before) < 0.01, "it does not fit");
});

await check("has not complained by the end", () => {
  expect(complaints.length === 0, complaints.join("; "));
});

await page.close();
page = await open("skirmish.html", 390, 780);
await check("fits on a small screen", async () => {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide <= 390, `${wide} pixels wide`);
  expect(complaints.length === 0, complaints.join("; "));
});

await page.close();
page = await open("attack.html");
await check("takes texts for texts", async () => {
  await page.evaluate(() => {
    window.replay.seek(2);
    window.replay.select(window.replay.film.units[0].id);
  });
  await settle(page);
  const made = await page.evaluate(() => document.querySelectorAll("img").length);
  expect(made === 0 && complaints.length === 0, `${made} images; ${complaints.join("; ")}`);
  expect((await page.locator("#card").innerText()).includes("<img src=x"), "the text is not there");
});

await browser.close();
