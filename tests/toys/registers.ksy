meta:
  id: registers
  endian: le
doc: >-
  Lines of accounts. Sorted pages say where the lines of an account lie: keys share what they begin with with the one before
  them, but for those at restart points.
-options:
  - {id: account, type: str}
  - {id: kind, type: int}
-views:
  lines:
    default: true
    each: pages[*].page.entries.accounts[*].body.lines[*]
    select:
      - {option: account, key: '"a/" + account', equals: accounts.key, through: pages.last_key}
      - {option: kind, equals: accounts.kind}
    columns:
      - {id: account, value: 'accounts.key.to_s("UTF-8")'}
      - {id: kind, value: accounts.kind}
      - {id: at, value: _index, type: s4}
      - {id: amount, value: _.amount}
      - {id: note, value: _.note}
  accounts:
    each: pages[*].page.entries.accounts[*]
    select:
      - {option: account, key: '"a/" + account', equals: _.key, through: pages.last_key}
      - {option: kind, equals: _.kind}
    columns:
      - {id: account, value: '_.key.to_s("UTF-8")'}
      - {id: kind, value: _.kind}
      - {id: at, value: _index, type: s4}
seq:
  - {id: magic, contents: REGS}
instances:
  footer: {pos: _io.size - 8, type: footer}
  pages:
    pos: footer.ofs_pages
    type: page_ref
    repeat: expr
    repeat-expr: footer.num_pages
types:
  footer:
    seq:
      - {id: ofs_pages, type: u4}
      - {id: num_pages, type: u4}
  page_ref:
    seq:
      - {id: ofs, type: u4}
      - {id: len, type: u4}
      - {id: len_last_key, type: u1}
      - {id: last_key, size: len_last_key}
    instances:
      page: {io: _root._io, pos: ofs, size: len, type: page}
  page:
    seq:
      - {id: entries, type: entries, size: _io.size - 4 * num_restarts - 4}
      - {id: restarts, type: u4, repeat: expr, repeat-expr: num_restarts}
    instances:
      num_restarts: {pos: _io.size - 4, type: u4}
  entries:
    seq:
      - {id: accounts, type: account(_index), repeat: eos}
  account:
    params:
      - {id: i, type: s4}
    seq:
      - {id: len_shared, type: u1}
      - {id: len_own, type: u1}
      - {id: kind, type: u1}
      - {id: nothing, size: 0}
      - {id: key, size: len_own, process: 'bytewright.codecs.front_coding(previous_key, len_shared)'}
      - {id: ofs, type: u4}
      - {id: len, type: u4}
    instances:
      previous_key: {value: 'i == 0 ? nothing : _parent.accounts[i - 1].key'}
      body: {io: _root._io, pos: ofs, size: len, type: body}
  body:
    seq:
      - {id: lines, type: line, repeat: eos}
  line:
    seq:
      - {id: amount, type: s4}
      - {id: len_note, type: u1}
      - {id: note, type: str, size: len_note, encoding: UTF-8}
