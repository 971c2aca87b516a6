"""Functions that what is made of a walk calls, in LLVM's assembly language.

Each does what the function of its name does in `bytewright.kernels.native.operations` (`find_byte` and `find_bytes`:
`find` there, of terminators of one byte and of several), and reads no more.
"""

from __future__ import annotations

DECLARED = """
declare i64 @llvm.cttz.i64(i64, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i16 @llvm.bswap.i16(i16)
declare i32 @llvm.bswap.i32(i32)
declare i64 @llvm.bswap.i64(i64)
"""
"""What LLVM has."""
FUNCTIONS = {
    "size_of": """
define internal i64 @size_of(i64 %place, i64 %high) noinline {
  %none = icmp sge i64 %place, %high
  br i1 %none, label %fail, label %begin
begin:
  %left = sub i64 %high, %place
  %at = inttoptr i64 %place to ptr
  %eight = load i64, ptr %at, align 1
  %others = xor i64 %eight, -1
  %last = and i64 %others, u0x8080808080808080
  %some = icmp ne i64 %last, 0
  br i1 %some, label %short, label %long
short:
  %bits = call i64 @llvm.cttz.i64(i64 %last, i1 true)
  %before = lshr i64 %bits, 3
  %size = add i64 %before, 1
  %fits = icmp sle i64 %size, %left
  %found = select i1 %fits, i64 %size, i64 0
  ret i64 %found
long:
  %limit = call i64 @llvm.smin.i64(i64 %left, i64 10)
  br label %next
next:
  %i = phi i64 [ 0, %long ], [ %behind, %more ]
  %over = icmp sge i64 %i, %limit
  br i1 %over, label %fail, label %look
look:
  %there = add i64 %place, %i
  %there.at = inttoptr i64 %there to ptr
  %byte = load i8, ptr %there.at, align 1
  %behind = add i64 %i, 1
  %goes.on = icmp slt i8 %byte, 0
  br i1 %goes.on, label %more, label %end
more:
  br label %next
end:
  %tenth = icmp eq i64 %behind, 10
  %large = icmp ugt i8 %byte, 1
  %wrong = and i1 %tenth, %large
  %given = select i1 %wrong, i64 0, i64 %behind
  ret i64 %given
fail:
  ret i64 0
}
""",
    "value_of": """
define internal i64 @value_of(i64 %place, i64 %size) noinline {
  %some = icmp sgt i64 %size, 0
  br i1 %some, label %begin, label %none
begin:
  %few = icmp sle i64 %size, 8
  br i1 %few, label %short, label %next
short:
  %at = inttoptr i64 %place to ptr
  %eight = load i64, ptr %at, align 1
  %eighths = shl i64 %size, 3
  %rest = sub i64 64, %eighths
  %mask = lshr i64 u0x7F7F7F7F7F7F7F7F, %rest
  %x = and i64 %eight, %mask
  %x.low = and i64 %x, u0x007F007F007F007F
  %x.high = and i64 %x, u0x7F007F007F007F00
  %x.moved = lshr i64 %x.high, 1
  %y = or i64 %x.low, %x.moved
  %y.low = and i64 %y, u0x00003FFF00003FFF
  %y.high = and i64 %y, u0x3FFF00003FFF0000
  %y.moved = lshr i64 %y.high, 2
  %z = or i64 %y.low, %y.moved
  %z.low = and i64 %z, u0x000000000FFFFFFF
  %z.down = lshr i64 %z, 4
  %z.moved = and i64 %z.down, u0x00FFFFFFF0000000
  %number = or i64 %z.low, %z.moved
  ret i64 %number
next:
  %i = phi i64 [ 0, %begin ], [ %behind, %next ]
  %sum = phi i64 [ 0, %begin ], [ %added, %next ]
  %there = add i64 %place, %i
  %there.at = inttoptr i64 %there to ptr
  %byte = load i8, ptr %there.at, align 1
  %wide = zext i8 %byte to i64
  %low = and i64 %wide, 127
  %sevens = mul i64 %i, 7
  %by = and i64 %sevens, 63
  %part = shl i64 %low, %by
  %added = or i64 %sum, %part
  %behind = add i64 %i, 1
  %over = icmp sge i64 %behind, %size
  br i1 %over, label %end, label %next
end:
  ret i64 %added
none:
  ret i64 0
}
""",
    "find_byte": """
define internal i64 @find_byte(i64 %place, i64 %high, i8 %mark) noinline {
  %first = insertelement <32 x i8> poison, i8 %mark, i32 0
  %marks = shufflevector <32 x i8> %first, <32 x i8> poison, <32 x i32> zeroinitializer
  br label %next
next:
  %at = phi i64 [ %place, %0 ], [ %behind, %more ]
  %over = icmp sge i64 %at, %high
  br i1 %over, label %none, label %look
look:
  %at.p = inttoptr i64 %at to ptr
  %bytes = load <32 x i8>, ptr %at.p, align 1
  %same = icmp eq <32 x i8> %bytes, %marks
  %bits = bitcast <32 x i1> %same to i32
  %some = icmp ne i32 %bits, 0
  br i1 %some, label %end, label %more
more:
  %behind = add i64 %at, 32
  br label %next
end:
  %zeros = call i32 @llvm.cttz.i32(i32 %bits, i1 true)
  %before = zext i32 %zeros to i64
  %there = add i64 %at, %before
  %inside = icmp slt i64 %there, %high
  %size = sub i64 %there, %place
  %found = select i1 %inside, i64 %size, i64 -1
  ret i64 %found
none:
  ret i64 -1
}
""",
    "find_bytes": """
define internal i64 @find_bytes(i64 %place, i64 %high, i64 %mark, i64 %width) noinline {
  br label %next
next:
  %at = phi i64 [ %place, %0 ], [ %behind, %other ]
  %behind = add i64 %at, %width
  %over = icmp sgt i64 %behind, %high
  br i1 %over, label %none, label %look
look:
  %i = phi i64 [ 0, %next ], [ %following, %equal ]
  %there = add i64 %at, %i
  %there.p = inttoptr i64 %there to ptr
  %byte = load i8, ptr %there.p, align 1
  %eighths = shl i64 %i, 3
  %by = and i64 %eighths, 63
  %moved = ashr i64 %mark, %by
  %wanted = trunc i64 %moved to i8
  %same = icmp eq i8 %byte, %wanted
  br i1 %same, label %equal, label %other
equal:
  %following = add i64 %i, 1
  %whole = icmp eq i64 %following, %width
  br i1 %whole, label %end, label %look
other:
  br label %next
end:
  %size = sub i64 %at, %place
  ret i64 %size
none:
  ret i64 -1
}
""",
    "matched": """
define internal i64 @matched(i64 %value, i64 %table, i64 %entries, i64 %default) noinline {
  br label %next
next:
  %low = phi i64 [ 0, %0 ], [ %low.next, %halved ]
  %high = phi i64 [ %entries, %0 ], [ %high.next, %halved ]
  %going = icmp slt i64 %low, %high
  br i1 %going, label %halved, label %end
halved:
  %sum = add i64 %low, %high
  %middle = lshr i64 %sum, 1
  %offset = shl i64 %middle, 3
  %at = add i64 %table, %offset
  %at.p = inttoptr i64 %at to ptr
  %entry = load i64, ptr %at.p, align 1
  %less = icmp slt i64 %entry, %value
  %above = add i64 %middle, 1
  %low.next = select i1 %less, i64 %above, i64 %low
  %high.next = select i1 %less, i64 %high, i64 %middle
  br label %next
end:
  %inside = icmp slt i64 %low, %entries
  br i1 %inside, label %compare, label %none
compare:
  %low.offset = shl i64 %low, 3
  %low.at = add i64 %table, %low.offset
  %low.p = inttoptr i64 %low.at to ptr
  %low.entry = load i64, ptr %low.p, align 1
  %same = icmp eq i64 %low.entry, %value
  br i1 %same, label %found, label %none
found:
  %place = add i64 %low, %entries
  %code.offset = shl i64 %place, 3
  %code.at = add i64 %table, %code.offset
  %code.p = inttoptr i64 %code.at to ptr
  %code = load i64, ptr %code.p, align 1
  ret i64 %code
none:
  ret i64 %default
}
""",
}
"""By name."""
