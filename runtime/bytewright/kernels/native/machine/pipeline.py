"""What Numba does to compile a function of the kernel: no more than these functions need.

Most of the time went into steps that find nothing to do here (closures, arrays, generators, calls to unroll), each of
which looks through a whole function and has it analysed again; into operators, for each of which NumPy's rules are
gone through; and into functions that were optimized and made into machine code for themselves before what calls them
was, into which all of that goes once more.
"""

from __future__ import annotations

import copy
import operator
from types import SimpleNamespace
from typing import Any

from numba import types
from numba.core import codegen, compiler, typed_passes, untyped_passes
from numba.core.compiler_machinery import LoweringPass, PassManager, register_pass

_OPERATORS = frozenset(function for function in vars(operator).values() if callable(function))
_signatures: dict[Any, Any] = {}
"""By operator and types of its operands."""
small: set[Any] = set()
"""Functions that are compiled once, not once more for each constant that they are called with: they are so small that
LLVM makes the same of them where they are called."""


class _Library(codegen.JITCodeLibrary):
    """The code of a function that only goes into that of others: it is optimized, and made into machine code, there."""

    @property
    def codegen(self) -> Any:
        # Nothing runs in which the environment of the function could be put.
        return SimpleNamespace(set_env=lambda _name, _environment: None)

    def finalize(self) -> None:
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        self._ensure_finalized()  # type: ignore[no-untyped-call]
        return 0


@register_pass(mutates_CFG=False, analysis_only=False)  # type: ignore[no-untyped-call]
class _Put(LoweringPass):
    """Have the code of the function go into such a library."""

    _name = "bytewright_put"

    def __init__(self) -> None:
        LoweringPass.__init__(self)  # type: ignore[no-untyped-call]

    def run_pass(self, state: Any) -> bool:
        state.library = _Library(state.targetctx.codegen(), state.func_id.func_qualname)  # type: ignore[no-untyped-call]
        return False


class _Passes(PassManager):
    _ENFORCING = False  # after each pass, what Numba's own passes are known to leave as it should be


class Entered(compiler.CompilerBase):
    """Compiles a function that has an address of its own."""

    _into: tuple[type, ...] = ()

    def define_pipelines(self) -> list[PassManager]:
        """What is done, in order."""
        self.state.typingctx = _remembering(self.state.typingctx)
        passes = _Passes("bytewright")  # type: ignore[no-untyped-call]
        for each in (
            untyped_passes.TranslateByteCode,
            untyped_passes.FixupArgs,
            untyped_passes.IRProcessing,
            untyped_passes.ReconstructSSA,
            typed_passes.NopythonTypeInference,
            typed_passes.PreLowerStripPhis,
            typed_passes.IRLegalization,
            typed_passes.AnnotateTypes,
            *self._into,
            typed_passes.NativeLowering,
            typed_passes.NoPythonBackend,
        ):
            passes.add_pass(each, each.__name__)  # type: ignore[no-untyped-call]
        passes.finalize()  # type: ignore[no-untyped-call]
        return [passes]


class Inner(Entered):
    """Compiles a function that goes into others."""

    _into = (_Put,)


def _remembering(context: Any) -> Any:
    """Numba's context of types, which looks up once what an operator makes of numbers, and knows `small`."""
    remembering = copy.copy(context)

    def resolve_function_type(function: Any, arguments: Any, named: Any) -> Any:
        if isinstance(function, types.Dispatcher) and function.dispatcher.py_func in small:
            arguments = tuple(map(types.unliteral, arguments))
        plain = function in _OPERATORS and all(isinstance(each, types.Number | types.Boolean) for each in arguments)
        if not plain:
            return context.resolve_function_type(function, arguments, named)
        key = (function, tuple(arguments))
        if key not in _signatures:
            _signatures[key] = context.resolve_function_type(function, arguments, named)
        return _signatures[key]

    remembering.resolve_function_type = resolve_function_type
    return remembering
