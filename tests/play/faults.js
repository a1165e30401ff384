// What is wrong with a table's page, in words: text too small, too pale, cut, outside its box or over another; too
// small to tap.
() => {
  const found = [], least = 11, CONTRAST = 4.5, OF_BOLD = 3;
  const add = (one, words) => found.push(`${part(one)}: ${one.textContent.slice(0, 40)} ${words}`);
  const part = (one) => (one.closest("[data-part]") || one.closest("[id]") || one).dataset.part || "page";
  const channels = (colour) => colour.match(/[\d.]+/g).map(Number);
  const opaque = (colour) => colour.startsWith("rgb") && (channels(colour)[3] ?? 1) > 0.5;
  const light = (colour) => channels(colour).slice(0, 3).map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, k) => sum + one * [0.2126, 0.7152, 0.0722][k], 0);
  const contrast = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const behind = (one) => {  // what a page has painted under its words
    for (let at = one; at; at = at.parentElement) {
      const paper = getComputedStyle(at).backgroundColor;
      if (opaque(paper)) return paper;
    }
    return "rgb(255, 255, 255)";
  };
  const under = (text, shapes) => {  // the same in a picture: the last shape before them that holds their middle
    const box = text.getBoundingClientRect(), middle = new DOMPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    const holds = (shape) => shape.isPointInFill(middle.matrixTransform(shape.getScreenCTM().inverse()));
    const before = shapes.filter((shape) => shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING);
    const found = before.reverse().find((shape) => opaque(getComputedStyle(shape).fill) && holds(shape));
    return found ? getComputedStyle(found).fill : behind(text.closest("svg").parentElement);
  };
  const pale = (one, ink, paper) => {
    const found = contrast(ink, paper), bold = Number(getComputedStyle(one).fontWeight) >= 600;
    if (found < (bold ? OF_BOLD : CONTRAST)) add(one, `has a contrast of ${found.toFixed(1)}: ${ink} on ${paper}`);
  };
  document.querySelectorAll("details.seat").forEach((one) => { one.open = true; });
  const page = document.documentElement.scrollWidth;
  if (page > innerWidth) found.push(`the page is ${page} wide`);
  for (const svg of document.querySelectorAll("#picture svg")) {
    const edge = svg.getBoundingClientRect(), texts = [], shapes = [...svg.querySelectorAll("rect, circle, polygon, path")];
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
      pale(one, getComputedStyle(one).fill, under(one, shapes));
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
    if (!one.disabled) pale(one, getComputedStyle(one).color, behind(one));
  }
  return [...new Set(found)];
}
