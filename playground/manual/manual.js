// "Run" at the programs of the manual: each runs in a worker of its own, from the beginning.
"use strict";

const LONGEST = 20000;                    // milliseconds

function run(text) {
  const worker = new Worker("../worker.js");
  return new Promise((resolve) => {
    const end = (reply) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(reply);
    };
    const timer = setTimeout(() => end({ output: "", wrong: "it takes too long" }), LONGEST);
    worker.onmessage = ({ data: { reply } }) => end(reply);
    worker.onerror = (event) => end({ output: "", wrong: event.message });
    worker.postMessage({ id: 1, name: "run", with: { text } });
  });
}

for (const program of document.querySelectorAll(".program")) {
  const [code, button] = program.children;
  button.addEventListener("click", async () => {
    program.querySelector("pre ~ pre")?.remove();
    button.disabled = true;
    const { output = "", wrong, failed } = await run(code.textContent);
    const shown = document.createElement("pre"), failure = wrong || failed;
    shown.setAttribute("role", "status");
    shown.append(output || (failure ? "" : "(it prints nothing)"));
    if (failure) {
      const words = document.createElement("span");
      words.className = "bad";
      words.textContent = failure;
      shown.append(words);
    }
    program.append(shown);
    button.disabled = false;
  });
}
