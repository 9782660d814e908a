"use strict";
// Searches the sections of all pages. The index of words is made when somebody types first.
(() => {
  const MOST = 12;
  const box = document.getElementById("search");
  const found = document.getElementById("found");
  let index;

  function makeIndex() {
    lunr.tokenizer.separator = /[\s\-.,:;()[\]{}<>"`=/|]+/;
    return lunr(function () {
      this.ref("at");
      this.field("title", { boost: 6 });
      this.field("page", { boost: 2 });
      this.field("text");
      SECTIONS.forEach((section, at) => this.add({ at, ...section }));
    });
  }

  // Finds each word as it is, or as the beginning of a longer one.
  function search(text) {
    index ??= makeIndex();
    const words = lunr.tokenizer(text).map(String).filter(word => word.length > 1);
    const hits = index.query(query => words.forEach(word => {
      query.term(word, { boost: 10 });
      query.term(word, { wildcard: lunr.Query.wildcard.TRAILING, usePipeline: false });
    }));
    return words.length ? hits.slice(0, MOST).map(hit => SECTIONS[hit.ref]) : [];
  }

  function around(section, text) {
    const first = lunr.tokenizer(text).map(String)[0] ?? "";
    const at = Math.max(0, section.text.toLowerCase().indexOf(first) - 40);
    return (at > 0 ? "… " : "") + section.text.slice(at, at + 150) + " …";
  }

  function line(section, text) {
    const item = document.createElement("li");
    const link = item.appendChild(document.createElement("a"));
    link.href = UP + section.link;
    link.append(section.title);
    if (section.page !== section.title) {
      const page = link.appendChild(document.createElement("span"));
      page.className = "page";
      page.append(" · " + section.page);
    }
    link.appendChild(document.createElement("p")).append(around(section, text));
    return item;
  }

  function show() {
    const text = box.value.trim();
    const hits = text ? search(text) : [];
    found.replaceChildren(...hits.map(section => line(section, text)));
    if (text && !hits.length) {
      const nothing = found.appendChild(document.createElement("li"));
      nothing.className = "nothing";
      nothing.append("No page has these words.");
    }
    found.hidden = !text;
  }

  box.addEventListener("input", show);
  box.addEventListener("focus", show);
  box.addEventListener("keydown", event => {
    if (event.key === "Enter") {
      found.querySelector("a")?.click();
    }
  });
  addEventListener("keydown", event => {
    if (event.key === "Escape") {
      found.hidden = true;
      box.blur();
    } else if (event.key === "/" && document.activeElement !== box) {
      event.preventDefault();
      box.focus();
    }
  });
  addEventListener("click", event => {
    if (!event.target.closest(".search")) {
      found.hidden = true;
    }
  });
})();
