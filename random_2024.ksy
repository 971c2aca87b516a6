meta: {id: "random_2024", endian: "be"}
seq:
  - {id: "gamma", type: "size"}
types:
  size:
    seq:
      - {id: "delta", type: "u1"}
      - {id: "alpha", type: "len(3)", repeat: "expr", repeat-expr: "data"}
    instances:
      data: {value: "delta"}
    types:
      len:
        params: [{id: "p", type: "u1"}]
        seq:
          - {id: "index_12", type: "beta_10"}
        types:
          beta_10:
            seq:
              - {id: "value", type: "str", encoding: "ASCII", terminator: 0, include: true, consume: false}
              - {id: "gamma", contents: [2]}
