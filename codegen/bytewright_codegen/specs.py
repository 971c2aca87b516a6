"""Where the specs lie that come with Bytewright."""

from __future__ import annotations

from pathlib import Path

from bytewright.errors import SpecError


def spec_root() -> Path:
    """The folder of the specs: ``specs/`` in a checkout, the copy among the package's data where a wheel is installed.

    Raises:
        SpecError: there is neither.
    """
    package = Path(__file__).parent
    checkout = package.parents[1]
    # The checkout is asked first: it is where specs are edited. Its pyproject.toml tells it from a folder that happens
    # to have a `specs` beside an installed package.
    if (checkout / "pyproject.toml").is_file() and (checkout / "specs").is_dir():
        return checkout / "specs"
    if (package / "specs").is_dir():
        return package / "specs"
    raise SpecError(f"no specs in {checkout} or {package}", hint="Name the .ksy file instead.")
