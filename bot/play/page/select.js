// Select menus: a control in the message and one popup. A single choice is sent at once; several
// are ticked in the popup and sent when it closes, if they changed and their number is allowed.
import { el, emojiFace, icon, suited } from "./dom.js";

const PLACEHOLDERS = {
  3: "Make a selection", 5: "Select a user", 6: "Select a role", 7: "Select a user or role", 8: "Select a channel",
};
const NARROW_PX = 560;
let open = null; // {popup, control, component, context, picks, before}

/** The control that shows a select's present choice and opens its popup. */
export function selectControl(component, context) {
  const options = optionsOf(component, context);
  const values = context.picked(component.custom_id) ?? defaultsOf(component);
  const isPending = context.pendingId === component.custom_id;
  const placeholder = component.placeholder || PLACEHOLDERS[component.type];
  const control = el(isPending ? "button.select.pending" : "button.select", {
    type: "button", disabled: component.disabled, "aria-haspopup": "listbox", "aria-expanded": "false",
    "aria-label": spokenName(placeholder, options, values), "aria-busy": isPending ? "true" : null,
    dataset: { customId: component.custom_id, placeholder, kind: isMultiple(component) ? "multiple" : "single" },
    onclick: () => (isOpenOn(control) ? closePopup() : openPopup(control, component, context)),
  }, face(placeholder, options, values), isPending ? el("span.spinner", { "aria-hidden": "true" }) : icon("down"));
  return control;
}

function spokenName(placeholder, options, values) {
  const labels = options.filter((one) => values.includes(one.value)).map((one) => one.label);
  return labels.length ? `${placeholder}: ${labels.join(", ")}` : placeholder;
}

function face(placeholder, options, values) {
  const picked = options.filter((one) => values.includes(one.value));
  if (!picked.length) return el("span.select-face.empty", {}, ...suited(placeholder));
  const chips = picked.map((one) => el("span.chip", {}, one.emoji && emojiFace(one.emoji), ...suited(one.label)));
  return el("span.select-face", {}, ...chips);
}

/** The options as {value, label, description?, emoji?}; user and channel selects list who is here. */
export function optionsOf(component, { names }) {
  if (component.type === 3) return component.options ?? [];
  if (component.type === 8) return names.channels().map((one) => ({ value: one.id, label: `#${one.name}` }));
  if (component.type === 6) return [];
  return names.users().map((one) => ({ value: one.id, label: names.user(one.id) }));
}

/** The values a select starts with. */
export function defaultsOf(component) {
  const chosen = (component.options ?? []).filter((one) => one.default).map((one) => one.value);
  return component.type === 3 ? chosen : (component.default_values ?? []).map((one) => one.id);
}

/** True when more than one option may be picked. */
export function isMultiple(component) {
  return (component.max_values ?? 1) > 1;
}

function isOpenOn(control) {
  return open?.control === control;
}

function openPopup(control, component, context) {
  closePopup();
  const picks = new Set(context.picked(component.custom_id) ?? defaultsOf(component));
  const popup = el("div.popup", {
    role: "listbox",
    tabindex: "-1",
    "aria-label": control.dataset.placeholder,
    "aria-multiselectable": isMultiple(component) ? "true" : null,
    dataset: { popupFor: component.custom_id },
    onkeydown: onKey,
  });
  open = { popup, control, component, context, picks, before: [...picks].sort().join("\n") };
  const options = optionsOf(component, context);
  popup.append(el("div.popup-options", { role: "presentation" }, ...options.map(optionRow)), ...footerRow());
  if (!options.length) popup.prepend(el("div.muted.nothing", {}, "Nothing to choose from"));
  document.body.append(popup);
  control.setAttribute("aria-expanded", "true");
  place();
  paint();
  (popup.querySelector('[aria-selected="true"]') ?? popup.querySelector("[role=option]") ?? popup).focus();
}

function optionRow(option) {
  const about = option.description && el("span.option-about", {}, ...suited(option.description));
  return el("div.option", {
    role: "option", tabindex: "-1", dataset: { value: option.value }, onclick: () => toggle(option.value),
  },
  isMultiple(open.component) && el("span.box", { "aria-hidden": "true" }, icon("check")),
  option.emoji && emojiFace(option.emoji),
  el("span.option-text", {}, el("span.option-label", {}, ...suited(option.label)), about));
}

function footerRow() {
  if (!isMultiple(open.component)) return [];
  return [el("div.popup-foot", { role: "presentation" }, el("span.muted.count", { "aria-live": "polite" }),
    el("button.btn.primary.done", { type: "button", onclick: () => closePopup() }, "Done"))];
}

function toggle(value) {
  const { component, picks } = open;
  if (!isMultiple(component)) {
    const isTakenBack = component.min_values === 0 && picks.has(value);
    return finish(isTakenBack ? [] : [value]);
  }
  if (picks.has(value)) picks.delete(value);
  else if (picks.size < component.max_values) picks.add(value);
  return paint();
}

function paint() {
  const { popup, picks, component } = open;
  const isFull = isMultiple(component) && picks.size >= component.max_values;
  for (const row of popup.querySelectorAll("[role=option]")) {
    const isPicked = picks.has(row.dataset.value);
    row.setAttribute("aria-selected", String(isPicked));
    row.toggleAttribute("data-full", isFull && !isPicked);
  }
  const count = popup.querySelector(".count");
  if (count) count.textContent = `${picks.size} picked · ${countRule(component)}`;
}

function countRule({ min_values: least = 1, max_values: most = 1 }) {
  return least === most ? `choose ${most}` : least ? `choose ${least} to ${most}` : `up to ${most}`;
}

function onKey(event) {
  const rows = [...open.popup.querySelectorAll("[role=option]")];
  const at = rows.indexOf(document.activeElement);
  const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
  if (event.key in steps) rows[(steps[event.key] + rows.length) % rows.length]?.focus();
  else if ((event.key === "Enter" || event.key === " ") && at >= 0) toggle(rows[at].dataset.value);
  else if (event.key === "Escape" || (event.key === "Tab" && !open.popup.querySelector(".done"))) closePopup();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Closes the popup; what was ticked is sent when it changed and its number is allowed. */
export function closePopup() {
  if (!open) return;
  const { picks, before, component } = open;
  const all = optionsOf(component, open.context).map((one) => one.value);
  const values = all.filter((value) => picks.has(value));
  const isAllowed = values.length >= (component.min_values ?? 1);
  if (isMultiple(component) && isAllowed && [...values].sort().join("\n") !== before) finish(values);
  else shut();
}

function finish(values) {
  const { component, context } = open;
  shut();
  context.press(component, values);
}

function shut() {
  const { popup, control } = open;
  open = null;
  const hadFocus = popup.contains(document.activeElement);
  popup.remove();
  control.setAttribute("aria-expanded", "false");
  if (hadFocus) control.focus({ preventScroll: true });
}

/** After a redraw: hangs the open popup on the new control, or shuts it when its options are gone. */
export function keepPopup(root) {
  if (!open || open.control.isConnected) return;
  const { component, context } = open;
  const id = CSS.escape(component.custom_id);
  const control = root.querySelector(`[data-message-id="${context.message.id}"] button.select[data-custom-id="${id}"]`);
  const fresh = findComponent(context.current()?.components, component.custom_id);
  const isSame = fresh && JSON.stringify(fresh.options) === JSON.stringify(component.options);
  if (!isSame || !control || control.disabled) return shut();
  open.control = control;
  control.setAttribute("aria-expanded", "true");
  return place();
}

function findComponent(list, customId) {
  for (const one of list ?? []) {
    const found = one.custom_id === customId ? one : findComponent(one.components, customId);
    if (found) return found;
  }
  return null;
}

function place() {
  const { popup, control } = open;
  popup.removeAttribute("style");
  if (innerWidth <= NARROW_PX) return popup.classList.add("sheet");
  const box = control.getBoundingClientRect();
  const below = innerHeight - box.bottom - 12;
  const isAbove = below < 260 && box.top > below;
  popup.style.left = `${Math.max(8, Math.min(box.left, innerWidth - box.width - 8))}px`;
  popup.style.width = `${box.width}px`;
  popup.style.maxHeight = `${Math.min(420, isAbove ? box.top - 12 : below)}px`;
  popup.style.top = isAbove ? "auto" : `${box.bottom + 4}px`;
  popup.style.bottom = isAbove ? `${innerHeight - box.top + 4}px` : "auto";
  return popup.classList.remove("sheet");
}

document.addEventListener("pointerdown", (event) => {
  if (open && !open.popup.contains(event.target) && !open.control.contains(event.target)) closePopup();
});
addEventListener("resize", () => open && place());
