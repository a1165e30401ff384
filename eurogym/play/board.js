// --- the picture: the table, below it the strips of the other seats, which open

const folded = new Map();  // seats that a person has opened or closed
let drawn = { at: -1, version: -1, size: "" };

// width and height that the table has in the first window; on a phone it is as high as it becomes
function room() {
  const board = byId("board"), pad = getComputedStyle(board);
  const wide = Math.floor(board.clientWidth - parseFloat(pad.paddingLeft) - parseFloat(pad.paddingRight));
  const high = innerWidth > 900 ? Math.floor(board.clientHeight - 16) : 0;
  return { wide: Math.max(240, Math.min(4000, wide)), high };
}
const sized = () => { const { wide, high } = room(); return `${wide} ${high}`; };
async function pictureOf(actions) {
  const { wide, high } = room();
  return (await fetch(`${here}/picture?actions=${actions}&wide=${wide}&high=${high}`)).json();
}
function lay(drawing) {
  const place = byId("picture");
  place.classList.toggle("whole", drawing.style === undefined);
  place.innerHTML = drawing.markup;
  byId("colours").textContent = drawing.style || "";
  for (const one of place.querySelectorAll("details.seat")) one.open = folded.get(one.dataset.seat) || false;
  for (const one of place.querySelectorAll("[data-about], [data-action]")) {
    one.setAttribute("tabindex", "0");
    one.setAttribute("role", "button");
    one.setAttribute("aria-label", wordsOf(one));
  }
}
byId("picture").addEventListener("click", (event) => {
  const summary = event.target.closest("summary");
  if (!summary) return;
  if (event.target.closest("[data-action], [data-about]")) event.preventDefault();
  else folded.set(summary.parentNode.dataset.seat, !summary.parentNode.open);
});
addEventListener("resize", () => { if (view && sized() !== drawn.size) catchUp(); });

// --- choosing at the table: what, then where; what is possible is lit, the rest is dim once something is picked

let candidates = [], picked = [];  // actions still possible; elements picked
const part_of = (target, wanted) => (target.closest ? target.closest(wanted) : null);
const ids_of = (area) => (area && area.dataset.action ? area.dataset.action.split(" ").map(Number) : []);
const offered = (area) => ids_of(area).filter((id) => candidates.includes(id));
const areas = () => byId("picture").querySelectorAll("[data-action]");

function light() {
  const picking = picked.length > 0;
  for (const one of areas()) one.classList.toggle("lit", offered(one).length > 0);
  for (const one of byId("picture").querySelectorAll(".picked, .dim")) one.classList.remove("picked", "dim");
  if (!picking) {  // what can be chosen is not hidden
    if (!document.querySelector("#stage .lit"))
      for (const one of byId("picture").querySelectorAll("details.seat > .part .lit")) one.closest("details").open = true;
    return;
  }
  picked.forEach((one) => one.classList.add("picked"));
  for (const one of byId("picture").querySelectorAll("[data-title], [data-action]"))
    if (!one.matches(".lit, .picked") && !one.querySelector(".lit, .picked") && !one.parentNode.closest(".dim, .picked")) one.classList.add("dim");
}
function unpick() {
  candidates = view ? view.actions.map((one) => one.id) : [];
  picked = [];
  light();
}
function pick(area, touched) {
  let left = offered(area);
  if (!left.length || picked.includes(area)) { unpick(); left = picked.includes(area) ? [] : offered(area); }
  if (!left.length) { list(); return; }
  if (left.length === 1 && !touched) { choose(left[0]); return; }
  candidates = left;
  picked.push(area);
  light();
  list();
  const apart = [...areas()].some((one) => { const here = offered(one).length; return here > 0 && here < left.length; });
  if (!apart || touched) openCard(area, true); else closeCard();
}

// --- what lies under the pointer: a card with its name, what it does, what can be done with it and what that brings

const wordsOf = (area) => [area.dataset.about && plain(area.dataset.about), area.dataset.title].filter(Boolean).join(": ");
function openCard(area, open) {
  const name = plain(area.dataset.about || ""), lines = (area.dataset.title || "").split("\n").filter((one) => plain(one) !== name);
  const offers = view && !playing ? view.actions.filter((one) => offered(area).includes(one.id)) : [];
  const means = glossary.get(name) || "";
  byId("card-name").textContent = name || lines[0] || (offers.length ? "choose" : "here");
  byId("card-here").textContent = (name ? lines : lines.slice(1)).filter((one) => !means.includes(one)).join("\n");
  byId("card-words").textContent = means;
  byId("card-example").textContent = open && examples.get(name) ? `For example: ${examples.get(name)}` : "";
  byId("card-brings").textContent = "";
  byId("card-actions").replaceChildren(...(open ? offers : []).map((one) => {
    const button = element("button", one.words, { title: one.means });
    button.addEventListener("click", () => choose(one.id));
    button.addEventListener("pointerenter", () => bring(one.id));
    button.addEventListener("focus", () => bring(one.id));
    return button;
  }));
  if (offers.length === 1) {
    if (!open) byId("card-actions").replaceChildren(element("div", offers[0].words));
    bring(offers[0].id);
  } else if (offers.length && !open) byId("card-actions").replaceChildren(element("div", `${offers.length} ways`));
  const card = byId("card"), box = area.getBoundingClientRect();
  card.classList.toggle("open", open);
  card.hidden = false;
  const high = card.offsetHeight, wide = card.offsetWidth;
  const right = box.right + 10 + wide < innerWidth ? box.right + 10 : Math.max(4, box.left - 10 - wide);
  card.style.left = `${Math.min(right, innerWidth - wide - 4)}px`;
  card.style.top = `${Math.max(4, Math.min(box.top, innerHeight - high - 40))}px`;
}
function closeCard() {
  byId("card").hidden = true;
  byId("card").classList.remove("open");
}
const cardOpen = () => byId("card").classList.contains("open");

// what an action costs and brings, before it is chosen
const brought = new Map();
let asking = 0;
function bring(id) {
  clearTimeout(asking);
  const version = view.version, key = `${version} ${id}`, show = () => { byId("card-brings").textContent = brought.get(key); };
  if (brought.has(key)) { show(); return; }
  asking = setTimeout(async () => {
    if (version !== view.version || busy) return;
    const answer = await (await fetch(`${here}/preview?version=${version}&action=${id}`)).json();
    brought.set(key, (answer.brings || []).join(", "));
    if (!byId("card").hidden) show();
  }, 120);
}

const AREAS = "#picture [data-about], #picture [data-title], #picture [data-action]";
byId("card-close").addEventListener("click", closeCard);
byId("picture").addEventListener("click", (event) => {
  const area = part_of(event.target, AREAS), acts = part_of(event.target, "#picture [data-action]");
  const legal = view && !playing && ids_of(acts).some((id) => view.actions.some((one) => one.id === id));
  if (legal) pick(acts, event.pointerType === "touch" || event.pointerType === "pen");
  else if (picked.length) { unpick(); list(); closeCard(); }
  else if (area) openCard(area, true);
  else closeCard();
});
byId("picture").addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse" || cardOpen()) return;
  const area = part_of(event.target, AREAS);
  if (area) openCard(area, false); else closeCard();
});
byId("picture").addEventListener("pointerleave", () => { if (!cardOpen()) closeCard(); });
byId("picture").addEventListener("focusin", (event) => {
  if (event.target.matches(":focus-visible") && event.target.matches(AREAS) && !cardOpen()) openCard(event.target, false);
});
byId("picture").addEventListener("focusout", () => { if (!cardOpen()) closeCard(); });
document.addEventListener("pointerdown", (event) => {
  if (cardOpen() && !event.target.closest("#card, #picture")) closeCard();
});
byId("board").addEventListener("scroll", () => { if (!cardOpen()) closeCard(); }, { passive: true });
