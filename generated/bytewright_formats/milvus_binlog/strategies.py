"""Milvus binlog: models for tests, of files that stand beside the spec.

Generated from specs/milvus/milvus_binlog.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

import base64
import zlib

from hypothesis.strategies import SearchStrategy, sampled_from

from bytewright.generated_api.strategies import Goal

from . import CODEC
from .model import MilvusBinlog

SAMPLES = {
    "samples/m2x_s101_insert_102_i8.bin": (
        "c-noD&r1|x7{?!9U#F#3Tz@>%yfm!KfNO`*cF85_lF~1OJuG2S9ablq)v0NxW?Lz<@?u7Z2m%k@TIgaOI@qo765b<{@UTIDK@<@f"
        "v3*AqgrEmLe80~#@B6&-@Vwb<5Yb97TVK%V7VIo=GyB34^z8xKis#+iTB5&ExHOuVr!*>boQqVTG?3ViUidp!x$67QW#6@qmK?w0"
        "+Ex&HlU~{J$12_os@A}ub$938CV>X`#J_zD!)LQB`IF#pBG2cUI*1OwKJ;6X(?WBNM&ljG;NBDH0yqX=1*`BcKs1mKEbtNe73f#!"
        "L+}(l1Fyho)USdhm;jGZ3!zKU?_fWC0M_7tg2V8O&>84w=r53iKMvl*Z-O7-0`mJ{{Nm#z6X&^PbCDCQv1S@F`eMjv4xMz`ozu>o"
        "*(TCjhf?tqjyY1Z_kI{`>pIhUa&&#(-B_#E_dNJAvRJ!qO)ZQ0p$(6vvUAeVDic%gHHQVU=pmzd+VOjm`InuscC^)t%2Z~$E=?9H"
        "mmp1T9pJcL)N4{-m+7VEbnO2>r)(^RqW*+gqP^jsUQEXzT|_EwsOwI6qw3!5n+#IZZdmbxaw>bIKhvL4rit^*(XO%FKZ#by7X"
    ),
    "samples/m2x_s101_insert_multi_event.bin": (
        "c-q_Z>puengF->gy>>Q+Y9O;7h#46mfC)-7L+K1C%@7b3;=|&`mI9?&fI=n$5TFHQS1aX}=Hw(M<)kWEr6uMRr|Kx>7iFer<|XFD"
        "7iU%hMU@OKERBtnYGGD0_5$tXVL})UqXQg+3`JQ)XE2IxV)PMJ6J-!$V9?mA|Cfa!k%?i8UfwO4DHHUjJt#jD9&qutiNr<U>SUhZ"
        "995^ZLd2w+zenDj#wqYl^I>I5(-)oBtJf`FGm9a-<+AP4$-dhY?KJ9NW-R<4y6xTeCEHeAc(vC?ltENU)J6wrjesbdD4UD~3&=zX"
        "7La~11~CR?J_F1hoeT`D><S%@U6vXvkIt$#@B+%*%6Rifltog<ltqHAI5{IVH&K*{L6k|AL4vs~F-KL&XN|CeAW)r{nxu@RjM^6_"
        "8Br!lQvn7xNw5M@9x*ks9ZX_xnAC1Ds&U|VholZLd>BCHGXR|p3PPYhF*P*~ASJ@UAju;kS&&#%Seja*o1U*wmReMtnV+X%Xs&0V"
        "XCNsf1602X6zsrohDSy&FfuBc5s|@&8W|a)O~AO2LW+xpj0{dKy$w&V?TgzK&i?aVOwx>`d8?e6Q`StF$^NzL-tk7OdAoj}t$%Sh"
        "<CgRl#^5qxsSgVSi<dKGuLinWL{v`)XdEoeK{667AoC!8MeyNa9>~DJ!YW`CQZ{234}<<ThY3UlwiGz9w_pagl-LhOu{BI;D<FZ5"
        "#{pOZdkvGA6fm&YkQ>+*z`)+ff(UFT)W8-H)$#$^2@h*W28Ky?>-=Xtj}2aE8|(yh2%D&a4p=25{6I1iEFd)y=Og&=@RJ1Qab~8O"
        "zMK7t3OE*Uz@1^l2sjq835;S#7}fm1;fBXzEa7&9QH%u`Zbul23%8Zn5~&;;BHWmXNTk}6rmP9k*Ew~4di+(<sXMRNJ15>+eEmsE"
        "Otj1e8_iv9ZGTPTQf@w~3!3p^Qjz5Qk51>mDKn)Dcwr_|kSYllkRFI%5qvr&QalczULpkmfH8xA"
    ),
    "samples/m2x_s102_insert_142_n_sparse.bin": (
        "c-oazdr*{B6#wm$$9@aT!nY6E1zKPQ-Dp>NEClTR7|j~MAuB`5VOLxp<FddaNb+n_v?)-b$f9g`j7lz;n6HV4<2056Hp660jXIN<"
        "lTz^)V=V%G-)H^RKXqsBoO93lopXNop1Ehlw*uhZs)joUq^M)n26h*lWu9VIj)j9?$0MJ}cKp5ad__6p=cLFxzmt=ttSM3PWUXfP"
        "dV{;h<#OzBISpyMJvB~~p~6#EQs#EJ3aiWZvPMIS)oN(`r>>w{49tuFoi~r!Vxh(KA2Pa&%Au2KD1o?h&n#`gW5G{qo=FtDAGk!="
        "yI#Q5w<@rhDPeldYJ_`3m?c>Z!X`wFKa2SxMuLc2qnR33rw0PzJA8&*y)DPW*sr9#IRwA8w-e46?GZxp;vfl15W(_B8@YU(!sZ1P"
        "6UX|RmW0r5Uq#H%24LpG4$`!!L}_X+8Gl)Y4YZIca6~})`V`?fB}|C1GWmrqd!G`GR4>_cT8}Pk3VG^cB&P0!F&u_0`=k6+l8u_C"
        "akOJDeg9bl+Ixm=LUSD6UtA^%7W3yYP(Jkw+2;_zdrQf1Hq|aUw%v~<`coQ2dq;U(m05_{$p_@b4Jp35xtVZ$eXk18@_iEteI!Le"
        "{z2QwLj|0*p+vo3kJk7)Qg>31h0kmF__liz48>d~lbM0|I;(|`FZwh9BN6eWX`F)W%Mhk^F${CbYSI%N4)w7p^7FhA^|A9d?k?Nd"
        "fP2~3$>ZlG_^A6B8665iVXYsN+d{+IG|ShpsDsdO{}PdT)riPH!`p7_*>_^!eoY^Rtd4%d^{QDUMgE&F@%{L2BZa%dwWOd?3vZi+"
        "%w3I!ank`C$M2nKIkNgrkoPjQFurnuM4Vg=R~ne?;B~0@;0o#LPs2)J5?{w1FNU{kAmfmYf^vG0=S<%SM8?ccl6YE;{PiGr2X(ks"
        "6~t^DT8puf6&~|estj9V^KEM?l}I__Bir{xKyWsbT>sI8->=-{Ic_=<fRcejq~E7R?>DU^wmBT>M^pK_9~M#Qel5l}-VuUaX&}$L"
        "ko|JG)?pi&l|YvzV6KhGAYbmZ=|xJowG)}0rbxsjF7vr7&x<iU@U5*1a@b!8X58z-@NrHtIo!DK6B=|5U2LN5w1Sq>QeE;Y6*O`G"
        "wd-7V{x^wX5x|c<$Y<sr&D5t$WKjnNh?nZb9R=P?etqK3t#-jh>n;}Y_SVpDTC6oCi8a#dqEctMgBF6OVucz}t-}SCU8~dTjGqPR"
        "XiA%;fK<!dX-Z{RJ(R0@gN$R8(f|MR)SB2S0In3+s|vX<&>N((8~s@k#=0quw$kCLs&Vdqx}+ki*6FD(t8hnIQWDGwX01-g;?Hrz"
        "g`FmU0gg{x`2"
    ),
    "samples/m2x_s101_stream_insert_102_n_f.bin": (
        "c-q_Z>puenLqI{zy>>Q+av-xBh*J%?i_(DfUTFp}SSk;p(-^P=E+94$fB-d+8A^GjIXQ_*IjKrkB}JvFI!gIPndzB%i8=AbnN>hR"
        "B@;8HT9~zrK8y?u|ABxJY8;FXa11gOWf8Ry4e}A?6J-!$V9?mA|Cfc~Ap^smCA;=oNcY<59^ARVo=M(*62IjBXa3vv|5_ht->2MI"
        "Bg!BuA!?)}Dkdr*$|lMtBf$cakzfI-7vm6PK;|>R%uQrqU<Ptnx3MxacN~*a+v%tz$|9*_$|Av5oSc!Gn<&b}Aj+Z2B*AQGV8kFM"
        "CMhE+qt?bGBg!FZD!{-d2^JUS5fc+T#VGcVQLRjk1HZ+RIzaC+fJ|iox|0cLH&C0Hm>LI=5@BGF<dKjpNGvKWO)b$)&sQi*Eh^5;"
        "&r>io*E7&Fkd%=Ds$T#NCIEh4X5I"
    ),
    "samples/m2x_s101_delete_stream_multifield_varchar.bin": (
        "c-q_Z>puengH1ury>>Q+1|YKqh*J%?i_(DfUTFp}SSk;p|3d)-8ej!t69EX&2ePY`@{2OlGxHL2;)^q@QkATfj7$xcbd<_ci;6Sz"
        "^MHKcP@fRbcsEa19~Y%snEgx_m>_mALd}KI0gge2qAa5Gn1IMfR6>+Nh=G9<D4tiE!;n;2l4`&P<Q!gEa(Ja77m%e?Sejpwni8XA"
        "#17=;X6BTY78|2Tm~ex9nVX-LsqkTbU#BTtzZslmj;h3h1IR5&OybPT;j#oelflq{6Cq+~D9RuzA}XQ-bew=Fn<$%%8G{&u1RKO8"
        "2`+?-fO=S11&l(<X6#~M0Q%_wBM`y-#1Ie_;=|&`#t5aEpfod-W`WYIP?`-&vqNbPD9s6_xu7&Rlty=?1P4q;f&*r^7|7vR#L*ls"
        "X=BPF!B(7{k(!$*%EBPZqskz`RFJL8;3LBTk_T~1id9v7)(ATY0!73mBxNLZ)HX27i1J993NWxqf|QE_#l==I1CiP>CN&P+p(d#V"
        "3@ZjvCI%oOAPNe9wMA?)KxaUWDk%mV^@$0H)F!Zk>><f>nC6SkViS{4;{Z}33=EPy5|RapMTMoQCA#VP3ea?{U}&yqpl2Yd1N1V;"
        "*J6y2qzVAWaj)t"
    ),
    "samples/m2rc_s101_ddl_ddl.bin": (
        "c-qC3F-yZx5P<K!#@Inbs#g*SBBH^e7Bf^_9K?zaqNO^z#1K@dHpc284sL?Kz`?=6pWvoAIrsyd931=)g1G2inkXr$+KT#kd3VXX"
        "cX!-(FIO+G0C46VJRGSYNOkC0qeld95NP#*PoehOWI*Ypynp=IkqTuW+0OO^BMOmX7Z0?|NK!((NS3C`7AiP_6Z0rh$pC0%H0`@~"
        "&7H1RDy~!8sBR57q*`MZ0%kCiV@p&~HO65?Yi6r8-Jt-Si4;PDc_<C+(hCZxx|Z6rD+pPceHJv$6*Jv#1U*L?Dky<6W<iyddaeMP"
        "y5p?7n>O!s4a*?nFw7fdkd?Zj8-JD$`;-)oBrzKq^lX27*R72@o;R@P`a68u$`|t1=+eSeX=!e8SvNS%TV_bmBDx(+_mUTd+9sqb"
        ";&k(vkLdQk(=FM4Z6iq1UUd?{_9mEVNgrc4A4Nj>?gdS=Trc1E{k9MBce7wml46i-3Eg!AI+dxV$zxij@`cD`99<EM5xRb|F8WpP"
        "BRwzDmhH94WQzTtpU}S8kFh;Zx*DfE&GmX!e;TcQ;{TBw`<E1%WJ`T;*U$$F_rVD*XPp44h97#^2SYd%^+9*o2Oqzg1n%8&3$5Wj"
        "#`PxYwp<CC=3KpYUwLbv+i%3?^O8K1Y>CT7$mI=`4%__"
    ),
    "samples/m2rc_s101_insert_noevents.bin": ("c-q_Z>puen!-9gEd+lrtj6h~G5T^q%BbdhkW<h}He^gKp6>nfbQwUSQ3S_$rfB^s|Iv*t"),
    "samples/mdec2020_s101_insert_bool.bin": (
        "c-q_Z>puen!=8egd+lrtj6h~I5XS>CBbdhkW<h}HS12oz2}19M(hLDJf~vY6u`&cK0n;F5_5xr4Gnx@3CIKYM84>D}p>%*_kfA7p"
        "sDP+|j;I8X!6wQkBf-cBR4&G#0j7a~32Z<<vs#plD1)Rb1Dm7-b6H}JD1(@USddtd8ix&<7D=EwAOz_XWs=k}WsqPiPR>ZpO#}*w"
        "GN>|vwF7la%1FwPV<=F8gj$qXkO%{VhEhRdQDJFniEeU1fkIhoQE_H|o`RvCsh**3u%BZ<u!nz$q>KzuQy0khK<{FNOFziSfH}}`"
        "nS&87BKX2ZgfSXRxQI{`E+W{&MTD4e5ur}FNCSyg%pjQs&~RCR94=y_VmhJ$_`)TCQSngV&MLJ8bYBFBMTkX^9W(*ppdrIhpn?Fk"
        "1hELRf(8Jrsh2q"
    ),
    "samples/mdec2020_s101_insert_noevents.bin": ("c-q_Z>puen!;ylTd+lrtj6h~I5XS>CBbdhkW<h}He;fd&0LEtpvh4-H004N(Cn*"),
}
"""The files, compressed and as text, by name."""


def models() -> SearchStrategy[MilvusBinlog]:
    """Models of whole files."""
    return sampled_from(sorted(SAMPLES)).map(lambda name: model_of(SAMPLES[name]))


def model_of(text: str) -> MilvusBinlog:
    """The model of a file."""
    found: MilvusBinlog = CODEC.parse(zlib.decompress(base64.b85decode(text)))
    return found


GOALS: tuple[Goal, ...] = ()
"""What models are to cover: nothing, as they are none that could be drawn otherwise."""
