"""The front end for Construct's declarations: Python files to IR with names as they are written.

Construct is imported with this package: `bytewright_codegen.pipeline.resolved` does so only for a file that needs it.
"""

from bytewright_codegen.front.construct.reader import read

__all__ = ["read"]
