const about = JSON.parse(byId("about").textContent);
byId("adviser").append(...about.advisers.map((name) => new Option(name)));
const here = location.pathname.replace(/\/$/, "");
const plain = (name) => name.toLowerCase().replace(/_/g, " ");
const glossary = new Map(about.glossary.map(([name, words]) => [plain(name), words]));
const examples = new Map(Object.entries(about.examples).map(([name, words]) => [plain(name), words]));
let view = null, shown = [], only = null, chosen = 0, waiting = null, busy = false, clock = 0;

function element(name, text, marks = {}) {
  const one = document.createElement(name);
  one.textContent = text;
  for (const [mark, value] of Object.entries(marks)) one.setAttribute(mark, value);
  return one;
}
function say(words) {
  byId("said").textContent = words;
  byId("said").toggleAttribute("hidden", !words);
}

// what the server is at work on, where it takes longer than a glance
function wait(words) {
  clearTimeout(clock);
  byId("waiting").textContent = "";
  if (words) clock = setTimeout(() => { byId("waiting").textContent = words; }, 300);
}

const WORK = {
  choose: "carrying out your choice ...", undo: "taking your choice back ...",
  hint: "the agent is thinking; its first answer may take half a minute ...",
};
async function ask(what, data) {
  if (busy) return null;
  busy = true;
  wait(WORK[what]);
  try {
    const reply = await fetch(`${here}/${what}`, {
      method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ version: view.version, ...data }),
    });
    const answer = await reply.json();
    if (answer.error) { say(answer.error); return null; }
    return answer;
  } catch (error) {
    say(`the server does not answer: ${error.message}`);
    return null;
  } finally { busy = false; wait(view.working); }
}

async function choose(id, sure) {
  say("");
  closeCard();
  const version = view.version;
  const answer = await ask("choose", { action: id, sure: sure || !byId("careful").checked });
  if (answer && answer.confirm) {
    waiting = id;
    byId("why").textContent = `${view.actions.find((one) => one.id === id).words}: this cannot be taken back, because ${answer.confirm}.`;
    byId("confirm").hidden = false;
    byId("confirm").scrollIntoView({ block: "nearest" });
    byId("send").focus();
  } else if (answer) answered(version);
}
// nothing can be chosen twice: until there is news, nothing is asked
function answered(version) {
  if (view.version !== version) return;
  view.actions = [];
  shown = [];
  byId("own").hidden = true;
  document.body.dataset.mine = false;
}
function decided(sent) {
  const id = waiting;
  waiting = null;
  byId("confirm").hidden = true;
  if (sent) choose(id, true); else focus();
}
async function hint() {
  const answer = await ask("hint", { agent: byId("adviser").value });
  if (!answer) return;
  say(`${answer.agent} would choose: ${answer.words}`);
  if (answer.numbers.length) {
    const numbers = document.createElement("small");
    numbers.textContent = `${answer.numbers.map(([words, number]) => `${number} ${words}`).join(" · ")} (${answer.meaning})`;
    byId("said").append(document.createElement("br"), numbers);
  }
  only = null;
  byId("filter").value = "";
  list();
  select(shown.findIndex((one) => one.id === answer.action));
}
async function undo() {
  const version = view.version;
  say("");
  if (await ask("undo", {})) answered(version);
}

// --- the list of actions

const words = (text) => text.toLowerCase().replace(/[(),;]/g, " ").split(/\s+/).filter(Boolean);
const begins = (part, word) => (/^\d+$/.test(part) ? part === word : word.startsWith(part));
function fits(said, action) {
  let rest = words(action.words);
  return said.every((part) => {
    const place = rest.findIndex((word) => begins(part, word));
    if (place < 0) return false;
    rest = rest.slice(place + 1);
    return true;
  });
}
function list() {
  const typed = byId("filter").value.trim(), said = words(typed);
  const all = view.actions.map((one, place) => ({ ...one, number: place + 1 }));
  shown = all.filter((one) => !only || only.has(one.id));
  const numbered = /^\d+$/.test(typed) ? all.filter((one) => one.number === Number(typed)) : [];
  if (numbered.length) shown = numbered;
  else if (said.length) shown = shown.filter((one) => fits(said, one));
  byId("actions").replaceChildren(...shown.map((one, place) => {
    const line = element("li", "", { role: "option", id: `action-${one.id}`, "data-place": place });
    line.append(element("b", one.number), element("span", one.words));
    return line;
  }));
  select(0);
}
const followChosen = following(byId("actions"), () => [...byId("actions").children].slice(chosen, chosen + 1));
function select(place) {
  chosen = Math.max(0, Math.min(shown.length - 1, place));
  [...byId("actions").children].forEach((line, k) => line.setAttribute("aria-selected", k === chosen));
  document.querySelectorAll("#picture .pointed").forEach((one) => one.classList.remove("pointed"));
  const line = byId("actions").children[chosen];
  if (!line) return;
  byId("filter").setAttribute("aria-activedescendant", line.id);
  followChosen();
  const id = String(shown[chosen].id);
  for (const one of document.querySelectorAll("#picture [data-action]"))
    if (one.dataset.action.split(" ").includes(id)) one.classList.add("pointed");
  byId("explain").textContent = shown[chosen].means;
}
const fine = () => matchMedia("(pointer: fine)").matches;
const focus = () => { if (fine()) byId("filter").focus({ preventScroll: true }); };

byId("actions").addEventListener("click", (event) => {
  const line = event.target.closest("li");
  if (line) choose(shown[Number(line.dataset.place)].id);
});
byId("filter").addEventListener("input", () => { only = null; list(); });

// --- the picture: parts laid out in columns, one's own first where there is one column

const folded = new Map();  // seats that a person has opened or closed
let drawn = { at: -1, version: -1, wide: 0 };

const room = () => Math.floor(byId("board").clientWidth);
async function pictureOf(moment, wide) {
  const reply = await fetch(`${here}/picture?moment=${moment}&wide=${Math.max(240, Math.min(4000, wide))}`);
  return reply.json();
}
function lay(told) {
  const place = byId("picture");
  place.classList.toggle("whole", told.markup !== undefined);
  if (told.markup !== undefined) { place.innerHTML = told.markup; return; }
  byId("colours").textContent = told.style;
  place.style.gridTemplateColumns = `repeat(${told.columns}, ${told.column}px)`;
  place.style.columnGap = `${told.gap}px`;
  const items = [], seats = new Map();
  for (const part of told.parts) {
    if (part.seat === null) items.push(section(part));
    else if (seats.has(part.seat)) seats.get(part.seat).append(section(part));
    else {
      const panel = seatPanel(part, told.columns);
      seats.set(part.seat, panel);
      panel.append(section(part));
    }
  }
  const others = [...seats.keys()].filter((seat) => seat !== view.seat).map((seat) => seats.get(seat));
  const own = seats.has(view.seat) ? [seats.get(view.seat)] : [];
  place.replaceChildren(...(told.columns > 1 ? [...items, ...own, ...others] : [...own, ...items, ...others]));
  for (const one of place.querySelectorAll("[data-about], [data-action]")) {
    one.setAttribute("tabindex", "0");
    one.setAttribute("role", "button");
    one.setAttribute("aria-label", told_by(one));
  }
  settle();
}
function section(part) {
  const one = document.createElement("section");
  one.className = "part";
  one.dataset.part = part.name;
  one.dataset.span = part.span;
  if (part.title) one.append(element("h2", part.title));
  one.insertAdjacentHTML("beforeend", part.svg);
  return one;
}
function seatPanel(part, columns) {
  const one = document.createElement("details"), seat = part.seat, mine = seat === view.seat;
  one.className = "seat";
  one.style.setProperty("--doer", colour(seat));
  one.dataset.span = part.span;
  one.open = folded.has(seat) ? folded.get(seat) : mine || columns > 1 || view.over;
  const standing = view.scores.length ? view.scores[view.scores.length - 1][seat] : undefined;
  const who = mine ? "you" : view.players[seat];
  const name = view.names[seat] || "automated opponent";
  one.append(element("summary", `${name}${who ? ` (${who})` : ""}${standing === undefined ? "" : ` · ${standing} ${standing === 1 ? "point" : "points"} now`}`));
  one.addEventListener("toggle", settle);
  one.firstChild.addEventListener("click", () => folded.set(seat, !one.open));
  return one;
}
// rows of four pixels that every part takes as many of as it is high
function settle() {
  for (const one of byId("picture").children) {
    if (!one.dataset.span) continue;
    one.style.gridColumn = `span ${one.dataset.span}`;
    one.style.gridRow = "auto";
    one.style.gridRow = `span ${Math.ceil((one.getBoundingClientRect().height + 8) / 4)}`;
  }
}
addEventListener("resize", () => { if (view && room() !== drawn.wide) catchUp(); });

// --- moves one by one

let skipping = false, playing = false, since = 0;
const pace = () => Number(byId("pace").value);
function remember(name, value) { try { localStorage.setItem(name, value); } catch { /* a browser without a memory */ } }
try { byId("pace").value = localStorage.getItem("eurogym-pace") || "900"; } catch { /* the same */ }
byId("pace").addEventListener("change", () => remember("eurogym-pace", byId("pace").value));
const rest = (time) => new Promise((done) => {
  const start = performance.now(), timer = setInterval(() => {
    if (skipping || performance.now() - start >= time) { clearInterval(timer); done(); }
  }, 30);
});
function skip() { skipping = true; }
byId("skip").addEventListener("click", skip);
function again() {
  if (playing || !view) return;
  drawn.at = since;
  catchUp(true);
}
byId("again").addEventListener("click", again);

const moments = () => view.log.length;
async function catchUp(slowly) {
  if (playing) return;
  playing = true;
  skipping = false;
  document.body.dataset.playing = true;
  try {
    while (drawn.at !== moments() || drawn.version !== view.version || drawn.wide !== room()) {
      const goal = view, last = moments();
      let next = last;
      const one_by_one = drawn.at >= 0 && drawn.at < last && !skipping && (pace() || slowly);
      if (one_by_one) {
        next = drawn.at + 1;
        while (next < last && goal.doers[next - 1] === goal.seat && !goal.events[next - 1].length) next += 1;
      }
      const wide = room(), told = await pictureOf(next, wide);
      if (told.error) {  // taken back meanwhile
        if (goal === view) { say(told.error); return; }
        drawn.at = Math.min(drawn.at, moments());
        continue;
      }
      lay(told);
      drawn = { at: next, version: next === last ? goal.version : -1, wide };
      tell(next);
      if (next < last) {
        byId("skip").hidden = false;
        byId("asked").textContent = goal.log[next - 1];
        await rest((slowly ? pace() || 900 : pace()) + 600 * goal.events[next - 1].length * (pace() / 900));
      }
    }
  } catch (error) {
    say(`the table cannot be drawn: ${error.message}`);
  } finally {
    playing = false;
    byId("skip").hidden = true;
    document.body.dataset.playing = false;
  }
  ready();
}
// the moves and events since one's last decision, up to a moment
function tell(upto) {
  since = 0;
  for (let k = moments(); k > 0 && !since; k -= 1) if (view.doers[k - 1] === view.seat) since = k;
  const lines = [];
  for (let k = Math.max(since, upto - 7); k <= upto; k += 1) {
    if (k === 0) continue;
    if (k > since) {
      const line = element("li", view.log[k - 1], k === upto ? { class: "now" } : {});
      line.style.setProperty("--doer", colour(view.doers[k - 1]));
      lines.push(line);
    }
    for (const words of view.events[k - 1]) lines.push(element("li", words, { class: "event" }));
  }
  byId("news").replaceChildren(...lines);
  byId("again").hidden = since >= moments();
}

// --- what lies under the pointer: a card with its name, what it does, an example

const part_of = (target, wanted) => (target.closest ? target.closest(wanted) : null);
function pointed(target) {
  const area = part_of(target, "#picture [data-action]");
  return area ? area.dataset.action.split(" ").map(Number) : [];
}
const told_by = (area) => [area.dataset.about && plain(area.dataset.about), area.dataset.title].filter(Boolean).join(": ");
function openCard(area, target, open) {
  const name = plain(area.dataset.about || ""), lines = (area.dataset.title || "").split("\n");
  const offers = view && !playing ? view.actions.filter((one) => pointed(target).includes(one.id)) : [];
  byId("card-name").textContent = name || lines[0] || "here";
  byId("card-here").textContent = (name ? lines : lines.slice(1)).join("\n");
  byId("card-words").textContent = glossary.get(name) || "";
  byId("card-example").textContent = examples.get(name) ? `For example: ${examples.get(name)}` : "";
  byId("card-actions").replaceChildren(...offers.map((one) => {
    const button = element("button", one.words, { title: one.means });
    button.addEventListener("click", () => choose(one.id));
    return button;
  }));
  const card = byId("card"), box = area.getBoundingClientRect();
  card.classList.toggle("open", open);
  card.hidden = false;
  const high = card.offsetHeight, wide = card.offsetWidth;
  const right = box.right + 10 + wide < innerWidth ? box.right + 10 : Math.max(4, box.left - 10 - wide);
  card.style.left = `${Math.min(right, innerWidth - wide - 4)}px`;
  card.style.top = `${Math.max(4, Math.min(box.top, innerHeight - high - 8))}px`;
}
function closeCard() {
  byId("card").hidden = true;
  byId("card").classList.remove("open");
}
const cardOpen = () => byId("card").classList.contains("open");
byId("card-close").addEventListener("click", closeCard);

const AREAS = "#picture [data-about], #picture [data-title], #picture [data-action]";
byId("picture").addEventListener("click", (event) => {
  const area = part_of(event.target, AREAS), ids = view && !playing ? pointed(event.target).filter((id) => view.actions.some((one) => one.id === id)) : [];
  if (!area) { closeCard(); return; }
  const touched = event.pointerType === "touch" || event.pointerType === "pen";
  if (ids.length === 1 && !touched) { choose(ids[0]); return; }
  openCard(area, event.target, true);
  if (ids.length) {
    byId("filter").value = "";
    only = new Set(ids);
    list();
  }
});
byId("picture").addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse" || cardOpen()) return;
  const area = part_of(event.target, AREAS);
  if (area) openCard(area, event.target, false); else closeCard();
});
byId("picture").addEventListener("pointerleave", () => { if (!cardOpen()) closeCard(); });
byId("picture").addEventListener("focusin", (event) => {
  if (event.target.matches(":focus-visible") && !cardOpen()) openCard(event.target, event.target, false);
});
byId("picture").addEventListener("focusout", () => { if (!cardOpen()) closeCard(); });
document.addEventListener("pointerdown", (event) => {
  if (cardOpen() && !event.target.closest("#card, #picture")) closeCard();
});
addEventListener("scroll", () => { if (!cardOpen()) closeCard(); }, { passive: true });

// --- help and rules

function manual() {
  const rows = (title, pairs) => {
    const part = document.createElement("dl");
    for (const [sign, meaning] of pairs) part.append(element("dt", sign), element("dd", meaning));
    return pairs.length ? [element("h2", title), part] : [];
  };
  const kinds = new Map((view ? view.actions : []).filter((one) => one.means).map((one) => [one.means, one.words]));
  byId("pages").replaceChildren(
    element("p", view ? byId("asked").textContent : ""),
    ...rows("Actions on offer", [...kinds].map(([means, sample]) => [`${sample} ...`, means])),
    ...rows("Symbols in the texts", about.signs),
    ...rows("Cards, tiles and places", about.glossary),
    ...rows("Keys", [
      ["a number, or beginnings of words", "narrow the list: `bank 5` for `take the bank from depot 3 with the 5`"],
      ["up, down, Enter", "move through the list, choose"], ["Tab, Enter", "move through the table, open or choose"],
      ["Esc", "close, think again, skip moves, show all actions again"],
      ["h (then Enter in the input line)", "a hint from the agent named beside the button"],
      ["u (then Enter in the input line)", "take back your last choice"],
      ["m (then Enter in the input line)", "show the moves since your last one again"],
      ["r (then Enter in the input line)", "the rules"], ["?", "this help"],
    ]),
    element("p", "A choice can be taken back as long as only you have decided since, nothing was drawn at random, and nothing hidden from you was revealed."));
  byId("manual").showModal();
}
let book = null;
async function rules() {
  byId("book").showModal();
  if (!book) {
    byId("sections").textContent = "loading the rules ...";
    book = await (await fetch(`${here}/rules`)).json();
  }
  look();
}
function look() {
  const wanted = words(byId("wanted").value);
  const found = book.filter((one) => wanted.every((word) => `${one.title}\n${one.text}`.toLowerCase().includes(word)));
  byId("sections").replaceChildren(...found.map((one) => {
    const part = document.createElement("details");
    part.open = wanted.length > 0 && found.length < 12;
    part.append(element("summary", one.title), ...paragraphs(one.text, wanted));
    return part;
  }));
  if (!found.length) byId("sections").textContent = book.length ? "no rule contains these words" : "this game comes without rules to read";
}
function paragraphs(text, wanted) {
  return text.split(/\n\s*\n/).map((block) => {
    const lines = block.split("\n");
    if (!lines.every((line) => line.startsWith("- "))) return marked("p", block, wanted);
    const list = document.createElement("ul");
    list.append(...lines.map((line) => marked("li", line.slice(2), wanted)));
    return list;
  });
}
function marked(kind, text, wanted) {
  const one = document.createElement(kind);
  if (!wanted.length) { one.textContent = text; return one; }
  const bounds = new RegExp(`(${wanted.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi");
  text.split(bounds).forEach((piece, k) => one.append(k % 2 ? element("mark", piece) : piece));
  return one;
}
byId("wanted").addEventListener("input", look);
byId("wanted").addEventListener("keydown", (event) => {  // a browser would empty the line first
  if (event.key === "Escape") { event.preventDefault(); byId("book").close(); }
});
byId("rules").addEventListener("click", rules);
byId("help").addEventListener("click", manual);
byId("hint").addEventListener("click", hint);
byId("undo").addEventListener("click", undo);
byId("send").addEventListener("click", () => decided(true));
byId("think").addEventListener("click", () => decided(false));

document.addEventListener("keydown", (event) => {
  const target = event.target;
  if (event.ctrlKey || event.altKey || event.metaKey || byId("manual").open || byId("book").open || target.tagName === "SELECT") return;
  if (waiting !== null) {
    if (event.key === "Escape") { event.preventDefault(); decided(false); }
    if (event.key === "Enter") { event.preventDefault(); decided(true); }
    return;
  }
  if (event.key === "Escape" && (cardOpen() || playing)) { event.preventDefault(); if (cardOpen()) closeCard(); else skip(); return; }
  if (event.key === "Enter" && target.closest("#picture [data-about], #picture [data-action]")) {
    event.preventDefault();
    target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    if (cardOpen()) (byId("card-actions").firstChild || byId("card-close")).focus();
    return;
  }
  const typing = target.id === "filter", typed = byId("filter").value.trim();
  const keys = { h: hint, u: undo, m: again, r: rules, "?": manual };
  const key = typing ? event.key === "Enter" && keys[typed] : keys[event.key];
  if (key || (event.key === "?" && !typed)) { event.preventDefault(); byId("filter").value = ""; (key || manual)(); return; }
  if (event.key === "ArrowDown") { event.preventDefault(); select(chosen + 1); }
  else if (event.key === "ArrowUp") { event.preventDefault(); select(chosen - 1); }
  else if (event.key === "Enter" && !["BUTTON", "A", "SUMMARY"].includes(target.tagName)) { if (shown[chosen]) choose(shown[chosen].id); }
  else if (event.key === "Escape") { only = null; byId("filter").value = ""; say(""); if (view) list(); }
});

// --- news

function show(news) {
  view = news;
  only = null;
  closeCard();
  byId("table").textContent = view.players.map((who, seat) => `${view.names[seat]}: ${who}`).join(", ");
  if (waiting !== null) { waiting = null; byId("confirm").hidden = true; }
  if (!busy) wait(view.working);
  byId("own").hidden = true;
  shown = [];
  catchUp();
}
// all moves were shown: who is asked is asked
function ready() {
  const mine = view.actions.length > 0;
  byId("asked").textContent = view.trouble || (view.over ? "The game is over." : mine ? `You are asked: ${view.asked}` : `${view.names[view.turn]} is to move ...`);
  byId("own").hidden = !mine;
  byId("end").hidden = !view.over;
  byId("undo").disabled = !view.undo;
  if (view.over) {
    byId("result").textContent = view.result;
    byId("watch").href = `${here}/replay.html`;
    byId("file").href = `${here}/replay.jsonl`;
  }
  const lines = [];
  for (let k = view.log.length; k > Math.max(0, view.log.length - 200); k -= 1) {
    lines.push(...view.events[k - 1].map((words) => element("li", words, { class: "event" })), element("li", view.log[k - 1]));
  }
  byId("log").replaceChildren(...lines);
  chart(view.scores, view.names)(view.scores.length - 1);
  byId("filter").value = "";
  if (mine) { list(); focus(); }
  Object.assign(document.body.dataset, { version: view.version, over: view.over, mine: mine });
}
async function listen() {
  for (;;) {
    try {
      const reply = await fetch(`${here}/view?after=${view ? view.version : ""}`);
      const news = await reply.json();
      if (news.error) { say(news.error); return; }
      if (!view || news.version !== view.version) { if (view) say(""); show(news); }
    } catch (error) {
      say("the server does not answer; is `eurogym play --web` still running?");
      await new Promise((done) => setTimeout(done, 2000));
    }
  }
}
listen();
