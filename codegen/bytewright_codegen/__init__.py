"""The compiler: declarations in, codecs out (front ends, IR, passes, back ends)."""
