// Whether a page can be read and used without a pointer: the contrast of its texts as WCAG 2 has it,
// and what Tab comes to.

// Texts whose contrast with what is behind them is less than `least`, as "text: contrast".
export const faintTexts = (frame, least) => frame.evaluate((wanted) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  // Of any color that CSS knows: red, green, blue, and how opaque it is, 0 to 1.
  const channels = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], below) =>
    [r, g, b].map((one, i) => one * a + below[i] * (1 - a)).concat(1);
  const light = (rgb) => rgb.slice(0, 3).map((one) => one / 255)
    .map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    .reduce((sum, one, i) => sum + one * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (a, b) => {
    const [low, high] = [light(a), light(b)].sort((one, other) => one - other);
    return (high + 0.05) / (low + 0.05);
  };
  // What lies behind an element's text, as far as it is plain colors.
  const behind = (element) => {
    const layers = [];
    for (let one = element; one; one = one.parentElement) {
      layers.push(channels(getComputedStyle(one).backgroundColor));
      if (layers.at(-1)[3] === 1) break;
    }
    return layers.reduceRight((below, layer) => over(layer, below), [16, 20, 29, 1]);
  };
  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement, text = node.textContent.trim();
    if (!text || element.closest("script, style, noscript, option, .hidden")) continue;
    const box = element.getBoundingClientRect();
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) ||
        box.width < 2 || box.height < 2) continue;
    const back = behind(element), color = channels(getComputedStyle(element).color);
    const ratio = contrast(over(color, back), back);
    if (ratio < wanted) faint.push(`"${text.slice(0, 30)}" ${ratio.toFixed(2)}`);
  }
  return [...new Set(faint)];
}, least);

// Marks what can be used in a document, and returns its names. `place`: which of its parts.
const markControls = (frame) => frame.evaluate(() => {
  const all = document.querySelectorAll("a[href], button, input, select, textarea, [tabindex='0']");
  return [...all].filter((one) => one.checkVisibility({ checkVisibilityCSS: true }) && !one.disabled)
    .map((one) => {
      one.dataset.control = one.id || one.getAttribute("aria-label") || one.textContent.trim();
      return one.dataset.control;
    });
});

// Presses Tab through the page: what it does not come to, and what does not show that it has the
// focus, as texts.
export async function unreachable(page) {
  const wanted = new Set();
  for (const frame of page.frames()) for (const name of await markControls(frame)) wanted.add(name);
  const faults = new Set(), most = 2 * wanted.size + 20;
  for (let i = 0; i < most && wanted.size > 0; i++) {
    await page.keyboard.press("Tab");
    for (const frame of page.frames()) {
      const seen = await frame.evaluate(() => {
        const one = document.activeElement;
        if (!one?.dataset?.control || !document.hasFocus()) return null;
        const shown = (element) => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
          return outlineStyle !== "none" && parseFloat(outlineWidth) >= 1 || boxShadow !== "none";
        };
        const frames = one.closest(".CodeMirror");
        return { name: one.dataset.control, isShown: shown(one) || frames && shown(frames) };
      });
      if (!seen) continue;
      wanted.delete(seen.name);
      if (!seen.isShown) faults.add(`'${seen.name}' does not show the focus`);
    }
  }
  for (const name of wanted) faults.add(`Tab does not come to '${name}'`);
  return [...faults];
}
