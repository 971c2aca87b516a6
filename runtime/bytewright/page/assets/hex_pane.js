/** Bytes of a file, or of what some of them are decoded to, as hex and text. */
class HexPane {
  constructor(side, host) {
    this.side = side;
    this.file = side.file;
    this.space = 0;
    this.cursor = 0;
    this.host = host;
    this.bar = make("div", "bar");
    this.scroller = make("div", "scroller hex");
    this.scroller.tabIndex = 0;
    this.scroller.setAttribute("role", "grid");
    this.scroller.setAttribute("aria-label", `bytes of ${this.file.label}`);
    this.map = make("canvas", "map");
    this.map.title = "the whole file: what is shown, damage, slack";
    const body = make("div", "hexbody");
    body.append(this.map, this.scroller);
    host.append(this.bar, body);
    this.list = new VirtualList(this.scroller, side.rowHeight, (row) => this.#row(row));
    this.scroller.addEventListener("click", (event) => this.#clicked(event));
    this.scroller.addEventListener("keydown", (event) => this.#pressed(event));
    this.map.addEventListener("click", (event) => {
      const place = Math.floor((event.offsetY / this.map.clientHeight) * this.size);
      this.side.select({ space: this.space, offset: Math.min(place, this.size - 1), size: 1 });
    });
    new ResizeObserver(() => this.drawMap()).observe(this.map);
    this.setSpace(0);
  }

  get size() { return this.file.spaces[this.space].size; }

  setSpace(space) {
    this.space = space;
    const width = Math.max(6, (this.size - 1).toString(16).length);
    this.digits = width + (width % 2);
    this.list.top = 0;
    this.list.setCount(Math.max(1, Math.ceil(this.size / ROW)));
    this.#drawBar();
    this.drawMap();
  }

  #drawBar() {
    const parts = [make("span", "title", this.space ? "decoded" : "bytes")];
    if (this.space) {
      const back = make("button", "", "← file");
      back.type = "button";
      back.addEventListener("click", () => this.side.selectPath(this.file.spaces[this.space].path));
      parts.push(make("code", "", this.file.spaces[this.space].path), back);
    }
    parts.push(make("span", "dim", `${this.size.toLocaleString("en")} bytes`));
    if (this.space === 0 && !this.file.isWhole) {
      const what = this.file.opened ? "open: all bytes can be seen" : "open the file to see all bytes";
      const open = make("button", this.file.opened ? "done" : "", what);
      open.type = "button";
      open.addEventListener("click", () => this.side.chooser.click());
      parts.push(open);
    }
    this.bar.replaceChildren(...parts);
  }

  refresh() {
    this.#drawBar();
    this.list.draw();
  }

  #row(row) {
    const file = this.file, start = row * ROW, line = make("div", "line");
    line.style.height = `${this.list.rowHeight}px`;
    const offset = make("span", "offset", start.toString(16).padStart(this.digits, "0"));
    const hex = make("span", "pairs"), text = make("span", "letters");
    const chosen = this.side.selection;
    for (let place = 0; place < ROW; place++) {
      const at = start + place;
      if (at >= this.size) {
        hex.append(make("span", "pair", "  "));
        continue;
      }
      const byte = file.byte(this.space, at), leaf = file.leafAt(this.space, at);
      const kinds = [`k-${leaf < 0 ? "unknown" : file.kind(leaf)}`];
      if (leaf >= 0 && file.tree.offset[leaf] === at) kinds.push("first");
      if (this.space === 0 && file.borders.has(at)) kinds.push("border");
      if (this.space === 0 && this.side.isDamaged(at)) kinds.push("damaged");
      kinds.push(this.side.byteDifference(leaf, at));
      if (chosen.space === this.space && at >= chosen.offset && at < chosen.offset + chosen.size) kinds.push("chosen");
      if (at === this.cursor) kinds.push("cursor");
      const kind = kinds.join(" ");
      const pair = make("span", `pair ${kind}`, byte === undefined ? "··" : byte.toString(16).padStart(2, "0"));
      pair.dataset.at = at;
      hex.append(pair);
      const shown = byte === undefined ? " " : byte > 0x1f && byte < 0x7f ? String.fromCharCode(byte) : "·";
      const letter = make("span", kind, shown);
      letter.dataset.at = at;
      text.append(letter);
    }
    line.append(offset, hex, text);
    file.want(this.space, start, start + ROW, () => this.#come());
    return line;
  }

  #come() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.list.draw());
  }

  #clicked(event) {
    const at = event.target.dataset.at;
    if (at !== undefined) this.goTo(Number(at));
  }

  /** Select the field that a byte belongs to, else its record, else the byte. */
  goTo(offset) {
    const at = Math.max(0, Math.min(offset, this.size - 1));
    const leaf = this.file.leafAt(this.space, at);
    const node = leaf < 0 && this.space === 0 ? this.file.recordAt(at) : leaf;
    if (node >= 0) this.side.selectNode(node, at);
    else this.side.select({ space: this.space, offset: at, size: 1 });
  }

  #pressed(event) {
    const page = this.list.visible * ROW;
    const steps = {
      ArrowLeft: -1, ArrowRight: 1, ArrowUp: -ROW, ArrowDown: ROW, PageUp: -page, PageDown: page,
      Home: -(this.cursor % ROW), End: ROW - 1 - (this.cursor % ROW),
    };
    if (!(event.key in steps) || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (event.ctrlKey && event.key === "Home") this.goTo(0);
    else if (event.ctrlKey && event.key === "End") this.goTo(this.size - 1);
    else this.goTo(this.cursor + steps[event.key]);
  }

  selected(selection) {
    if (selection.space !== this.space) this.setSpace(selection.space);
    this.cursor = selection.cursor ?? selection.offset;
    this.list.show(Math.floor(this.cursor / ROW));
    this.drawMap();
  }

  /** The strip beside the bytes: where in the file what is shown lies, what is bad, and where we are. */
  drawMap() {
    const { clientWidth: width, clientHeight: height } = this.map;
    if (!width || !height) return;
    this.map.width = width;
    this.map.height = height;
    const paint = this.map.getContext("2d"), style = getComputedStyle(this.host);
    const scale = height / Math.max(1, this.size);
    const mark = (start, end, colour) => {
      paint.fillStyle = style.getPropertyValue(colour);
      paint.fillRect(0, start * scale, width, Math.max(2, (end - start) * scale));
    };
    const tree = this.file.tree;
    for (const leaf of this.file.leaves[this.space]) {
      const kind = this.file.kind(leaf);
      const colour = kind === "slack" || kind === "damage" ? `--${kind}` : "--held";
      mark(tree.offset[leaf], tree.offset[leaf] + tree.size[leaf], colour);
    }
    if (this.space === 0) for (const one of this.file.damage) mark(one.start, one.end, "--damage");
    mark(this.cursor, this.cursor, "--accent");
  }
}
