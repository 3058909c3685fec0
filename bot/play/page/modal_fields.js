// The fields of a modal, one maker per component type. Each gives {node, control, value(), check?()}:
// value() is what Discord gets ({value} or {values}), check() a sentence when it is not allowed.
import { el } from "./dom.js";
import { markdown } from "./markdown.js";
import { defaultsOf, isMultiple, optionsOf } from "./select.js";

const LABEL = 18;
const TEXT_DISPLAY = 10;
const RADIO_GROUP = 21;
const PARAGRAPH = 2;
const LONGEST_TEXT = 4000;
const INPUTS = {
  3: pickInput, 4: textInput, 5: pickInput, 6: pickInput, 7: pickInput, 8: pickInput,
  21: pickInput, 22: checkboxGroup, 23: checkbox,
};

/** One top-level component: {node, check() -> sentence or null, read() -> submitted component or null}. */
export function modalField(component, names) {
  if (component.type === TEXT_DISPLAY) return proseField(component, names);
  const inner = component.component ?? component.components[0];
  const input = (INPUTS[inner.type] ?? unknownInput)(inner, names);
  const label = component.label ?? inner.label ?? inner.placeholder ?? "";
  return {
    node: labelled(component, inner, label, input),
    check: () => wrongWith(input, label, inner.required ?? true),
    read: () => submitted(component, inner, input.value()),
  };
}

function proseField(component, names) {
  const node = el("div.display", {}, ...markdown(component.content, names));
  return { node, check: () => null, read: () => null };
}

function labelled(component, inner, label, input) {
  const star = (inner.required ?? true) && el("span.required", { "aria-hidden": "true" }, " *");
  const id = `field-${inner.custom_id}`;
  input.control.id = id;
  const about = component.description && el("p.muted.about", { id: `${id}-about` }, component.description);
  if (about) input.control.setAttribute("aria-describedby", `${id}-about`);
  return el("div.field-box", {}, el("label", { for: id }, label, star), about, input.node);
}

function wrongWith(input, label, isRequired) {
  const { value, values } = input.value();
  const isEmpty = (value ?? "") === "" && !(values ?? []).length;
  if (isEmpty) return isRequired ? `“${label}” must be filled in.` : null;
  const wrong = input.check?.() ?? null;
  return wrong && `“${label}”: ${wrong}`;
}

function submitted(component, inner, value) {
  const answer = { type: inner.type, id: inner.id, custom_id: inner.custom_id, ...value };
  if (component.type === LABEL) return { type: LABEL, id: component.id, component: answer };
  return { type: component.type, id: component.id, components: [answer] };
}

function textInput(inner) {
  const shared = {
    name: inner.custom_id,
    placeholder: inner.placeholder,
    maxlength: inner.max_length ?? LONGEST_TEXT,
    autocomplete: "off",
    dataset: { customId: inner.custom_id },
  };
  const isLong = inner.style === PARAGRAPH;
  const control = isLong ? el("textarea", { ...shared, rows: 4 }) : el("input", { ...shared, type: "text" });
  control.value = inner.value ?? "";
  const least = inner.min_length ?? 0;
  const check = () => (control.value.length < least ? `at least ${least} characters.` : null);
  return { node: control, control, value: () => ({ value: control.value }), check };
}

function pickInput(inner, names) {
  return isMultiple(inner) ? tickInput(inner, names) : dropdown(inner, names);
}

function checkboxGroup(inner, names) {
  return tickInput({ ...inner, max_values: inner.max_values ?? inner.options.length }, names);
}

/** Options of selects, radio and checkbox groups alike. */
function choicesOf(inner, names) {
  return inner.options ?? optionsOf(inner, { names });
}

function dropdown(inner, names) {
  const options = choicesOf(inner, names);
  const control = el("select", { name: inner.custom_id, dataset: { customId: inner.custom_id } },
    el("option", { value: "" }, inner.placeholder || "Choose…"),
    ...options.map(({ value, label, description }) => el("option", { value }, description ? `${label} — ${description}` : label)));
  control.value = options.find((one) => one.default)?.value ?? defaultsOf(inner)[0] ?? "";
  const picked = () => (control.value ? [control.value] : []);
  const value = () => (inner.type === RADIO_GROUP ? { value: picked()[0] ?? null } : { values: picked() });
  return { node: control, control, value };
}

function tickInput(inner, names) {
  const boxes = choicesOf(inner, names).map(tickRow);
  const control = el("div.ticks", {
    role: "group",
    "aria-label": inner.placeholder || "Choose",
    dataset: { customId: inner.custom_id },
  }, ...boxes.map((one) => one.row));
  const picked = () => boxes.filter((one) => one.box.checked).map((one) => one.box.value);
  const check = () => {
    if (picked().length < (inner.min_values ?? 1)) return `choose at least ${inner.min_values ?? 1}.`;
    return picked().length > inner.max_values ? `choose at most ${inner.max_values}.` : null;
  };
  return { node: control, control, value: () => ({ values: picked() }), check };
}

function tickRow(option) {
  const box = el("input", { type: "checkbox", value: option.value, checked: option.default });
  const about = option.description && el("span.muted", {}, option.description);
  return { box, row: el("label.tick", {}, box, el("span", {}, option.label), about) };
}

function checkbox(inner) {
  const control = el("input", { type: "checkbox", checked: inner.default, dataset: { customId: inner.custom_id } });
  return { node: control, control, value: () => ({ value: control.checked }) };
}

function unknownInput(inner) {
  const control = el("p.unknown", {}, `Component type ${inner.type} cannot be filled in here.`);
  return { node: control, control, value: () => ({ values: [] }) };
}
