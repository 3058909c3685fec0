// Slash commands as the picker needs them: one entry per command that can be sent. Pure, no DOM.

const CHAT_INPUT = 1;
const SUBCOMMAND = 1;
const GROUP = 2;
const TYPE_NAMES = {
  3: "text", 4: "whole number", 5: "yes or no", 6: "user", 7: "channel", 8: "role", 9: "user or role",
  10: "number", 11: "file",
};

/**
 * Entries {path, description, options, commandId, chain} of every command usable in a place.
 * `chain` lists the names of the group and subcommand, outermost first, with their types.
 */
export function entries(commands, isDm) {
  return (commands ?? [])
    .filter((command) => (command.type ?? CHAT_INPUT) === CHAT_INPUT && isUsable(command, isDm))
    .flatMap((command) => flatten(command, { path: command.name, commandId: command.id, chain: [] }))
    .sort((a, b) => a.path.localeCompare(b.path));
}

function isUsable(command, isDm) {
  if (!isDm) return !command.contexts || command.contexts.includes(0);
  if (command.contexts) return command.contexts.includes(1);
  return command.dm_permission !== false && !command.guild_id;
}

function flatten(node, { path, commandId, chain }) {
  const options = node.options ?? [];
  const nested = options.filter((option) => option.type === SUBCOMMAND || option.type === GROUP);
  if (!nested.length) return [{ path, commandId, chain, description: node.description ?? "", options }];
  return nested.flatMap((option) => flatten(option, {
    path: `${path} ${option.name}`, commandId, chain: [...chain, { type: option.type, name: option.name }],
  }));
}

/** The entries that fit what was typed ("/ton ne"): prefixes first, then names that contain it. */
export function matching(all, typed) {
  const wanted = typed.replace(/^\//, "").trim().toLowerCase();
  const starts = all.filter((entry) => entry.path.startsWith(wanted));
  const words = wanted.split(/\s+/);
  const holds = all.filter((entry) => words.every((word) => entry.path.includes(word)));
  return [...new Set([...starts, ...holds])];
}

/**
 * Reads "/tongits new stake:10 rules:book" as {entry, values}; null when it names no whole command.
 * A value runs to the next "name:" of one of the command's options.
 */
export function parseTyped(all, typed) {
  const text = typed.replace(/^\//, "").trim();
  const entry = [...all].sort((a, b) => b.path.length - a.path.length)
    .find((one) => text === one.path || text.startsWith(`${one.path} `));
  if (!entry) return null;
  const rest = text.slice(entry.path.length).trim();
  const names = entry.options.map((option) => option.name);
  if (!rest) return { entry, values: {} };
  if (!names.length) return null;
  const parts = rest.split(new RegExp(`(?:^|\\s+)(${names.join("|")}):`));
  if (parts[0].trim()) return null;
  const values = {};
  for (let at = 1; at < parts.length; at += 2) values[parts[at]] = parts[at + 1].trim();
  return { entry, values };
}

/** What an option takes, in words: "whole number, 1 to 500". */
export function rule(option) {
  const { min_value: least, max_value: most, min_length: shortest, max_length: longest } = option;
  const words = [TYPE_NAMES[option.type] ?? "value"];
  if (option.choices?.length) return "choose one";
  if (least !== undefined && most !== undefined) words.push(`${least} to ${most}`);
  else if (least !== undefined) words.push(`at least ${least}`);
  else if (most !== undefined) words.push(`at most ${most}`);
  if (longest !== undefined) words.push(`${shortest ?? 0} to ${longest} characters`);
  return words.join(", ");
}

/** {value} ready to send, {} for an optional one left empty, or {error: sentence}. */
export function checked(option, raw) {
  const text = String(raw ?? "").trim();
  if (!text) return option.required ? { error: `${option.name} is required.` } : {};
  if (option.choices?.length) return checkedChoice(option, text);
  if (option.type === 4 || option.type === 10) return checkedNumber(option, text);
  if (option.type === 5) return checkedBoolean(option, text.toLowerCase());
  if (option.type === 11) return { error: `${option.name}: files cannot be sent from here.` };
  const isTooLong = text.length > (option.max_length ?? 6000) || text.length < (option.min_length ?? 0);
  return isTooLong ? { error: `${option.name} must be ${rule(option)}.` } : { value: text };
}

function checkedChoice(option, text) {
  const choice = option.choices.find((one) => String(one.value) === text)
    ?? option.choices.find((one) => one.name.toLowerCase() === text.toLowerCase());
  return choice ? { value: choice.value } : { error: `${option.name} must be one of the choices.` };
}

function checkedBoolean(option, text) {
  if (text !== "true" && text !== "false") return { error: `${option.name} must be yes or no.` };
  return { value: text === "true" };
}

function checkedNumber(option, text) {
  const value = Number(text);
  const isWrong = !Number.isFinite(value) || (option.type === 4 && !Number.isInteger(value))
    || value < (option.min_value ?? -Infinity) || value > (option.max_value ?? Infinity);
  return isWrong ? { error: `${option.name} must be a ${rule(option)}.` } : { value };
}

/** The interaction's options: the values nested below the group and subcommand names. */
export function interactionOptions(entry, values) {
  const leaves = entry.options.filter((option) => values[option.name] !== undefined)
    .map((option) => ({ type: option.type, name: option.name, value: values[option.name] }));
  return entry.chain.reduceRight((inner, step) => [{ ...step, options: inner }], leaves);
}
