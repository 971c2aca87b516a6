/** The fields of a file as a tree. */
class TreePane {
  constructor(side, host) {
    this.side = side;
    this.file = side.file;
    this.opened = new Set([0]);
    for (let node = 1; node < this.file.count; node++) {
      if (this.file.tree.depth[node] === 1) this.opened.add(node);
    }
    this.bar = make("div", "bar");
    this.bar.append(make("span", "title", "tree"), make("span", "dim", this.file.title));
    this.scroller = make("div", "scroller tree");
    this.scroller.tabIndex = 0;
    this.scroller.setAttribute("role", "tree");
    this.scroller.setAttribute("aria-label", `fields of ${this.file.label}`);
    host.append(this.bar, this.scroller);
    this.list = new VirtualList(this.scroller, side.rowHeight, (row) => this.#row(row));
    this.scroller.addEventListener("click", (event) => this.#clicked(event));
    this.scroller.addEventListener("keydown", (event) => this.#pressed(event));
    this.#lay();
  }

  #lay() {
    const file = this.file;
    this.shown = [];
    for (let node = 0; node < file.count; node = this.opened.has(node) ? node + 1 : file.ends[node]) this.shown.push(node);
    this.list.setCount(this.shown.length);
  }

  #row(row) {
    const file = this.file, node = this.shown[row], chosen = this.side.selection.node === node;
    const inner = file.hasChildren(node), kind = file.kind(node);
    const line = make("div", `line ${chosen ? "chosen" : ""} ${this.side.difference(node)}`);
    line.style.height = `${this.list.rowHeight}px`;
    line.dataset.node = node;
    line.id = `${this.side.id}-node-${node}`;
    line.setAttribute("role", "treeitem");
    line.setAttribute("aria-level", file.tree.depth[node] + 1);
    line.setAttribute("aria-selected", chosen);
    if (inner) line.setAttribute("aria-expanded", this.opened.has(node));
    line.title = file.doc(node);
    const name = make("span", `name k-${kind}`, file.name(node));
    name.style.marginLeft = `${file.tree.depth[node] * 1.1}em`;
    line.append(make("span", "twist", inner ? (this.opened.has(node) ? "▾" : "▸") : ""), name);
    line.append(make("span", "type", kind === "more" ? `${file.tree.size[node].toLocaleString("en")} bytes` : file.type(node)));
    if (!inner && kind !== "more" && kind !== "padding") line.append(make("span", `value k-${kind}`, file.valueText(node)));
    if (inner && !this.opened.has(node)) line.append(make("span", "brief", this.#brief(node)));
    return line;
  }

  /** The first values in a closed node. */
  #brief(node) {
    const file = this.file, parts = [];
    for (let one = node + 1; one < file.ends[node] && parts.length < 4; one++) {
      const kind = file.kind(one);
      if (kind === "struct" || kind === "more" || kind === "padding") continue;
      const value = file.valueText(one);
      parts.push(`${file.name(one)} ${value.length > 24 ? `${value.slice(0, 24)}…` : value}`);
    }
    return parts.join(" · ");
  }

  #clicked(event) {
    const line = event.target.closest("[data-node]");
    if (!line) return;
    const node = Number(line.dataset.node);
    if (event.target.classList.contains("twist")) this.toggle(node);
    else this.side.selectNode(node);
  }

  toggle(node, open = !this.opened.has(node)) {
    if (!this.file.hasChildren(node)) return;
    if (open) this.opened.add(node);
    else this.opened.delete(node);
    this.#lay();
  }

  #pressed(event) {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const file = this.file, node = this.side.selection.node ?? -1, at = this.shown.indexOf(node);
    const page = this.list.visible;
    const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -this.shown.length, End: this.shown.length };
    if (event.key in steps) {
      const next = at < 0 ? 0 : Math.max(0, Math.min(at + steps[event.key], this.shown.length - 1));
      this.side.selectNode(this.shown[next]);
    } else if (event.key === "ArrowRight" && at >= 0) {
      if (!this.opened.has(node)) this.toggle(node, true);
      else if (file.hasChildren(node)) this.side.selectNode(node + 1);
    } else if (event.key === "ArrowLeft" && at >= 0) {
      if (this.opened.has(node) && file.hasChildren(node)) this.toggle(node, false);
      else if (file.parents[node] >= 0) this.side.selectNode(file.parents[node]);
    } else if ((event.key === "Enter" || event.key === " ") && at >= 0) this.toggle(node);
    else return;
    event.preventDefault();
  }

  selected(selection) {
    const node = selection.node ?? -1;
    this.scroller.removeAttribute("aria-activedescendant");
    if (node < 0) {
      this.list.draw();
      return;
    }
    let hidden = false;
    for (let one = this.file.parents[node]; one >= 0; one = this.file.parents[one]) {
      hidden = hidden || !this.opened.has(one);
      this.opened.add(one);
    }
    if (hidden) this.#lay();
    this.list.show(this.#place(node));
    this.scroller.setAttribute("aria-activedescendant", `${this.side.id}-node-${node}`);
  }

  #place(node) {
    return lastUpTo(this.shown.length, node, (place) => this.shown[place]);
  }
}
