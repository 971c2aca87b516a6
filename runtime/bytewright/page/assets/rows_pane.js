const HEAD = 24; // pixels, as in the style

/** The rows of one view of a file. */
class RowsPane {
  constructor(side, host) {
    this.side = side;
    this.file = side.file;
    this.bar = make("div", "bar");
    this.scroller = make("div", "scroller rows");
    this.scroller.tabIndex = 0;
    this.scroller.setAttribute("role", "grid");
    this.scroller.setAttribute("aria-label", `rows of ${this.file.label}`);
    this.head = make("div", "line head");
    this.scroller.append(this.head);
    host.append(this.bar, this.scroller);
    this.list = new VirtualList(this.scroller, side.rowHeight, (row) => this.#row(row), HEAD);
    this.scroller.addEventListener("click", (event) => this.#clicked(event));
    this.scroller.addEventListener("keydown", (event) => this.#pressed(event));
    this.chosen = { row: -1, column: -1 };
    this.setView(0);
  }

  setView(number) {
    this.view = this.file.views[number];
    this.chosen = { row: -1, column: -1 };
    const chooser = make("select");
    chooser.setAttribute("aria-label", "view");
    for (const [place, view] of this.file.views.entries()) {
      const option = make("option", "", view.name);
      option.value = place;
      option.selected = place === number;
      chooser.append(option);
    }
    chooser.addEventListener("change", () => this.setView(Number(chooser.value)));
    this.bar.replaceChildren(make("span", "title", "rows"), chooser);
    this.head.replaceChildren();
    if (this.view) {
      this.bar.append(make("span", "dim", this.view.doc.replaceAll("``", "")));
      if (this.view.error) this.bar.append(make("span", "bad", this.view.error));
      this.#layHead();
    }
    this.list.setCount(this.view ? this.view.rows.length : 0);
  }

  #layHead() {
    const { columns, rows } = this.view;
    this.widths = columns.map((column, place) => {
      let width = Math.max(column.name.length, 4);
      for (const row of rows.slice(0, 200)) width = Math.max(width, this.#text(row[place + 3]).length);
      return Math.min(width, 36) + 2;
    });
    this.head.append(this.#cell("#", 9, "number"));
    for (const [place, column] of columns.entries()) {
      const cell = this.#cell(column.name, this.widths[place], "", "columnheader");
      cell.title = `${column.type}\n${column.doc}`;
      this.head.append(cell);
    }
    const wide = `${this.widths.reduce((sum, width) => sum + width, 9)}ch`;
    this.head.style.minWidth = wide;
    this.list.spacer.style.minWidth = wide;
  }

  #text(value) { return value === null ? "–" : String(value); }

  #cell(text, width, kind = "", role = "gridcell") {
    const cell = make("span", `cell ${kind}`, text);
    cell.style.width = `${width}ch`;
    cell.setAttribute("role", role);
    return cell;
  }

  #row(number) {
    const row = this.view.rows[number], record = row[1] < 0 ? -1 : this.file.recordAt(row[1]);
    const difference = record < 0 ? "" : this.side.difference(record);
    const line = make("div", `line ${difference} ${number === this.chosen.row ? "chosen" : ""}`);
    line.style.height = `${this.list.rowHeight}px`;
    line.dataset.row = number;
    line.setAttribute("role", "row");
    line.append(this.#cell(String(row[0]), 9, "number"));
    for (const [place, width] of this.widths.entries()) {
      const value = row[place + 3];
      const kind = value === null ? "null" : typeof value === "number" ? "k-int" : typeof value === "string" ? "k-text" : "k-other";
      const cell = this.#cell(this.#text(value), width, kind);
      cell.dataset.column = place;
      if (number === this.chosen.row && place === this.chosen.column) cell.classList.add("cursor");
      line.append(cell);
    }
    return line;
  }

  #clicked(event) {
    const line = event.target.closest("[data-row]");
    if (line) this.#choose(Number(line.dataset.row), Number(event.target.dataset.column ?? -1));
  }

  /** Select what a row, or a value of it, is made of. */
  #choose(number, column) {
    const [, offset, size] = this.view.rows[number];
    this.chosen = { row: number, column };
    this.kept = true;
    const record = offset < 0 ? -1 : this.file.recordAt(offset);
    let node = record;
    if (record >= 0 && column >= 0) {
      for (const name of this.view.columns[column].path) {
        const inner = this.file.child(node, name);
        if (inner < 0) break;
        node = inner;
      }
    }
    if (node >= 0) this.side.selectNode(node);
    else if (offset >= 0) this.side.select({ space: 0, offset, size });
    this.kept = false;
    this.list.show(number);
  }

  #pressed(event) {
    if (event.altKey || event.metaKey || event.ctrlKey || !this.view || !this.view.rows.length) return;
    const page = this.list.visible, last = this.view.rows.length - 1;
    const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -last - 1, End: last + 1 };
    let { row, column } = this.chosen;
    if (event.key in steps) row = row < 0 ? 0 : Math.max(0, Math.min(row + steps[event.key], last));
    else if (event.key === "ArrowLeft") column = Math.max(-1, column - 1);
    else if (event.key === "ArrowRight") column = Math.min(this.view.columns.length - 1, column + 1);
    else return;
    event.preventDefault();
    this.#choose(Math.max(0, row), column);
  }

  selected(selection) {
    if (this.kept || !this.view) return;
    const file = this.file;
    let node = selection.node ?? -1, place = selection.offset;
    for (let one = node; one >= 0 && selection.space; one = file.parents[one]) {
      if (file.tree.space[one] === 0) {
        place = file.tree.offset[one];
        break;
      }
    }
    const row = this.view.rows.findIndex(([, offset, size]) => offset >= 0 && place >= offset && place < offset + size);
    if (row < 0) {
      this.chosen = { row: -1, column: -1 };
      this.list.draw();
      return;
    }
    const names = [];
    for (const record = file.recordAt(place); node >= 0 && node !== record; node = file.parents[node]) names.unshift(file.name(node));
    const column = this.view.columns.findIndex(({ path }) => path.length && path.every((name, at) => name === names[at]));
    const same = this.chosen.row >= 0 && this.view.rows[this.chosen.row][1] === this.view.rows[row][1];
    this.chosen = { row: same ? this.chosen.row : row, column };
    this.list.show(this.chosen.row);
  }
}
