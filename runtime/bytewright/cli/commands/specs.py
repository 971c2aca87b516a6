"""List the formats that are installed, or show the views and options of one."""

from __future__ import annotations

import argparse
import json
from typing import Any

from bytewright.cli import console
from bytewright.cli.spec_arguments import codec_named, trust_argument
from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.codec.options import Option
from bytewright.errors import CodecError

EXAMPLES = (
    "bytewright specs",
    "bytewright specs FORMAT",
    "bytewright specs log.ksy --json",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("spec", nargs="?", metavar="NAME|PATH", help="the format to show (default: list all)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    trust_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the formats; gives the exit status."""
    if (found := codec_named(arguments)) is not None:
        described = describe(found)
        console.say(json.dumps(described, ensure_ascii=False, indent=2) if arguments.json else _text(described))
        return console.DONE
    status = console.DONE
    codecs = []
    for name in registry.names():
        try:
            codecs.append(registry.codec(name))
        except CodecError as error:
            console.report(error)
            status = console.BAD_INPUT
    if arguments.json:
        console.say(json.dumps([describe(codec) for codec in codecs], ensure_ascii=False, indent=2))
    else:
        width = max((len(codec.name) for codec in codecs), default=0)
        for codec in codecs:
            views = ", ".join(view.name for view in codec.views)
            console.say(f"{codec.name:<{width}}  {codec.title}  (views: {views})")
    return status


def describe(codec: Codec) -> dict[str, Any]:
    """A format as plain data: its views with the columns that don't depend on a file, and its options."""
    from bytewright.codec.settings import GENERAL, parse
    from bytewright.views.evaluate.layout import layout_of, needs_discovery

    settings = parse(codec)
    views = []
    for view in codec.views:
        columns = [
            {"name": column.name, "type": str(column.type), "nullable": column.nullable, "doc": _doc(column)}
            for column in layout_of(view, settings).columns
        ]
        views.append({"name": view.name, "doc": view.doc, "columns": columns, "more": needs_discovery(view, settings)})
    return {
        "name": codec.name,
        "title": codec.title,
        "extensions": list(codec.extensions),
        "views": views,
        "made_of": [
            {
                "name": maker.name,
                "doc": maker.doc,
                "columns": [{"name": field.name, "type": str(field.type)} for field in maker.schema or ()],
            }
            for maker in codec.makers
        ],
        "options": [_option(option) for option in codec.options],
        "general_options": [_option(option) for option in GENERAL],
    }


def _doc(column: Any) -> str:
    return str(getattr(getattr(column, "column", None), "doc", ""))


def _option(option: Option) -> dict[str, Any]:
    choices = {"choices": list(option.choices)} if option.choices else {}
    name = f"{option.id}.COLUMN" if option.per else option.id
    return {"name": name, "type": option.type, "default": option.default, **choices, "doc": option.doc}


def _text(described: dict[str, Any]) -> str:
    lines = [f"{described['name']}: {described['title']}"]
    for number, view in enumerate(described["views"]):
        default = " (default)" if number == 0 else ""
        lines += ["", f"view {view['name']}{default}: {view['doc']}".rstrip(": ")]
        width = max((len(column["name"]) for column in view["columns"]), default=0)
        for column in view["columns"]:
            kind = column["type"] + ("?" if column["nullable"] else "")
            lines.append(f"  {column['name']:<{width}}  {kind}  {column['doc']}".rstrip())
        if view["more"]:
            lines.append("  … and columns that the file, or an option, names")
    for maker in described["made_of"]:
        lines += ["", f"made of {maker['name']}: {maker['doc']}".rstrip(": ")]
        width = max((len(column["name"]) for column in maker["columns"]), default=0)
        lines += [f"  {column['name']:<{width}}  {column['type']}" for column in maker["columns"]]
    for title, key in (("options", "options"), ("options of every format", "general_options")):
        if described[key]:
            lines += ["", f"{title}:"]
            lines += [f"  {_option_line(option)}" for option in described[key]]
    return "\n".join(lines)


def _option_line(option: dict[str, Any]) -> str:
    kind = "|".join(option["choices"]) if "choices" in option else option["type"]
    value = option["default"]
    default = "" if value is None else f" (default: {str(value).lower() if isinstance(value, bool) else value})"
    return f"{option['name']}={kind}{default}  {option['doc']}".rstrip()
