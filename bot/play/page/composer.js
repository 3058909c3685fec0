// The box at the bottom of a pane: ordinary chat, and the picker that "/" opens.
import { CommandForm } from "./command_form.js";
import { entries, matching, parseTyped } from "./commands.js";
import { el, icon } from "./dom.js";

export class Composer {
  /**
   * `host` gives: name ("channel" | "dm"), commands(), names(), say(text), slash(entry, options);
   * names() as in markdown.js.
   */
  constructor(box, host) {
    Object.assign(this, { host, at: 0, found: [] });
    this.picker = el("div.picker", {
      id: `${host.name}-picker`, role: "listbox", "aria-label": "Commands", hidden: true,
    });
    this.note = el("p.failed.composer-note", { role: "alert", hidden: true });
    this.form = new CommandForm(host, (isFocusWanted) => this.formClosed(isFocusWanted));
    this.text = this.textBox();
    this.bar = this.textBar();
    box.replaceChildren(this.picker, this.note, this.form.node, this.bar);
    document.addEventListener("pointerdown", (event) => {
      if (!box.contains(event.target) && !this.picker.hidden) this.drawPicker(false);
    });
  }

  textBox() {
    return el("input", {
      id: `${this.host.name}-text`,
      type: "text",
      maxlength: 2000,
      autocomplete: "off",
      role: "combobox",
      "aria-expanded": "false",
      "aria-autocomplete": "list",
      "aria-controls": this.picker.id,
      oninput: () => this.suggest(),
      onkeydown: (event) => this.onKey(event),
    });
  }

  textBar() {
    const slash = { type: "button", "aria-label": "Show commands", onclick: () => this.showAll() };
    const submit = (event) => {
      event.preventDefault();
      this.sendText();
    };
    return el("form.bar", { novalidate: true, onsubmit: submit },
      el("button.icon-button.slash", slash, "/"),
      this.text,
      el("button.icon-button.send", { type: "submit", "aria-label": "Send" }, icon("send")));
  }

  /** Forgets what was being typed and sets the placeholder; a reason given closes the box. */
  reset(placeholder, closedReason = null) {
    this.form.close();
    this.text.placeholder = closedReason ?? placeholder;
    this.text.setAttribute("aria-label", closedReason ?? placeholder);
    for (const control of this.bar.querySelectorAll("input, button")) {
      control.disabled = Boolean(closedReason);
    }
  }

  all() {
    return entries(this.host.commands(), this.host.name === "dm");
  }

  showAll() {
    this.text.value = this.text.value.startsWith("/") ? "" : "/";
    this.suggest();
    this.text.focus();
  }

  /** The commands changed: an open picker shows the new ones. */
  refresh() {
    if (!this.picker.hidden) this.suggest();
  }

  suggest() {
    const typed = this.text.value;
    const isCommand = typed.startsWith("/");
    this.warn(null);
    this.found = isCommand ? matching(this.all(), typed) : [];
    const exact = isCommand && !this.found.length ? parseTyped(this.all(), typed) : null;
    if (exact) this.found = [exact.entry];
    this.at = 0;
    this.drawPicker(isCommand);
  }

  drawPicker(isOpen) {
    const none = el("div.muted.nothing", {}, "No such command here");
    const rows = this.found.map((entry, n) => this.row(entry, n));
    this.picker.replaceChildren(...(rows.length ? rows : [none]));
    this.picker.hidden = !isOpen;
    this.text.setAttribute("aria-expanded", String(isOpen));
    this.mark();
  }

  row(entry, n) {
    const tags = entry.options.map((one) => el(one.required ? "span.option-tag.needed" : "span.option-tag", {}, one.name));
    return el("div.command-row", {
      role: "option",
      id: `${this.picker.id}-${n}`,
      dataset: { command: entry.path },
      onclick: () => this.choose(entry),
    },
    el("div.command-name", {}, `/${entry.path}`, ...tags),
    el("div.command-about", {}, entry.description));
  }

  /** Marks the row that Enter would choose. */
  mark() {
    const rows = [...this.picker.querySelectorAll("[role=option]")];
    rows.forEach((row, n) => row.setAttribute("aria-selected", String(n === this.at)));
    const marked = this.picker.hidden ? null : rows[this.at];
    if (marked) this.text.setAttribute("aria-activedescendant", marked.id);
    else this.text.removeAttribute("aria-activedescendant");
    marked?.scrollIntoView({ block: "nearest" });
  }

  onKey(event) {
    if (this.picker.hidden) return;
    const count = this.found.length;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && count) this.at = (this.at + step + count) % count;
    else if (event.key === "Tab" && count && !event.shiftKey) this.choose(this.found[this.at]);
    else if (event.key === "Escape") this.drawPicker(false);
    else return;
    event.preventDefault();
    this.mark();
  }

  /** Enter in the text box: a command is chosen, or sent if its options were typed; else it is chat. */
  sendText() {
    const typed = this.text.value.trim();
    if (typed.startsWith("/")) this.sendTyped(typed);
    else if (typed) {
      this.text.value = "";
      this.host.say(typed);
    }
  }

  sendTyped(typed) {
    const exact = parseTyped(this.all(), typed);
    if (exact && Object.keys(exact.values).length) {
      this.choose(exact.entry, exact.values);
      this.form.send();
    } else if (exact && this.picker.hidden) this.choose(exact.entry);
    else if (this.found.length) this.choose(this.found[this.at]);
    else this.warn("There is no such command here.");
  }

  /** Puts a command's form in the place of the text box. */
  choose(entry, values = {}) {
    this.drawPicker(false);
    this.bar.hidden = true;
    this.form.open(entry, values);
  }

  formClosed(isFocusWanted) {
    this.bar.hidden = false;
    this.text.value = "";
    this.drawPicker(false);
    if (isFocusWanted) this.text.focus();
  }

  warn(sentence) {
    this.note.textContent = sentence ?? "";
    this.note.hidden = !sentence;
  }
}
