// The page: who is shown, what they see, and the wiring between sockets, panes and composers.
import { Actions } from "./actions.js";
import { Composer } from "./composer.js";
import { avatar, el, icon, nameOf } from "./dom.js";
import { Live } from "./live.js";
import { summary } from "./message.js";
import { Pane } from "./pane.js";
import { closePopup } from "./select.js";
import { FLAG, Store } from "./store.js";
import { setServerNow, tick } from "./timestamps.js";

const TICK_MS = 1000;
const TOAST_MS = 6000;
const NARROW = matchMedia("(max-width: 859px)");
const $ = (selector) => document.querySelector(selector);

const stores = new Map(); // person id -> Store
let current = null; // the Store of the person shown
let channelId = null; // the server channel shown
let tab = "channel"; // the pane shown on a narrow window

const actions = new Actions({ namesOf, redraw, paneFor, toast });
const panes = {
  channel: new Pane($("#pane-channel"), contextOf, emptyChannel),
  dm: new Pane($("#pane-dm"), contextOf, emptyDm),
};
const composers = { channel: makeComposer("channel"), dm: makeComposer("dm") };

// ---- what the modules need to know ---------------------------------------------------------------

/** How ids read for one person: used by markdown, selects and forms. */
function namesOf(store) {
  return {
    user: (id) => store.userName(id),
    channel: (id) => store.channelName(id),
    isMe: (id) => id === store.you.id,
    users: () => [...store.people, store.bot],
    channels: () => store.channels,
    jump: (url) => jumpTarget(store, url),
  };
}

function contextOf(message) {
  const store = current;
  return {
    message,
    names: namesOf(store),
    pendingId: store.pending.get(message.id) ?? null,
    errorText: store.errors.get(message.id) ?? null,
    isMine: store.isMine(message),
    picked: (customId) => store.chosen.get(`${message.id}:${customId}`) ?? null,
    press: (component, values) => actions.press(store, message, component, values),
    current: () => (store === current ? store.find(message.id) : null),
    find: (id) => (id ? store.find(id) : null),
    dismiss: () => dismiss(store, message),
  };
}

function makeComposer(name) {
  const where = () => (name === "dm" ? current.dmChannel : channelId);
  return new Composer($(`#pane-${name} .composer-box`), {
    name,
    commands: () => current?.commands ?? [],
    names: () => namesOf(current),
    say: (content) => {
      if (!current.live.send({ op: "say", channel_id: where(), content })) toast("Not connected.");
    },
    slash: (entry, options) => actions.slash(current, where(), entry, options),
  });
}

/** The pane that shows a channel to a person right now, or null. */
function paneFor(store, id) {
  if (store !== current || !id) return null;
  return id === store.dmChannel ? panes.dm : id === channelId ? panes.channel : null;
}

function redraw(store, messageId) {
  const message = store.find(messageId);
  if (message) paneFor(store, message.channel_id)?.put(message);
}

function dismiss(store, message) {
  store.dismiss(message.id);
  store.live.send({ op: "dismiss", message_id: message.id });
  paneFor(store, message.channel_id)?.remove(message.id);
}

// ---- events from the server ----------------------------------------------------------------------

function connect(userId) {
  let store = null;
  const live = new Live(userId, (event) => {
    if (event.t === "hello") store = greet(event, store, live);
    else if (store) receive(store, event);
  }, (state) => {
    if (state === "down" && store) actions.dropAll(store);
    showLink(state);
  });
}

function greet(hello, known, live) {
  setServerNow(hello.now_ms);
  const store = known ?? new Store(hello);
  if (known) store.greet(hello);
  store.live = live;
  stores.set(store.you.id, store);
  if (!current) begin(store);
  else if (store === current) refreshPerson();
  else drawPeople();
  return store;
}

/** The first hello: shows its person and opens the others' sockets, so their unread dots work too. */
function begin(store) {
  const busy = store.channels.find((channel) => store.messages.get(channel.id)?.size);
  channelId = (busy ?? store.channels[0])?.id ?? null;
  showPerson(store);
  for (const person of store.people) if (person.id !== store.you.id) connect(person.id);
  document.body.dataset.ready = "1";
}

const HANDLERS = {
  message: (store, { m }) => arrive(store, m),
  edit: (store, { m }) => change(store, m),
  delete: (store, { channel_id: id, id: messageId }) => {
    store.drop(messageId);
    paneFor(store, id)?.remove(messageId);
  },
  dms: (store, { closed }) => {
    store.you.dms_closed = closed;
    if (store === current) drawDms();
  },
  commands: (store, { commands }) => {
    store.commands = commands;
    if (store === current) for (const composer of Object.values(composers)) composer.refresh();
  },
  dm: (store, { channel_id: id }) => {
    store.dmChannel = id;
    if (store === current) showDm();
  },
  answer: (store, event) => actions.answer(store, event),
  refused: (store, event) => {
    if (event.nonce) actions.answer(store, { ...event, state: "failed" });
    else toast(event.text);
  },
};

function receive(store, event) {
  HANDLERS[event.t]?.(store, event);
}

function arrive(store, raw) {
  const message = store.put(raw);
  if (!message) return;
  paneFor(store, message.channel_id)?.put(message);
  noteUnread(store, message);
  if (store === current) announce(message);
}

function change(store, raw) {
  const message = store.put(raw);
  if (message) paneFor(store, message.channel_id)?.put(message);
}

function isSeen(store, name, message) {
  const isShown = store === current && (!NARROW.matches || tab === name);
  return isShown && (name === "dm" || message.channel_id === channelId);
}

function noteUnread(store, message) {
  const name = store.paneOf(message.channel_id);
  if (message.author.id === store.you.id || isSeen(store, name, message)) return;
  if (store === current || store.concerns(message)) store.unread[name] = true;
  drawPeople();
  drawTabs();
}

function announce(message) {
  if (message.flags & FLAG.LOADING) return;
  const words = summary(message, namesOf(current)) || "a message";
  $("#announce").append(el("div", {}, `${nameOf(message.author)}: ${words}`));
  while ($("#announce").children.length > 5) $("#announce").firstChild.remove();
}

// ---- drawing -------------------------------------------------------------------------------------

function showPerson(store) {
  closePopup();
  current = store;
  document.title = `${nameOf(store.you)} · ${store.guild.name}`;
  document.body.dataset.as = store.you.id;
  $("#guild").textContent = store.guild.name;
  $(".crest").textContent = [...store.guild.name][0] ?? "";
  showChannel();
  showDm();
  markSeen();
}

/** After another hello: the same person with fresh lists; what they were typing stays. */
function refreshPerson() {
  if (current.channelName(channelId) === null) return showPerson(current);
  drawChannelHead();
  panes.channel.refresh(current.list(channelId));
  if (composers.dm.text.disabled === Boolean(current.dmChannel)) return showDm(); // a DM opened meanwhile
  panes.dm.refresh(current.dmChannel ? current.list(current.dmChannel) : []);
  return drawDms();
}

function showChannel() {
  if (current.channelName(channelId) === null) channelId = current.channels[0]?.id ?? null;
  drawChannelHead();
  panes.channel.show(channelId ? current.list(channelId) : []);
  const hint = `Message #${current.channelName(channelId)}, or type /`;
  composers.channel.reset(hint, channelId ? null : "No channel here");
}

function drawChannelHead() {
  $("#pane-channel h2").textContent = current.channelName(channelId) ?? "no channel";
  const buttons = current.channels.length > 1 ? current.channels.map(channelButton) : [];
  $("#pane-channel .channel-list").replaceChildren(...buttons);
}

function channelButton(channel) {
  return el("button.channel-button", {
    type: "button", "aria-pressed": String(channel.id === channelId), dataset: { channel: channel.id },
    onclick: () => { channelId = channel.id; showChannel(); },
  }, `#${channel.name}`);
}

function showDm() {
  const me = nameOf(current.you);
  $("#pane-dm h2").textContent = `${nameOf(current.bot)} → ${me}`;
  panes.dm.show(current.dmChannel ? current.list(current.dmChannel) : []);
  const closed = current.dmChannel ? null : "No direct messages yet";
  composers.dm.reset(`Message @${nameOf(current.bot)} as ${me}`, closed);
  drawDms();
}

function drawDms() {
  $("#dms").setAttribute("aria-checked", String(Boolean(current.you.dms_closed)));
  $("#dms").setAttribute("aria-label", `DMs closed for ${nameOf(current.you)}`);
}

function drawPeople() {
  const focused = document.activeElement?.dataset?.person;
  $(".people").replaceChildren(...current.people.map(personButton));
  if (focused) $(`[data-person="${CSS.escape(focused)}"]`)?.focus();
}

function personButton(person) {
  const store = stores.get(person.id);
  const isUnread = store && store !== current && (store.unread.channel || store.unread.dm);
  const name = nameOf(person);
  return el("button.person", {
    type: "button", "aria-pressed": String(person.id === current.you.id), dataset: { person: person.id },
    "aria-label": isUnread ? `${name}, has unread messages` : name, onclick: () => pick(person.id),
  }, avatar(person), el("span.person-name", {}, name), isUnread && el("span.dot", { "aria-hidden": "true" }));
}

function pick(personId) {
  const store = stores.get(personId);
  if (!store) return toast("Still connecting, try again in a moment.");
  const address = new URL(location.href);
  address.searchParams.set("as", personId);
  history.replaceState(null, "", address);
  return showPerson(store);
}

function showTab(name) {
  tab = name;
  document.body.dataset.tab = name;
  closePopup();
  markSeen();
  if (panes[name].follow.isOn) panes[name].follow.goToEnd();
}

/** What is on screen now counts as read. */
function markSeen() {
  if (!current) return;
  if (NARROW.matches) current.unread[tab] = false;
  else current.unread = { channel: false, dm: false };
  drawPeople();
  drawTabs();
}

function drawTabs() {
  for (const button of document.querySelectorAll("[data-tab-to]")) {
    const name = button.dataset.tabTo;
    const isUnread = Boolean(current?.unread[name]) && tab !== name;
    button.setAttribute("aria-selected", String(tab === name));
    button.tabIndex = tab === name ? 0 : -1;
    button.querySelector(".dot").hidden = !isUnread;
    button.setAttribute("aria-label", button.firstElementChild.textContent + (isUnread ? ", unread" : ""));
  }
}

function showLink(state) {
  const isUp = state === "up";
  $("#link-state").dataset.state = state;
  $("#link-state").textContent = isUp ? "live" : "reconnecting…";
}

function toast(text) {
  const box = el("div.toast", {}, text);
  $("#toasts").append(box);
  setTimeout(() => box.remove(), TOAST_MS);
}

const MESSAGE_LINK = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;

/** {label (nodes), name (spoken, or null), go(event)} for a link to what is shown here; null for any other address. */
function jumpTarget(store, url) {
  const found = MESSAGE_LINK.exec(url ?? "");
  if (!found || !(found[1] === store.dmChannel || store.channelName(found[1]))) return null;
  const place = found[1] === store.dmChannel ? "direct messages" : `#${store.channelName(found[1])}`;
  const go = (event) => {
    event.preventDefault();
    jump(found[1], found[2]);
  };
  if (!found[2]) return { label: [place], name: null, go };
  return { label: [`${place} › `, icon("speech")], name: `a message in ${place}`, go };
}

function jump(toChannel, messageId) {
  const name = current.paneOf(toChannel);
  if (name === "channel" && toChannel !== channelId) {
    channelId = toChannel;
    showChannel();
  }
  showTab(name);
  if (messageId && !panes[name].jumpTo(messageId)) toast("That message is not shown here.");
}

function emptyChannel() {
  return el("div.blank", {}, el("span.blank-mark", { "aria-hidden": "true" }, "#"),
    el("b", {}, `Welcome to #${current.channelName(channelId) ?? "the channel"}`),
    el("p.muted", {}, `Nothing has been said here yet. Start with one of ${nameOf(current.bot)}'s commands.`),
    el("button.btn.primary", { type: "button", onclick: showCommands }, "Show commands"));
}

function showCommands() {
  composers.channel.showAll();
}

function emptyDm() {
  return el("div.blank", {}, el("span.blank-mark", { "aria-hidden": "true" }, "@"),
    el("b", {}, "No direct messages yet"),
    el("p.muted", {}, `What ${nameOf(current.bot)} sends to ${nameOf(current.you)} alone appears here.`));
}

// ---- start ---------------------------------------------------------------------------------------

for (const button of document.querySelectorAll("[data-tab-to]")) {
  button.addEventListener("click", () => showTab(button.dataset.tabTo));
  button.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const other = tab === "channel" ? "dm" : "channel";
    showTab(other);
    $(`#tab-${other}`).focus();
  });
}
$("#dms").addEventListener("click", () => {
  current.you.dms_closed = !current.you.dms_closed;
  current.live.send({ op: "dms", closed: current.you.dms_closed });
  drawDms();
});
NARROW.addEventListener("change", markSeen);
setInterval(tick, TICK_MS);
connect(new URLSearchParams(location.search).get("as"));
