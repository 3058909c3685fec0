// Discord's <t:unix:style> timestamps, and the once-a-second tick that keeps relative ones alive.
import { el } from "./dom.js";

const FORMATS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" });
// [unit, seconds in one]; seconds are kept up to two minutes, so a turn's clock visibly runs.
const UNITS = [["year", 31_536_000], ["month", 2_592_000], ["day", 86_400], ["hour", 3_600], ["minute", 60]];
const SECONDS_SHOWN_TO = 120;

let serverAheadMs = 0;

/** Tells this module the server's clock, so that countdowns agree with it. */
export function setServerNow(nowMs) {
  serverAheadMs = nowMs - Date.now();
}

/** "in 42 seconds", "3 minutes ago" for a moment against now (both in seconds). */
export function relativeText(unix, nowSeconds) {
  const ahead = Math.round(unix - nowSeconds);
  if (Math.abs(ahead) <= SECONDS_SHOWN_TO) return relative.format(ahead, "second");
  const [unit, size] = UNITS.find(([, seconds]) => Math.abs(ahead) >= seconds);
  return relative.format(Math.round(ahead / size), unit);
}

/** The text of one timestamp; an unknown style counts as "f", as in Discord. */
export function timestampText(unix, style) {
  if (style === "R") return relativeText(unix, (Date.now() + serverAheadMs) / 1000);
  return new Intl.DateTimeFormat(undefined, FORMATS[style] ?? FORMATS.f).format(unix * 1000);
}

/** A <time> element for one timestamp; the full date is its tooltip. */
export function timestamp(unix, style = "f") {
  const moment = new Date(unix * 1000);
  if (Number.isNaN(moment.getTime())) return el("span", {}, `<t:${unix}:${style}>`);
  return el("time.stamp", {
    datetime: moment.toISOString(),
    title: timestampText(unix, "F"),
    dataset: { unix, style },
  }, timestampText(unix, style));
}

/** Refreshes every relative timestamp on the page, touching only those whose text changed. */
export function tick() {
  for (const node of document.querySelectorAll('time[data-style="R"]')) {
    const text = timestampText(Number(node.dataset.unix), "R");
    if (node.textContent !== text) node.textContent = text;
  }
}

/** The short clock time beside a message's author, or the date when it is not today's. */
export function postedText(iso) {
  const moment = new Date(iso);
  const isToday = moment.toDateString() === new Date().toDateString();
  const format = isToday ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" };
  return new Intl.DateTimeFormat(undefined, format).format(moment);
}
