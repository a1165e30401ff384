const about = JSON.parse(byId("about").textContent);
byId("adviser").append(...about.advisers.map((name) => new Option(name)));
const here = location.pathname.replace(/\/$/, "");
const plain = (name) => name.toLowerCase().replace(/_/g, " ");
const glossary = new Map(about.glossary.map(([name, words]) => [plain(name), words]));
const examples = new Map(Object.entries(about.examples).map(([name, words]) => [plain(name), words]));
let view = null, shown = [], chosen = 0, waiting = null, busy = false, clock = 0;

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
  hint: "the agent is thinking; its first answer may take half a minute ...", review: "looking through your decisions ...",
  rematch: "setting up the next table ...", giveup: "leaving the game ...",
};
async function ask(what, data) {
  if (busy) return null;
  busy = document.body.dataset.busy = true;
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
  } finally { busy = document.body.dataset.busy = false; wait(view.working); }
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
  unpick();
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
  unpick();
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
const fits = (said, action) => follow(said, action.words) || follow(said, action.text);
function follow(said, text) {
  let rest = words(text);
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
  shown = all.filter((one) => candidates.includes(one.id));
  const numbered = /^\d+$/.test(typed) ? all.filter((one) => one.number === Number(typed)) : [];
  if (numbered.length) shown = numbered;
  else if (said.length) shown = shown.filter((one) => fits(said, one));
  byId("actions").replaceChildren(...shown.map((one, place) => {
    const line = element("li", "", { role: "option", id: `action-${one.id}`, "data-place": place });
    line.append(element("b", one.number), element("span", one.words));
    return line;
  }));
  byId("count").textContent = `(${shown.length})`;
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
byId("filter").addEventListener("input", () => { unpick(); list(); });

// --- moves one by one

let skipping = false, playing = false, since = 0;
const pace = () => Number(byId("pace").value);
byId("pace").value = recall("pace") || about.pace || "900";
byId("pace").addEventListener("change", () => remember("pace", byId("pace").value));
byId("careful").checked = (recall("careful") || about.careful) !== "no";
byId("careful").addEventListener("change", () => remember("careful", byId("careful").checked ? "yes" : "no"));
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

const taken = () => view.log.length;
async function catchUp(slowly) {
  if (playing) return;
  playing = true;
  skipping = false;
  document.body.dataset.playing = true;
  try {
    while (drawn.at !== taken() || drawn.version !== view.version || drawn.size !== sized()) {
      const goal = view, last = taken();
      let next = last;
      const one_by_one = drawn.at >= 0 && drawn.at < last && !skipping && (pace() || slowly);
      if (one_by_one) {
        next = drawn.at + 1;
        while (next < last && goal.doers[next - 1] === goal.seat && !goal.events[next - 1].length) next += 1;
      }
      const size = sized(), drawing = await pictureOf(next);
      if (drawing.error) {  // taken back meanwhile
        if (goal === view) { say(drawing.error); return; }
        drawn.at = Math.min(drawn.at, taken());
        continue;
      }
      lay(drawing);
      drawn = { at: next, version: next === last ? goal.version : -1, size };
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
// what happened up to an action, the latest first; what came after one's last decision is marked
function tell(upto) {
  since = 0;
  for (let k = taken(); k > 0 && !since; k -= 1) if (view.doers[k - 1] === view.seat) since = k;
  const lines = [];
  for (let k = upto; k > Math.max(0, upto - 200); k -= 1) {
    lines.push(...view.events[k - 1].map((words) => element("li", words, { class: k > since ? "event new" : "event" })));
    const line = element("li", view.log[k - 1], { class: k <= since ? "" : k === upto ? "new now" : "new" });
    line.style.setProperty("--doer", colour(view.doers[k - 1]));
    lines.push(line);
  }
  byId("log").replaceChildren(...lines);
  byId("again").hidden = since >= taken() || view.over;
}

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
      ["a click on the table", "choose what, then where: what is possible is lit; the card tells what it costs and brings"],
      ["up, down, Enter", "move through the list, choose"], ["Tab, Enter", "move through the table, open or choose"],
      ["Esc", "close, think again, skip moves, show all actions again"],
      ["h", "a hint from the agent named above"], ["u", "take back your last choice"],
      ["m", "show the moves since your last one again"], ["r", "the rules"], ["?", "this help"],
      ["in the line above the list", "these letters, then Enter"],
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
    part.open = wanted.length ? found.length < 12 : one.open;
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
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]") || target.tagName === "SELECT") return;
  if (waiting !== null) {
    if (event.key === "Escape") { event.preventDefault(); decided(false); }
    if (event.key === "Enter") { event.preventDefault(); decided(true); }
    return;
  }
  if (event.key === "Escape" && picked.length) { event.preventDefault(); unpick(); list(); closeCard(); return; }
  if (event.key === "Escape" && (cardOpen() || playing)) { event.preventDefault(); if (cardOpen()) closeCard(); else skip(); return; }
  if (event.key === "Enter" && target.closest("#picture [data-about], #picture [data-action]")) {
    event.preventDefault();
    target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    if (cardOpen()) (byId("card-actions").querySelector("button") || byId("card-close")).focus();
    return;
  }
  const typing = target.id === "filter", typed = byId("filter").value.trim();
  const keys = { h: hint, u: undo, m: again, r: rules, "?": manual };
  const key = typing ? event.key === "Enter" && keys[typed] : keys[event.key];
  if (key || (event.key === "?" && !typed)) { event.preventDefault(); byId("filter").value = ""; (key || manual)(); return; }
  if (event.key === "ArrowDown") { event.preventDefault(); select(chosen + 1); }
  else if (event.key === "ArrowUp") { event.preventDefault(); select(chosen - 1); }
  else if (event.key === "Enter" && !["BUTTON", "A", "SUMMARY"].includes(target.tagName)) { if (shown[chosen]) choose(shown[chosen].id); }
  else if (event.key === "Escape") { unpick(); byId("filter").value = ""; say(""); if (view) list(); }
});

// --- news

function show(news) {
  view = news;
  closeCard();
  if (view.next) { location.assign(`/${view.next}`); return; }
  if (waiting !== null) { waiting = null; byId("confirm").hidden = true; }
  if (!busy) wait(view.working);
  byId("own").hidden = true;
  shown = [];
  catchUp();
}
// all moves were shown: who is asked is asked
function ready() {
  const mine = view.actions.length > 0;
  byId("asked").textContent = view.trouble || (view.over ? "The game is over." : mine ? view.asked : `${view.names[view.turn]} is to move ...`);
  byId("own").hidden = !mine;
  byId("end").hidden = !view.over;
  byId("undo").disabled = !view.undo;
  byId("hint").disabled = !mine;
  byId("give-up").hidden = view.over || !about.house;
  if (view.over) ended();
  byId("filter").value = "";
  chart(view.scores, view.names)(view.scores.length - 1);
  unpick();
  if (mine) { list(); focus(); }
  lesson();
  Object.assign(document.body.dataset, { version: view.version, over: view.over, mine: mine });
}

// --- the end: who won by what, what follows, what one's decisions cost

function ended() {
  const end = view.end;
  byId("won").textContent = end.won;
  const table = document.createElement("table"), row = (cells, kind) => {
    const line = document.createElement("tr");
    line.append(...cells.map((one) => element(kind, one)));
    return line;
  };
  table.append(row(["", ...end.names], "th"), ...end.rows.map((one) => row(one, "td")));
  byId("result").replaceChildren(table, element("p", end.deal, { class: "soft" }), ...end.notes.map((one) => element("p", one)));
  byId("rematch").hidden = !about.house;
  byId("next").hidden = !about.house || !end.next;
  byId("next").textContent = `against level ${end.next}`;
  byId("watch").href = `${here}/replay.html`;
  byId("file").href = `${here}/replay.jsonl`;
}
async function review() {
  byId("worst").textContent = "looking through your decisions; this takes about a minute ...";
  const answer = await ask("review", {});
  if (!answer) { byId("worst").textContent = ""; return; }
  const buttons = answer.worst.map((one) => {
    const button = element("button", `decision ${one.number + 1}, ${one.lost} points: ${one.played}\nbetter: ${one.better}`);
    button.addEventListener("click", () => open(`${here}/replay.html#${one.number}`, "_blank", "noopener"));
    return button;
  });
  byId("worst").replaceChildren(element("p", answer.summary), ...buttons);
  byId("review").hidden = true;
}
const again_with = (level) => ask("rematch", { level });
byId("review").addEventListener("click", review);
byId("rematch").addEventListener("click", () => again_with(0));
byId("next").addEventListener("click", () => again_with(view.end.next));
byId("give-up").addEventListener("click", async () => {
  byId("manual").close();
  if (await ask("giveup", {}) && about.lobby) location.assign(about.lobby);
});
if (about.lobby) { byId("lobby").href = about.lobby; byId("lobby").hidden = false; }

// --- a first game with help

let taught = -1;
if (about.tutorial && location.hash !== "#seen") { location.hash = "seen"; rules(); }
async function lesson() {
  if (!about.tutorial || taught === view.version) return;
  taught = view.version;
  byId("lesson").hidden = true;
  if (!view.actions.length) return;
  const answer = await (await fetch(`${here}/lesson?version=${view.version}`)).json();
  if (!answer.lines || !answer.lines.length || taught !== view.version) return;
  byId("lesson").replaceChildren(...answer.lines.map((line) => element("p", line)));
  byId("lesson").hidden = false;
  select(shown.findIndex((one) => one.id === answer.action));
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
byId("own").open = innerWidth > 900;
addEventListener("resize", () => { if (innerWidth > 900) byId("own").open = true; });
listen();
