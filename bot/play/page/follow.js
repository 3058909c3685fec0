// Keeps a scrolling list at its end, however late its layout comes, until its reader scrolls up.
const NEAR_END_PX = 48;

export class Follow {
  /** `content` is the one child of `scroller`; `onChange(isOn)` hears of every change. */
  constructor(scroller, content, onChange) {
    Object.assign(this, { scroller, onChange, isOn: true, seenTop: 0, seenHeight: 0 });
    scroller.addEventListener("scroll", () => this.onScroll());
    const watcher = new ResizeObserver(() => { if (this.isOn) this.goToEnd(); });
    watcher.observe(content);
    watcher.observe(scroller);
  }

  /** Goes to the end and stays there. */
  goToEnd() {
    this.turn(true);
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.look();
  }

  /** Stays where it is, whatever comes. */
  stop() {
    this.turn(false);
  }

  turn(isOn) {
    if (this.isOn !== isOn) this.onChange(isOn);
    this.isOn = isOn;
    // The browser's own anchoring holds the lines being read; at the end, the end is what to hold.
    this.scroller.classList.toggle("following", isOn);
  }

  /**
   * A scroll event tells of the last frame, and more may have been added since: being short of the end
   * alone does not say that the reader left it. Moving up while the content stayed the same does.
   */
  onScroll() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    if (!clientHeight) return; // not shown
    const isSame = scrollHeight === this.seenHeight;
    const isUp = scrollTop < this.seenTop;
    if (scrollHeight - scrollTop - clientHeight < NEAR_END_PX) this.turn(true);
    else if (this.isOn && isUp && isSame) this.turn(false);
    else if (this.isOn) return this.goToEnd();
    return this.look();
  }

  look() {
    this.seenTop = this.scroller.scrollTop;
    this.seenHeight = this.scroller.scrollHeight;
  }
}
