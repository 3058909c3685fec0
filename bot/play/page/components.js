// Message components (Components V2 and classic rows) as DOM. Each type has one small function.
import { el, emojiFace, hexColour, icon, safeUrl, suited } from "./dom.js";
import { markdown } from "./markdown.js";
import { isImage } from "./media.js";
import { selectControl } from "./select.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
const RENDER = {
  1: actionRow, 2: button, 3: selectControl, 5: selectControl, 6: selectControl, 7: selectControl, 8: selectControl,
  9: section, 10: textDisplay, 11: thumbnail, 12: gallery, 13: file, 14: separator, 17: container,
};

/**
 * The nodes of raw components. `context` has: message, names, pendingId (the custom_id that waits
 * for an answer), picked(customId) and press(component, values).
 */
export function components(list, context) {
  return (list ?? []).map((component) => componentNode(component, context));
}

function componentNode(component, context) {
  const make = RENDER[component.type];
  if (make) return make(component, context);
  return el("div.unknown", {}, `Component type ${component.type} cannot be shown here.`);
}

function actionRow(row, context) {
  return el("div.row", {}, ...components(row.components, context));
}

function textDisplay(component, context) {
  return el("div.display", {}, ...markdown(component.content, context.names));
}

function button(component, context) {
  const label = component.label && el("span.label", {}, ...suited(component.label));
  const face = [component.emoji && emojiFace(component.emoji), label];
  const name = component.label ?? component.emoji?.name ?? "button";
  if (component.style === 5) return linkButton(component, face, name, context);
  const isPending = context.pendingId === component.custom_id;
  return el(`button.btn.${STYLES[component.style] ?? "secondary"}${isPending ? ".pending" : ""}`, {
    type: "button", "aria-label": component.label ? null : name, "aria-busy": isPending ? "true" : null,
    disabled: component.disabled || component.style === 6,
    dataset: { customId: component.custom_id ?? "" },
    onclick: () => { if (!isPending) context.press(component, null); },
  }, ...face, isPending && el("span.spinner", { "aria-hidden": "true" }));
}

function linkButton(component, face, name, context) {
  const href = component.disabled ? null : safeUrl(component.url);
  const jump = context.names.jump?.(component.url) ?? null;
  return el("a.btn.secondary.link", {
    href, "aria-label": component.label ? null : name, "aria-disabled": href ? null : "true", onclick: jump?.go,
    target: jump ? null : "_blank", rel: "noopener noreferrer",
  }, ...face, icon(jump ? "reply" : "out"));
}

function section(component, context) {
  return el("div.section", {},
    el("div.section-text", {}, ...components(component.components, context)),
    component.accessory && el("div.accessory", {}, componentNode(component.accessory, context)));
}

function container(component, context) {
  const box = el("div.container", {}, ...components(component.components, context));
  if (component.accent_color !== null && component.accent_color !== undefined) {
    box.classList.add("accented");
    box.style.setProperty("--accent-line", hexColour(component.accent_color));
  }
  return component.spoiler ? covered(box) : box;
}

function separator(component) {
  const size = component.spacing === 2 ? "large" : "small";
  return component.divider === false ? el(`div.gap.${size}`) : el(`hr.separator.${size}`);
}

/** The address of a media item; "attachment://name" is looked up among the message's attachments. */
function mediaUrl(media, message) {
  const named = /^attachment:\/\/(.+)$/.exec(media?.url ?? "");
  const found = named && (message.attachments ?? []).find((one) => one.filename === named[1]);
  return safeUrl(found ? found.url : media?.proxy_url || media?.url);
}

function picture(item, context, kind) {
  const src = mediaUrl(item.media, context.message);
  if (!src) return el("span.unknown", {}, "picture");
  const image = el(`img.${kind}`, { src, alt: item.description ?? "", loading: "lazy" });
  return item.spoiler ? covered(image) : image;
}

function thumbnail(component, context) {
  return picture(component, context, "thumbnail");
}

function gallery(component, context) {
  const items = component.items ?? [];
  const pictures = items.map((item) => picture(item, context, "picture"));
  return el("div.gallery", { dataset: { count: Math.min(items.length, 4) } }, ...pictures);
}

function file(component, context) {
  const href = mediaUrl(component.file, context.message);
  const name = component.name ?? (component.file?.url ?? "file").split("/").pop();
  return fileCard(name, component.size, href);
}

/** A line with a file's name, size and a link to it. */
export function fileCard(name, size, href) {
  const details = Number.isFinite(size) ? ` · ${Math.max(1, Math.round(size / 1024))} KB` : "";
  return el("a.file", { href, target: "_blank", rel: "noopener noreferrer", download: name },
    icon("file"), el("span", {}, name), el("span.muted", {}, details));
}

/** The pictures and files sent with a classic message. */
export function attachments(message) {
  return (message.attachments ?? []).map((one) => {
    const src = safeUrl(one.url);
    if (!isImage(one) || !src) return fileCard(one.filename, one.size, src);
    return el("img.attachment", { src, alt: one.description ?? one.filename, loading: "lazy" });
  });
}

/** Hides something behind a "Spoiler" button until pressed. */
function covered(node) {
  const box = el("div.covered", {}, node);
  node.inert = true;
  const reveal = el("button.btn.secondary.reveal", { type: "button", onclick: () => {
    node.inert = false;
    box.classList.add("shown");
    reveal.remove();
  } }, "Spoiler");
  box.append(reveal);
  return box;
}
