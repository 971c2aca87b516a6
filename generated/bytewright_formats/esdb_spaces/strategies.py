"""ESDB with spaces: models for tests, of files that stand beside the spec.

Generated from specs/esdb/esdb_spaces.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

import base64
import zlib

from hypothesis.strategies import SearchStrategy, sampled_from

from bytewright.generated_api.strategies import Goal

from . import CODEC
from .model import EsdbSpaces

SAMPLES = {
    "samples/spaces_empty_db.esdb": ("c-muNU|?VbVuk~s7H(ib<uEaDz(wNrzr4ZAA;rr;1PK4#(5+JHeme%r2LR%k4Wa"),
    "samples/spaces_empty_values.esdb": (
        "c-qraWnf_70%8UZAZB9&5{1XD1<YqKuz&=a7+^pfh`E87lM_f(FIGSN`L*uO=M3y1IaVNMW(E=)jEfi;K_W^FjJ7O{41$b;TnwzD"
        "Tnt=5EGo)nAO(>I0(l}8F)%ZwryDS8FflS2YU(ktFl8oM8HTGeGBG7t)qoriQT#dW(|kDRz^8>97#Nwd7}VfG^XmUU)aJ0@V;};A"
        "|8D43DRsYH4HIA#NP;m{7!m5g%(kL=7tk$EW{`mkbp#!nuE?QBlEsBkJ^&a4E(i"
    ),
    "samples/spaces_tiny_indexed.esdb": (
        "c-qtAVqjolWnf^)&&#P~;AUW8WIzB$rgTPL1}>(|lFEWqtAfPzR6ahiIEdJLxMDw?bKuj$4M62t46<+`p{lCoN*wxp3`BtN-woX="
        "rS7+j;5G{w!kE*L9RwmSIcevjTWrK20~b<znQ}pqLyshj3!!`f*?%CP"
    ),
    "samples/spaces_timestamps.esdb": (
        "c-qr)VPN!^VPXJ+R1;=ab{0beMt+BeR12p6|NqygS~9VNWDGdj84Q8g2#C!YwOkldO__cJ6{H$NC^H5#2F83AMg~DfK`sV%Q7#64"
        "AQl5+Ss+#cVr?Kc0%A*1E&~S!Mg|CQ2Vy3s^mImd23Drb#GD)}4@;0ZSUz~use^FNflmuJFfcM@F-XFNc5JDcB*&r6$3O%K|J~57"
        "QtEy?4<^7UPy%CqM^XniIJW%I9dwIJ8D!u>O>DQr6gl)rvbYe+2LN6nHNF"
    ),
    "samples/spaces_chunk_4091.esdb": (
        "c-obXbyO69n#G4MX@|~{jsa;9kPwiN24MinAqFIe6o!;emF^BfdJq_TKw829X^>7S0m=9Foqcc5*}r!0U*GS3_uR_|pa9&kVgmqx"
        "EqPpUPQ~qS{!(qA9)~p|A~BaG%KnE`mA-4QXm+pm=Nc4M@6pJr!3KEHJmeXNN3K(0wbe`J2$Jz5!9Mb^*UB)LF^G3XJ-|pYUHs))"
        "ha&x)y76(HK>(iT+t!SqNqJn04C&Ro62hF7AJ%hsPS{z=?NkJqVmV02=jOysG)uvLYy?8rYjTRA7}|PgswbwA*qQrwJ&sj#8x&L*"
        "b`|{ldN?Km+`^gflvR0mc_&q3%-fvjef0DiT)n$r%Xm!<8Z|zh_e=e|l1Lr@;f5V#{!Ya5aYseL!N{7lqg!+PGi;90WwJjVP_fPI"
        "6@3nc7ZOqGO&Q-wjyt~W@8UbE3teD-mPa&-=9^OXp@)K0N+74|4}It6U1`nAXdUVeB;l@pc(Wi$;c~A@lSS?$`MZMxF%b9g$O_LQ"
        "xdSo$D_%G&Ya9{j3J;Bi+fKn5XZrvj(%3)-_Q<1e8SjoSX3GoQzw(_01`eXPOzyy5gB0Unx0;;h&l}Ksy|Q~A3!2OfsF<{}ISau~"
        "Ao!T{CMbUKb+0moRWB*vk`rsVDSS!x#gViYUi838x@BanrRRBX=n{CWnRFr{Km8S)d!$0p*#a#AQIb~Z$hZqslE>8>!0iQ$$sRP`"
        "9JHWTim&*y{qZeUWot%{$xh`+`8+>adx&H*sz%a*dPgxexsXw#FLkkea43NpZdZi#XZclb7ed%aA+(H2DC0M^boszuNhhglq^H&p"
        "KalcQL7r^K6O8i%AZzpoO~zW=du;fGmr~vWiT!ico3*mm@d<B*!3><8QCM2KtxCV#m;5>{mhhheE2tpD^%kGC+T|UVfY#-O5ARx7"
        "mtNsTO=dcX=XpEmaaW>|JeIl%rb<(VY<H#mI8}v};6QflD;?jO5?LSeXnz4+;Cy!sC1U-NAcG5f`j}{&g!YcoyzN|x9U>~Gho$cB"
        "^JzgTvkXt*tFfYCBBKshx^QGSiJ>8Xh6$q4a9x1tN}LTtdoo?I3Q1}jsC<?8e5QJ0?0XQ^4mnXTsT~V#Pj8@x2?DHLAlaGp{A0kH"
        "#X*vsIPuN%pS;gsC!?ScSR~N5kPbbB-%sQ=V)u3}f2twLj<@>w5$WIiNC)Iu&XfTV_>yJlyWGZpIn}|GqffQOCDVXAdEn}b`5^mZ"
        "$?)al$?C(Iyjy6oNWn;?k}*%3P-rfZ1*p)oby2Ra`KI)dGTHiH<%lisY?D#Lo$th=B%CZREKBFJ4YR$g2TmV^B7t>dfvMjc86K0L"
        "i<w>g7+K3;J<d#eP?{;H(r>jXEgrEFg&{?B*B-%K!z`u{^49d$6WUdQ!Kk(*KN{(n6Fj3(!N2`hwJ)ge#$C{#G4mdNS~u?F*sAuD"
        "nHq4mEYveuWcc39x=9ZE?11(j=t<4!HhV{A(_Y={c~gudr-k5LZ7|_%u=tRcHAVZnaspx2dy#Ly9d(|e@6(An_uc7=%<CL3(jyKV"
        "l_g3b09v>YG_Wq0B)X1XPHut9fS-R#HacFD$sQ5pC_GJ5>vF9v;IO3-L^am9)NhBCxTEam;c3x`uVto>5sN4?e427Tz`szZpPV;|"
        "&-f|rBI%C0S{VtHc;?|ys`*~h-<;=NEUbc{y-UwWi}a(~mF`#2;HD<G>c^K|iy`VYmVM@HjFJIFQMzJ>FWGI*;jXZ;xeH)ZGAba5"
        "5|T(|7fm?MKE1ET=m)?v-|Q&5^CNck@_2hT<EYaKIu|F!)fY%)61a-ve^VOcg`HdL3XEr%_}F)k-UM}<(eJAlTsC2^pORA)D=Ny="
        "M*eMn<zMh(eV-5Ra1q|V;;(v};;i7@iP|iWR-69)tFsxxoP*$n&>F*Y$$bM}Rq444<*g1bx<<9YKTpCljOJNIwROAd#df&V-n@DG"
        "dtrY*p;d(|=<NBJ3R>@*l=N;$bOMe47hmwA#5dWIUY)$EKb}dcjO}cW9;7p-&YhIScv_%9#?&A3Xd`_;#F#PkdV8koP-Z~uCfTe2"
        "7ur(8SfuO2uggYR+PHR?>kZfzF<@;{4|<zXoX9<Y<=K<hd3E${Oz7;(_#Y{mXxmF8sRU}hYD5d{G)II`9*BC_S>%PXy35yd8=zV0"
        "arW~D<#GtzY0w<u`WvvJ-@mC!UCO)9YPTr_(&U*%)6B!)Bif^&?-gyhk}N$r68-r&b^g9{{1StnF?eeE2GIjSOStTFZon#HbWdZN"
        "jl-cx93x6v&3aPCCBg`UU>(RQfY7qd&#9V6B=JOP=xNNQ-Vo4JIiJMkrG9~GAG0Q$vu5aknS?%vx$#}Fzy8)yobD5v<b66J_861z"
        "p*FtSF%Au>cLKv)M|gXCDLlwtv(efY-#B6+dny=K^Um9@L3h&|Bel6!dEdcp-U@dZBbMN%ZZ`*qgNHt7%h}h|KK?sWoj`U$NV^<F"
        "Xra}YzDmf}Mh)Hwfs1m<?8g!*ejcE;9r)XAI&~r`sx5%)4xSebm=6uS-`ru{I~A@RteBqbUM|p>5=<|TB;hOIkaZO;FE4)jHM>1Z"
        "<jJ-3$Y0e@$aH};kF1Gp1&S*zDRA~DgrZWuKdW&|X@2xAii9yBrI7v3vYOMl8~Uxo;Ww*CX1}>&qGO*V0+`ZWGqja3QTL3Lmcg2M"
        "sEl>QmP;>Fy5Y?-vEOuZVv%0A&j=|-hp;KIJjJHfN~j@l+Y<rWhCNnH9BrNtgb%E-lkN10+rJ9i5Jp45QaEth3(JHdQuytn#&lu@"
        "ywL;2Bjk)bf`~oS2&)XH$++KOj9E^q&`po%>c5r__Ht<ve*$-;WDUjOVu|Xk9-72k^)bMQ7L`*|6~g(1doHlhC4Y{G)X#CT`ONoF"
        "7e~c+hWYIsptcjjmi16rIR_M89Ze8RW$zM1j)a<%L3}{cZFBRsUn(Rza3lxL-^N@p^gNrg;$++%MsfPVUOT1{TWwMBzMrqU$=}JE"
        "W0DZmxZ|Sb7eL{)9*wqJe0t@_2oRbEykLEn5f)p#+_uA*{q^&bh+v1b?o)8Pau%66N&huf*mxcJp5g=n{z5<1@*md*`In$4Cslr5"
        "Gh@f+$8qVq32;HBnjr{gV4fU5KFHs|>%sYOl6mXRl*^zi4O@)KAuO6EFNdU!d8Al~an;nJ8zY6p7bE@t3`>uz?V!tS1#&==3e_qA"
        "VtS>`EE&oUzA4WVLXa_|vZTE~l-hu?%=s#ZpImF5Ekd1|n*{VAB-Cr0j}3pU?G|Av4(DhL-BVKEMm|7Wf!9P62J_g=WjcmHJw#tc"
        "?E`_n;96U4orV8)oBzA1P5&;Yx}*aou7gU0V7`k~Au6k_wb?0}JrZKWDO^XRI)~SWikXqsZT2!vq{<0j==0A^^F|U4tgR`Uvp?I?"
        "q>Jw9n2|T=G=9|LFi@f+XTnhc3kKNo8wb+a)bEcYV=lX`&h$zL>z9cMlK(K}sUfbr>$qtTEJze&<Ja2b9wmu`@Hv9@>zyoP(Lwt)"
        "JkgjXO({}c+y`90hP4iw@gD#9`@|jJrqsDEl5PtTW?wnI`yuIJu5xV^+ur@-t{Hh5fCB^VewOVAB6*gfcx|>#FkZ9uyWzgK7`=11"
        "pp~E{`@u2z;EN0ImEDUn=<cIFamk^sn!tvS-zO&8hJHV-Hs8e7LDnd?L`Z{IM-H|#t*?!;Zw+5|AtR8Q%k`*K3;gEOxlR`8?EFQ~"
        "$2~;@<j1!^E7LVU7;eg+H!+T)-14YHjTy!p<b%)tmJ(RunXXiwT$0DWukP-A!zbzFHcV^F7@oyiFy^Jp<s)^W9ilkC-bh8A-NIIn"
        "REJ9v6-H<3_R<P>mJ}xoxv8qTGsE8Qm8a)b2yrv(<JLUt*MFq+SU|=bjb&gi^t=7!1l8yFy;%iQC#qZCqFkyF{w<2gtm_8^ad^JL"
        "V06F^A(Ew6NH=7o5S*)5h}%usn%h9e>u{(pd$!^FRbVOKA8Uy{<y~F<#5&k%R;t+X+8hU}YR!`2${*ri4TVcm_?J|(DaMH-M5cgv"
        "{e8;w4Y(;t9$v1b_>WbW8K;X%N{pMnLS*@!i;GAhjjV!|n8mLnWIh5%>0CfM6{DCvIdb%D-8Y4HdPq@;y@<2;HT%}^>AuI_X;=jP"
        "guC_0L6}<2)a-R_Owia(T($*a?jN6@hoouTtx?_e?xU%y`1@fmv$8LV7gl;WJ!sd->1u-C(SI0WwBqLQ56nWVP5a2`B}}Y~4KQsE"
        "x(ynBEP2fMR;vIqsL0Z#?d&60j<SIT`4)tc`b~=;C%XRJt$30#Qd6tfOE@5F<BTLX7R%--6v1NN8E6(}Ih@=muX4m|GA6c(WMVzT"
        "U@f6Z1`t;qsXE<0F|+ySwi-up4@y4(VFy`rY@B@Zltz{9BpNR<Hg04)z{rUrPQ=CARRKY?U)Y)4zQK!=+@o?lqj6O;PfTSKw4UR}"
        "g$oXA4|2xhdb1m1NuOXF_$*Nl`&TY6?e)xW4^JoX`7CT5HW6B5mm|i<CF|m?88i05)-_tfllActY*O?p*|v4CDd0jAoQ8Ayc;iEv"
        "4`Jd|{#-8K`ekLUF}pAzN}*a-@G)Tq522mX%5F@3TD0&mJHnGaP;%n^L>N>H28+6zbuJ*dEPWu1N_o9Zea5uCw5yjWP)?aE=rk=J"
        "5KNSe3BL=p`PsE3{?JQxpW)Sh_j&0MX&W+7ABth<i|BIC%2Z)!m&t%OKNR!Vi`+lIr0%JtiipujK4E?Z^$oV?RGE}8W{BenOd4q4"
        "1UfUjCJ_CNc)Q<&!lrre@Jk@lGUV^3e9@|}sg};3a;JQd4qa&pIoW$vUB7$(zvwA<$WLg5%)~6ltyhZ&V_Z#c=JvyR&pF!#<r9&!"
        "lU5do5V}{oRJ3QnKh4L!(>Ao35>*GE0>Z@pB!5kJ&48vTbCFd-XTq%2q$dp7WtSvs4;mpxVpcQUI$A}C%X3fo6c2Q*36dASFifq$"
        "q?ma!Yf%dJ92Q4q4KGYkJ3#r$z&KKYZ^}A1*|VY=qc8NVrtGBb)*h;YAMDx~ywE7{r3jDq1GWt^i-T>h>)}^ixA@ND^<v&9?&>>@"
        "+3{Q2FRe1Q6@xE0f2o&2s&m0Wn>%#de(nddd6<&oiGYd66Fvhjj28RLj2%)t_UI=mqr9I1d8=6-z%D`)gV_=u{t7F9qnoX%_nXA`"
        "9D}b>o0Qg*haeWt4(e>iPBsLYM&6Yaolu(ekgx?n;N0KLSH^@%BX1xfOWTBNg-vi+z5DdG@g&Grkixf0KHdsiv+4h!E6SDbE{gOp"
        "*jek+)OJXrb0I4#49m=?eTPAvtR+U4&?^iD^%n{*vx^s{$BxmFxp#EolWE_oE^Petu&G#lhA@6L`ikpo_UsTH6_+~}bop>bJ>H<~"
        "S2KQAnGOI;H*i253jhGT19^KvJwY-ccWVcz=u=^k00`~|w{`)^5D}J0OG*5bZ5^Su&TiiDe})|4aCaFYp|}2CPH-sL*6pp3gs>P$"
        "AP7JOzyji80VuI}a47))(tnj><2X2AVb}n;I8J^tPiNSG|9$|>OSWzP1Kp>EbpR}E7=YnFR;k^~PF6wzGQj^quWv%)IK0&s-2QD~"
        "QP}?b{6+CUxqlVo-hQC`-@|qQrvF%{;)UAmgy8?zu*ZM%KLE907bE"
    ),
}
"""The files, compressed and as text, by name."""


def models() -> SearchStrategy[EsdbSpaces]:
    """Models of whole files."""
    return sampled_from(sorted(SAMPLES)).map(lambda name: model_of(SAMPLES[name]))


def model_of(text: str) -> EsdbSpaces:
    """The model of a file."""
    found: EsdbSpaces = CODEC.parse(zlib.decompress(base64.b85decode(text)))
    return found


GOALS: tuple[Goal, ...] = ()
"""What models are to cover: nothing, as they are none that could be drawn otherwise."""
