// What a person does (commands, presses, modals) and the answers to it, told apart by nonce.
import { dots, el, icon, nameOf } from "./dom.js";
import { commandLine } from "./message.js";
import { openModal } from "./modal.js";

const FAILED = "This interaction failed";
const LONGEST_WAIT_MS = 10_000; // the server says "failed" after 3 s; this is for a server that went away

export class Actions {
  /**
   * `page` gives: namesOf(store), redraw(store, messageId), toast(text), and
   * paneFor(store, channelId), null while that pane is not shown.
   */
  constructor(page) {
    this.page = page;
    this.waiting = new Map(); // nonce -> {store, settle(state, text)}
    this.count = 0;
  }

  /** Sends an operation and remembers who hears of its outcome. */
  send(store, operation, settle) {
    const nonce = `${store.you.id}-${Date.now()}-${this.count += 1}`;
    const fail = (text) => this.answer(store, { nonce, state: "failed", text });
    this.waiting.set(nonce, { settle, timer: setTimeout(() => fail(null), LONGEST_WAIT_MS) });
    if (!store.live.send({ ...operation, nonce })) fail("Not connected.");
  }

  /** A button or select in a message; `values` is null for buttons. */
  press(store, message, component, values) {
    store.pending.set(message.id, component.custom_id);
    store.errors.delete(message.id);
    if (values) store.chosen.set(`${message.id}:${component.custom_id}`, values);
    const operation = {
      op: "press",
      channel_id: message.channel_id,
      message_id: message.id,
      custom_id: component.custom_id,
      component_type: component.type,
    };
    this.send(store, values ? { ...operation, values } : operation, (state, text) => {
      store.pending.delete(message.id);
      if (state === "failed") this.failPress(store, message, text);
      this.page.redraw(store, message.id);
    });
    this.page.paneFor(store, message.channel_id)?.awaitAnswer();
    this.page.redraw(store, message.id);
  }

  failPress(store, message, text) {
    store.forgetChosen(message.id);
    if (store.find(message.id)) store.errors.set(message.id, text || FAILED);
    else this.page.toast(text || FAILED);
  }

  /** A slash command; a line at the pane's end shows that it is on its way, or that it failed. */
  slash(store, channelId, entry, options) {
    const pane = this.page.paneFor(store, channelId);
    const line = el("div.sending", { role: "listitem" },
      commandLine(store.you, entry.path),
      el("div.sending-state", {}, dots(), "Sending command…"));
    pane?.note(line);
    pane?.awaitAnswer();
    const operation = { op: "slash", channel_id: channelId, command_id: entry.commandId, options };
    this.send(store, operation, (state, text) => {
      if (state === "failed") this.failSlash(line, text || "The application did not respond");
      else line.remove();
      pane?.regroup();
    });
  }

  failSlash(line, text) {
    if (!line.isConnected) return this.page.toast(text);
    line.className = "not-sent";
    const dismiss = el("button.text-button", { type: "button", onclick: () => line.remove() }, "Dismiss");
    return line.lastChild.replaceWith(
      el("div.failed", { role: "status" }, text),
      el("footer.private", {}, icon("eye"), "Only you can see this ", "· ", dismiss));
  }

  /** An "answer" or "refused" from the server. */
  answer(store, { nonce, state, text, modal, interaction_id: interactionId }) {
    const known = this.waiting.get(nonce);
    if (state === "waiting" || !known) return;
    clearTimeout(known.timer);
    this.waiting.delete(nonce);
    known.settle(state, text);
    if (state === "modal" && modal) this.modal(store, modal, interactionId);
  }

  modal(store, modal, interactionId) {
    const titled = { ...modal, title: modal.title || `For ${nameOf(store.you)}` };
    const dialog = openModal(titled, this.page.namesOf(store), (components) => {
      const filled = { interaction_id: interactionId, custom_id: modal.custom_id, components };
      this.send(store, { op: "modal", ...filled }, (state, text) => {
        if (state === "failed") dialog.fail(text || FAILED);
        else dialog.close();
      });
    });
  }

  /** Everything in flight of a person has failed: their connection went down. */
  dropAll(store) {
    for (const nonce of [...this.waiting.keys()]) {
      if (!nonce.startsWith(`${store.you.id}-`)) continue;
      this.answer(store, { nonce, state: "failed", text: "The connection was lost." });
    }
  }
}
