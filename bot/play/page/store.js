// What one person may see: the state behind the two panes. Pure data, no DOM.
import { compareIds, nameOf } from "./dom.js";

export const FLAG = { EPHEMERAL: 64, LOADING: 128, V2: 32768 };

export class Store {
  constructor(hello) {
    this.dismissed = new Set();
    this.unread = { channel: false, dm: false };
    this.chosen = new Map(); // "message:custom_id" -> values picked since the message's last edit
    this.pending = new Map(); // message id -> custom_id that waits for an answer
    this.errors = new Map(); // message id -> sentence shown under it
    this.greet(hello);
  }

  /** Takes a fresh hello: the first, one after a reconnection, one after channels changed. */
  greet(hello) {
    const { you, people, bot, guild, channels, dm, commands } = hello;
    Object.assign(this, { you, people, bot, guild, channels, dmChannel: dm?.channel_id ?? null, commands });
    this.messages = new Map();
    for (const [channelId, list] of Object.entries(hello.messages ?? {})) {
      this.messages.set(channelId, new Map(list.map((message) => [message.id, message])));
    }
  }

  /** The messages of a channel, oldest first. */
  list(channelId) {
    const known = this.messages.get(channelId);
    return known ? [...known.values()].sort((a, b) => compareIds(a.id, b.id)) : [];
  }

  find(messageId) {
    for (const known of this.messages.values()) if (known.has(messageId)) return known.get(messageId);
    return null;
  }

  /** Keeps a new or edited message; null when the person dismissed it. An edit ends what was picked in it. */
  put(message) {
    if (this.dismissed.has(message.id)) return null;
    if (!this.messages.has(message.channel_id)) this.messages.set(message.channel_id, new Map());
    const known = this.messages.get(message.channel_id);
    const merged = { ...known.get(message.id), ...message };
    known.set(message.id, merged);
    this.errors.delete(message.id);
    this.forgetChosen(message.id);
    return merged;
  }

  drop(messageId) {
    for (const known of this.messages.values()) known.delete(messageId);
    this.forgetChosen(messageId);
    this.errors.delete(messageId);
  }

  dismiss(messageId) {
    this.dismissed.add(messageId);
    this.drop(messageId);
  }

  forgetChosen(messageId) {
    for (const key of [...this.chosen.keys()]) if (key.startsWith(`${messageId}:`)) this.chosen.delete(key);
  }

  userName(id) {
    const user = [...this.people, this.bot].find((one) => one.id === id);
    return user ? nameOf(user) : null;
  }

  channelName(id) {
    return this.channels.find((channel) => channel.id === id)?.name ?? null;
  }

  /** Which pane a channel belongs to. */
  paneOf(channelId) {
    return channelId === this.dmChannel ? "dm" : "channel";
  }

  /** True for what this person said and for what answers their own command or press. */
  isMine(message) {
    const by = message.interaction_metadata ?? message.interaction;
    return [message.author?.id, by?.user?.id].includes(this.you.id) || Boolean(message.flags & FLAG.EPHEMERAL);
  }

  /** True when a message is addressed to this person: a direct message, an ephemeral, a mention. */
  concerns(message) {
    if (message.author?.id === this.you.id) return false;
    if (message.channel_id === this.dmChannel || message.flags & FLAG.EPHEMERAL) return true;
    return (message.mentions ?? []).some((user) => user.id === this.you.id);
  }
}
