// What is wrong with a table's page, in words: text too small, cut, outside its box or over another; too small to tap.
() => {
  const found = [], least = 11;
  const add = (one, words) => found.push(`${part(one)}: ${one.textContent.slice(0, 40)} ${words}`);
  const part = (one) => (one.closest("[data-part]") || one.closest("[id]") || one).dataset.part || "page";
  document.querySelectorAll("details.seat").forEach((one) => { one.open = true; });
  const page = document.documentElement.scrollWidth;
  if (page > innerWidth) found.push(`the page is ${page} wide`);
  for (const svg of document.querySelectorAll("#picture svg")) {
    const edge = svg.getBoundingClientRect(), texts = [];
    if (edge.left < -1 || edge.right > innerWidth + 1) add(svg, "sticks out of the window");
    for (const one of svg.querySelectorAll("text")) {
      if (!one.textContent.trim()) continue;
      const box = one.getBoundingClientRect();
      const size = parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a;
      if (size < least - 0.05) add(one, `is ${size.toFixed(1)} px high`);
      if (/\.\.\.$/.test(one.textContent)) add(one, "is cut");
      const beside = box.left < edge.left - 1 || box.right > edge.right + 1;
      if (beside || box.top < edge.top - 2 || box.bottom > edge.bottom + 3) add(one, "is outside its part");
      const holder = one.previousElementSibling;
      if (holder && holder.tagName === "rect" && one.getAttribute("text-anchor") === "middle") {
        const plate = holder.getBoundingClientRect(), middle = (box.left + box.right) / 2;
        const within = middle > plate.left && middle < plate.right && box.top < plate.bottom && box.bottom > plate.top;
        if (within && (box.left < plate.left - 1.5 || box.right > plate.right + 1.5)) add(one, "is wider than its plate");
      }
      texts.push([one, box]);
    }
    texts.forEach(([one, a], k) => texts.slice(k + 1).forEach(([other, b]) => {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 3 && down > 0.4 * Math.min(a.height, b.height)) add(one, `over ${other.textContent.slice(0, 40)}`);
    }));
    for (const one of svg.querySelectorAll("[data-action]")) {
      const box = one.getBoundingClientRect();
      const least = Math.min(box.width, box.height);
      if (least < 23.9) add(one, `(${one.dataset.title}) is ${least.toFixed(0)} pixels to tap`);
    }
  }
  for (const one of document.querySelectorAll("button, select, #actions li, summary")) {
    const box = one.getBoundingClientRect();
    if (box.width && Math.min(box.width, box.height) < 24) add(one, `is ${box.height} high to tap`);
  }
  for (const one of document.querySelectorAll("body *")) {
    const words = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!words || one.closest("svg, script, style") || !one.getBoundingClientRect().width) continue;
    if (parseFloat(getComputedStyle(one).fontSize) < least) add(one, "is too small");
  }
  return [...new Set(found)];
}
