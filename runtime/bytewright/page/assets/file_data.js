"use strict";

const ROW = 16; // bytes in a row of hex
const CHUNK = 1 << 16; // bytes that are read at once of a file that the user opened
const CHUNKS = 256; // how many of these are held

/** Bytes of base64. */
function bytesOf(text) {
  return Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
}

/** Numbers of their differences in LEB128. */
function numbersOf(text) {
  const found = [];
  let number = 0, rest = 0, factor = 1;
  for (const byte of bytesOf(text)) {
    rest += (byte & 0x7f) * factor;
    factor *= 128;
    if (byte & 0x80) continue;
    number += rest;
    found.push(number);
    rest = 0;
    factor = 1;
  }
  return Float64Array.from(found);
}

/** The place of the last item that isn't above a value; -1: there is none. */
function lastUpTo(count, value, at) {
  let low = 0, high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(middle) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** What the page holds of a file. Nodes go by their numbers in the order of the tree; space 0 is the file itself. */
class FileData {
  constructor(json) {
    Object.assign(this, json);
    const tree = json.tree;
    this.count = tree.depth.length;
    this.size = json.size;
    this.ends = new Int32Array(this.count); // behind the last node below each
    this.parents = new Int32Array(this.count).fill(-1);
    const open = [];
    for (let node = 0; node <= this.count; node++) {
      const depth = node < this.count ? tree.depth[node] : 0;
      while (open.length > depth) this.ends[open.pop()] = node;
      if (node < this.count) {
        if (open.length) this.parents[node] = open[open.length - 1];
        open.push(node);
      }
    }
    while (open.length) this.ends[open.pop()] = this.count;
    this.spaces = [{ path: "", size: json.size }, ...json.spaces];
    this.pieces = this.spaces.map((space, number) => number === 0
      ? json.pieces.map((piece) => ({ offset: piece.offset, data: bytesOf(piece.data) }))
      : [{ offset: 0, data: bytesOf(space.data) }]);
    this.leaves = this.spaces.map((_, space) => this.#leavesOf(space));
    this.starts = json.index ? numbersOf(json.index.starts) : new Float64Array();
    this.numbers = json.index ? numbersOf(json.index.numbers) : new Float64Array();
    this.borders = new Set(this.starts);
    this.recordNodes = this.#recordNodes();
    for (const node of this.recordNodes) this.borders.add(tree.offset[node]);
    this.opened = null;
    this.chunks = new Map();
  }

  #leavesOf(space) {
    const tree = this.tree, found = [];
    for (let node = 0; node < this.count; node++) {
      const inside = tree.space[node] === space && tree.size[node] > 0 && !tree.again[node] && this.kind(node) !== "more";
      if (inside && this.isLeaf(node)) found.push(node);
    }
    return found.sort((one, other) => tree.offset[one] - tree.offset[other] || one - other);
  }

  #recordNodes() {
    if (!this.records) return [];
    const found = [];
    for (let node = 0; node < this.count; node++) {
      if (this.tree.depth[node] === 1 && this.name(node) === this.records.id) {
        for (let child = node + 1; child < this.ends[node]; child = this.ends[child]) {
          if (this.kind(child) !== "more") found.push(child);
        }
      }
    }
    return found;
  }

  name(node) { return this.tree.strings[this.tree.name[node]]; }
  type(node) { return this.tree.strings[this.tree.type[node]]; }
  doc(node) { return this.tree.strings[this.tree.doc[node]].replaceAll("``", ""); }
  hasChildren(node) { return this.ends[node] > node + 1; }

  /** Whether no other node says what its bytes are: its children, if any, lie in what it is decoded to. */
  isLeaf(node) {
    return !this.hasChildren(node) || this.tree.space[node + 1] !== this.tree.space[node];
  }

  /** How a node is shown: what colour it has. */
  kind(node) {
    const type = this.type(node), value = this.tree.value[node];
    if (this.hasChildren(node)) return "struct";
    if (type === "damage" || type === "slack" || type === "padding" || type === "more") return type;
    if (type === "bits" || /^b\d/.test(type)) return "bits";
    if (/^f[248]/.test(type)) return "float";
    if (/^[us]\d/.test(type)) return typeof value === "string" && !/^-?\d+$/.test(value) ? "enum" : "int";
    if (type === "bytes") return "bytes";
    return typeof value === "string" ? "text" : typeof value === "number" ? "int" : "other";
  }

  valueText(node) {
    const value = this.tree.value[node];
    if (value === null) return this.hasChildren(node) ? "" : "–";
    return typeof value === "string" ? value : JSON.stringify(value);
  }

  path(node) {
    const names = [];
    for (let one = node; this.parents[one] >= 0; one = this.parents[one]) names.unshift(this.name(one));
    return names.join(".").replaceAll(".[", "[") || this.name(node);
  }

  /** The leaf that a byte belongs to; -1: the page holds none. */
  leafAt(space, offset) {
    const leaves = this.leaves[space], tree = this.tree;
    const at = lastUpTo(leaves.length, offset, (place) => tree.offset[leaves[place]]);
    for (let place = at; place >= 0 && place > at - 4; place--) {
      if (offset < tree.offset[leaves[place]] + tree.size[leaves[place]]) return leaves[place];
    }
    return -1;
  }

  /** The shown record that a byte of the file belongs to; -1: none. */
  recordAt(offset) {
    const found = lastUpTo(this.recordNodes.length, offset, (place) => this.tree.offset[this.recordNodes[place]]);
    const node = found < 0 ? -1 : this.recordNodes[found];
    return node >= 0 && offset < this.tree.offset[node] + this.tree.size[node] ? node : -1;
  }

  /** What the index knows of the records at a place: the last one before it that it has, and the next. */
  indexed(offset) {
    const at = lastUpTo(this.starts.length, offset, (place) => this.starts[place]);
    return at < 0 ? null : { number: this.numbers[at], start: this.starts[at], next: this.numbers[at + 1] };
  }

  child(node, name) {
    for (let one = node + 1; one < this.ends[node]; one = this.ends[one]) {
      if (this.name(one) === name || this.name(one) + "_" === name) return one;
    }
    return -1;
  }

  // --- bytes

  byte(space, offset) {
    const pieces = this.pieces[space];
    const at = lastUpTo(pieces.length, offset, (place) => pieces[place].offset);
    if (at >= 0 && offset < pieces[at].offset + pieces[at].data.length) {
      return pieces[at].data[offset - pieces[at].offset];
    }
    if (space === 0 && this.opened) {
      const chunk = this.chunks.get(Math.floor(offset / CHUNK));
      if (chunk instanceof Uint8Array) return chunk[offset % CHUNK];
    }
    return undefined;
  }

  /** Read what lacks of some bytes; calls back when something has come. */
  want(space, start, end, come) {
    if (space !== 0 || !this.opened) return;
    for (let number = Math.floor(start / CHUNK); number * CHUNK < Math.min(end, this.size); number++) {
      if (this.chunks.has(number)) continue;
      this.chunks.set(number, "coming");
      if (this.chunks.size > CHUNKS) this.chunks.delete(this.chunks.keys().next().value);
      this.read(number * CHUNK, (number + 1) * CHUNK).then((data) => {
        this.chunks.set(number, data);
        come();
      }, () => this.chunks.delete(number));
    }
  }

  async read(start, end) {
    return new Uint8Array(await this.opened.slice(start, end).arrayBuffer());
  }

  /** Take the file itself, of which the page holds some; gives why it isn't that. */
  async open(file) {
    if (file.size !== this.size) return `this file has ${file.size} bytes, ${this.label} has ${this.size}`;
    this.opened = file;
    this.chunks.clear();
    for (const piece of [this.pieces[0].at(0), this.pieces[0].at(-1)]) {
      if (!piece) continue;
      const data = await this.read(piece.offset, piece.offset + Math.min(CHUNK, piece.data.length));
      if (data.some((byte, place) => byte !== piece.data[place])) {
        this.opened = null;
        return "this file has other bytes than the page";
      }
    }
    return "";
  }

  get isWhole() {
    const [piece] = this.pieces[0];
    return this.size === 0 || (piece !== undefined && piece.data.length === this.size);
  }
}
