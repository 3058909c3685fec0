// One live socket per shown person. It comes back by itself after a drop, more slowly each time.

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 8000;

/** The socket's address beside this page; without a user the server picks the first person. */
export function liveAddress(userId) {
  const url = new URL("live", new URL(".", location.href));
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  if (userId) url.searchParams.set("user", userId);
  return url.href;
}

export class Live {
  /** Opens at once. `onEvent(event)` gets each frame, `onState("up" | "down")` each change. */
  constructor(userId, onEvent, onState) {
    Object.assign(this, { userId, onEvent, onState, socket: null, retryMs: FIRST_RETRY_MS });
    this.open();
  }

  open() {
    this.socket = new WebSocket(liveAddress(this.userId));
    this.socket.addEventListener("message", (frame) => this.receive(frame));
    this.socket.addEventListener("close", () => this.retry());
  }

  receive(frame) {
    const event = JSON.parse(frame.data);
    if (event.t === "hello") {
      this.retryMs = FIRST_RETRY_MS;
      this.userId = event.you.id;
      this.onState("up");
    }
    this.onEvent(event);
  }

  retry() {
    this.onState("down");
    setTimeout(() => this.open(), this.retryMs);
    this.retryMs = Math.min(this.retryMs * 2, LONGEST_RETRY_MS);
  }

  /** Sends one frame; false when the socket is not open. */
  send(frame) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }
}
