"""All that generated code imports of the runtime; code that isn't generated imports none of it.

There is one module here for each module of a generated package. `bytewright.codec.codec.CODEC_API` is the version of
all: raise it when a name here changes what it does, or goes. The registry refuses codecs of other versions before they
run.

A generated module calls helpers by a prefix (``from bytewright.generated_api import reader as rt``,
``rt.bounded(…)``), so they can't clash with names of a spec. A module here imports what its counterpart needs, and no
more: importing a model loads no kernel, no Spark and no Hypothesis.
"""
