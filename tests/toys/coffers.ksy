meta:
  id: coffers
  title: Vaults of boxes
  endian: le
doc: >-
  A directory of vaults in sheets. Each vault ends with a directory of its own: where its pages of boxes lie, each of which holds coins.
  Vaults are shown in the order in which they lie.
-views:
  coins:
    default: true
    each: sheets[*].vaults[*].vault.pages[*].boxes[*].box.coins[*]
    order-by: vaults.entry.ofs_vault
    columns:
      - {id: edition, value: edition}
      - {id: vault, value: vaults.entry.name}
      - {id: keeper, value: vaults.vault.keeper}
      - {id: page, value: pages.i}
      - {id: box, value: boxes.entry.number}
      - {id: place, value: _index, type: s4}
      - {id: worth, value: _.worth}
      - {id: kind, value: _.kind, named: {in: 'vaults.vault.pages[*].boxes[*]', key: _.entry.number, value: _.entry.label}}
  unsorted:
    each: sheets[*].vaults[*].vault.pages[*].boxes[*].box.coins[*]
    columns:
      - {id: vault, value: vaults.entry.name}
      - {id: worth, value: _.worth}
seq:
  - {id: edition, type: u2}
  - {id: num_sheets, type: u1}
  - {id: slips, type: sheet_slip, repeat: expr, repeat-expr: num_sheets}
instances:
  sheets: {pos: 0, type: sheet(_index), repeat: expr, repeat-expr: num_sheets}
types:
  sheet_slip:
    seq:
      - {id: ofs_lines, type: u4}
      - {id: len_lines, type: u4}
    instances:
      lines: {pos: ofs_lines, size: len_lines, type: lines}
  lines:
    seq:
      - {id: lines, type: line, repeat: eos}
  line:
    seq:
      - {id: len_name, type: u1}
      - {id: name, size: len_name, type: str, encoding: UTF-8}
      - {id: ofs_vault, type: u4}
      - {id: len_vault, type: u4}
  sheet:
    params:
      - {id: i, type: s4}
    instances:
      lines: {value: '_parent.slips[i].lines.lines'}
      vaults: {pos: 0, type: 'vault_line(lines[_index])', repeat: expr, repeat-expr: lines.size}
  vault_line:
    params:
      - {id: entry, type: line}
    instances:
      edition: {value: 0}
      vault: {io: _root._io, pos: entry.ofs_vault, size: entry.len_vault, type: vault}
  vault:
    seq:
      - {id: keeper, type: s2}
    instances:
      num_leaves: {pos: _io.size - 1, type: u1, valid: {max: 20}}
      leaves: {pos: _io.size - 1 - 4 * num_leaves, type: leaf, repeat: expr, repeat-expr: num_leaves}
      pages: {pos: 0, type: box_page(_index), repeat: expr, repeat-expr: leaves.size}
  leaf:
    seq:
      - {id: ofs_page, type: u2}
      - {id: len_page, type: u2}
    instances:
      page: {pos: ofs_page, size: len_page, type: page}
  page:
    seq:
      - {id: cards, type: card, repeat: eos}
  card:
    seq:
      - {id: number, type: s4}
      - {id: len_label, type: u1}
      - {id: label, size: len_label, type: str, encoding: UTF-8}
      - {id: ofs_box, type: u2}
      - {id: len_box, type: u2}
  box_page:
    params:
      - {id: i, type: s4}
    instances:
      edition: {value: 1}
      cards: {value: '_parent.leaves[i].page.cards'}
      boxes: {pos: 0, type: 'box(cards[_index])', repeat: expr, repeat-expr: cards.size}
  box:
    params:
      - {id: entry, type: card}
    instances:
      box: {io: _parent._parent._io, pos: entry.ofs_box, size: entry.len_box, type: box_body}
  box_body:
    seq:
      - {id: coins, type: coin, repeat: eos}
  coin:
    seq:
      - {id: worth, type: s4}
      - {id: kind, type: u1}
