// The game runs here, so that the page stays smooth: main.lua in WebAssembly. A message is a call
// { id, name, with }, its answer { id, reply }.
"use strict";
importScripts("astar.js");

const started = newAstar();

onmessage = async ({ data: { id, name, with: given } }) => {
  const astar = await started;
  // Characters beyond ASCII as escapes: what Lua gets is the same in every locale.
  const text = JSON.stringify({ name, with: given });
  const answer = astar.ccall("playground_call", "string", ["string"], [text]);
  let reply;
  try {
    reply = JSON.parse(answer);
  } catch {
    reply = { failed: answer };
  }
  postMessage({ id, reply });
};
