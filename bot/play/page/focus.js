// Where the keyboard focus goes when the message that holds it is drawn anew.
const CONTROLS = "button, a[href], [tabindex='0']";

/** What is needed to find the focused control of a message again: its id, its kind, its name, its place. */
export function focusMark(node) {
  const active = document.activeElement;
  const { customId, placeholder } = active.dataset;
  return { customId, placeholder, label: active.textContent, at: controlsOf(node).indexOf(active) };
}

/**
 * Focuses the same control in the message's new node: by id, else the select of that name or the button
 * of that label, else the nearest usable control from its old place on. The message itself comes last.
 */
export function restoreFocus(node, mark) {
  const all = controlsOf(node);
  const usable = all.filter((one) => !one.disabled);
  const isSame = mark.placeholder
    ? (one) => one.dataset.placeholder === mark.placeholder
    : (one) => !one.dataset.placeholder && mark.label && one.textContent === mark.label;
  const found = usable.find((one) => mark.customId && one.dataset.customId === mark.customId)
    ?? usable.find(isSame) ?? nearest(all, mark.at) ?? node;
  found.focus({ preventScroll: true });
}

function controlsOf(node) {
  return [...node.querySelectorAll(CONTROLS)];
}

/**
 * The first usable control at a place or after it, else the last one before it; undefined for none.
 * Never one in red: a second press of Enter must not leave the table that the first one joined.
 */
function nearest(all, at) {
  const isUsable = (one) => !one.disabled && !one.classList.contains("danger");
  return all.slice(Math.max(at, 0)).find(isUsable) ?? all.slice(0, Math.max(at, 0)).findLast(isUsable);
}
