// wasi.js FILE: runs a WASI program in node.
const { WASI } = require("node:wasi"), { readFileSync } = require("node:fs")
const wasi = new WASI({ version: "preview1", args: ["program"], env: {} })
WebAssembly.instantiate(readFileSync(process.argv[2]), { wasi_snapshot_preview1: wasi.wasiImport })
  .then(({ instance }) => { process.exitCode = wasi.start(instance) })
