"""What a page holds of files, and how it is put together."""

from __future__ import annotations

import base64
import json
import re
from hashlib import sha256
from pathlib import Path

import pytest
from tests.page.heard import SPEC, Nodes, heard, read, sound, told
from tests.support.compiling import Compile

from bytewright.cli import main
from bytewright.page import collecting, data_of, data_of_both, page_of, records
from bytewright.page.assembly import embedded


def _numbers(text: str) -> list[int]:
    found, number, shift, total = list[int](), 0, 0, 0
    for byte in base64.b64decode(text):
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            total += number
            found.append(total)
            number = shift = 0
    return found


def test_small_file_is_held_whole(compiled: Compile) -> None:
    data = heard(map(sound, range(3)))
    found = told(compiled(SPEC), data)
    nodes = Nodes(found).by_path
    assert found["size"] == len(data)
    assert [base64.b64decode(one["data"]) for one in found["pieces"]] == [data]
    assert found["records"] == {"id": "sounds", "count": 3}
    name = nodes["sounds.[1].body.name"]
    at = data.index(b"name 1")
    assert (name["offset"], name["value"], name["doc"]) == (at, "name 1", "Who said it.")
    assert nodes["sounds.[2].body.kind"]["value"] == "speech"
    assert nodes["sounds"]["doc"] == "The sounds."
    assert nodes["sounds.[0]"]["doc"] == "Something that was heard."
    text = nodes["sounds.[2].body.more.text"]
    assert (text["value"], text["offset"]) == ("text 2", 0)
    space = found["spaces"][text["space"] - 1]
    assert space["path"] == "sounds[2].body.more"
    assert base64.b64decode(space["data"]) == b"text 2"


def test_rows_say_where_they_come_from(compiled: Compile) -> None:
    data = heard(map(sound, range(3)))
    (view,) = told(compiled(SPEC), data)["views"]
    names = [column["name"] for column in view["columns"]]
    assert names[:4] == ["len", "body.time", "body.kind", "body.name"]
    assert view["columns"][0]["doc"] == "How many bytes follow."
    assert view["columns"][1]["path"] == ["body", "time"]
    second = 5 + len(sound(0))
    assert view["rows"][1][:7] == [1, second, len(sound(1)), len(sound(1)) - 2, 10, "speech", "name 1"]


def test_large_file_is_held_at_its_ends(compiled: Compile) -> None:
    sounds = list(map(sound, range(5000)))
    found = told(compiled(SPEC), heard(sounds))
    nodes = Nodes(found).by_path
    assert found["records"]["count"] == 5000
    shown = {int(match[1]) for path in nodes if (match := re.fullmatch(r"sounds\.\[(\d+)\]", path))}
    assert shown == {*range(1000), *range(4000, 5000)}
    middle = nodes["sounds.… 3,000 records"]
    start = 5 + sum(map(len, sounds[:1000]))
    assert (middle["offset"], middle["size"]) == (start, sum(map(len, sounds[1000:4000])))
    assert [row[0] for row in found["views"][0]["rows"]] == sorted(shown)
    starts, numbers = _numbers(found["index"]["starts"]), _numbers(found["index"]["numbers"])
    assert numbers[0] == 0
    assert len(starts) == len(numbers) <= 64 << 10
    places = dict(zip(numbers, starts, strict=True))
    assert all(places[number] == 5 + sum(map(len, sounds[:number])) for number in numbers[::100])


def test_index_is_sampled(compiled: Compile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "INDEXED", 50)
    data = heard(map(sound, range(3000)))
    found = told(compiled(SPEC), data)
    starts, numbers = _numbers(found["index"]["starts"]), _numbers(found["index"]["numbers"])
    assert 25 <= len(starts) <= 51
    for start, number in zip(starts, numbers, strict=True):
        assert data[start:].startswith(sound(number))
    assert found["records"]["count"] == 3000


def test_damage_has_records_around_it(compiled: Compile) -> None:
    sounds = list(map(sound, range(5000)))
    sounds[2500] = sound(2500, kind=9)
    found = told(compiled(SPEC), heard(sounds))
    start = 5 + sum(map(len, sounds[:2500]))
    (place,) = found["damage"]
    assert (place["record"], place["start"], place["end"]) == (2500, start, start + len(sounds[2500]))
    assert place["field"] == "sounds[2500].body.kind"
    assert found["lost"] == [1, len(sounds[2500])]
    nodes = Nodes(found).by_path
    shown = {int(match[1]) for path in nodes if (match := re.fullmatch(r"sounds\.\[(\d+)\]", path))}
    assert shown == {*range(1000), *range(2492, 2509), *range(4000, 5000)}
    assert nodes["sounds.[2500]"]["type"] == "damage"
    assert nodes["sounds.[2500]"]["value"] == "expected one of speech, music, noise, found 9"
    assert [row[0] for row in found["views"][0]["rows"]] == sorted(shown - {2500})


def test_bits_that_share_bytes_have_the_docs_of_all(compiled: Compile) -> None:
    codec = compiled(
        """
seq:
  - {id: high, type: b3, doc: Three of them.}
  - {id: middle, type: b2}
  - {id: low, type: b3, doc: The others.}
  - {id: last, type: u1, doc: A byte.}
"""
    )
    found = told(codec, b"\x5a\7")
    nodes = Nodes(found).by_path
    assert nodes["high+middle+low"]["doc"] == "high: Three of them.\nlow: The others."
    assert (nodes["last"]["doc"], nodes["last"]["offset"]) == ("A byte.", 1)
    assert found["lost"] == [0, 0]
    assert found["damage"] == []


def test_the_largest_file_that_is_held_whole(compiled: Compile, monkeypatch: pytest.MonkeyPatch) -> None:
    data = heard(map(sound, range(30)))
    for whole in (len(data), len(data) + 1):
        monkeypatch.setattr(collecting, "WHOLE", whole)
        (piece,) = told(compiled(SPEC), data)["pieces"]
        assert (piece["offset"], base64.b64decode(piece["data"])) == (0, data)


def test_what_precedes_many_records_lies_where_it_lies(compiled: Compile) -> None:
    found = told(compiled(SPEC), heard(map(sound, range(5000))))
    first = Nodes(found).by_path["magic"]
    assert (first["offset"], first["size"]) == (0, 5)


def test_what_several_views_refuse_is_damage_once(compiled: Compile) -> None:
    codec = compiled(
        """
seq: [{id: records, type: record, repeat: eos}]
types: {record: {seq: [{id: len, type: u1}, {id: kind, type: u1, valid: {max: 3}}, {id: text, size: len}]}}
-views:
  kinds: {each: 'records[*]', columns: [{id: kind, value: _.kind}]}
  texts: {each: 'records[*]', columns: [{id: kind, value: _.kind}, {id: text, value: _.text}]}
"""
    )
    found = told(codec, b"\1\1a\2\7bc\1\2d")
    assert [(place["record"], place["start"], place["end"]) for place in found["damage"]] == [(1, 3, 7)]
    assert found["lost"] == [1, 4]


def test_file_cut_short(compiled: Compile) -> None:
    data = heard(map(sound, range(10)))[:-3]
    found = told(compiled(SPEC), data)
    (place,) = found["damage"]
    assert (place["record"], place["end"]) == (9, len(data))
    assert Nodes(found).by_path["sounds.[9]"]["type"] == "damage"


@pytest.mark.parametrize("data", [b"", b"HEA", b"WRONG12", b"HEARD", b"HEARD\x01"])
def test_nothing_but_a_beginning(compiled: Compile, data: bytes) -> None:
    found = told(compiled(SPEC), data)
    assert bool(found["damage"]) == (data != b"HEARD")
    page_of({"files": [found]})


def test_file_that_is_no_sequence_of_records(compiled: Compile) -> None:
    codec = compiled(
        """
seq:
- {id: at, type: u1}
- {id: count, type: u1}
instances:
  items: {pos: at, type: u2, repeat: expr, repeat-expr: count, doc: Elsewhere.}
"""
    )
    found = told(codec, bytes([4, 2, 0xEE, 0xEE, 1, 0, 2, 0]))
    nodes = Nodes(found).by_path
    assert found["records"] is None
    assert (nodes["items"]["offset"], nodes["items"]["doc"]) == (4, "Elsewhere.")
    assert (nodes["slack"]["type"], nodes["slack"]["offset"], nodes["slack"]["value"]) == ("slack", 2, "eeee")
    bad = told(codec, bytes([4, 9, 0, 0, 1, 0]))
    assert Nodes(bad).by_path["count"]["value"] == 9


def test_bytes_of_large_files_are_those_of_what_is_shown(compiled: Compile) -> None:
    sounds = [sound(number, f"{number:6}" * 100) for number in range(9000)]
    sounds[4000] = sound(4000, kind=9)
    data = heard(sounds)
    pieces = [(one["offset"], base64.b64decode(one["data"])) for one in told(compiled(SPEC), data)["pieces"]]
    assert all(data[start:].startswith(held) for start, held in pieces)
    before, around, behind = (len(held) for _, held in pieces)
    assert before == 5 + sum(map(len, sounds[:1000]))
    assert around == sum(map(len, sounds[3992:4009]))
    assert behind == sum(map(len, sounds[-1000:]))


def test_bytes_are_shared_out_where_there_are_many(compiled: Compile) -> None:
    data = heard([sound(number, "x" * 10_000) for number in range(3000)])
    found = told(compiled(SPEC), data)
    assert [len(base64.b64decode(one["data"])) for one in found["pieces"]] == [1 << 20, 1 << 20]
    page = page_of({"files": [found]})
    assert len(page) - (4 << 20) / 1.5 - len(json.dumps(found["tree"])) - len(json.dumps(found["views"])) < 1 << 20


def test_long_lists_are_folded(compiled: Compile) -> None:
    codec = compiled("seq:\n- {id: all, type: u2, repeat: eos}\n")
    nodes = Nodes(told(codec, bytes(400_000))).by_path
    assert len(nodes) == 2 + 2000 + 1
    middle = nodes["all.… 198,000 elements"]
    assert (middle["offset"], middle["size"], middle["type"]) == (2000, 396_000, "more")
    assert nodes["all.[199999]"]["offset"] == 399_998


def test_many_long_lists_are_folded_further(compiled: Compile) -> None:
    codec = compiled(
        """
seq:
- {id: lists, type: list, repeat: expr, repeat-expr: 100}
- {id: end, type: u1}
types:
  list:
    seq:
    - {id: all, type: u1, repeat: expr, repeat-expr: 3000}
"""
    )
    nodes = Nodes(told(codec, bytes(300_001))).by_path
    assert nodes["lists.[99].all.… 2,800 elements"]["size"] == 2800
    assert nodes["lists.[99].all.[2999]"]["offset"] == 299_999


def test_numbers_keep_all_digits(compiled: Compile) -> None:
    codec = compiled("seq:\n- {id: large, type: u8}\n- {id: odd, type: f8}\n")
    nodes = Nodes(told(codec, b"\xff" * 16)).by_path
    assert nodes["large"]["value"] == str(2**64 - 1)
    assert nodes["odd"]["value"] == "NaN"


def test_counterparts_are_found_by_content(compiled: Compile) -> None:
    codec, sounds = compiled(SPEC), list(map(sound, range(5000)))
    changed = [sound(9000), *sounds[:2500], sound(2500, "other"), *sounds[2501:3000], *sounds[3100:]]
    found = json.loads(json.dumps(data_of_both(read(codec, heard(sounds)), read(codec, heard(changed)))))
    assert found["runs"] == [[0, 1, 2500], [2500, 2501, 1], [2501, 2502, 499], [3100, 3001, 1900]]
    old, new = (set(Nodes(one).by_path) for one in found["files"])
    assert {"sounds.[2495]", "sounds.[2505]", "sounds.[3000]", "sounds.[3099]", "sounds.[2995]"} <= old
    assert "sounds.[3050]" not in old
    assert {"sounds.[0]", "sounds.[2501]", "sounds.[2994]", "sounds.[3006]"} <= new


def test_counterparts_of_damaged_files(compiled: Compile) -> None:
    codec, sounds = compiled(SPEC), list(map(sound, range(50)))
    damaged = [*sounds[:20], sound(20, kind=9), *sounds[21:]]
    found = data_of_both(read(codec, heard(sounds)), read(codec, heard(damaged)))
    assert found["runs"] == [(0, 0, 20), (20, 20, 1), (21, 21, 29)]
    assert data_of_both(read(codec, heard(sounds)), read(codec, b"NO"))["runs"] is None


HOSTILE = "</script><img src=x onerror=alert(1)>\u2028<!--&amp;"


def test_text_of_a_file_ends_no_script(compiled: Compile, tmp_path: Path) -> None:
    file = tmp_path / "<b>&.heard"
    file.write_bytes(heard([sound(1, HOSTILE)]))
    page = page_of(data_of(*read(compiled(SPEC), file)))
    assert page.count("</script>") == 2
    assert "<img" not in page
    assert "\u2028" not in page
    assert "<b>" not in page
    (held,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert HOSTILE in Nodes(json.loads(held)["files"][0]).by_path["sounds.[0].body.name"]["value"]
    assert json.loads(embedded("\ud800")) == "\ud800"


def test_policy_allows_the_page_and_nothing_else(compiled: Compile) -> None:
    page = page_of(data_of(*read(compiled(SPEC), heard([]))))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src &#x27;none&#x27;;")
    assert "unsafe" not in policy[1]
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    for text in (script, style):
        assert f"sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}" in policy[1]
    assert not re.search(r"https?://|innerHTML|insertAdjacent|document\.write|eval\(|new Function", script + style)


def test_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    Path("heard.ksy").write_text(f"meta: {{id: heard, endian: le, encoding: UTF-8}}\n{SPEC}")
    Path("one.heard").write_bytes(heard(map(sound, range(3))))
    assert main(["view", "one.heard", "--spec", "heard.ksy"]) == 0
    assert capsys.readouterr().out.startswith("one.heard.html: open it in a browser")
    assert "<title>one.heard</title>" in Path("one.heard.html").read_text()
    assert main(["view", "one.heard", "one.heard", "--spec", "heard.ksy", "-o", "both.html"]) == 0
    assert "<title>one.heard – one.heard</title>" in Path("both.html").read_text()
    assert main(["view", "missing.heard", "--spec", "heard.ksy"]) != 0
