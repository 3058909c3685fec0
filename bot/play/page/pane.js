// One pane: a scrolling list of messages that follows its end, and redraws single messages in place.
import { compareIds, el } from "./dom.js";
import { messageNode } from "./message.js";
import { keepPopup } from "./select.js";
import { FLAG } from "./store.js";

const SHOWN_AT_FIRST = 150;
const GROUPED_MS = 7 * 60 * 1000;
const NEAR_END_PX = 48;
const CONTROLS = "button, a[href], [tabindex='0']";

export class Pane {
  /** `contextOf(message)` gives what message.js needs; `emptyNode()` what an empty pane shows. */
  constructor(root, contextOf, emptyNode) {
    Object.assign(this, { root, contextOf, emptyNode, nodes: new Map(), isAtEnd: true, held: null });
    this.scroller = root.querySelector(".scroller");
    this.log = root.querySelector(".log");
    this.toEnd = root.querySelector(".to-end");
    this.scroller.addEventListener("scroll", () => this.onScroll());
    this.toEnd.addEventListener("click", () => this.goToEnd());
    this.scroller.addEventListener("pointerdown", () => { this.held = []; });
    // After the click that a pointerup makes, hence the timeout.
    for (const name of ["pointerup", "pointercancel"]) {
      addEventListener(name, () => setTimeout(() => this.release()));
    }
    const watcher = new ResizeObserver(() => { if (this.isAtEnd) this.goToEnd(); });
    watcher.observe(this.log);
    watcher.observe(this.scroller);
  }

  /** Draws a whole list anew, at its end. */
  show(messages, isAll = false) {
    const skipped = isAll ? 0 : Math.max(0, messages.length - SHOWN_AT_FIRST);
    this.held = null;
    this.nodes.clear();
    this.log.replaceChildren();
    if (skipped) this.log.append(this.earlierButton(messages, skipped));
    for (const message of messages.slice(skipped)) this.append(message);
    this.regroup();
    this.isAtEnd = true;
    this.goToEnd();
  }

  earlierButton(messages, count) {
    const showAll = () => this.show(messages, true);
    return el("button.btn.secondary.earlier", { type: "button", onclick: showAll }, `Show ${count} earlier messages`);
  }

  /** Draws the list anew and leaves the reader where they were. */
  refresh(messages) {
    const { scrollTop } = this.scroller;
    const wasAtEnd = this.isAtEnd;
    this.show(messages);
    if (wasAtEnd) return;
    this.isAtEnd = false;
    this.scroller.scrollTop = scrollTop;
  }

  append(message) {
    const node = messageNode(message, this.contextOf(message));
    this.nodes.set(message.id, { message, node });
    this.log.append(node);
  }

  /** Draws a new or changed message. While a pointer is down the change waits, so no click is lost. */
  put(message) {
    if (this.held) return this.held.push(() => this.put(message));
    const old = this.nodes.get(message.id);
    const node = messageNode(message, this.contextOf(message));
    this.nodes.set(message.id, { message, node });
    if (old) this.swap(old.node, node);
    else this.insert(message, node);
    this.regroup();
    return keepPopup(this.root);
  }

  swap(old, node) {
    const focus = old.contains(document.activeElement) ? focusMark(old) : null;
    old.replaceWith(node);
    if (focus) restoreFocus(node, focus);
  }

  insert(message, node) {
    const later = this.sorted().find((one) => compareIds(one.message.id, message.id) > 0);
    this.log.insertBefore(node, later?.node ?? this.log.querySelector(".sending"));
    if (!this.isAtEnd) this.toEnd.hidden = false;
  }

  remove(id) {
    if (this.held) return this.held.push(() => this.remove(id));
    const old = this.nodes.get(id);
    if (!old) return null;
    const hadFocus = old.node.contains(document.activeElement);
    this.nodes.delete(id);
    old.node.remove();
    if (hadFocus) this.scroller.focus({ preventScroll: true });
    this.regroup();
    return keepPopup(this.root);
  }

  release() {
    const waiting = this.held ?? [];
    this.held = null;
    for (const change of waiting) change();
  }

  /** Adds a line that is not a message (a command on its way, or one that failed) at the end. */
  note(node) {
    this.log.append(node);
    this.regroup();
    this.goToEnd();
  }

  /** Hides the author of messages that directly follow one by the same author; says when it is empty. */
  regroup() {
    this.log.querySelector(":scope > .blank")?.remove();
    let before = null;
    for (const { message, node } of this.sorted()) {
      node.classList.toggle("follow", follows(message, before, node));
      before = message;
    }
    if (!this.log.children.length) this.log.append(this.emptyNode());
  }

  sorted() {
    return [...this.nodes.values()].sort((a, b) => compareIds(a.message.id, b.message.id));
  }

  onScroll() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    this.isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    if (this.isAtEnd) this.toEnd.hidden = true;
  }

  goToEnd() {
    this.isAtEnd = true;
    this.toEnd.hidden = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  /** Brings a message into view and flashes it; false when it is not here. */
  jumpTo(id) {
    const found = this.nodes.get(id);
    if (!found) return false;
    this.isAtEnd = false;
    found.node.scrollIntoView({ block: "center" });
    found.node.focus({ preventScroll: true });
    found.node.classList.add("flash");
    setTimeout(() => found.node.classList.remove("flash"), 1600);
    return true;
  }
}

function follows(message, before, node) {
  if (before?.author.id !== message.author.id || node.querySelector(":scope > .context")) return false;
  const isSameSight = (before.flags & FLAG.EPHEMERAL) === (message.flags & FLAG.EPHEMERAL);
  return isSameSight && Date.parse(message.timestamp) - Date.parse(before.timestamp) < GROUPED_MS;
}

/** Where the focus was inside a message: the control's id, its label and its place. */
function focusMark(node) {
  const active = document.activeElement;
  const at = [...node.querySelectorAll(CONTROLS)].indexOf(active);
  return { customId: active.dataset.customId, label: active.textContent, at };
}

function restoreFocus(node, { customId, label, at }) {
  const all = [...node.querySelectorAll(CONTROLS)];
  const usable = all.filter((one) => !one.disabled);
  const sameId = customId && usable.find((one) => one.dataset.customId === customId);
  const sameLabel = label && usable.find((one) => one.textContent === label);
  const samePlace = usable.includes(all[at]) && all[at];
  (sameId || sameLabel || samePlace || node).focus({ preventScroll: true });
}
