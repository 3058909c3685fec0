// One raw Discord message as an article.
import { attachments, components } from "./components.js";
import { avatar, dots, el, icon, nameOf } from "./dom.js";
import { markdown, plainText } from "./markdown.js";
import { embed } from "./media.js";
import { FLAG } from "./store.js";
import { postedText } from "./timestamps.js";

/**
 * The article for a message. `context` is that of components.js plus errorText (or null),
 * find(id) for messages replied to, and dismiss(message).
 */
export function messageNode(message, context) {
  const isEphemeral = Boolean(message.flags & FLAG.EPHEMERAL);
  return el(isEphemeral ? "article.message.ephemeral" : "article.message", {
    role: "listitem", tabindex: "-1",
    dataset: { messageId: message.id, authorId: message.author.id },
  },
  ...contextLine(message, context),
  avatar(message.author, message.author.bot),
  el("div.body", {},
    headLine(message),
    ...(message.flags & FLAG.LOADING ? [thinking(message)] : content(message, context)),
    context.errorText && el("div.failed", { role: "status" }, context.errorText),
    isEphemeral && ephemeralFoot(message, context)));
}

function headLine(message) {
  return el("header.head", {},
    el("span.author", {}, nameOf(message.author)),
    message.author.bot && el("span.tag", {}, "APP"),
    message.timestamp && el("time.posted", { datetime: message.timestamp }, postedText(message.timestamp)));
}

/** Above the message: the command it answers, or the message it replies to. */
function contextLine(message, context) {
  const by = message.interaction_metadata ?? message.interaction;
  const command = message.interaction?.name ?? by?.name;
  if (by?.type === 2 && command) return [commandLine(by.user, command)];
  const originId = by?.interacted_message_id ?? message.message_reference?.message_id;
  const origin = message.referenced_message ?? context.find(originId);
  return origin ? [replyLine(origin, context)] : [];
}

/** "Ana used /tongits new". */
export function commandLine(user, command) {
  const who = el("b", {}, nameOf(user));
  return el("div.context", {}, icon("reply"), who, " used ", el("span.command", {}, `/${command}`));
}

function replyLine(origin, context) {
  return el("div.context", {}, icon("reply"), el("b", {}, nameOf(origin.author)), " ",
    el("span.snippet", {}, summary(origin, context.names) || "a message"));
}

/** The first words of a message, for previews and announcements. */
export function summary(message, names, length = 120) {
  const source = message.content || firstText(message.components) || message.embeds?.[0]?.title;
  const text = plainText(source, names);
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

function firstText(list) {
  for (const one of list ?? []) {
    const text = one.type === 10 ? one.content : firstText(one.components);
    if (text) return text;
  }
  return null;
}

function thinking(message) {
  return el("div.thinking", {}, dots(), `${nameOf(message.author)} is thinking…`);
}

function content(message, context) {
  const edited = message.edited_timestamp && el("span.edited", {}, "(edited)");
  if (message.flags & FLAG.V2) return [el("div.v2", {}, ...components(message.components, context)), edited];
  const text = markdown(message.content, context.names);
  if (edited && text.length) text.at(-1).append(" ", edited);
  return [
    text.length ? el("div.content", {}, ...text) : edited,
    ...(message.embeds ?? []).map((raw) => embed(raw, context.names)),
    ...attachments(message),
    ...components(message.components, context),
  ];
}

function ephemeralFoot(message, context) {
  const dismiss = {
    type: "button", "aria-label": "Dismiss this message", onclick: () => context.dismiss(message),
  };
  return el("footer.private", {}, icon("eye"),
    el("span", {}, "Only you can see this"),
    el("span", { "aria-hidden": "true" }, "·"),
    el("button.text-button", dismiss, "Dismiss"));
}
