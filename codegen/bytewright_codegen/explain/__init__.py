"""``bytewright explain``: what the compiler makes of a spec, for people, and its IR as JSON."""
