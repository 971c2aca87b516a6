"""Pages in a browser: clicks, keys, and what a hostile file can't do. Skipped where no Chromium is installed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.page.heard import SPEC, heard, sound, written
from tests.support.browser import CHROMIUM, Page, chromium
from tests.support.compiling import Compile

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with chromium() as found:
        yield found


STATUS = "document.querySelector('#status').textContent"
CHOSEN = "document.querySelector('.tree .chosen').textContent"


def _opened(page: Page, tmp_path: Path, compiled: Compile, data: bytes, name: str = "some.heard") -> Path:
    file = tmp_path / name
    file.write_bytes(data)
    page.told.clear()
    page.open(written(tmp_path / "page.html", compiled(SPEC), file))
    page.run("document.querySelector('.tree').focus()")
    return file


def test_click_on_one_selects_the_others(page: Page, tmp_path: Path, compiled: Compile) -> None:
    data = heard(map(sound, range(20)))
    _opened(page, tmp_path, compiled, data)
    at = data.index(b"name 1\0")
    page.click(f".pairs [data-at='{at}']")
    assert page.run(STATUS).startswith(f"sounds[1].body.nameoffset {at} (0x{at:x})7 bytesstrname 1Who said it.")
    assert page.run("[...document.querySelectorAll('.pairs .chosen')].map((one) => one.textContent).join('')") == (
        b"name 1\0".hex()
    )
    assert "name 1" in page.run(CHOSEN)
    assert page.run("document.querySelector('.rows .chosen .cursor').textContent") == "name 1"
    page.click(".rows [data-row='3'] [data-column='0']")
    assert page.run(STATUS).startswith("sounds[3].len")
    page.run("[...document.querySelectorAll('.tree .line')].find((one) => one.textContent.includes('magic')).click()")
    assert page.run(STATUS).startswith("magicoffset 0 (0x0)5 bytes")
    assert page.told == []


def test_keys(page: Page, tmp_path: Path, compiled: Compile) -> None:
    sounds = [sound(number, kind=9 if number == 40 else 0) for number in range(60)]
    data = heard(sounds)
    _opened(page, tmp_path, compiled, data)
    page.press("Home", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight")
    assert page.run(STATUS).startswith("sounds[0].len")
    page.press("ArrowLeft", "ArrowLeft")
    assert page.run("document.querySelector('.tree .chosen').getAttribute('aria-expanded')") == "false"
    page.press("/")
    page.send("Input.insertText", text="name 3")
    page.press("Enter")
    page.until("document.querySelector('#found').textContent === '1 of 11'")
    page.press("Escape", "n", "n")
    assert page.run(STATUS).startswith("sounds[31].body.name")
    page.press("N")
    assert page.run(STATUS).startswith("sounds[30].body.name")
    page.press("g")
    page.send("Input.insertText", text="0x5")
    page.press("Enter")
    page.until(f"{STATUS}.startsWith('sounds[0].lenoffset 5')")
    page.press("Escape", "d")
    assert page.run(STATUS).startswith("sounds[40]")
    assert "damage" in page.run(STATUS)
    page.press("?")
    assert page.run("document.querySelector('#help').open")
    page.press("Escape")
    page.until("!document.querySelector('#help').open")
    page.run("document.querySelector('.hex').focus()")
    page.press("Tab")
    assert page.run("document.activeElement.getAttribute('role')") == "tree"
    page.run("document.querySelector('.hex').focus()")
    page.press("ArrowRight", "ArrowDown")
    assert page.told == []


def test_search_by_path_and_bytes(page: Page, tmp_path: Path, compiled: Compile) -> None:
    data = heard(map(sound, range(20)))
    _opened(page, tmp_path, compiled, data)
    for what, text, at in (("path", "sounds[7].body.name", data.index(b"name 7")), ("bytes", "6e 61 6d 65 20 38", 0)):
        page.run(
            f"document.querySelector('#what').value = '{what}'; document.querySelector('#sought').value = '{text}'"
        )
        page.run("document.querySelector('#search').requestSubmit()")
        at = at or data.index(b"name 8")
        page.until(f"{STATUS}.includes('offset {at} ')")
    assert page.told == []


def test_decoded_bytes_have_their_own_pane(page: Page, tmp_path: Path, compiled: Compile) -> None:
    _opened(page, tmp_path, compiled, heard(map(sound, range(3))))
    page.run("document.querySelector('#sought').value = 'text 2'; document.querySelector('#search').requestSubmit()")
    page.until(f"{STATUS}.startsWith('sounds[2].body.more.textdecoded offset 0')")
    assert page.run("document.querySelector('.hex .letters').textContent").strip() == "text 2"
    page.run("document.querySelector('.pane-hex .bar button').click()")
    assert page.run(STATUS).startswith("sounds[2].body.moreoffset")


def test_hostile_file_runs_nothing(page: Page, tmp_path: Path, compiled: Compile) -> None:
    hostile = "</script><img src=x onerror=window.hit=1><script>window.hit=2</script>\u2028{{script}}"
    page.requests.clear()
    name = "<img src=x onerror=window.hit=3>.heard"
    _opened(page, tmp_path, compiled, heard([sound(1, hostile), sound(2, hostile, kind=7)]), name)
    page.run("document.querySelector('#sought').value = 'onerror'; document.querySelector('#search').requestSubmit()")
    page.until(f"{STATUS}.includes('onerror')")
    assert page.run("document.images.length") == 0
    assert page.run("window.hit") is None
    assert page.run("document.scripts.length") == 2
    assert page.run("document.querySelector('.file strong').textContent") == name
    assert [one for one in page.requests if not one.startswith("file:")] == []
    assert len(page.requests) == 1
    assert page.told == []


def test_file_is_opened_for_bytes_that_the_page_lacks(page: Page, tmp_path: Path, compiled: Compile) -> None:
    sounds = [sound(number, f"name {number} {'x' * 600}") for number in range(6000)]
    data = heard(sounds)
    file = _opened(page, tmp_path, compiled, data)
    at = 5 + sum(map(len, sounds[:3000]))
    page.press("g")
    page.send("Input.insertText", text=str(at))
    page.press("Enter")
    page.until(f"{STATUS}.includes('record 3000')")
    pair = f"document.querySelector('.pairs [data-at=\"{at + 2}\"]')"
    assert page.run(f"{pair}.textContent") == "··"
    other = tmp_path / "other.heard"
    other.write_bytes(data[:-1])
    page.choose_file("#side0-file", other)
    page.until(f"{STATUS}.includes('this file has {len(data) - 1} bytes')")
    page.choose_file("#side0-file", file)
    page.until(f"{pair}.textContent !== '··'")
    assert page.run(f"{pair}.textContent") == f"{data[at + 2]:02x}"
    assert page.run(f"document.querySelector('.pairs [data-at=\"{at}\"]').classList.contains('border')")
    assert page.told == []


def test_two_files_side_by_side(page: Page, tmp_path: Path, compiled: Compile) -> None:
    sounds = list(map(sound, range(30)))
    one, other = tmp_path / "one.heard", tmp_path / "other.heard"
    one.write_bytes(heard(sounds))
    changed = heard([sound(99), *sounds[:10], sound(10, "name 1x"), *sounds[11:]])
    other.write_bytes(changed)
    page.told.clear()
    page.open(written(tmp_path / "page.html", compiled(SPEC), one, other))
    page.run("document.querySelector('#side0 .tree').focus()")
    page.press("d")
    assert page.run(STATUS).startswith("sounds[10].body.name")
    at = changed.index(b"name 1x\0")
    assert page.run("document.querySelector('#side1 .pairs .cursor').dataset.at") == str(at)
    assert page.run("document.querySelector('#side1 .tree .chosen').textContent").endswith("name 1x")
    differs = "[...document.querySelectorAll('#side1 .pairs .differs')].map((one) => Number(one.dataset.at))"
    assert page.run(differs) == [at + 6]
    page.run("document.querySelector('#side1 .tree').focus()")
    page.press("D")
    assert page.run(STATUS).startswith("sounds[0]offset 5")
    assert page.run("document.querySelector('#side1 .tree .chosen').classList.contains('only')")
    assert page.told == []
