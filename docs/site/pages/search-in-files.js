"use strict";
// A page opened as a file may start no worker and read no JSON. There the theme's search runs in a frame, and its index
// comes as a script.
if (location.protocol === "file:") {
  const base = document.currentScript.src;
  const load = (place, from) => new Promise(loaded => {
    const script = place.createElement("script");
    script.src = from;
    script.onload = loaded;
    place.head.append(script);
  });

  window.Worker = class extends EventTarget {
    constructor(from) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      this.inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }));
      this.loaded = load(this.inside.document, new URL(from, location));
    }

    postMessage(data) {
      this.loaded.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
  window.__search = { index: load(document, new URL("search/search_index.js", base)).then(() => __index) };
}
