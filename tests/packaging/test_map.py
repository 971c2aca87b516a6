"""The map of the house: the docs name the rooms that there are, in the order that the import contracts hold."""

import re
import tomllib
from pathlib import Path

import pytest
from tests.packaging.modules import PACKAGES, PAGE, ROOT, described, page, sources

ARCHITECTURE = ROOT / "docs" / "architecture.md"
CONTRACTS = {
    contract["id"]: contract
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
}
BESIDE = {
    "bytewright": {"__init__", "__main__", "duckdb", "errors", "limits"},
    "bytewright_codegen": {"__init__", "load"},
}
"""Modules beside the rooms: the public face."""

NO_ROOM = {"templates", "specs", "__pycache__"}
"""Folders of data."""

DOCUMENTS = sorted(
    [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "changelog.d").glob("R*.md"),
    ]
)
GENERATED = {
    "access.py",
    "model.py",
    "reader.py",
    "writer.py",
    "views.py",
    "columns.py",
    "encoding.py",
    "schema.py",
    "strategies.py",
}
"""What a codec's package has, besides what comes with its spec."""

MADE = {"parser.py", "__init__.py", *GENERATED}


def layers(contract: str) -> list[list[str]]:
    """The rooms of a contract, highest first; those of one layer in no order."""
    return [[room.strip(" ()") for room in layer.split("|")] for layer in CONTRACTS[contract]["layers"]]


def tables() -> list[list[list[str]]]:
    """The tables of rooms in architecture.md: the cells of their rows."""
    found: list[list[list[str]]] = []
    here = False
    for line in ARCHITECTURE.read_text(encoding="utf-8").splitlines():
        if line.startswith("| room |"):
            found.append([])
            here = True
        elif not line.startswith("|"):
            here = False
        elif here and not line.startswith("|---"):
            found[-1].append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return found


CASES = list(zip(PACKAGES, ("runtime", "compiler"), tables(), strict=True))


@pytest.mark.parametrize(("package", "contract", "table"), CASES, ids=[case[1] for case in CASES])
def test_rooms_of_the_docs_are_those_of_the_contracts_and_folders(package: Path, contract: str, table: list[list[str]]):
    rooms = [row[0].strip("`") for row in table]
    ranks = {room: number for number, layer in enumerate(layers(contract)) for room in layer}
    assert len(rooms) == len(set(rooms))
    assert set(rooms) == set(ranks)
    assert rooms == sorted(rooms, key=lambda room: ranks[room]), "the table goes down as the contract does"
    folders = {path.name for path in package.iterdir() if path.is_dir()} - NO_ROOM
    modules = {path.stem for path in package.glob("*.py")}
    assert modules <= BESIDE[package.name], "a module belongs into a room"
    assert folders | modules - {"__init__", "__main__"} == set(rooms)


def test_the_picture_has_the_layers_of_the_contract():
    text = ARCHITECTURE.read_text(encoding="utf-8")
    picture = re.search(r"```text rooms\n(.*?)```", text, re.DOTALL)
    assert picture is not None
    drawn = [line.partition("  ")[0].split(" | ") for line in picture[1].splitlines() if line.strip(" ▼")]
    assert drawn == layers("runtime")


def test_rooms_hold_no_more_than_one_can_survey():
    # Vocabularies whose modules are alike: one operation, command or error a module.
    many = {"kernels/native/operations", "cli/commands", "front/construct/members"}
    crowded = {}
    for package in PACKAGES:
        for folder in {path.parent for path in sources(package)}:
            name, count = folder.relative_to(package).as_posix(), len(list(folder.glob("[!_]*.py")))
            if count > 18 and name not in many:
                crowded[name] = count
    assert not crowded, "a room of so many modules needs rooms in it"


def test_every_module_says_what_it_is():
    assert not [path for package in PACKAGES for path in sources(package) if not described(path)]


def test_the_index_of_modules_is_current():
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m tests.packaging.modules"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_paths_that_documents_name_exist(path: Path):
    assert not lost(path)


def lost(document: Path) -> list[str]:
    """Paths of modules and folders of this repository that a document names and that don't exist."""
    blocks = re.compile(r"^ *```.*?^ *```$", re.DOTALL | re.MULTILINE)
    whole = document.read_text(encoding="utf-8")
    made = "\n".join(blocks.findall(whole))  # what a document has its reader make
    text = blocks.sub("", whole)
    bases = [document.parent, ROOT, *PACKAGES]
    named = [one for name in re.findall(r"`([^`\s]+)`", text) for one in expanded(name.partition(":")[0])]
    ours = [one for one in named if is_ours(one) and one not in made]
    return [one for one in ours if not any(any(base.glob(one.rstrip("/"))) for base in bases)]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_names_that_documents_place_in_a_module_stand_there(path: Path):
    assert not misplaced(path)


def misplaced(document: Path) -> list[str]:
    """Names of code that a document says are in a module (as in ```name` in `room/module.py```), and aren't."""
    text = document.read_text(encoding="utf-8")
    placed = [
        *re.findall(r"`([A-Za-z_][\w.]*)` (?:in|\()\s*`?([\w/]+\.py)`", text),
        *((name, module) for module, name in re.findall(r"`([\w/]+\.py)`(?:: | \()`([A-Za-z_][\w.]*)`", text)),
    ]
    return [
        f"{name} in {module}"
        for name, module in placed
        for found in [next((base / module for base in (ROOT, *PACKAGES) if (base / module).is_file()), None)]
        if found is not None
        and not re.search(rf"\b{re.escape(name.rpartition('.')[2])}\b", found.read_text(encoding="utf-8"))
    ]


def expanded(name: str) -> list[str]:
    """``a/{b,c}.py`` as ``a/b.py`` and ``a/c.py``."""
    braces = re.search(r"\{([^}]*)\}", name)
    return [name] if braces is None else [name.replace(braces[0], one, 1) for one in braces[1].split(",")]


def is_ours(name: str) -> bool:
    """Whether a word in code type can only be a path of this repository."""
    if not re.fullmatch(r"\w[\w./*-]*", name):
        return False
    if name.startswith(("runtime/", "codegen/", "tests/", "docs/", "pipelines/")):
        return True
    return name.endswith(".py") and name not in MADE


def test_a_path_that_is_no_more_is_found(tmp_path: Path):
    page = tmp_path / "page.md"
    page.write_text("`tables/write.py`, `reader.py`, `tables/{write,gone}.py`, `tests/nowhere/`, `gone.py`\n")
    assert lost(page) == ["tables/gone.py", "tests/nowhere/", "gone.py"]


def test_a_name_that_is_no_more_is_found(tmp_path: Path):
    page = tmp_path / "page.md"
    page.write_text("`STRATEGIES` in `tables/write.py`, `gone` in `tables/write.py`, `tables/write.py`: `lost`\n")
    assert misplaced(page) == ["gone in tables/write.py", "lost in tables/write.py"]
