const COLOURS = ["#0072b2", "#d55e00", "#00805c", "#a8457c", "#b08a00", "#6b717b"];
const byId = (id) => document.getElementById(id);

// Lines of numbers over time, scores or others; returns what marks a step and tells its numbers. `go` is called with a
// step that was clicked.
function chart(scores, names, go, where = "scores", told = (value) => value) {
  const picture = byId(where), legend = byId(where + "-told");
  picture.toggleAttribute("hidden", !scores.length);
  legend.toggleAttribute("hidden", !scores.length);
  if (!scores.length) return () => {};
  const all = scores.flat(), low = Math.min(0, ...all), high = Math.max(1, ...all), last = Math.max(1, scores.length - 1);
  const x = (step) => (300 * step) / last, y = (value) => 145 - (140 * (value - low)) / (high - low);
  picture.innerHTML = names.map((_, seat) =>
    `<polyline fill="none" stroke="${COLOURS[seat % 6]}" stroke-width="2" vector-effect="non-scaling-stroke" points="` +
    scores.map((row, step) => `${x(step).toFixed(1)},${y(row[seat]).toFixed(1)}`).join(" ") + '"/>').join("") +
    '<line class="here" y1="0" y2="150" stroke="currentColor" vector-effect="non-scaling-stroke"/>';
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
      line.textContent = `${name}: ${told(scores[step][seat])}`;
      line.style.color = COLOURS[seat % 6];
      return line;
    }));
  };
}
