"""Random logs: a header, records (perhaps in blocks) that rest on it, what they mean, and views of all of it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.random_specs.drawing import Attribute, Structure, tree_of
from tests.random_specs.records import Records, named, seen
from tests.random_specs.scope import Scope

_SUMS = ("adler32", "crc32", "crc32c", "crc32c-masked")


def random_log(seed: int) -> dict[str, dict[str, Any]]:
    """A spec of a log with a view, by its number; see `random_spec`."""
    random = Random(seed)
    drawing = _Logs(random, f"log_{seed}", {})
    return {drawing.id: drawing.vectors() if random.random() < 0.1 else drawing.log()}


class _Logs(Records):
    """Draws headers and records, and columns of what they have.

    Attributes:
        header: what stands before the records.
        spoken: whether the header has names of numbers.
        options: what users may set.
    """

    def __init__(self, random: Random, id: str, imports: Any) -> None:
        super().__init__(random, id, imports)
        self.header = Structure("header", 1, closed=False)
        self.spoken = False
        self.options: list[Attribute] = []

    def vectors(self) -> dict[str, Any]:
        """A spec of blocks of vectors, whose elements make rows."""
        random = self.random
        seq: list[Attribute] = [named("num_rows", "u1")]
        columns: list[Attribute] = [{"id": "row", "value": "_row"}]
        for number in range(random.randint(1, 4)):
            each: Attribute = random.choice(
                ({"type": "u1"}, {"type": "s4"}, {"type": "f8"}, {"size": 3}, {"type": "u8be"}, {"type": "strz"})
            )
            vector = {"id": f"values_{number}", **each, "repeat": "expr", "repeat-expr": "num_rows"}
            if random.random() < 0.3:
                present = {**named(f"present_{number}", "b1"), "-validity-of": f"values_{number}"}
                seq.append({**present, "repeat": "expr", "repeat-expr": "num_rows"})
            seq.append(vector)
            columns.append({"id": f"column_{number}", "value": f"_.values_{number}[_row]", "nullable": True})
        framed = random.random() < 0.5
        types: dict[str, Any] = {"block": {"seq": seq}}
        if framed:
            types["block"] = {"seq": [named("len_body", "u2"), {**named("body", "body"), "size": "len_body"}]}
            types["body"] = {"seq": seq}
            columns = [{**column, "value": column["value"].replace("_.", "_.body.")} for column in columns]
        rows = "_.body.num_rows" if framed else "_.num_rows"
        return {
            "meta": {"id": self.id, "endian": random.choice(("le", "be")), "bit-endian": "le", "encoding": "UTF-8"},
            "seq": [{**named("blocks", "block"), "repeat": "eos"}],
            "types": types,
            "-views": {"rows": {"each": "blocks[*]", "rows": rows, "columns": columns}},
        }

    def log(self) -> dict[str, Any]:
        """The whole spec."""
        random = self.random
        meta = {
            "id": self.id,
            "endian": random.choice(("le", "be")),
            "bit-endian": random.choice(("le", "be")),
            "encoding": random.choice(("UTF-8", "ASCII", "UTF-16LE", "ISO-8859-1")),
        }
        self._draw_header()
        types: dict[str, Any] = {}
        record = self._record()
        types["record"] = tree_of(record)
        records: Attribute = {"id": "records", "type": "record", "repeat": "eos"}
        seq, path = [{"id": "header", "type": "header"}, records], "records[*]"
        width = random.random()
        if record.path == "record" and width < 0.2:
            records["size"] = random.choice((60, 200))
        elif record.path == "record" and width < 0.4:
            self.header.seq.append({"id": "len_record", "type": "u1"})
            records["size"] = random.choice(("header.len_record", "header.len_record * 4"))
        elif record.path == "body":
            types["body"] = types.pop("record")
            types["record"] = {"seq": [named("len_body", "u1"), {**named("body", "body"), "size": "len_body"}]}
        if random.random() < 0.35:
            path = self._blocks(types, records)
            seq[1] = {**named("blocks", "block"), "repeat": "eos"}
        if random.random() < (0.25 if path == "records[*]" else 0.04):
            self._cells(types["body" if "body" in types else "record"])
        types["header"] = tree_of(self.header)
        step = "_.body" if "body" in types else "_"
        view = self._view(record, path, step)
        spec = {"meta": meta, "seq": seq, "types": types, "-views": {"rows": view}}
        if "cell" in types.get("body", types["record"]).get("types", {}):
            view["pivot"] = {"each": "header.columns[*]", "name": "_.name", "cell": f"{step}.cells[_column].value"}
        if self.options:
            spec["-options"] = self.options
        return spec

    def _cells(self, record: Attribute) -> None:
        """Values in a record of columns that the header describes."""
        random, header = self.random, self.header
        kinds = dict(enumerate(random.sample(("u1", "s4", "f8", "u8", "strz", "s2be", "text"), random.randint(2, 5))))
        header.enums["kind"] = {number: f"kind_{number}" for number in kinds}
        described = [named("name", "strz"), {**named("kind", "u1"), "enum": "kind", "valid": {"in-enum": True}}]
        header.types["column"] = {"seq": described}
        columns = {**named("columns", "column"), "repeat": "expr", "repeat-expr": "num_columns"}
        header.seq += [named("num_columns", "u1"), columns]
        cases = {f"header::kind::kind_{number}": kind for number, kind in kinds.items()}
        value = {**named("value", ""), "type": {"switch-on": "_root.header.columns[i].kind", "cases": cases}}
        record.setdefault("types", {})
        text = [named("len", "u1"), {**named("of", "str"), "size": "len"}]
        record["types"]["cell"] = {
            "params": [named("i", "s4")],
            "seq": [value],
            "types": {"text": {"-show": {"value": "of"}, "seq": text}},
        }
        cells = {**named("cells", "cell(_index)"), "repeat": "expr", "repeat-expr": "_root.header.columns.size"}
        record["seq"].insert(random.randint(0, 1), cells)

    def _blocks(self, types: dict[str, Any], records: Attribute) -> str:
        """Put the records into blocks; the path to them."""
        random = self.random
        if "header." in str(records.get("size")):
            records["size"] = "_root." + records["size"]
        head = [named("number", "u2")] if random.random() < 0.5 else []
        if random.random() < 0.5:
            counted = {**records, "repeat": "expr", "repeat-expr": "num_records"}
            types["block"] = {"seq": [*head, named("num_records", "u1"), counted]}
            return "blocks[*].records[*]"
        types["block"] = {"seq": [named("len_page", "u2"), *head, {**named("page", "page"), "size": "len_page"}]}
        types["page"] = {"seq": [records]}
        return "blocks[*].page.records[*]"

    def _draw_header(self) -> None:
        random, header = self.random, self.header
        if random.random() < 0.5:
            header.seq.append({"id": "magic", "contents": random.choice(("LOG1", [0, 255]))})
        self.fill(header, random.randint(0, 3))
        if random.random() < 0.3:
            self.spoken = True
            count = self._name(header, header.names)
            header.types["spoken"] = {"seq": [named("number", "u1"), named("text", "strz")]}
            header.seq += [
                named(count, "u1"),
                {**named("spoken", "spoken"), "repeat": "expr", "repeat-expr": count},
            ]

    def _record(self) -> Structure:
        """A record: some of what it has rests on the header."""
        random = self.random
        framed = random.random() < 0.3
        record = Structure("body" if framed else "record", 1, closed=framed)
        if random.random() < 0.6:
            record.private = True
            record.scope.add(seen(self.header.scope, "_root.header"))
        if random.random() < 0.3:
            flavour = {"id": "flavour", "type": "int", "default": random.choice((0, 1)), "min": 0, "max": 3}
            self.options.append(flavour)
        self.fill(record, random.randint(1, 4))
        extras: list[Callable[[Structure], None]] = [
            *(self._uuid, self._meant, self._map, self._plain, self._shown, self._ended) * 3,
            *(self._present, self._slots),
        ]
        for extra in dict.fromkeys(random.choices(extras, k=random.choice((0, 1, 1, 2)))):
            extra(record)
        if random.random() < 0.3:
            self._sum(record)
        if not any("if" not in field and field.get("type") == "u1" for field in record.seq):
            record.seq.insert(0, named("tag", "u1"))  # a record has some bytes
        return record

    # --- what records have besides ----------------------------------------------------------------------------------

    def _add(self, here: Structure, *fields: Attribute) -> None:
        """Add fields, before what takes all that is left."""
        at = len(here.seq) - 1 if here.open else len(here.seq)
        here.seq[at:at] = fields
        here.names |= {field["id"] for field in fields}

    def _uuid(self, here: Structure) -> None:
        self._add(here, {"id": "key", "size": 16, "-type": "uuid"})

    def _meant(self, here: Structure) -> None:
        """A number that means something else."""
        type, meant = self.random.choice(
            (("u8", "long"), ("u1", "bool"), ("u2", "utf16-unit"), ("s8", {"timestamp": "us"}), ("u4", "bool"))
        )
        field = {**named("meant", type), "-type": meant}
        if self.random.random() < 0.3:
            field["if"] = here.scope.condition(self.random)
        elif self.random.random() < 0.3:
            field |= {"repeat": "expr", "repeat-expr": 2}
        self._add(here, field)

    def _map(self, here: Structure) -> None:
        here.types["pair"] = {"seq": [named("key", "strz"), named("value", self.random.choice(("u1", "s4", "strz")))]}
        pairs = {**named("pairs", "pair"), "repeat": "expr", "repeat-expr": "num_pairs"}
        meant = {"-type": {"map": {"key": "_.key", "value": "_.value"}}} if self.random.random() < 0.7 else {}
        self._add(here, named("num_pairs", "u1"), {**pairs, **meant})

    def _present(self, here: Structure) -> None:
        """A list of numbers, some of which are null."""
        present = {**named("present", "b1"), "repeat": "expr", "repeat-expr": "num_values", "-validity-of": "values"}
        type = self.random.choice(("u1", "s4", "f8"))
        values = {**named("values", type), "repeat": "expr", "repeat-expr": "num_values"}
        self._add(here, named("num_values", "u1"), present, values)

    def _plain(self, here: Structure) -> None:
        """A type that stands for one of its members."""
        ways: list[Attribute] = [{"type": "strz"}, {"size": 3}, {"type": "s4", "-null": -1}]
        value = self.random.choice([*ways, {"size": 16, "-type": "uuid"}])
        here.types["plain"] = {"-show": {"value": "value"}, "seq": [{"id": "value", **value}]}
        field = named("simple", "plain")
        if self.random.random() < 0.4:
            field |= {"repeat": "expr", "repeat-expr": "num_simple"}
            self._add(here, named("num_simple", "u1"), field)
        else:
            self._add(here, field)

    def _shown(self, here: Structure) -> None:
        """A type of which columns are shown in place of its members."""
        columns: list[Attribute] = [
            {"id": "form", "value": 'width == height ? "square" : "oblong"'},
            {"id": "area", "value": "width * height", "type": "s8"},
            {"id": "steps", "list": {"size": 3, "item": "width + _index"}},
        ]
        shown = self.random.sample(columns, self.random.randint(1, 3))
        if self.random.random() < 0.4:
            shown[0] = {**shown[0], "if": "width > 1"}
        here.types["box"] = {"-show": {"columns": shown}, "seq": [named("width", "u1"), named("height", "u2")]}
        self._add(here, named("box", "box"))

    def _ended(self, here: Structure) -> None:
        """Numbers that say where something begins and ends."""
        ways: list[Attribute] = [{"position-of": "told"}, {"end-of": "told"}, {"end-of": "told", "unless": 0}]
        way = {"-derive": self.random.choice(ways)}
        told = {**named("told", "str"), "size": "len_told", "encoding": "UTF-8"}
        self._add(here, {**named("place", "u4"), **way}, named("len_told", "u1"), told)

    def _slots(self, here: Structure) -> None:
        """Texts between offsets."""
        here.types["slot"] = {
            "-show": {"value": "text"},
            "params": [named("i", "s4")],
            "seq": [
                {
                    **named("text", "str"),
                    "encoding": "UTF-8",
                    "size": "_parent.starts[i + 1] - _parent.starts[i]",
                    "if": "_parent.starts[i + 1] != _parent.starts[i]",
                }
            ],
        }
        starts = {**named("starts", "u2"), "repeat": "expr", "repeat-expr": "num_slots + 1"}
        slots = {**named("slots", "slot(_index)"), "repeat": "expr", "repeat-expr": "num_slots"}
        self._add(here, named("num_slots", "u1"), starts, slots)

    def _sum(self, here: Structure) -> None:
        """A checksum, before or behind what it is of."""
        random = self.random
        sum: Attribute = {"algorithm": random.choice(_SUMS)}
        known = [field["id"] for field in here.seq if "id" in field and "if" not in field]
        if random.random() < 0.3 and known:
            sum |= {"from": known[0], "to": known[-1]}
            here.seq.insert(0, {**named("digest", "u4"), "-checksum": sum})
        elif not here.open:
            here.seq.append({**named("digest", "u4"), "-checksum": sum})

    # --- views ------------------------------------------------------------------------------------------------------

    def _view(self, record: Structure, path: str, step: str) -> Attribute:
        random = self.random
        columns = self.columns(record, step, 0)
        header = [
            field["id"] for field in self.header.seq if "id" in field and not {"contents", "repeat"} & field.keys()
        ]
        if header and random.random() < 0.4:
            columns.append(self._called({"value": f"header.{random.choice(header)}"}))
        numbers = seen(record.scope, step).numbers
        if self.spoken and numbers and random.random() < 0.3:
            look = {"in": "header.spoken[*]", "key": "_.number", "value": "_.text"}
            columns.append(self._called({"value": random.choice(numbers), "named": look}))
        if self.options and numbers:
            columns.append(self._called({"value": f"{random.choice(numbers)} + flavour"}))
        if path.startswith("blocks") and random.random() < 0.3:
            columns.append(self._called({"value": "blocks._index"}))
        view: Attribute = {"each": path, "columns": columns or [{"id": "number", "value": "_index"}]}
        scope = seen(record.scope, step)
        scope.add(seen(self.header.scope, "header"))
        if random.random() < 0.3:
            view["where"] = Scope(scope.numbers, scope.flags, scope.texts).condition(random)
        if numbers and random.random() < 0.04:
            view["order-by"] = random.choice(numbers)
        return view
