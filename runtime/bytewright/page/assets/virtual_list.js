/** An element with a class and text; text is never read as HTML. */
function make(tag, kind = "", text = "") {
  const found = document.createElement(tag);
  if (kind) found.className = kind;
  if (text !== "") found.textContent = text;
  return found;
}

const TALLEST = 4e6; // pixels: browsers draw no elements that are much taller

/** Many rows of one height, of which those exist that are in sight. */
class VirtualList {
  constructor(host, rowHeight, render, headroom = 0) {
    this.headroom = headroom; // pixels of what stays above the rows
    this.host = host;
    this.rowHeight = rowHeight;
    this.render = render;
    this.count = 0;
    this.top = 0;
    this.spacer = make("div", "spacer");
    this.sheet = make("div", "sheet");
    this.spacer.append(this.sheet);
    host.append(this.spacer);
    host.addEventListener("scroll", () => this.#scrolled());
    host.addEventListener("wheel", (event) => this.#wheeled(event), { passive: false });
    new ResizeObserver(() => this.draw()).observe(host);
  }

  get visible() {
    return Math.max(1, Math.floor((this.host.clientHeight - this.headroom) / this.rowHeight));
  }

  get #isScaled() { return this.count * this.rowHeight > TALLEST; }

  get #room() { return Math.max(1, this.spacer.offsetHeight + this.headroom - this.host.clientHeight); }

  setCount(count) {
    this.count = count;
    this.spacer.style.height = `${Math.min(count * this.rowHeight, TALLEST)}px`;
    this.scrollTo(this.top);
  }

  scrollTo(row) {
    const most = Math.max(0, this.count - this.visible);
    this.top = Math.max(0, Math.min(row, most));
    const place = this.#isScaled ? (this.top / most) * this.#room : this.top * this.rowHeight;
    this.expected = place;
    this.host.scrollTop = place;
    this.draw();
  }

  show(row) {
    const far = row < this.top - this.visible || row > this.top + 2 * this.visible;
    if (far) this.scrollTo(row - Math.floor(this.visible / 3));
    else if (row < this.top + 1) this.scrollTo(row - 1);
    else if (row > this.top + this.visible - 2) this.scrollTo(row - this.visible + 2);
    else this.draw();
  }

  #scrolled() {
    const place = this.host.scrollTop;
    if (Math.abs(place - this.expected) < 2) return;
    this.expected = place;
    const most = Math.max(0, this.count - this.visible);
    this.top = this.#isScaled ? Math.round((place / this.#room) * most) : Math.round(place / this.rowHeight);
    this.draw();
  }

  #wheeled(event) {
    if (!this.#isScaled || event.deltaY === 0) return; // of so many rows a pixel is more than one
    event.preventDefault();
    this.scrollTo(this.top + Math.sign(event.deltaY) * Math.max(1, Math.round(Math.abs(event.deltaY) / this.rowHeight)));
  }

  draw() {
    const rows = [];
    const end = Math.min(this.count, this.top + this.visible + 1);
    for (let row = this.top; row < end; row++) rows.push(this.render(row));
    this.sheet.replaceChildren(...rows);
  }
}
