/** Looks for values, paths, offsets and bytes in one file, and steps from find to find. */
class Search {
  constructor(side) {
    this.side = side;
    this.file = side.file;
    this.finds = [];
    this.at = -1;
  }

  /** Look for something; gives what to say of it. */
  async run(what, text) {
    this.finds = [];
    this.at = -1;
    if (text === "") return "";
    if (what === "offset") return this.#toOffset(text);
    if (what === "bytes") return this.#toBytes(text);
    const sought = text.toLowerCase(), file = this.file;
    for (let node = 0; node < file.count; node++) {
      const told = what === "path" ? file.path(node) : this.#valueOf(node);
      if (told.toLowerCase().includes(sought)) this.finds.push({ node });
    }
    return this.step(1);
  }

  #valueOf(node) {
    return this.file.hasChildren(node) || this.file.kind(node) === "more" ? "" : this.file.valueText(node);
  }

  #toOffset(text) {
    const number = /^(0x[0-9a-f]+|[0-9]+)$/i.test(text.trim()) ? Number(text.trim()) : NaN;
    if (!(number < this.file.size)) return `no offset of the file: ${text}`;
    if (this.side.hex.space !== 0) this.side.hex.setSpace(0);
    this.side.hex.goTo(number);
    return "";
  }

  async #toBytes(text) {
    const plain = /^(?:[0-9a-f]{2}\s*)+$/i.test(text) ? text.replaceAll(/\s/g, "").match(/../g).map((pair) => parseInt(pair, 16)) : null;
    const sought = plain ? Uint8Array.from(plain) : new TextEncoder().encode(text);
    for await (const [start, data] of this.#held()) {
      for (let at = data.indexOf(sought[0]); at >= 0; at = data.indexOf(sought[0], at + 1)) {
        if (sought.every((byte, place) => data[at + place] === byte)) {
          this.finds.push({ offset: start + at, size: sought.length });
          if (this.finds.length >= 10000) return this.step(1);
        }
      }
    }
    return this.step(1);
  }

  /** The bytes of the file that can be had: all of it where it is open. */
  async *#held() {
    if (!this.file.opened) {
      for (const piece of this.file.pieces[0]) yield [piece.offset, piece.data];
      return;
    }
    const step = 4 << 20, overlap = 256;
    for (let start = 0; start < this.file.size; start += step) yield [start, await this.file.read(start, start + step + overlap)];
  }

  /** Go to the next find, or to the one before; gives what to say of it. */
  step(by) {
    if (!this.finds.length) return "nothing found";
    this.at = (this.at + by + this.finds.length) % this.finds.length;
    const find = this.finds[this.at];
    if (find.node !== undefined) this.side.selectNode(find.node);
    else this.side.select({ space: 0, ...find });
    return `${this.at + 1} of ${this.finds.length}`;
  }
}
