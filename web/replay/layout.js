// Where map, controls and panel are: what leaves the map most room.

const BAR = 64, TWO_BARS = 112, LOW_BAR = 54;    // heights of the controls
const PANEL = 320, WIDEST_PANEL = 520, LOWEST_PANEL = 290;
const NARROW = 760, LOW = 520;            // the window is a phone's, upright or on its side

// The mode, and the sizes that it leaves to the style: the height of the controls, that of the map,
// the width of the panel.
function arrange(wide, high, map) {
  const share = map.high / map.wide;
  if (high <= LOW && wide > high) return { mode: "drawer", bar: LOW_BAR };
  if (wide <= NARROW) {
    const stage = Math.max(0.32 * high, Math.min(0.5 * high, wide * share));
    return { mode: "narrow", bar: TWO_BARS, stage };
  }
  const room = high - BAR, beside = Math.min((wide - PANEL) / map.wide, room / map.high);
  const above = Math.min(wide / map.wide, (room - LOWEST_PANEL) / map.high);
  if (above > beside * 1.05) {
    return { mode: "below", bar: BAR, stage: Math.min(room - LOWEST_PANEL, wide * share) };
  }
  const panel = Math.max(PANEL, Math.min(WIDEST_PANEL, wide - beside * map.wide));
  return { mode: "side", bar: BAR, panel };
}

class Layout {
  constructor(lattice) {
    this.lattice = lattice;
    this.tabs = [...byId("tabs").querySelectorAll("[data-tab]")];
    for (const button of this.tabs) {
      button.addEventListener("click", () => this.show(button.dataset.tab));
    }
    byId("drawer").addEventListener("click", () => this.open(!this.isOpen));
    addEventListener("resize", () => this.apply());
    this.show("view");
    this.open(false);
    this.apply();
  }

  apply() {
    const { style, dataset } = document.body;
    const { mode, bar, stage = 0, panel = 0 } = arrange(innerWidth, innerHeight, this.lattice);
    dataset.mode = mode;
    style.setProperty("--bar", `${bar}px`);
    style.setProperty("--stage", `${Math.round(stage)}px`);
    style.setProperty("--panel", `${Math.round(panel)}px`);
  }

  // Of a small window's panel: one part of it.
  show(tab) {
    document.body.dataset.tab = tab;
    for (const button of this.tabs) {
      button.setAttribute("aria-pressed", String(button.dataset.tab === tab));
    }
  }

  showUnit() {
    this.show("unit");
    this.open(true);
  }

  open(on) {
    this.isOpen = on;
    document.body.classList.toggle("open", on);
    byId("drawer").setAttribute("aria-expanded", String(on));
  }
}
