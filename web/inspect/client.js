// Calls to the game, and the replies.

class Client {
  async call(name, given = {}) {
    const response = await fetch("call", { method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name, with: given }) });
    if (!response.ok) throw new Error("the game does not answer this page any more");
    const reply = await response.json();
    if (reply.failed) throw new Error(reply.failed);
    return reply;
  }

  // The page is being left: nobody waits for a reply.
  leave(viewer) {
    const text = JSON.stringify({ name: "close", with: { viewer } });
    if (viewer) navigator.sendBeacon("call", new Blob([text], { type: "application/json" }));
  }
}
