// A headless Chromium for the programs of this folder, and how they say what holds.

import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { createRequire } from "node:module";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css",
  ".wasm": "application/wasm", ".webp": "image/webp" };

// Serves a folder on the loopback address, as any web server does.
export async function serve(folder) {
  const server = http.createServer((request, response) => {
    const name = path.join(folder, path.normalize(request.url.replace(/[?#].*/, "")).replace(/\/$/,
      "/index.html"));
    if (!fs.existsSync(name)) return response.writeHead(404).end();
    const type = TYPES[path.extname(name)] || "application/octet-stream";
    response.writeHead(200, { "content-type": type });
    response.end(fs.readFileSync(name));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

// `modules`: the folder in which playwright-core is.
export function launch(modules) {
  const { chromium } = createRequire(path.join(modules, "x.js"))("playwright-core");
  return chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

// A new page, what it complains of, and what it asks for.
export async function watchedPage(browser, width, height) {
  const page = await browser.newPage({ viewport: { width, height } });
  const complaints = [], requests = [];
  page.on("console", (message) => {
    const ours = !message.text().includes("willReadFrequently");   // that is about these tests
    if (["error", "warning"].includes(message.type()) && ours) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => requests.push(request.url()));
  return { page, complaints, requests };
}

export function expect(holds, why) {
  if (!holds) throw new Error(why);
}

export async function check(name, f) {
  try {
    await f();
    console.log(`ok ${name}`);
  } catch (error) {
    console.log(`failed ${name}: ${error.message.split("\n")[0]}`);
  }
}
