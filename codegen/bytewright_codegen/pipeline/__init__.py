"""From specs to codecs: in a process, and in a checkout."""
