// The form of one chosen slash command: a field per option, checked before anything is sent.
import { checked, interactionOptions, rule } from "./commands.js";
import { el, icon } from "./dom.js";

const LEFT_OUT = "bot's default"; // Discord does not say what a bot takes for an option left out
const TYPE = { INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, MENTIONABLE: 9, NUMBER: 10 };

export class CommandForm {
  /** `host` as in composer.js; done(isFocusWanted) is called when the form closes. */
  constructor(host, done) {
    Object.assign(this, { host, done, entry: null, fields: [], error: null });
    this.node = el("form.command-form", {
      novalidate: true,
      hidden: true,
      onkeydown: (event) => this.onKey(event),
      onsubmit: (event) => {
        event.preventDefault();
        this.send();
      },
    });
  }

  /** Opens for a command, with values already filled in where given. */
  open(entry, values = {}) {
    const needed = entry.options.filter((option) => option.required);
    const optional = entry.options.filter((option) => !option.required);
    this.entry = entry;
    this.fields = [...needed, ...optional].map((option) => this.field(option, values[option.name]));
    this.error = el("p.failed", { role: "alert", hidden: true });
    const send = el("button.btn.primary.send-command", { type: "submit" }, "Send command");
    const fields = el("div.command-fields", {}, ...this.fields.map((one) => one.node));
    this.node.replaceChildren(this.head(), fields, el("footer.command-foot", {}, this.error, send));
    this.node.dataset.command = entry.path;
    this.node.hidden = false;
    (this.fields[0]?.control ?? send).focus();
  }

  close(isFocusWanted = false) {
    this.entry = null;
    this.node.hidden = true;
    this.node.replaceChildren();
    this.done(isFocusWanted);
  }

  head() {
    const cancel = { type: "button", "aria-label": "Cancel the command", onclick: () => this.close(true) };
    const name = el("span.command", {}, `/${this.entry.path}`);
    const about = el("span.muted", {}, this.entry.description);
    return el("header.command-head", {},
      el("div", {}, name, " ", about),
      el("button.icon-button", cancel, icon("close")));
  }

  field(option, value) {
    const id = `${this.host.name}-option-${option.name}`;
    const control = this.control(option, id);
    if (value !== undefined) fill(control, value);
    const mark = option.required ? el("span.required", {}, " required") : el("span.muted", {}, " optional");
    const about = [option.description, rule(option)].filter(Boolean).join(" · ");
    const node = el("div.option-field", {},
      el("label", { for: id }, option.name, mark),
      control,
      el("div.muted.about", { id: `${id}-about` }, about));
    return { option, control, node };
  }

  control(option, id) {
    const shared = {
      id,
      name: option.name,
      "aria-describedby": `${id}-about`,
      "aria-required": option.required ? "true" : null,
      dataset: { option: option.name },
    };
    const choices = this.choicesOf(option);
    const empty = option.required ? null : LEFT_OUT;
    const plain = { type: "text", inputmode: keyboardOf(option), autocomplete: "off", placeholder: empty };
    if (!choices) return el("input", { ...shared, ...plain });
    const first = el("option", { value: "" }, empty ?? "Choose…");
    return el("select", shared, first, ...choices.map(([value, label]) => el("option", { value }, label)));
  }

  /** [value, label] pairs where an option is picked from a list, else null. */
  choicesOf(option) {
    const names = this.host.names();
    if (option.choices?.length) return option.choices.map((one) => [String(one.value), one.name]);
    if (option.type === TYPE.BOOLEAN) return [["true", "Yes"], ["false", "No"]];
    if (option.type === TYPE.CHANNEL) return names.channels().map((one) => [one.id, `#${one.name}`]);
    const isPerson = option.type === TYPE.USER || option.type === TYPE.MENTIONABLE;
    return isPerson ? names.users().map((one) => [one.id, `@${names.user(one.id)}`]) : null;
  }

  onKey(event) {
    if (event.key === "Escape") this.close(true);
    else if (event.key === "Enter" && event.target.tagName === "SELECT") this.send();
    else return;
    event.preventDefault();
  }

  /** Sends the command, or shows the first thing that is wrong with it. */
  send() {
    const values = {};
    for (const { option, control } of this.fields) {
      const answer = checked(option, control.value);
      control.setAttribute("aria-invalid", String(Boolean(answer.error)));
      if (answer.error) return this.refuse(control, answer.error);
      if (answer.value !== undefined) values[option.name] = answer.value;
    }
    const { entry } = this;
    this.close(true);
    return this.host.slash(entry, interactionOptions(entry, values));
  }

  refuse(control, sentence) {
    this.error.textContent = sentence;
    this.error.hidden = false;
    control.focus();
  }
}

/** Which on-screen keyboard suits an option. */
function keyboardOf(option) {
  if (option.type === TYPE.INTEGER) return "numeric";
  return option.type === TYPE.NUMBER ? "decimal" : null;
}

/** Sets a field, taking a dropdown's shown label as well as its value. */
function fill(control, value) {
  control.value = value;
  if (control.tagName !== "SELECT" || control.value === value) return;
  const wanted = value.toLowerCase();
  const named = [...control.options].find((one) => one.textContent.replace(/^[@#]/, "").toLowerCase() === wanted);
  control.value = named?.value ?? "";
}
