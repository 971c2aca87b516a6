meta:
  id: catalogues
  endian: le
doc: >-
  Lots of articles. Large compressed pages hold the articles in the order of their keys; a table at the end of each says where entries
  begin whose keys are stored whole, and what lies between two of these places can be read by itself. Days, elsewhere, start with their first hours.
-options:
  - {id: article, type: str}
  - {id: hour, type: int}
-views:
  lots:
    default: true
    each: pages[*].page.runs[*].body.articles[*].stock.lots[*]
    select:
      - {option: article, equals: articles.key, through: pages.last_key, from: runs.first.key}
    columns:
      - {id: article, value: 'articles.key.to_s("UTF-8")'}
      - {id: at, value: _index, type: s4}
      - {id: amount, value: _.amount}
  articles:
    each: pages[*].page.runs[*].body.articles[*]
    select:
      - {option: article, equals: _.key, through: pages.last_key, from: runs.first.key}
    columns:
      - {id: article, value: '_.key.to_s("UTF-8")'}
      - {id: ofs, value: _.ofs}
  whole_pages:
    each: pages[*].page.all.articles[*]
    select:
      - {option: article, equals: _.key, through: pages.last_key}
    columns:
      - {id: article, value: '_.key.to_s("UTF-8")'}
      - {id: ofs, value: _.ofs}
  visits:
    each: days[*].visits[*]
    select:
      - {option: hour, equals: _.hour, from: days.first_hour}
    columns:
      - {id: hour, value: _.hour}
      - {id: visitors, value: _.visitors}
seq:
  - {id: magic, contents: CATA}
  - {id: num_days, type: u1}
  - {id: days, type: day, repeat: expr, repeat-expr: num_days}
instances:
  footer: {pos: _io.size - 8, type: footer}
  pages:
    pos: footer.ofs_pages
    type: page_ref
    repeat: expr
    repeat-expr: footer.num_pages
types:
  day:
    seq:
      - {id: first_hour, type: u2}
      - {id: num_visits, type: u1}
      - {id: visits, type: visit, repeat: expr, repeat-expr: num_visits}
  visit:
    seq:
      - {id: hour, type: u2}
      - {id: visitors, type: u2}
  footer:
    seq:
      - {id: ofs_pages, type: u4}
      - {id: num_pages, type: u4}
  page_ref:
    seq:
      - {id: ofs, type: u4}
      - {id: len_page, type: u4}
      - {id: len_last_key, type: u1}
      - {id: last_key, size: len_last_key}
    instances:
      page: {io: _root._io, pos: ofs, size: len_page, process: zlib, type: page}
  page:
    instances:
      num_restarts: {pos: _io.size - 4, type: u4}
      end: {value: _io.size - 4 * num_restarts - 4}
      restarts: {pos: end, type: u4, repeat: expr, repeat-expr: num_restarts}
      all: {pos: 0, size: end, type: entries}
      runs: {pos: 0, type: run(_index), repeat: expr, repeat-expr: num_restarts, -role: again}
  run:
    params:
      - {id: i, type: s4}
    instances:
      begin: {value: '_parent.restarts[i]'}
      end: {value: 'i + 1 < _parent.num_restarts ? _parent.restarts[i + 1] : _parent.end'}
      first: {io: _parent._io, pos: begin, type: head, -role: again}
      body: {io: _parent._io, pos: begin, size: end - begin, type: entries, -role: again}
  head:
    seq:
      - {id: len_shared, type: u1, valid: 0}
      - {id: len_key, type: u1}
      - {id: key, size: len_key}
  entries:
    seq:
      - {id: articles, type: article(_index), repeat: eos}
  article:
    params:
      - {id: i, type: s4}
    seq:
      - {id: len_shared, type: u1}
      - {id: len_key, type: u1}
      - {id: nothing, size: 0}
      - {id: key, size: len_key, process: 'bytewright.codecs.front_coding(previous_key, len_shared)'}
      - {id: ofs, type: u4}
      - {id: len_stock, type: u1}
    instances:
      previous_key: {value: 'i == 0 ? nothing : _parent.articles[i - 1].key'}
      stock: {io: _root._io, pos: ofs, size: len_stock, type: stock}
  stock:
    seq:
      - {id: lots, type: lot, repeat: eos}
  lot:
    seq:
      - {id: amount, type: s4}
