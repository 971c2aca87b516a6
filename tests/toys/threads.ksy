meta:
  id: threads
  title: Boards of posts
  endian: le
doc: >-
  A list of boards, each with pages of topics. A topic says where its first post begins; a post is in several topics, and says for each of
  them where its next one begins, anywhere on the board. Drafts lead to each other, too, on their own.
-options:
  - {id: topic, type: str, doc: Only posts of the topics with this name.}
-views:
  posts:
    default: true
    each: boards[*].board.pages[*].topics[*].posts[*]
    select:
      - {option: topic, equals: topics.name}
    columns:
      - {id: board, value: boards.ofs_board}
      - {id: topic, value: topics.name}
      - {id: place, value: _index, type: s4}
      - {id: text, value: _.post.text}
  drafts:
    each: boards[*].board.drafts[*].remarks[*]
    columns:
      - {id: mood, value: drafts.mood}
      - {id: text, value: _.remark.text}
      - {id: noted, value: _.remark.noted.number, type: s8}
seq:
  - {id: num_boards, type: u1}
  - {id: boards, type: board_ref, repeat: expr, repeat-expr: num_boards}
types:
  board_ref:
    seq:
      - {id: ofs_board, type: u2}
      - {id: len_board, type: u2}
    instances:
      board: {pos: ofs_board, size: len_board, type: board}
  board:
    seq:
      - {id: num_slips, type: u1}
      - {id: slips, type: slip, repeat: expr, repeat-expr: num_slips}
      - {id: num_drafts, type: u1}
      - {id: drafts, type: draft, repeat: expr, repeat-expr: num_drafts}
    instances:
      pages: {pos: 0, type: topic_page(_index), repeat: expr, repeat-expr: num_slips}
  slip:
    seq:
      - {id: ofs_page, type: u2}
      - {id: len_page, type: u2}
    instances:
      page: {pos: ofs_page, size: len_page, type: page}
  page:
    seq:
      - {id: entries, type: entry, repeat: eos}
  entry:
    seq:
      - {id: number, type: u8}
      - {id: ofs_first, type: u2}
      - {id: len_name, type: u1}
      - {id: name, size: len_name, type: str, encoding: UTF-8}
  topic_page:
    params:
      - {id: i, type: s4}
    instances:
      entries: {value: '_parent.slips[i].page.entries'}
      topics: {pos: 0, type: 'topic(entries[_index])', repeat: expr, repeat-expr: entries.size}
  topic:
    params:
      - {id: entry, type: entry}
    instances:
      name: {value: entry.name}
      posts:
        io: _parent._parent._io
        pos: 0
        type: post_step(_index)
        repeat: until
        repeat-until: _.next == 0
        if: entry.ofs_first != 0
        -role: again
        -valid: {unique: _.at}
  post_step:
    params:
      - {id: i, type: s4}
    instances:
      at: {value: 'i == 0 ? _parent.entry.ofs_first : _parent.posts[i - 1].next.as<u2>'}
      post: {io: _parent._parent._parent._io, pos: at, type: post, -role: again}
      number: {value: _parent.entry.number.as<s8>}
      link_at: {value: find_link.last.k, -find: {in: post.links, where: _.number == number}}
      find_link:
        -role: internal
        pos: 0
        type: link_probe(_index)
        repeat: until
        repeat-until: _.hit or _.k == post.num_links - 1
      next: {value: 'post.links[link_at].next'}
  link_probe:
    -role: internal
    params:
      - {id: k, type: s4}
    instances:
      hit: {value: '_parent.post.links[k].number == _parent.number'}
  post:
    seq:
      - {id: len_text, type: u1}
      - {id: text, size: len_text, type: str, encoding: UTF-8}
      - {id: num_links, type: u1}
      - {id: links, type: link, repeat: expr, repeat-expr: num_links}
  link:
    seq:
      - {id: number, type: u1}
      - {id: next, type: u2}
  draft:
    seq:
      - {id: mood, type: f4}
      - {id: ofs_first, type: u2}
    instances:
      remarks:
        io: _parent._io
        pos: 0
        type: remark_step(_index)
        repeat: until
        repeat-until: _.remark.is_last != 0
        -role: again
        -valid: {unique: _.at}
  remark_step:
    params:
      - {id: i, type: s4}
    instances:
      at: {value: 'i == 0 ? _parent.ofs_first : _parent.remarks[i - 1].next'}
      remark: {io: _parent._parent._io, pos: at, type: remark, -role: again}
      next: {value: remark.next}
  remark:
    seq:
      - {id: is_last, type: u1}
      - {id: next, type: u2}
      - {id: noted, type: leb}
      - {id: text, type: strz, encoding: UTF-8}
  leb:
    -show: {value: number}
    seq:
      - {id: groups, type: leb_group(_index), repeat: until, repeat-until: not _.has_next}
    instances:
      number: {value: groups.last.value}
  leb_group:
    params:
      - {id: i, type: s4}
    seq:
      - {id: has_next, type: b1}
      - {id: low, type: b7, valid: {max: 'i < 9 ? 127 : 1'}}
    instances:
      value: {value: '(i == 0 ? 0 : _parent.groups[i - 1].value.as<u8>) + (low.as<u8> << (7 * i))'}
