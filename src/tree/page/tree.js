// Keys for the tree, and the lines that a leaf passes. Nothing is made of text here: all of it is in the page.
"use strict";
(() => {
  const items = [...document.querySelectorAll('[role="treeitem"]')];
  const said = document.getElementById("said");
  const group = (item) => (item.nextElementSibling?.getAttribute("role") === "group" ? item.nextElementSibling : null);
  const isShown = (item) => {
    for (let list = item.parentElement; list.getAttribute("role") === "group"; list = list.parentElement) {
      if (list.previousElementSibling.getAttribute("aria-expanded") === "false") return false;
    }
    return true;
  };
  let here = 0; // The stop of Tab.

  items.forEach((item) => group(item) && item.setAttribute("aria-expanded", "true"));
  if (items.length) items[0].tabIndex = 0;

  const go = (to) => {
    if (!items[to]) return;
    items[here].tabIndex = -1;
    here = to;
    items[here].tabIndex = 0;
    items[here].focus();
  };
  const step = (way) => {
    let to = here + way;
    while (items[to] && !isShown(items[to])) to += way;
    go(to);
  };
  const fold = (folded) => {
    const item = items[here];
    if (group(item) && item.getAttribute("aria-expanded") !== String(!folded)) {
      item.setAttribute("aria-expanded", String(!folded));
    } else if (folded) {
      const outer = item.parentElement.previousElementSibling;
      if (outer?.getAttribute("role") === "treeitem") go(items.indexOf(outer));
    } else {
      step(1);
    }
  };

  // The lines of one leaf, or of none in particular.
  const show = (leaf) => {
    document.querySelectorAll(".passed, .here").forEach((element) => element.classList.remove("passed", "here"));
    document.body.classList.toggle("passing", Boolean(leaf));
    said.textContent = "";
    if (!leaf) return;
    const lines = leaf.dataset.lines.split(" ").filter(Boolean);
    lines.forEach((id) => document.getElementById(id)?.classList.add("passed"));
    leaf.classList.add("here");
    const link = leaf.querySelector("a").getAttribute("href").slice(1);
    document.getElementById(link).classList.add("here");
    said.textContent = `${leaf.innerText}: ${lines.length} lines stand out`;
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return show(null);
    if (!event.target.closest?.('[role="tree"]') || event.target.tagName === "A") return;
    const acts = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      ArrowLeft: () => fold(true),
      ArrowRight: () => fold(false),
      Home: () => go(0),
      End: () => go(items.findLastIndex(isShown)),
      Enter: () => items[here].dataset.lines !== undefined && show(items[here]),
    };
    if (acts[event.key]) {
      event.preventDefault();
      acts[event.key]();
    }
  });
  document.addEventListener("click", (event) => {
    const item = event.target.closest?.('[role="treeitem"]');
    if (!item || !getSelection().isCollapsed) return;
    go(items.indexOf(item));
    if (item.dataset.lines !== undefined) show(item);
    else if (group(item)) item.setAttribute("aria-expanded", String(item.getAttribute("aria-expanded") === "false"));
  });
})();
