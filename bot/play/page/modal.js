// Modals as a native <dialog>: focus stays inside, Escape cancels.
import { el, icon } from "./dom.js";
import { modalField } from "./modal_fields.js";

/**
 * Shows a modal. `names` as in markdown.js; submit(components) gets Discord's modal-submit
 * components. The dialog stays until close() or fail(sentence) of the answer is called.
 */
export function openModal(modal, names, submit) {
  const fields = modal.components.map((component) => modalField(component, names));
  const error = el("p.failed", { role: "alert", hidden: true });
  const send = el("button.btn.primary", { type: "submit" }, "Submit");
  const dialog = dialogOf(modal, fields, error, send);
  const fail = (sentence) => {
    send.removeAttribute("aria-busy");
    error.textContent = sentence;
    error.hidden = false;
  };
  dialog.addEventListener("submit", (event) => {
    event.preventDefault();
    const wrong = fields.map((one) => one.check()).find(Boolean);
    if (wrong) return fail(wrong);
    error.hidden = true;
    send.setAttribute("aria-busy", "true");
    return submit(fields.map((one) => one.read()).filter(Boolean));
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("input, textarea, select")?.focus();
  return { close: () => dialog.close(), fail };
}

function dialogOf(modal, fields, error, send) {
  const cancel = () => dialog.close();
  const dialog = el("dialog.modal", {
    "aria-labelledby": "modal-title",
    dataset: { modal: modal.custom_id },
    onclose: () => dialog.remove(),
  },
  el("form", { novalidate: true },
    el("header.dialog-head", {},
      el("h2", { id: "modal-title" }, modal.title),
      el("button.icon-button", { type: "button", "aria-label": "Close", onclick: cancel }, icon("close"))),
    el("div.dialog-body", {}, ...fields.map((one) => one.node), error),
    el("footer.dialog-foot", {}, el("button.btn.secondary", { type: "button", onclick: cancel }, "Cancel"), send)));
  return dialog;
}
