"""FiloDB RecordContainer (BinaryRecord v2): models for tests, of files that stand beside the spec.

Generated from specs/filodb/filodb_container.py; change that and run ``bytewright generate``.
"""

from __future__ import annotations

import base64
import zlib

from hypothesis.strategies import SearchStrategy, sampled_from

from bytewright.generated_api.strategies import Goal

from . import CODEC
from .model import FilodbContainer

SAMPLES = {
    "samples/gauge.bin": (
        "c-lL`$N&P2FS4JW?*_6HfSef|3>gq!p)J?-#o2otlz^i8Kpe<<#eth4BQ>!gzO*<oJ=MUN;SeK3#StC`&%EN2#JuEGT@!Ny>1>PQ"
        "_~e|@;*!*&_`Jm2)cBnIy!7~-#H7?5CWd4~AFv$){SZ6AKyM@5jswR;W+K~RD9><!jiDqpG57Gwqs$C0&ITt~81nK{Qdx=;le3u^"
        "49!Eq<|%B0m^W+Y%$bs@d*SB2%{jx5Y@U$@!$DRC$ASV~!vib~DXF>nF!M6<i%XaoJPhCl19dxs%{I6TF?*f+!>TD0*22xcb^ECX"
        "vf0KW3{b<4Gcsf$n-dQ<$ARS;*qp;(HDdbb&4ZhhvES_>vN<M33<tRwic=Gdk~4G@3o^k@V`lI$Gy|E-S&&#%l39|OpU2GrXX=_T"
        "005lhh@S"
    ),
    "samples/histograms.bin": (
        "c-j+SVgLcg7uiqGcQZ0D6aYE3_Zc!EJg)1D3v3T%I~3Y-T~EHa$3YJ$>kq{7KrAu&xr{smvk(IZ0|b1qhcX<PKKzG(dOn7Xl9Gb>"
        "oWzpUyyVJw17U{aj0{=Fm>CT8Oj(K&le3u^49%Otb_(=E?0gfrL$3AKR0sLi*MSwkcY*En2I6QSzN^>PA&uS6|9l-lfM%be7Q;a<"
        "hT_!3qT~$S#DdJD%nUBh2Al<nMJ1UfnfZC#3~;8dAwxCT9SYkZ?uh9>^i^Z;J_nI??hk+6+z)n#ClE&haiV+E4oQ$ZSTWqe%OJ{z"
        "<_aSfhJ)-3Ntro0nR)4OU$a!@=cRHnlosojrxus!8YMD7!olD!#D1W)RUtil96(Xf6}=5?e;~+iP<Vv8O;H5dFMt^itb#xQA<^7n"
        "tio`Dg&{9LB^43@*u%ku0RRtpnF9"
    ),
    "samples/empty.bin": ("c-rG(00YJs*-y`RGcqs$02ZDDp#"),
}
"""The files, compressed and as text, by name."""


def models() -> SearchStrategy[FilodbContainer]:
    """Models of whole files."""
    return sampled_from(sorted(SAMPLES)).map(lambda name: model_of(SAMPLES[name]))


def model_of(text: str) -> FilodbContainer:
    """The model of a file."""
    found: FilodbContainer = CODEC.parse(zlib.decompress(base64.b85decode(text)))
    return found


GOALS: tuple[Goal, ...] = ()
"""What models are to cover: nothing, as they are none that could be drawn otherwise."""
