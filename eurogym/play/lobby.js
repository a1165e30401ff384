const here = location.pathname.replace(/\/$/, "");
let house = null, game = null;

async function ask(what, data) {
  const reply = data
    ? await fetch(`${here}/${what}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ version: 0, ...data }) })
    : await fetch(`${here}/${what}`);
  const answer = await reply.json();
  byId("said").textContent = answer.error || "";
  return answer.error ? null : answer;
}
const players = () => Number(byId("players").value);
const range = ([low, high]) => (low === high ? `${low}` : `${low} to ${high}`);

// --- the games

function shelf() {
  byId("games").replaceChildren(...house.games.map((one) => {
    const card = element("button", "", { class: "game", "aria-pressed": one === game, "aria-label": one.title });
    const facts = [`${range(one.players)} players`, one.solo ? "solo mode" : "", one.minutes && `${one.minutes} min`, one.weight];
    card.append(element("img", "", { src: `${here}/cover?game=${one.name}`, alt: "", width: 320, height: 150 }), element("b", one.title), element("span", facts.filter(Boolean).join(" · "), { class: "soft" }));
    card.addEventListener("click", () => pick(one));
    return card;
  }));
}
function pick(one) {
  game = one;
  shelf();
  byId("form").hidden = false;
  byId("title").textContent = one.title;
  byId("aim").textContent = one.aim;
  byId("links").replaceChildren();
  const [low, high] = one.players, sizes = Array.from({ length: high - low + 1 }, (_, k) => low + k);
  byId("players").replaceChildren(...sizes.map((size) => new Option(size === 1 ? "1 (solo)" : size, size, size === 2, size === 2)));
  byId("level").value = recall(`level-${one.name}`) || 4;
  byId("tutorial").checked = !house.results.some((row) => row.game === one.name.replace(/_/g, " "));
  byId("options").replaceChildren(...one.options.map((row) => {
    const label = element("label", `${row.words}: ${row.help}`);
    const field = element(row.choices.length ? "select" : "input", "", { "data-option": row.name, placeholder: row.default });
    for (const choice of row.choices) field.append(new Option({ True: "yes", False: "no" }[choice] || choice.replace(/_/g, " "), choice, choice === row.default, choice === row.default));
    field.dataset.default = row.default;
    label.append(field);
    return label;
  }));
  seats();
  byId("form").scrollIntoView({ block: "nearest" });
}
function seats() {
  byId("seats").replaceChildren(...Array.from({ length: players() }, (_, seat) => {
    const label = element("label", `seat ${seat + 1} `), choice = element("select", "", { "data-seat": seat });
    for (const [value, words] of [["you", "you"], ["other", "an opponent"], ["person", "another person"]]) choice.append(new Option(words, value));
    choice.value = seat === 0 ? "you" : "other";
    choice.addEventListener("change", () => {
      if (choice.value === "you") for (const one of taken("you")) if (one !== choice) one.value = "other";
      if (!taken("you").length) byId("seats").querySelectorAll("select")[seat === 0 && players() > 1 ? 1 : 0].value = "you";
      levels();
    });
    label.append(choice);
    return label;
  }));
  byId("seats").hidden = players() === 1;
  levels();
}
const taken = (kind) => [...byId("seats").querySelectorAll("select")].filter((one) => one.value === kind);
function levels() {
  const level = Number(byId("level").value), alone = players() === 1;
  const used = alone ? game.measured : taken("other").length > 0;
  byId("level-row").hidden = !used;
  byId("level-number").textContent = level;
  byId("level-row").firstChild.textContent = alone ? "how hard " : "level of the others ";
  byId("level-words").textContent = !used ? "" : alone ? "level 6 is even for the game's own heuristic; 1 is easy, 10 as hard as it gets" : `level ${level}: ${game.levels[players()][level - 1]}`;
}
byId("players").addEventListener("change", seats);
byId("level").addEventListener("input", levels);

async function start() {
  const fields = [...byId("options").querySelectorAll("[data-option]")];
  const options = fields.filter((one) => one.value && one.value !== one.dataset.default).map((one) => `${one.dataset.option}=${one.value}`);
  const own = players() === 1 ? 0 : Number(taken("you")[0].dataset.seat);
  const people = [own, ...taken("person").map((one) => Number(one.dataset.seat))];
  remember(`level-${game.name}`, byId("level").value);
  const level = byId("level-row").hidden ? 0 : Number(byId("level").value);
  await opened({ game: game.name, players: players(), people, own, level, options, tutorial: byId("tutorial").checked });
}
async function opened(wish) {
  byId("start").disabled = true;
  byId("waiting").textContent = "setting up the table; the first time a game is compiled, which takes a minute or two ...";
  const table = await ask("open", wish);
  byId("start").disabled = false;
  byId("waiting").textContent = "";
  if (!table) return;
  const own = table.seats.find((one) => one.seat === table.host) || table.seats[0], others = table.seats.filter((one) => one !== own);
  if (!others.length) { location.assign(`/${own.key}`); return; }
  const go = element("a", `take your seat (${own.name})`, { class: "button main", href: `/${own.key}` });
  byId("links").replaceChildren(element("p", "Give each of the others the link of a seat, to be opened in a browser on this machine:"),
    ...others.map((one) => { const line = element("p", `${one.name}: `); line.append(element("code", `${location.origin}/${one.key}`)); return line; }), go);
  byId("form").hidden = false;
}
byId("start").addEventListener("click", start);

// --- what is there already

function listed(id, rows, empty) {
  byId(id).replaceChildren(...(rows.length ? rows : [element("li", empty, { class: "soft" })]));
}
function line(words, ...links) {
  const one = element("li", words);
  one.append(document.createElement("br"), ...links);
  return one;
}
function link(words, address) { return element("a", words, { class: "button", href: address }); }
async function refresh() {
  house = await ask("house");
  if (!house) return;
  shelf();
  listed("tables", house.tables.map((one) => line(`${one.title}, ${one.what}`, ...one.seats.map((seat) => link(seat.seat === one.host ? "your seat" : seat.name, `/${seat.key}`)))), "none");
  listed("saved", house.files.filter((one) => !one.over && !one.open).map((one) => {
    const button = element("button", "go on");
    button.addEventListener("click", () => opened({ file: one.file }));
    return line(`${one.title}, ${one.what}: ${one.decisions} ${one.decisions === 1 ? "decision" : "decisions"} (${one.file})`, button);
  }), "none in this folder");
  listed("results", house.results.map((row) => element("li", `${row.game}, ${row.where}: ${row.games} ${row.games === 1 ? "game" : "games"}, ahead ${row.ahead}${row.rating ? `, rating ${row.rating}` : ""}. ${row.advice}`)), "finish a game against a level, and it stands here");
  listed("over", house.files.filter((one) => one.over).map((one) => line(`${one.title}, ${one.what}: ${one.scores.join(" : ")} (${one.file})`,
    link("watch", `${here}/watch?file=${encodeURIComponent(one.file)}`), link("review (a minute)", `${here}/watch?file=${encodeURIComponent(one.file)}&review=1`))), "none in this folder");
}
addEventListener("pageshow", (event) => { if (event.persisted) refresh(); });
refresh();
