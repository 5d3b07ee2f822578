// node.js MODULE SCRIPT ARGUMENT...: runs a Lua script in MODULE.js and MODULE.wasm. The bytes are
// handed over, since the loader of emscripten 3.1.6 would fetch() a path where node has a fetch.
const fs = require("fs"), path = require("path")

const [name, ...words] = process.argv.slice(2)
const env = { LUA_PATH: "./lua/?.lua;./lua/?/init.lua" }

require(path.resolve(name + ".js"))({
  wasmBinary: fs.readFileSync(name + ".wasm"),
  arguments: words,
  preRun: [(module) => Object.assign(module.ENV || {}, env)],
}).catch((failure) => {
  console.error(String(failure))
  process.exit(1)
})
