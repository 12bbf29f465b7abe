// The panel beside the source: which line it is about, and what it says of it. All words come from the data of the page,
// and go into it as text, never as markup.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const panel = document.getElementById("panel");
  const said = document.getElementById("said");
  const buttons = [...document.querySelectorAll(".on > button")];
  const number = new Map(buttons.map((button, i) => [button.parentElement.id, i]));
  let here = -1; // Which of the lines with something to say.
  let passing = -1; // The test whose lines stand out.

  // An element with a class, and children: elements, or text.
  const make = (tag, name, ...children) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  };
  const button = (name, label, press) => {
    const element = make("button", name, label);
    element.type = "button";
    element.addEventListener("click", press);
    return element;
  };
  const link = ([text, id]) => {
    if (!document.getElementById(id)) return text;
    const element = make("a", "", text);
    element.href = "#" + id;
    return element;
  };
  const list = (children) => make("ul", "", ...children.map((child) => make("li", "", child)));
  const row = (term, ...details) => [make("dt", "", term), make("dd", "", ...details)];
  const several = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;

  const words = {
    covered: ["✓", "Covered"],
    dead: ["✕", "Dead"],
    open: ["?", "Open"],
    error: ["!", "Error"],
    never: ["–", "Never happens"],
  };

  // Items with the same fate for the same reason are one part.
  const parts = (items) => {
    const groups = new Map();
    for (const item of items) {
      const [kind, , fate, why, , , initially] = item;
      const state = kind !== "check" ? fate : { covered: "error", dead: "never", open: "open" }[fate];
      const key = `${state} ${why} ${initially}`;
      if (!groups.has(key)) groups.set(key, { state, fate, why, initially, items: [] });
      groups.get(key).items.push(item);
    }
    const order = ["error", "open", "dead", "covered", "never"];
    return [...groups.values()].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  };

  const about = ({ items }) => {
    const labels = (kind) => items.filter((item) => item[0] === kind).map((item) => item[1]);
    const branches = labels("branch");
    const all = [...labels("line"), ...(branches.length ? [`branch ${branches.join(", ")}`] : []), ...labels("check")];
    return all.join("; ");
  };

  const places = (links) => links.flatMap((one, i) => (i ? [", ", link(one)] : [link(one)]));

  const ofTest = (index) => {
    const test = data.tests[index];
    const [end, at] = test.end;
    const inputs = test.inputs.length ? list(test.inputs.map((input) => make("code", "", input))) : "Every input does.";
    const rows = [
      ...row(`Inputs of ${test.entry}`, inputs),
      ...(test.loops.length
        ? row("Loops on the way", list(test.loops.map(([at, rounds]) => make("span", "", link(at), ` × ${rounds}`))))
        : []),
      ...row("How it ends", end, " ", at && link(at)),
      ...(test.stops ? row("Its program stops at", link(test.stops)) : []),
      ...(test.files.length ? row("Files", list(test.files.map((file) => {
        const element = make("a", "", make("code", "", file));
        element.href = file;
        return element;
      }))) : []),
    ];
    const mark = button("small", "Show what this test covers", () => show(passing === index ? -1 : index));
    mark.dataset.test = index;
    mark.setAttribute("aria-pressed", String(passing === index));
    return [make("dl", "", ...rows), make("p", "", mark)];
  };

  const ofDead = (index) => {
    const { by, why, assumptions } = data.reasons[index];
    const one = ([at, text]) => make("span", "", ...places(at), at.length ? ": " : "", make("code", "", text));
    const rows = [...(why.length ? row("Because", list(why.map(one))) : []), ...row("How that is known", by)];
    if (!assumptions.length) return [make("dl", "", ...rows)];
    const taken = make("ol", "", ...assumptions.map((number) => make("li", "", data.assumptions[number])));
    const summary = make("summary", "", `This takes ${several(assumptions.length, "thing")} for granted`);
    return [make("dl", "", ...rows), make("details", "", summary, taken)];
  };

  const ofOpen = (index) => {
    const { reason, advice, nearest } = data.reasons[index];
    const [chain, at, text] = nearest || [];
    return [make("dl", "",
      ...(reason ? row("What stopped the search", reason) : []),
      ...(advice ? row("What to try", advice) : []),
      ...(nearest ? row("Where it came closest", chain, at && ", ", at && link(at), ": ", text) : []))];
  };

  const command = ([, , , , entry, target]) => {
    const [before, behind] = data.asking[entry];
    const text = before + target + behind;
    const copy = button("small", "Copy", async () => {
      try {
        await navigator.clipboard.writeText(text);
        copy.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(copy.previousSibling);
      }
    });
    return make("div", "command", make("pre", "", text), copy);
  };

  const part = (group, at, groups) => {
    const { state, fate, why, initially, items } = group;
    const [mark, word] = words[state];
    const sign = make("i", "", mark);
    sign.ariaHidden = "true";
    const heading = make("h3", state, sign, fate === "covered" ? `${word} by test ${why + 1}` : word);
    // A line with an error is covered by the same test, which stands there once.
    const isAgain = fate === "covered" && groups.slice(0, at).some((other) => other.fate === fate && other.why === why);
    const body = isAgain ? [] : { covered: ofTest, dead: ofDead, open: ofOpen }[fate](why);
    const isWhole = groups.length === 1 && items.length === 1 && items[0][0] === "line";
    const asked = make("details", "", make("summary", "", items.length === 1 ? "Ask about it alone" : "Ask about each alone"),
      ...items.map(command),
      data.others ? make("p", "of", `Asks from one entry function; there ${data.others === 1 ? "is" : "are"} ${several(data.others, "other")}.`) : null);
    const before = initially === null ? [] : [
      make("h3", "dead", words.dead[0], " Dead while globals hold what they begin with"), ...ofDead(initially)];
    asked.open = fate !== "covered" && items.length === 1;
    return make("div", "part", heading, isWhole ? null : make("p", "of", about(group)), ...body, ...before, asked);
  };

  // Marks the lines that a test covers.
  const show = (index) => {
    passing = index;
    document.querySelectorAll(".passed").forEach((line) => line.classList.remove("passed"));
    document.body.classList.toggle("passing", index >= 0);
    if (index >= 0) {
      const covered = new Set();
      for (const [first, length] of data.tests[index].covers) {
        for (let i = first; i < first + length; i++) covered.add(i);
      }
      for (const [id, items] of Object.entries(data.lines)) {
        if (items.some((item) => covered.has(item))) document.getElementById(id)?.classList.add("passed");
      }
    }
    panel.querySelectorAll("[data-test]").forEach((mark) => {
      mark.setAttribute("aria-pressed", String(Number(mark.dataset.test) === index));
    });
  };

  const line = () => buttons[here]?.parentElement;

  const open = () => {
    const current = line();
    if (!current) return;
    const groups = parts(data.lines[current.id].map((item) => data.items[item]));
    const [file, at] = current.id.slice(1).split("-");
    const place = `${data.files[file]}:${at}`;
    const code = current.querySelector("code").textContent.trim();
    const close = button("close", "×", shut);
    close.ariaLabel = "Close";
    panel.replaceChildren(close, make("h2", "", place), ...(code ? [make("pre", "excerpt", code)] : []), ...groups.map(part));
    panel.hidden = false;
    panel.scrollTop = 0;
    document.body.classList.add("with-panel");
    said.textContent = `${place}: ${groups.map((group) => `${words[group.state][1]}, ${about(group)}`).join(". ")}`;
  };

  const shut = () => {
    if (panel.hidden) return;
    panel.hidden = true;
    document.body.classList.remove("with-panel");
    show(-1);
    line()?.classList.remove("here");
    said.textContent = "";
    buttons[here]?.focus({ preventScroll: true });
  };

  // Goes to a line; the panel, if it is open or is to be, comes along.
  const go = (to, { opens = !panel.hidden, focuses = true } = {}) => {
    if (to < 0 || to >= buttons.length) return;
    line()?.classList.remove("here");
    buttons[Math.max(here, 0)].tabIndex = -1;
    here = to;
    buttons[here].tabIndex = 0;
    if (opens) {
      open();
      line().classList.add("here");
      history.replaceState(null, "", "#" + line().id);
    }
    if (focuses) buttons[here].focus({ preventScroll: true });
    line().scrollIntoView({ block: "nearest" });
  };

  const undecided = (way) => {
    const isIt = (i) => {
      const { classList } = buttons[i].parentElement;
      return classList.contains("open") || classList.contains("dead") || buttons[i].parentElement.querySelector(".badge.open, .badge.dead");
    };
    const n = buttons.length;
    const from = here < 0 ? (way > 0 ? -1 : n) : here;
    for (let step = 1; step <= n; step++) {
      const i = (((from + way * step) % n) + n) % n;
      if (isIt(i)) return i;
    }
    return -1;
  };

  const keys = {
    j: () => go(here + 1),
    k: () => go(here < 0 ? 0 : here - 1),
    n: () => go(undecided(1), { opens: true }),
    N: () => go(undecided(-1), { opens: true }),
    Escape: shut,
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const inSource = event.target.closest?.(".code");
    const arrow = inSource && { ArrowDown: keys.j, ArrowUp: keys.k }[event.key];
    const act = arrow || keys[event.key];
    if (act) {
      event.preventDefault();
      act();
    } else if (event.key === "Enter" && inSource && event.target.tagName === "BUTTON") {
      event.preventDefault();
      const again = !panel.hidden && event.target === buttons[here];
      go(number.get(event.target.parentElement.id), { opens: true });
      if (again) panel.focus();
    }
  });
  document.addEventListener("click", (event) => {
    const found = event.target.closest?.(".on");
    if (found && getSelection().isCollapsed) go(number.get(found.id), { opens: true });
  });

  // Links lead to lines; where nothing is known of one, to the next that has something to say.
  const wanted = () => {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      return ""; // No text is encoded so.
    }
  };
  const follow = () => {
    const element = document.getElementById(wanted());
    if (!element?.classList.contains("l")) return;
    element.scrollIntoView({ block: "center" });
    if (number.has(element.id)) go(number.get(element.id), { opens: true });
  };
  addEventListener("hashchange", follow);
  follow();
  if (here < 0 && buttons.length) buttons[0].tabIndex = 0;
})();
