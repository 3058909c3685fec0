// Discord's markdown as DOM nodes. Nothing is ever parsed as HTML, so text cannot inject markup.
import { el, safeUrl, suited } from "./dom.js";
import { timestamp } from "./timestamps.js";

const FENCE = /```(?:([\w+-]+)\n)?\n?([\s\S]*?)\n?```/;
const HEADING = /^(#{1,3})\s+(.+?)\s*#*$/;
const SUBTEXT = /^-#\s+(.+)$/;
const LIST_ITEM = /^(\s*)(?:([-*])|(\d{1,9})\.)\s+(.*)$/;
const QUOTE = /^> ?(.*)$/;

/**
 * The nodes for a text. `names` answers user(id), channel(id), role(id) with a name or null, and
 * jump(url) with {label, name, go(event)} for a link to something on this page (or null).
 */
export function markdown(text, names) {
  const nodes = [];
  let rest = String(text ?? "");
  for (let fence = FENCE.exec(rest); fence; fence = FENCE.exec(rest)) {
    nodes.push(...blocks(rest.slice(0, fence.index).replace(/\n$/, ""), names));
    nodes.push(el("pre.code", { tabindex: "0" }, el("code", {}, fence[2])));
    rest = rest.slice(fence.index + fence[0].length).replace(/^\n/, "");
  }
  return [...nodes, ...blocks(rest, names)];
}

function blocks(text, names) {
  if (!text) return [];
  const nodes = [];
  const lines = text.split("\n");
  let plain = [];
  const flush = () => {
    if (plain.length) nodes.push(el("div.text", {}, ...inline(plain.join("\n"), names)));
    plain = [];
  };
  while (lines.length) {
    const block = takeBlock(lines, names);
    if (block) { flush(); nodes.push(block); } else plain.push(lines.shift());
  }
  flush();
  return nodes;
}

/** Takes a heading, subtext, quote or list off the front of the lines; null for a plain line. */
function takeBlock(lines, names) {
  const [line] = lines;
  if (line.startsWith(">>> ")) {
    return el("blockquote", {}, ...blocks(lines.splice(0).join("\n").slice(4), names));
  }
  if (QUOTE.test(line) && line.startsWith("> ")) return takeQuote(lines, names);
  if (LIST_ITEM.test(line)) return takeList(lines, names);
  const heading = HEADING.exec(line);
  if (heading) {
    lines.shift();
    const level = heading[1].length;
    const role = { role: "heading", "aria-level": level + 2 }; // below the page's own h1 and h2
    return el(`div.heading.h${level}`, role, ...inline(heading[2], names));
  }
  const subtext = SUBTEXT.exec(line);
  if (!subtext) return null;
  lines.shift();
  return el("div.subtext", {}, ...inline(subtext[1], names));
}

function takeQuote(lines, names) {
  const quoted = [];
  while (lines.length && /^>( |$)/.test(lines[0])) quoted.push(QUOTE.exec(lines.shift())[1]);
  return el("blockquote", {}, ...blocks(quoted.join("\n"), names));
}

function takeList(lines, names) {
  const [, indent, bullet, start] = LIST_ITEM.exec(lines[0]);
  const list = start === undefined ? el("ul") : el("ol", { start });
  while (lines.length) {
    const item = LIST_ITEM.exec(lines[0]);
    if (!item || item[1].length < indent.length) break;
    if (item[1].length === indent.length && Boolean(item[2]) !== Boolean(bullet)) break;
    if (item[1].length > indent.length && list.lastChild) list.lastChild.append(takeList(lines, names));
    else { lines.shift(); list.append(el("li", {}, ...inline(item[4], names))); }
  }
  return list;
}

// Each rule: a sticky pattern, and what its match becomes. The first that matches at a position wins.
const RULES = [
  [/\\([^0-9A-Za-z\s])/y, (m) => m[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (m) => el("code.inline", {}, m[2].replace(/^ (.*) $/, "$1"))],
  [/\|\|([\s\S]+?)\|\|/y, (m, names) => spoiler(inline(m[1], names))],
  [/\*\*\*(?=\S)([\s\S]+?)\*\*\*(?!\*)/y, (m, names) => boldItalic(m[1], names)],
  [/\*\*(?=\S)([\s\S]+?)\*\*(?!\*)/y, (m, names) => el("strong", {}, ...inline(m[1], names))],
  [/__(?=\S)([\s\S]+?)__(?!_)/y, (m, names) => el("u", {}, ...inline(m[1], names))],
  [/\*(?=[^\s*])((?:[^*]|\*\*(?!\*))+?)\*(?!\*)/y, (m, names) => el("em", {}, ...inline(m[1], names))],
  [/(?<![\w])_(?=[^\s_])((?:[^_]|__)+?)_(?!\w)/y, (m, names) => el("em", {}, ...inline(m[1], names))],
  [/~~(?=\S)([\s\S]+?)~~/y, (m, names) => el("s", {}, ...inline(m[1], names))],
  [
    /\[((?:[^[\]]|\[[^[\]]*\])+)\]\(\s*<?(https?:\/\/[^\s<>)]+)>?(?:\s+"[^"]*")?\s*\)/y,
    (m, names) => link(m[2], inline(m[1], names), names),
  ],
  [/<(https?:\/\/[^\s<>]+)>/y, (m, names) => link(m[1], null, names)],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;!?"')\]*_|]/y, (m, names) => link(m[0], null, names)],
  [/<@!?(\d+)>/y, (m, names) => mention("@", names.user(m[1]) ?? "unknown user", names.isMe?.(m[1]))],
  [/<@&(\d+)>/y, (m, names) => mention("@", names.role?.(m[1]) ?? "role")],
  [/<#(\d+)>/y, (m, names) => mention("#", names.channel(m[1]) ?? "unknown")],
  [/<\/([^:>]+):\d+>/y, (m) => mention("/", m[1])],
  [/@(everyone|here)\b/y, (m) => mention("@", m[1])],
  [/<t:(-?\d{1,13})(?::([a-zA-Z]))?>/y, (m) => timestamp(Number(m[1]), m[2] ?? "f")],
  [/<a?:(\w{2,32}):\d+>/y, (m) => el("span.emoji", { role: "img", "aria-label": m[1] }, `:${m[1]}:`)],
];

/** The nodes for one run of text without blocks. */
export function inline(text, names) {
  const nodes = [];
  let plain = "";
  for (let at = 0; at < text.length;) {
    const [node, length] = matchAt(text, at, names);
    if (typeof node === "string") plain += node;
    else {
      if (plain) nodes.push(plain);
      plain = "";
      nodes.push(node);
    }
    at += length;
  }
  return grouped(plain ? [...nodes, plain] : nodes);
}

const GAP = "\u2003";

/** Groups that an em space sets apart stay whole where they fit: a line breaks between them first. */
function grouped(nodes) {
  const isText = (node) => typeof node === "string";
  const pieces = nodes.flatMap((node) => (isText(node) ? node.split(/([\u2003\n])/).filter(Boolean) : [node]));
  const lines = [[]];
  for (const piece of pieces) {
    lines.at(-1).push(piece);
    if (piece === "\n") lines.push([]);
  }
  return lines.flatMap(groupedLine);
}

function groupedLine(pieces) {
  const made = [];
  const isSetApart = pieces.includes(GAP);
  let group = null;
  for (const piece of pieces) {
    const parts = typeof piece === "string" ? suited(piece) : [piece];
    if (piece === GAP || piece === "\n" || !isSetApart) {
      group = null;
      made.push(...parts);
    } else if (group) group.append(...parts);
    else made.push(group = el("span.group", {}, ...parts));
  }
  return made;
}

function matchAt(text, at, names) {
  for (const [pattern, make] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return [make(match, names), match[0].length];
  }
  const character = String.fromCodePoint(text.codePointAt(at));
  return [character, character.length];
}

function boldItalic(text, names) {
  return el("strong", {}, el("em", {}, ...inline(text, names)));
}

function mention(mark, name, isMe = false) {
  return el(isMe ? "span.mention.me" : "span.mention", {}, mark + name);
}

function link(address, label, names) {
  const href = safeUrl(address);
  const jump = names.jump?.(address) ?? null;
  const text = label ?? (jump ? jump.label : [address]);
  if (!href) return el("span", {}, ...text);
  const name = jump && !label ? jump.name : null;
  if (jump) return el("a", { href, "aria-label": name, onclick: jump.go, dataset: { jump: "1" } }, ...text);
  return el("a", { href, target: "_blank", rel: "noopener noreferrer" }, ...text);
}

function spoiler(children) {
  const inside = el("span.inside", { "aria-hidden": "true" }, ...children);
  const reveal = () => {
    node.classList.add("shown");
    inside.removeAttribute("aria-hidden");
    for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
  };
  const node = el("span.spoiler", {
    role: "button", tabindex: "0", "aria-label": "Spoiler, press to show", onclick: reveal,
    onkeydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      reveal();
    },
  }, inside);
  return node;
}

/** The text without its marks, for one-line previews and announcements; they keep no running clock. */
export function plainText(text, names) {
  const still = String(text ?? "").replace(/<t:(-?\d+):R>/g, "<t:$1:t>");
  return markdown(still, names).map((node) => node.textContent).join(" ").replace(/\s+/g, " ").trim();
}
