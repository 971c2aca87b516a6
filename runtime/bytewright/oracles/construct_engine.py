"""Views over what Construct itself reads by a declaration: ``--engine construct``, the oracle of the object reader.

Construct parses the file. Views run on our models, of which every value that Construct shows must be the one that it
read; a difference is an error.
"""

from __future__ import annotations

import importlib
from typing import Any

from bytewright.codec.codec import Codec
from bytewright.errors import NO_VALUE, OptionError, ReadError
from bytewright.host.optional import command_for, not_installed
from bytewright.model.structures import Struct
from bytewright.schema.view import View
from bytewright.views.evaluate.steps import Steps


def declaration_of(codec: Codec) -> Any:
    """The construct of a whole file, or the function of parameters that makes it.

    Raises:
        OptionError: the codec was made of no declaration, or Construct isn't installed.
    """
    if not codec.declared:
        raise OptionError(
            f"{codec.name} has no declaration for the engine construct", hint="Use objects, which reads the same."
        )
    try:
        return getattr(importlib.import_module(f"{codec.package}.parser"), codec.declared)
    except ModuleNotFoundError as error:
        raise OptionError(f"the engine construct: {not_installed(error.name)}", hint=command_for("construct")) from None


class ConstructSteps(Steps):
    """One file as Construct reads it. The whole file is held."""

    searches = False

    def streams(self, view: View) -> bool:
        """See `Steps.streams`."""
        return False

    def precedes(self, view: View) -> bool:
        """See `Steps.precedes`."""
        return False

    def _whole(self) -> Struct:
        if self._root is None:
            from construct import ConstructError

            from bytewright.oracles.construct_difference import difference, told

            options = self.settings.values
            declared = told(self.codec, declaration_of(self.codec), options)
            try:
                theirs = declared.parse(self.source.read(0, self.source.size))
            except (*NO_VALUE, ConstructError) as error:
                reason = " ".join(str(error).split()) or type(error).__name__
                raise ReadError(f"construct: {reason}", path=self.source.name) from error
            ours = super()._whole()
            found = difference(ours, theirs, declared)
            if found is not None:
                raise ReadError(f"construct: {found}", path=self.source.name)
            self._root = ours
        return self._root
