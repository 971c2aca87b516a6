const SAME = 0, DIFFERS = 1, ONLY = 2;
const COMPARED = 1 << 16; // bytes of a value that are compared, at most
const STATES = ["", "differs", "only"];

/** Which nodes of two files are each other's counterparts, and in what they differ. */
class Comparison {
  /** `runs` says which records are counterparts: the numbers of the first ones, and how many. */
  constructor(files, runs) {
    this.files = files;
    this.runs = runs;
    this.counterparts = files.map((file) => new Int32Array(file.count).fill(-1));
    this.states = files.map((file) => new Uint8Array(file.count));
    this.#pairAll();
    for (const side of [0, 1]) this.#settle(side);
  }

  #pairAll() {
    const [one, other] = this.files, todo = [[0, 0]];
    while (todo.length) {
      const [node, twin] = todo.pop();
      this.counterparts[0][node] = twin;
      this.counterparts[1][twin] = node;
      const twins = new Map();
      for (let child = twin + 1; child < other.ends[twin]; child = other.ends[child]) twins.set(other.name(child), child);
      for (let child = node + 1; child < one.ends[node]; child = one.ends[child]) {
        const found = twins.get(this.#nameOver(0, child));
        if (found !== undefined && one.kind(child) !== "more") todo.push([child, found]);
      }
    }
  }

  /** What the counterpart of a node is called in the other file; null: there is none. */
  #nameOver(side, node) {
    const file = this.files[side], name = file.name(node), parent = file.parents[node];
    const listed = this.runs && parent >= 0 && file.tree.depth[node] === 2 && file.name(parent) === file.records?.id;
    if (!listed || file.kind(node) === "more") return name;
    const number = this.recordOver(side, Number(name.slice(1, -1)));
    return number < 0 ? null : `[${number}]`;
  }

  /** The number of a record's counterpart; -1: it has none. */
  recordOver(side, number) {
    const at = lastUpTo(this.runs.length, number, (place) => this.runs[place][side]);
    if (at < 0 || number >= this.runs[at][side] + this.runs[at][2]) return -1;
    return this.runs[at][1 - side] + number - this.runs[at][side];
  }

  #settle(side) {
    const file = this.files[side], states = this.states[side];
    for (let node = 1; node < file.count; node++) {
      const twin = this.counterparts[side][node], parent = file.parents[node];
      if (file.kind(node) === "more") continue;
      if (states[parent] === ONLY) states[node] = ONLY;
      else if (this.counterparts[side][parent] < 0) continue;
      else if (twin < 0) states[node] = this.#isElsewhere(side, node) ? SAME : ONLY;
      else if (!file.hasChildren(node) && this.#leavesDiffer(side, node, twin)) states[node] = DIFFERS;
    }
    for (let node = file.count - 1; node > 0; node--) {
      if (states[node] && !states[file.parents[node]]) states[file.parents[node]] = DIFFERS;
    }
  }

  /** Whether a node has a counterpart of which the page doesn't hold the fields. */
  #isElsewhere(side, node) {
    const name = this.#nameOver(side, node), file = this.files[1 - side];
    const parent = this.counterparts[side][this.files[side].parents[node]];
    for (let child = parent + 1; child < file.ends[parent]; child = file.ends[child]) {
      if (file.kind(child) === "more") return name !== null;
    }
    return false;
  }

  #leavesDiffer(side, node, twin) {
    const file = this.files[side], other = this.files[1 - side];
    if (file.tree.size[node] !== other.tree.size[twin] || file.type(node) !== other.type(twin)) return true;
    const text = file.valueText(node);
    if (text !== other.valueText(twin)) return true;
    for (let place = 0; text.endsWith("…") && place < Math.min(file.tree.size[node], COMPARED); place++) {
      if (this.#byte(side, node, place) !== this.#byte(1 - side, twin, place)) return true;
    }
    return false;
  }

  #byte(side, node, place) {
    const { tree } = this.files[side];
    return this.files[side].byte(tree.space[node], tree.offset[node] + place);
  }

  /** How a node differs, as a class. */
  difference(side, node) { return STATES[this.states[side][node]] ?? ""; }

  /** How a byte of a leaf differs, as a class. */
  byteDifference(side, leaf, offset) {
    const state = this.states[side][leaf];
    if (state !== DIFFERS) return STATES[state] ?? "";
    const twin = this.counterparts[side][leaf], place = offset - this.files[side].tree.offset[leaf];
    if (twin < 0 || place >= this.files[1 - side].tree.size[twin]) return "differs";
    return this.#byte(side, leaf, place) === this.#byte(1 - side, twin, place) ? "" : "differs";
  }

  /** Nodes to come to: leaves that differ, and what is only in one file, without what is in that. */
  marks(side) {
    const file = this.files[side], states = this.states[side], found = [];
    for (let node = 1; node < file.count; node++) {
      const whole = states[node] === ONLY && states[file.parents[node]] !== ONLY;
      if (whole || (states[node] === DIFFERS && !file.hasChildren(node))) found.push(node);
    }
    return found;
  }
}
