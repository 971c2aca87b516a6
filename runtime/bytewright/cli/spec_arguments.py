"""Specs that commands are told of: by name, or by a path with consent to the code that they name."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from bytewright.cli import console
from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.codec.trust import Trust, consent


def trust_argument(parser: argparse.ArgumentParser) -> None:
    """Declare what the user trusts; `consent_of` reads it."""
    parser.add_argument(
        "--trust",
        action="append",
        default=[],
        metavar="DIR|MODULE",
        help="let the spec run code of this folder or module (may be repeated); a declaration in Construct (.py) is a"
        " program, and naming it as the spec lets it run",
    )


def consent_of(trusted: Sequence[str], *specs: str | None) -> Trust:
    """What may run.

    Args:
        trusted: what the user trusts.
        specs: specs that the command names, of which declarations in Construct are consented to by that.

    Raises:
        OptionError: consent can't be given; see `bytewright.codec.trust.consent`.
    """
    return consent(trusted_names(trusted, *specs))


def trusted_names(trusted: Sequence[str], *specs: str | None) -> list[str]:
    """The names of what may run; see `consent_of`."""
    return [*trusted, *(spec for spec in specs if spec and spec.endswith(".py") and os.path.isfile(spec))]


def codec_named(arguments: argparse.Namespace) -> Codec | None:
    """The codec of ``--spec``; None: it isn't set.

    Raises:
        BytewrightError: there is none, or the spec can't be compiled.
    """
    trust = consent_of(arguments.trust, arguments.spec)
    return registry.codec(arguments.spec, trust=trust, report=console.remark) if arguments.spec else None


def codecs_named(arguments: argparse.Namespace) -> list[Codec]:
    """The codecs of ``--spec``, which may name those of several versions; none: it isn't set.

    Raises:
        BytewrightError: one isn't there, or a spec can't be compiled.
    """
    specs = registry.listed(arguments.spec) if arguments.spec else []
    trust = consent_of(arguments.trust, *specs)
    return [registry.codec(spec, trust=trust, report=console.remark) for spec in specs]
