// One pane: a scrolling list of messages that follows its end, and redraws single messages in place.
import { compareIds, el } from "./dom.js";
import { focusMark, restoreFocus } from "./focus.js";
import { Follow } from "./follow.js";
import { messageNode } from "./message.js";
import { keepPopup } from "./select.js";
import { FLAG } from "./store.js";

const SHOWN_AT_FIRST = 150;
const GROUPED_MS = 7 * 60 * 1000;
const ANSWER_MS = 3000; // how long after a press or command what the bot sends is taken as its answer

export class Pane {
  /** `contextOf(message)` gives what message.js needs; `emptyNode()` what an empty pane shows. */
  constructor(root, contextOf, emptyNode) {
    Object.assign(this, { root, contextOf, emptyNode, nodes: new Map(), held: null, answersUntilMs: 0 });
    this.scroller = root.querySelector(".scroller");
    this.log = root.querySelector(".log");
    this.toEnd = root.querySelector(".to-end");
    this.follow = new Follow(this.scroller, this.log, (isOn) => this.onFollow(isOn));
    this.toEnd.addEventListener("click", () => this.follow.goToEnd());
    this.scroller.addEventListener("pointerdown", () => { this.held = []; });
    // After the click that a pointerup makes, hence the timeout.
    for (const name of ["pointerup", "pointercancel"]) {
      addEventListener(name, () => setTimeout(() => this.release()));
    }
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
    this.follow.goToEnd();
  }

  earlierButton(messages, count) {
    const showAll = () => this.show(messages, true);
    return el("button.btn.secondary.earlier", { type: "button", onclick: showAll }, `Show ${count} earlier messages`);
  }

  /** Draws the list anew and leaves the reader where they were. */
  refresh(messages) {
    const { scrollTop } = this.scroller;
    const wasAtEnd = this.follow.isOn;
    this.show(messages);
    if (wasAtEnd) return;
    this.follow.stop();
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
    if (this.follow.isOn || this.isAwaited(message)) this.follow.goToEnd();
    else this.toEnd.hidden = false;
  }

  /** The person shown has just pressed or sent something here: what comes of it is to be seen. */
  awaitAnswer() {
    this.answersUntilMs = Date.now() + ANSWER_MS;
  }

  /** True for a message the person asked for, even while they read further up. */
  isAwaited(message) {
    const isAnswer = message.author.bot && Date.now() < this.answersUntilMs;
    return isAnswer || this.contextOf(message).isMine;
  }

  /** Scrolling up after a press means to read there, not to wait for the answer. */
  onFollow(isOn) {
    if (isOn) this.toEnd.hidden = true;
    else this.answersUntilMs = 0;
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
    this.follow.goToEnd();
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

  /** Brings a message into view and flashes it; false when it is not here. */
  jumpTo(id) {
    const found = this.nodes.get(id);
    if (!found) return false;
    this.follow.stop();
    found.node.scrollIntoView({ block: "center" });
    this.follow.onScroll();
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
