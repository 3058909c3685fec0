// Embeds of classic messages, and what counts as a picture.
import { el, hexColour, safeUrl } from "./dom.js";
import { markdown } from "./markdown.js";
import { postedText } from "./timestamps.js";

/** True for attachments a browser shows as a picture. */
export function isImage(attachment) {
  const type = attachment.content_type ?? "";
  return type.startsWith("image/") || /\.(png|jpe?g|gif|webp|svg)$/i.test(attachment.filename ?? "");
}

/** One embed as a card. */
export function embed(raw, names) {
  const card = el("article.embed", {},
    raw.author?.name && el("div.embed-author", {}, ...linked(raw.author.name, raw.author.url)),
    raw.title && el("div.embed-title", {}, ...linked(raw.title, raw.url)),
    raw.description && el("div.embed-text", {}, ...markdown(raw.description, names)),
    raw.fields?.length ? el("div.fields", {}, ...raw.fields.map((one) => field(one, names))) : null,
    picture(raw.image, "embed-image"),
    picture(raw.thumbnail, "embed-thumbnail"),
    footer(raw));
  if (Number.isInteger(raw.color)) card.style.setProperty("--accent-line", hexColour(raw.color));
  return card;
}

function linked(text, url) {
  const href = url ? safeUrl(url) : null;
  return [href ? el("a", { href, target: "_blank", rel: "noopener noreferrer" }, text) : text];
}

function field(raw, names) {
  return el(raw.inline ? "div.field.inline" : "div.field", {},
    el("div.field-name", {}, ...markdown(raw.name, names)),
    el("div.field-value", {}, ...markdown(raw.value, names)));
}

function picture(media, kind) {
  const src = media?.url ? safeUrl(media.proxy_url || media.url) : null;
  return src ? el(`img.${kind}`, { src, alt: "", loading: "lazy" }) : null;
}

function footer(raw) {
  const parts = [raw.footer?.text, raw.timestamp && postedText(raw.timestamp)].filter(Boolean);
  return parts.length ? el("div.embed-footer", {}, parts.join(" · ")) : null;
}
