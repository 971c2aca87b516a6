"""The kernel as a shared library, which ships with the package."""

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.hanging import HANGS

from bytewright.kernels.native.machine import compile, cpu_levels, shared_library, shipping
from bytewright.kernels.native.machine.part_table import NAMES

pytestmark = pytest.mark.skipif(not cpu_levels.of_processor(), reason="nothing ships for this processor")

ROOT = Path(__file__).parents[2]
SPEC = """
meta: {id: pair, endian: le}
seq: [{id: items, type: item, repeat: eos}]
types: {item: {seq: [{id: a, type: u1}, {id: b, type: u2}, {id: c, type: u1}]}}
"""


@pytest.fixture(scope="module")
def made() -> Path:
    """The library for this processor."""
    return shipping.make(cpu_levels.of_processor()[0])


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    spec, data = tmp_path / "pair.ksy", tmp_path / "data"
    spec.write_text(SPEC)
    data.write_bytes(bytes(range(200)))
    return spec, data


def run(script: str, *lacking: str, path: Path | None = None) -> list[str]:
    """The words that a program prints; ``lacking``: what isn't installed; ``path``: where the runtime lies."""
    absent = f"import sys; sys.modules.update(dict.fromkeys({lacking!r}))\n"
    words = [sys.executable, "-c", absent + script]
    paths = [path or ROOT / "runtime", *(ROOT / root for root in ("codegen", "generated"))]
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}
    done = subprocess.run(words, env=variables, capture_output=True, text=True, timeout=HANGS)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_it_has_all_functions(made: Path) -> None:
    found = shared_library.addresses([*compile.ENTRIES, *NAMES])
    assert len(set(found.values())) == len({*compile.ENTRIES, *NAMES})
    assert 0 not in found.values()


def test_where_nothing_may_be_run(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a mount with ``noexec`` the library is loaded from memory."""
    load = ctypes.CDLL
    tried: list[str] = []

    def refusing(name: str) -> ctypes.CDLL:
        tried.append(name)
        if name == str(made):
            raise OSError(f"{name}: failed to map segment from shared object")
        return load(name)

    monkeypatch.setattr(ctypes, "CDLL", refusing)
    library = shared_library.opened(made)
    assert [name.startswith("/proc/self/fd/") for name in tried] == [False, True]
    assert ctypes.cast(library[NAMES[0]], ctypes.c_void_p).value


def test_nothing_is_compiled(made: Path, files: tuple[Path, Path]) -> None:
    """Reading and writing need neither Numba nor LLVM."""
    spec, data = files
    script = f"""
import bytewright
table = bytewright.open({str(data)!r}, {str(spec)!r}, engine="columns").to_table()
written = bytewright.write(table, {str(data)!r} + ".new", {str(spec)!r}, engine="columns")
print(table.num_rows, table.column("b")[3].as_py(), open({str(data)!r} + ".new", "rb").read() == bytes(range(200)))
"""
    assert run(script, "numba", "llvmlite") == ["50", str(13 | 14 << 8), "True"]


def test_walks_without_llvm(made: Path, tmp_path: Path) -> None:
    """Where records end is interpreted where LLVM isn't installed."""
    spec, data = tmp_path / "texts.ksy", tmp_path / "data"
    spec.write_text(
        "meta: {id: texts, endian: le}\nseq: [{id: items, type: item, repeat: eos}]\n"
        "types: {item: {seq: [{id: size, type: u1}, {id: text, type: str, encoding: UTF-8, size: size}]}}\n"
    )
    data.write_bytes(b"\x03abc" * (6 << 20))
    script = f"""
import bytewright
print(sum(batch.num_rows for batch in bytewright.open({str(data)!r}, {str(spec)!r}, engine="columns").to_batches()))
"""
    assert run(script, "numba", "llvmlite") == [str(6 << 20)]


def test_other_sources_are_another_kernel(made: Path, tmp_path: Path) -> None:
    """A library that was made of other sources is never loaded."""
    shutil.copytree(ROOT / "runtime", tmp_path / "runtime", ignore=shutil.ignore_patterns("__pycache__"))
    script = "from bytewright.kernels.native.machine import shared_library; print(shared_library.is_there())"
    assert run(script, path=tmp_path / "runtime") == ["True"]
    with (tmp_path / "runtime" / "bytewright" / "kernels" / "native" / "loops" / "walk.py").open("a") as file:
        file.write("\n")
    assert run(script, path=tmp_path / "runtime") == ["False"]


def test_without_a_kernel(files: tuple[Path, Path]) -> None:
    """Objects read and write where nothing ships for a processor and Numba isn't installed; who wants columns is told
    why there are none."""
    spec, data = files
    script = f"""
from bytewright.kernels.native.machine import shared_library
shared_library.there = lambda: None
import bytewright
from bytewright.errors import BytewrightError
table = bytewright.open({str(data)!r}, {str(spec)!r}).to_table()
bytewright.write(table, {str(data)!r} + ".new", {str(spec)!r})
print(table.num_rows, open({str(data)!r} + ".new", "rb").read() == bytes(range(200)))
for asked in (
    lambda: bytewright.open({str(data)!r}, {str(spec)!r}, engine="columns"),
    lambda: bytewright.write(table, {str(data)!r} + ".more", {str(spec)!r}, engine="columns"),
):
    try:
        asked()
    except BytewrightError as error:
        print("Numba, which would make it, isn't installed" in str(error))
"""
    assert run(script, "numba", "llvmlite") == ["50", "True", "True", "True"]


def test_an_algorithm_without_a_kernel() -> None:
    """What only the kernel does says what to install."""
    script = """
from bytewright.kernels.native.machine import compile, shared_library
shared_library.there = lambda: None
from bytewright.errors import BytewrightError
from bytewright.host import cache
cache.lasting_directory = lambda name: None
try:
    compile.entered("distinct.number")
except BytewrightError as error:
    print("bytewright[numba]" in str(error))
"""
    assert run(script, "numba", "llvmlite") == ["True"]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("flags\t: cx16 popcnt pni sse4_1 sse4_2 ssse3 lahf_lm", ["x86-64-v2"]),
        ("flags\t: cx16 popcnt pni sse4_1 sse4_2 ssse3", []),
        (
            "model name: x\nflags\t: cx16 popcnt pni sse4_1 sse4_2 ssse3 lahf_lm avx avx2 bmi1 bmi2 f16c fma abm movbe "
            "pclmulqdq xsave",
            ["x86-64-v3", "x86-64-v2"],
        ),
        ("", []),
    ],
)
def test_levels(monkeypatch: pytest.MonkeyPatch, lines: str, expected: list[str]) -> None:
    """A processor has a level when it has all that the library uses."""
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: lines)
    assert [level.name for level in cpu_levels.of_processor()] == expected


def test_other_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cpu_levels.of_architecture() == ()


def test_a_linker_that_fails_leaves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, made: Path) -> None:
    monkeypatch.setattr(compile, "codes", lambda names: {})
    monkeypatch.setattr(sys, "executable", "false")
    with pytest.raises(subprocess.CalledProcessError):
        shipping.link(str(tmp_path / "libraries" / "kernel.so"))
    assert list((tmp_path / "libraries").iterdir()) == []


def test_making_it_again_is_nothing(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And a library of older sources goes."""
    older = made.with_name(f"kernel-{cpu_levels.of_processor()[0].name}-0000000000000000.so")
    older.write_bytes(b"")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("compiled again"))
    assert shipping.make(cpu_levels.of_processor()[0]) == made
    assert not older.exists()


@pytest.mark.slow
@pytest.mark.parametrize("number", range(1, len(cpu_levels.of_processor())))
def test_lower_levels_read_and_write_the_same(number: int, files: tuple[Path, Path]) -> None:
    """Each level that this processor reaches gives the rows and bytes that objects give."""
    level = cpu_levels.of_processor()[number]
    shipping.make(level)
    spec, data = files
    script = f"""
from bytewright.kernels.native.machine import cpu_levels, shared_library
cpu_levels.of_processor = lambda: cpu_levels.of_architecture()[-{len(cpu_levels.of_processor()) - number}:]
assert {level.name!r} in shared_library.there().name
import bytewright
read, objects = (
    bytewright.open({str(data)!r}, {str(spec)!r}, engine=engine).to_table() for engine in ("columns", "objects")
)
print(read.equals(objects), read.num_rows)
bytewright.write(read, {str(data)!r} + ".new", {str(spec)!r}, engine="columns")
print(open({str(data)!r} + ".new", "rb").read() == bytes(range(200)))
"""
    assert run(script, "numba") == ["True", "50", "True"]
