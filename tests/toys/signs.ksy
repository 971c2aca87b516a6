meta:
  id: signs
  title: Signs in several scripts
doc: Texts of a byte or several a character, in each encoding of which Python knows the characters one by one.
seq:
  - {id: signs, type: sign, repeat: eos}
types:
  sign:
    seq:
      - {id: big5, type: strz, encoding: big5}
      - {id: big5hkscs, type: strz, encoding: big5hkscs}
      - {id: cp932, type: strz, encoding: cp932}
      - {id: cp949, type: strz, encoding: cp949}
      - {id: cp950, type: strz, encoding: cp950}
      - {id: euc_jis_2004, type: strz, encoding: euc_jis_2004}
      - {id: euc_jisx0213, type: strz, encoding: euc_jisx0213}
      - {id: euc_jp, type: strz, encoding: euc_jp}
      - {id: euc_kr, type: strz, encoding: euc_kr}
      - {id: gb18030, type: strz, encoding: gb18030}
      - {id: gb2312, type: strz, encoding: gb2312}
      - {id: gbk, type: strz, encoding: gbk}
      - {id: johab, type: strz, encoding: johab}
      - {id: shift_jis, type: strz, encoding: shift_jis}
      - {id: shift_jis_2004, type: strz, encoding: shift_jis_2004}
      - {id: shift_jisx0213, type: strz, encoding: shift_jisx0213}
    instances:
      is_stop: {value: 'shift_jis == "STOP"'}
