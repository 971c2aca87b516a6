"""ESDB: models for tests, of files that stand beside the spec.

Generated from specs/esdb/esdb.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

import base64
import zlib

from hypothesis.strategies import SearchStrategy, sampled_from

from bytewright.generated_api.strategies import Goal

from . import CODEC
from .model import Esdb

SAMPLES = {
    "samples/empty_db.esdb": ("c-muNU|?VbVuk~s7H(ib<uEaDz(wNrzr4ZAA;rr;1PK4#(5+JHeme%r2LR%k4Wa"),
    "samples/empty_values.esdb": (
        "c-qraVPIlVV?YIr=mH=`-Y`iRjV_?YR(RZ6z<dT1Lm5;AW(*^`0LZ-AP&V8cbODf}15h^107i5HkRlkEjpiV@07wltXZ2$B!=GR4"
        "?tBj70ud|o2IC@#c4oo!bOX3Pm>o=vf`*LGV1~kEnFKQv;Y#3v!6=x-h%N|c-(4Sm63#jBY2gM2My4!=c(_o_K6U;SjzT^LB0%`>"
        "hHjNo_uE^*x&@M8;(Hm<EbV`m@g3dLWCj_yP)E?A>53eBBw1Pr<pTh`^fXc"
    ),
    "samples/tiny_indexed.esdb": (
        "c-qqvXUWgYsbplp1dM{|3@~xHJeOc*No7H*RY78UDyA%qEo|a{0nRz_Y2gM2My4zVYq*fx-ub^BIDGjShydZg8@g3W-EU6->lQGC"
        "iLXPqboz;ucj%THG04D$)Ly1sP~^}f$<jh79{^VnA;<"
    ),
    "samples/timestamps.esdb": (
        "c-qqvWlA++WDsXS1!Byph6aobdQdJSlm;rcU}SKC^28CMmW&K@pgcW<DA0sWP+kE-)R2)O3d(Ckh#E1%)yzSNnlr-HxFAGL85!<D"
        "c~J;aV@A01?;%9Z7#U7Ld7I$!OoHj@a8JP$Gq4C|Cg$Y8l`|rR2bew4^y&vV=fJ0h8yFawvKY+ZLakLNOszRQ_!x));lCTYRZ87&"
        "cY}2cl)%JW7||@vS@d-!x}~KIGH{_Lw%cKf9C{>KS_tI>0P6BEZ~"
    ),
    "samples/readme_example.esdb": (
        "c-qra5v*1!$uCLFQL<7pG19ZNRH|iUKnLb3)k>vBASD?kB?VUc`ni?GnI)-u$@#hZB^il%*_HXFKz&ScB<M@dNKMYpFD(J-I|5a&"
        "2BmeSs+E#TOG@(d;!9F1N`U&E5vnnqr!Rxs7Le&MbqLon3Z^r_jDgwBz$TcPoRgWH%{UDz0HYaM1Pc<=Q!!l0#4cD`l$?=RoC-G#"
        "*==BUIKMm(oO9sQ!VL_JOj!(BaG^edv)uU{HGB+2fbic9-72N-xAz0tS|*CPJ)M{Y4XH#l6STz9!_^V0l!3%RWn{qcF>;_Lq6aF2"
        "8C1XwHBjMB#0a_9oyV*(L(U&Aw0yHdatKEvNg=lc6b7n7h!k&VWJY0<??uyxKj|JqQ%y`PGQEW=Rwo#XaBswum^FH_#^PIytZ@j<"
        "d|1{%cOo%a<HLa?i)fKG7#IZ%Vd6XBwhI`+*j5NJ<4@2Kc*uz6xI_CE97K1V34;q<Xr8-DfhR{8NsgNd<pTg3_vj)"
    ),
}
"""The files, compressed and as text, by name."""


def models() -> SearchStrategy[Esdb]:
    """Models of whole files."""
    return sampled_from(sorted(SAMPLES)).map(lambda name: model_of(SAMPLES[name]))


def model_of(text: str) -> Esdb:
    """The model of a file."""
    found: Esdb = CODEC.parse(zlib.decompress(base64.b85decode(text)))
    return found


GOALS: tuple[Goal, ...] = ()
"""What models are to cover: nothing, as they are none that could be drawn otherwise."""
