/** One file: its three panes, and what is selected in them. */
class Side {
  constructor(json, number, host) {
    this.file = new FileData(json);
    this.id = `side${number}`;
    this.rowHeight = 20;
    this.selection = { space: 0, offset: 0, size: 0 };
    this.number = number;
    this.comparison = null;
    this.other = null;
    this.chooser = make("input");
    this.chooser.type = "file";
    this.chooser.hidden = true;
    this.chooser.id = `${this.id}-file`;
    this.chooser.addEventListener("change", () => this.#open());
    this.host = make("section", "side");
    this.host.id = this.id;
    this.host.append(this.chooser);
    host.append(this.host);
    const panes = ["hex", "tree", "rows"].map((name) => {
      const pane = make("div", `pane pane-${name}`);
      this.host.append(pane);
      return pane;
    });
    this.hex = new HexPane(this, panes[0]);
    this.tree = new TreePane(this, panes[1]);
    this.rows = new RowsPane(this, panes[2]);
    this.search = new Search(this);
  }

  async #open() {
    const [file] = this.chooser.files;
    if (!file) return;
    const refusal = await this.file.open(file);
    say(refusal ? [["bad", refusal]] : [["", `${file.name} is open: all of its bytes can be seen`]]);
    this.hex.refresh();
  }

  isDamaged(offset) {
    const damage = this.file.damage;
    const at = lastUpTo(damage.length, offset, (place) => damage[place].start);
    return at >= 0 && offset < damage[at].end;
  }

  /** How a node differs from its counterpart in the other file, as a class. */
  difference(node) { return this.comparison?.difference(this.number, node) ?? ""; }

  byteDifference(leaf, offset) {
    return leaf < 0 ? "" : this.comparison?.byteDifference(this.number, leaf, offset) ?? "";
  }

  selectNode(node, cursor) {
    const tree = this.file.tree;
    this.select({ node, space: tree.space[node], offset: tree.offset[node], size: tree.size[node], cursor });
    if (!this.comparison) return;
    const twins = this.comparison.counterparts[this.number], place = (cursor ?? tree.offset[node]) - tree.offset[node];
    let around = node; // what holds it, where the other file has no such thing
    while (twins[around] < 0) around = this.file.parents[around];
    this.other.#follow(twins[around], around === node ? place : 0);
  }

  /** Show the counterpart of what is selected in the other file. */
  #follow(node, place) {
    const tree = this.file.tree, offset = tree.offset[node], size = tree.size[node];
    this.#show({ node, space: tree.space[node], offset, size, cursor: offset + Math.min(place, Math.max(0, size - 1)) });
  }

  compare(comparison, other) {
    this.comparison = comparison;
    this.other = other;
  }

  selectPath(path) {
    for (let node = 0; node < this.file.count; node++) {
      if (this.file.path(node) === path) return this.selectNode(node);
    }
  }

  select(selection) {
    this.#show(selection);
    say(this.#told(selection));
  }

  #show(selection) {
    this.selection = selection;
    this.hex.selected(selection);
    this.tree.selected(selection);
    this.rows.selected(selection);
  }

  /** What the status line says: path, place, type, value, doc. */
  #told({ node, space, offset, size, cursor }) {
    const file = this.file, parts = [];
    const place = cursor ?? offset;
    if (node !== undefined) parts.push(["path", file.path(node)]);
    parts.push(["", `${space ? "decoded " : ""}offset ${place.toLocaleString("en")} (0x${place.toString(16)})`]);
    if (node === undefined) {
      const known = space ? null : file.indexed(offset);
      if (known) {
        const many = known.next === undefined ? "…" : known.next - 1;
        const which = many === known.number ? `record ${many}` : `in records ${known.number} to ${many}`;
        parts.push(["", `${which}, the first at 0x${known.start.toString(16)}; its fields aren't in this page`]);
      }
      return parts;
    }
    parts.push(["", `${size.toLocaleString("en")} byte${size === 1 ? "" : "s"}`], ["type", file.type(node)]);
    if (!file.hasChildren(node)) parts.push([`value k-${file.kind(node)}`, file.valueText(node)]);
    if (file.doc(node)) parts.push(["doc", file.doc(node)]);
    return parts;
  }

  /** Places that one wants to come to: damage, slack, and differences from another file. */
  marks() {
    const file = this.file;
    const found = file.damage.map(({ start, end }) => ({ space: 0, offset: start, size: end - start }));
    const nodes = this.comparison?.marks(this.number) ?? [];
    for (let node = 0; node < file.count; node++) if (file.kind(node) === "slack") nodes.push(node);
    for (const node of nodes) {
      found.push({ node, space: file.tree.space[node], offset: file.tree.offset[node], size: file.tree.size[node] });
    }
    return found.sort((one, other) => one.space - other.space || one.offset - other.offset);
  }

  toMark(by) {
    const marks = this.marks(), { space, offset } = this.selection;
    const key = (one) => one.space * 2 ** 52 + one.offset;
    const here = key({ space, offset });
    const next = by > 0 ? marks.find((one) => key(one) > here) : marks.findLast((one) => key(one) < here);
    const mark = next ?? (by > 0 ? marks[0] : marks.at(-1));
    if (!mark) {
      say([["", "no damage, no slack, no difference"]]);
      return;
    }
    const known = mark.node ?? this.file.recordAt(mark.offset);
    if (known >= 0) this.selectNode(known);
    else this.select(mark);
  }
}

const byId = (id) => document.getElementById(id);

function say(parts) {
  byId("status").replaceChildren(...parts.map(([kind, text]) => make("span", kind, text)));
}

function begin() {
  const json = JSON.parse(byId("data").textContent);
  const sides = json.files.map((file, number) => {
    return new Side(file, number, byId("sides"));
  });
  if (sides.length > 1) {
    const comparison = new Comparison(sides.map((side) => side.file), json.runs);
    sides[0].compare(comparison, sides[1]);
    sides[1].compare(comparison, sides[0]);
  }
  let current = sides[0];
  for (const side of sides) side.host.addEventListener("focusin", () => { current = side; });
  for (const side of sides) byId("files").append(introduced(side.file));
  document.body.classList.toggle("two", sides.length > 1);

  const found = byId("found"), sought = byId("sought"), what = byId("what"), help = byId("help");
  let pane = null; // where the focus was before the search
  const tell = (text) => { found.textContent = text; };
  const ask = (kind) => {
    pane = document.activeElement;
    what.value = kind;
    sought.focus();
    sought.select();
  };
  const step = (by) => tell(current.search.step(by));
  let asked = "";
  byId("search").addEventListener("submit", async (event) => {
    event.preventDefault();
    const wanted = `${what.value} ${sought.value}`;
    if (wanted === asked && current.search.finds.length) step(1);
    else tell(await current.search.run(what.value, sought.value));
    asked = wanted;
  });
  byId("previous").addEventListener("click", () => step(-1));
  byId("keys").addEventListener("click", () => help.showModal());

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    const typing = ["INPUT", "SELECT"].includes(event.target.tagName);
    if (event.key === "Escape" && typing) (pane ?? current.hex.scroller).focus();
    if (typing) return;
    const does = {
      "/": () => ask(what.value === "offset" ? "value" : what.value),
      g: () => ask("offset"),
      n: () => step(1),
      N: () => step(-1),
      d: () => current.toMark(1),
      D: () => current.toMark(-1),
      o: () => current.chooser.click(),
      "?": () => help.showModal(),
    }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  });
  current.selectNode(Math.min(1, current.file.count - 1));
  current.tree.scroller.focus();
}

/** A file in a few words. */
function introduced(file) {
  const line = make("span", "file");
  line.append(make("strong", "", file.label), make("span", "dim", `${file.format} · ${file.size.toLocaleString("en")} bytes`));
  if (file.records && file.records.count !== null) line.append(make("span", "dim", `${file.records.count.toLocaleString("en")} records`));
  if (file.lost[0]) {
    const [places, bytes] = file.lost;
    line.append(make("span", "bad", `damage: ${places.toLocaleString("en")} place${places === 1 ? "" : "s"}, ${bytes.toLocaleString("en")} bytes`));
  }
  return line;
}

begin();
