meta:
  id: scripts
  title: Texts in several scripts
  endian: le
doc: Texts of a byte or several a character, which rows say.
seq:
  - {id: scripts, type: script, repeat: eos}
types:
  script:
    seq:
      - {id: len_all, type: u2}
      - {id: lines, type: lines, size: len_all}
  lines:
    seq:
      - {id: big5, type: strz, encoding: big5}
      - {id: cp932, type: strz, encoding: cp932}
      - {id: cp949, type: strz, encoding: cp949}
      - {id: cp950, type: strz, encoding: cp950}
      - {id: euc_jp, type: strz, encoding: euc_jp}
      - {id: euc_kr, type: strz, encoding: euc_kr}
      - {id: gb18030, type: strz, encoding: gb18030}
      - {id: gb2312, type: strz, encoding: gb2312}
      - {id: gbk, type: strz, encoding: gbk}
      - {id: johab, type: strz, encoding: johab}
      - {id: shift_jis, type: strz, encoding: shift_jis}
      - {id: koi8_r, type: strz, encoding: koi8_r}
      - {id: padded, type: str, size: 12, pad-right: 0x20, encoding: EUC-KR}
      - {id: len_sized, type: u2}
      - {id: sized, type: str, size: len_sized, encoding: GB18030}
      - {id: len_wide, type: u2}
      - {id: wide, type: str, size: len_wide, encoding: UTF-32BE}
      - {id: len_low, type: u2}
      - {id: low, type: str, size: len_low, encoding: UTF-32LE}
      - {id: rest, type: str, size-eos: true, encoding: EUC-JP}
