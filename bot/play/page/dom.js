// Small helpers for making elements. Text always becomes a text node: nothing here parses HTML.

/**
 * An element from a selector-like tag, its attributes and its children.
 *   el("button.btn.primary", {type: "button", onclick: press}, "Join")
 * Attributes that are null, undefined or false are left out; functions under "on…" become listeners.
 */
export function el(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const node = document.createElement(name || "div");
  if (classes.length) node.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) setAttribute(node, key, value);
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

function setAttribute(node, key, value) {
  if (value === null || value === undefined || value === false) return;
  if (key.startsWith("on") && typeof value === "function") node.addEventListener(key.slice(2), value);
  else if (key === "dataset") Object.assign(node.dataset, value);
  else node.setAttribute(key, value === true ? "" : String(value));
}

const SVG = "http://www.w3.org/2000/svg";
const ICONS = {
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zm10 3.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4z",
  out: "M14 4h6v6M20 4l-9 9M18 14v5H5V6h5",
  down: "M6 9l6 6 6-6",
  send: "M4 12h14M12 5l7 7-7 7",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 12.5l4.5 4.5L19 7.5",
  reply: "M4 20v-6a4 4 0 0 1 4-4h11M14 5l5 5-5 5",
  speech: "M4 5h16v11H10l-5 4v-4H4z",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
};

/** A line icon by name, hidden from assistive technology. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** The address if it is plain http(s), else null: "javascript:" and friends never become links. */
export function safeUrl(address) {
  try {
    const url = new URL(String(address), location.href);
    return ["http:", "https:"].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** Three dots that say "in progress". */
export function dots() {
  return el("span.dots", { "aria-hidden": "true" }, el("i"), el("i"), el("i"));
}

const HUE_STEP = 137; // degrees; neighbouring ids get colours far apart

/** A round picture with the name's first letter, coloured by id; apps get a rounded square. */
export function avatar(user, isApp = false) {
  const number = [...String(user.id)].reduce((sum, digit) => (sum * 10 + Number(digit)) % 9973, 0);
  const hue = (number * HUE_STEP) % 360;
  const tag = isApp ? "span.avatar.app" : "span.avatar";
  const face = el(tag, { "aria-hidden": "true" }, initial(nameOf(user)));
  face.style.setProperty("--hue", String(hue));
  return face;
}

function initial(name) {
  return [...name.trim()][0]?.toUpperCase() ?? "?";
}

const SUITS = /[♠♣♥♦][\uFE0E\uFE0F]?/g;
const RED_SUIT = /[♥♦]/;

/**
 * The nodes of a text, its suit signs coloured as Discord's emoji are: suited("8♥ 9♠") is "8", a red ♥,
 * " 9", a light ♠. They stay text, so colour is never the only cue.
 */
export function suited(text) {
  const nodes = [];
  let from = 0;
  for (const found of text.matchAll(SUITS)) {
    if (found.index > from) nodes.push(text.slice(from, found.index));
    nodes.push(el(RED_SUIT.test(found[0]) ? "span.suit.red" : "span.suit", {}, found[0]));
    from = found.index + found[0].length;
  }
  return from < text.length ? [...nodes, text.slice(from)] : nodes;
}

/** The face of an emoji: itself, or :name: for a custom one. */
export function emojiFace(emoji) {
  return el("span.emoji", { "aria-hidden": "true" }, ...(emoji.id ? [`:${emoji.name}:`] : suited(emoji.name)));
}

/** "#0a1b2c" for Discord's integer colours. */
export function hexColour(number) {
  return `#${(number & 0xffffff).toString(16).padStart(6, "0")}`;
}

/** What a person is called on screen. */
export function nameOf(user) {
  return user?.global_name || user?.username || "unknown user";
}

/** Orders snowflakes (decimal strings too long for a Number): negative when a is older. */
export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
