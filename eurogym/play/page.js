const colour = (seat) => `var(--seat${seat % 6})`;
const byId = (id) => document.getElementById(id);
function element(name, text, marks = {}) {
  const one = document.createElement(name);
  one.textContent = text;
  for (const [mark, value] of Object.entries(marks)) one.setAttribute(mark, value);
  return one;
}
// what a person prefers, as far as the browser has a memory
function remember(name, value) { try { localStorage.setItem(`eurogym-${name}`, value); } catch { /* none */ } }
function recall(name) { try { return localStorage.getItem(`eurogym-${name}`); } catch { return null; } }

// A list that keeps some of its lines in view, also when it changes its size. `lines` gives them, the most important
// last; the result brings them into view. The list alone is scrolled, not the page.
function following(box, lines) {
  const follow = () => {
    const top = box.getBoundingClientRect().top + box.clientTop;
    for (const line of lines()) {
      const place = line.getBoundingClientRect(), below = place.bottom - top - box.clientHeight;
      if (place.top < top) box.scrollTop -= top - place.top;
      else if (below > 0) box.scrollTop += below;
    }
  };
  new ResizeObserver(follow).observe(box);
  return follow;
}

// Lines of numbers over time, scores or others; returns what marks a step and tells its numbers. `go` is called with a
// step that was clicked.
function chart(scores, names, go, where = "scores", format = (value) => value) {
  const picture = byId(where), legend = byId(where + "-legend");
  picture.toggleAttribute("hidden", !scores.length);
  legend.toggleAttribute("hidden", !scores.length);
  const axes = ["above", "below"].map((side) => {
    const axis = byId(`${where}-${side}`) || document.createElement("div");
    axis.id = `${where}-${side}`;
    axis.className = "axis";
    axis.hidden = !scores.length;
    if (!axis.parentNode) picture[side === "above" ? "before" : "after"](axis);
    return axis;
  });
  if (!scores.length) return () => {};
  const all = scores.flat(), low = Math.min(0, ...all), high = Math.max(1, ...all), last = Math.max(1, scores.length - 1);
  const x = (step) => (300 * step) / last, y = (value) => 145 - (140 * (value - low)) / (high - low);
  picture.innerHTML = names.map((_, seat) =>
    `<polyline fill="none" style="stroke:${colour(seat)}" stroke-width="2" vector-effect="non-scaling-stroke" points="` +
    scores.map((row, step) => `${x(step).toFixed(1)},${y(row[seat]).toFixed(1)}`).join(" ") + '"/>').join("") +
    '<line class="here" y1="0" y2="150" stroke="currentColor" vector-effect="non-scaling-stroke"/>';
  const ticks = [[format(high)], [format(low), `decision ${scores.length - 1}`]];
  axes.forEach((axis, k) => axis.replaceChildren(...ticks[k].map((text) => {
    const tick = document.createElement("span");
    tick.textContent = text;
    return tick;
  })));
  picture.onclick = (event) => {
    const box = picture.getBoundingClientRect();
    if (go) go(Math.round(((event.clientX - box.left) / box.width) * last));
  };
  return (step) => {
    const here = picture.querySelector(".here");
    here.setAttribute("x1", x(step));
    here.setAttribute("x2", x(step));
    legend.replaceChildren(...names.map((name, seat) => {
      const line = document.createElement("div");
      line.textContent = `${name}: ${format(scores[step][seat])}`;
      line.className = "player";
      line.style.setProperty("--doer", colour(seat));
      return line;
    }));
  };
}
